/// Repairs one defect map after the other and verifies each repair: the plan is turned into switch states, and the
/// network extracted from them is compared with the wanted one. It reuses its memory, so each thread needs its own.
#pragma once

#include <memory>

#include "models/fabric/dead_segments.hpp"
#include "models/fabric/extraction.hpp"
#include "models/fabric/network_check.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/repair/repair_count.hpp"

namespace kintsugi {

/// Judges the dead segments of the chain that a map names, before a planner sees the rest: a serial chain with one
/// loads nothing. Keeps no reference.
class ChainJudge {
 public:
  explicit ChainJudge(const ReconfigurableFabric& fabric)
      : is_segmented_(!fabric.fabric().segments.empty()), dead_(fabric.fabric()) {}
  /// Returns the map with what its dead segments cost, nullptr if the chain is serial and has one. The map is that of
  /// the argument, or one that lives until the next call.
  const Defects* with_cost(const Defects& defects);

 private:
  bool is_segmented_;
  DeadSegments dead_;
  Defects all_;
};

/// The fabric and the network must outlive it.
class RepairVerifier {
 public:
  /// Throws std::invalid_argument, here or from judge(), if the options have a name that the fabric does not know.
  RepairVerifier(const ReconfigurableFabric& fabric, const Network& wanted, RepairOptions options);

  /// Returns the outcome of a map; dead segments as ChainJudge says. kWrong: a defective site is used, or the extracted
  /// network is not the wanted one.
  MapOutcome judge(const Defects& map);

 private:
  ExtractedNetwork extract_with_defects(const SwitchStates& states, const Defects& defects) const;

  const ReconfigurableFabric* fabric_;
  ChainJudge chain_;
  std::unique_ptr<Repairer> repairer_;
  NetworkExtractor extractor_;
  NetworkCheck check_;
};

/// Returns judges for count_repairs() that verify every repair. Fabric and network must outlive them.
JudgeMaker verifying(const ReconfigurableFabric& fabric, const Network& wanted, const RepairOptions& options);
/// Returns judges that only ask the fabric's tester whether there is a repair. The fabric must outlive them.
JudgeMaker planning(const ReconfigurableFabric& fabric, const RepairOptions& options);

}  // namespace kintsugi
