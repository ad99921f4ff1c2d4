/// Repairs one defect map after the other and proves each repair: planned, turned into switch states, extracted,
/// compared with the network that was wanted. Keeps its memory from map to map: one per thread.
#pragma once

#include <string>

#include "models/fabric/extraction.hpp"
#include "models/fabric/network_check.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/repair/repair_count.hpp"

namespace kintsugi {

/// The fabric and the network must outlive it.
class RepairVerifier {
 public:
  /// What the options cannot ask of the fabric it refuses at the first map.
  RepairVerifier(const ReconfigurableFabric& fabric, const Network& wanted, RepairOptions options);

  /// kWrong: a defective site is used, or the network that the switches make is not the one wanted.
  MapOutcome judge(const Defects& defects);

 private:
  ExtractedNetwork extract_with_defects(const SwitchStates& states, const Defects& defects) const;

  const ReconfigurableFabric* fabric_;
  RepairOptions options_;
  NetworkExtractor extractor_;
  NetworkCheck check_;
};

/// For count_repairs(): a verifier for each thread.
JudgeMaker verifying(const ReconfigurableFabric& fabric, const Network& wanted, const RepairOptions& options);
/// Planned only: what the fabric's tester says.
JudgeMaker planning(const ReconfigurableFabric& fabric, const RepairOptions& options);

}  // namespace kintsugi
