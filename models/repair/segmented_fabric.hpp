/// A fabric whose configuration chain is segmented (models/fabric/chain_segment.hpp), made of the same fabric with a
/// serial chain.
///
/// Fabric    that of the serial chain, with the header before its fields and the bypass switches behind its switches:
///           sites, switches and wires keep their numbers, fields are later by the segments
/// Repair    that of the serial chain, around what the dead segments of the defects cost; the caller has put that among
///           the defects (DeadSegments::add_to). The dead segments are bypassed, all others are loaded
/// Errors    those of the serial chain
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class SegmentedFabric final : public ReconfigurableFabric {
 public:
  /// Throws std::invalid_argument if `serial` has no segments. `network` is what it carries.
  SegmentedFabric(std::unique_ptr<ReconfigurableFabric> serial, const Network& network);
  SegmentedFabric(const SegmentedFabric&) = delete;  // the fabric points at the type of the bypasses
  SegmentedFabric& operator=(const SegmentedFabric&) = delete;

  const Fabric& fabric() const override { return fabric_; }
  const FabricInfo& info() const override { return serial_->info(); }
  Repair repair(const Defects& defects, const RepairOptions& options) const override;
  bool is_limited(const RepairOptions& options) const override { return serial_->is_limited(options); }
  std::optional<std::string> complete_for(const RepairOptions& options) const override;
  CompletedPlan complete(const GivenPlan& plan) const override;
  bool uses(LinkDefect link, const Join& join) const override { return serial_->uses(link, join); }
  std::unique_ptr<RepairTester> tester(const RepairOptions& options) const override;
  std::unique_ptr<Repairer> repairer(const RepairOptions& options) const override;
  std::optional<std::string> write_refutation(const Defects& defects, const RepairOptions& options,
                                              const RefutationFiles& files) const override;
  std::vector<RepairBound> bounds() const override { return serial_->bounds(); }
  const LocalRule* local_rule() const override { return serial_->local_rule(); }
  std::unique_ptr<SelfDiagnosis> self_diagnosis() const override;
  std::vector<std::string> listed_ports() const override { return serial_->listed_ports(); }

  /// Returns the repair with the configuration of this fabric: with the header, and these segments bypassed.
  Repair with_header(Repair repair, std::span<const SegmentId> dead) const;

 protected:
  std::optional<std::string> refusal(LinkDefect link) const override { return serial_->refusal(link); }
  LinkDefect named(LinkDefect link) const override { return serial_->named(link); }
  std::vector<LinkDefect> links() const override { return serial_->links(); }
  std::vector<ElementSpec> elements() const override { return serial_->elements(); }
  ElementDefect element(std::string_view key, std::span<const int> address) const override;
  bool has_link_defects() const override { return serial_->has_link_defects(); }

 private:
  std::unique_ptr<ReconfigurableFabric> serial_;
  BypassSwitchType bypass_;
  Fabric fabric_;
};

/// The option `chain` of a fabric, for FabricInfo::options. `segment` says which part of the fabric is a segment.
ParameterSpec chain_option(const std::string& segment);

/// Returns the fabric with the chain of the options: itself, or, with chain: segmented, a SegmentedFabric of it.
std::unique_ptr<ReconfigurableFabric> with_chain(std::unique_ptr<ReconfigurableFabric> serial, const Network& network,
                                                 const Parameters& options);

}  // namespace kintsugi
