/// An array as a fabric: its PEs, a selector at each port with a choice of links, and the wires between selectors.
///
/// Sites     "p0", "p1" ...: the PEs, spares included, address [number]; in pictures pair after pair, the even PE above
/// Ports     shuffle_out, shuffle_in, exchange
/// Switches  of each PE: "p5.select_out", "p5.select_in", and in SFT1 "p5.select_exchange": selectors, with a link for
///           each candidate of the array, in its order. If pairs move as a whole, an exchange port has one partner and
///           is joined to it without a switch.
/// Wires     from selector to selector; a shuffle link of a PE to itself joins its two selectors
/// Fields    one for each selector, in the order of the switches: 0 open, i the i-th candidate
/// Repair    by reconfigure.hpp, which isolates every faulty unit: it misses the repairs that would go on using one,
///           such as that of a faulty link that no node needs. Planner "exact", rule "exact", objective "any". A link
///           is a defect by the numbers of its PEs, see isolation.hpp.
/// Rule      of a PE: its role, derived from the repair message (role.hpp), as the states of its selectors
/// Diagnosis by the PEs themselves: array_diagnosis.hpp
/// Errors    throws ParameterError "network.k" if a selector would have more than 254 links
/// Source    H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, sections 2 to 4
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/family/family.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/sse/array.hpp"

namespace kintsugi::sse {

/// Returns what a scenario can specify for an array: the chain alone. Every scheme but plain is built on an array.
const FabricInfo& array_info();

class ArrayFabric final : public ReconfigurableFabric, public LocalRule {
 public:
  explicit ArrayFabric(const Sse& sse);
  ArrayFabric(const ArrayFabric&) = delete;  // the fabric points at the selectors
  ArrayFabric& operator=(const ArrayFabric&) = delete;

  const Array& array() const { return array_; }
  const Fabric& fabric() const override { return fabric_; }
  Repair repair(const Defects& defects, const RepairOptions& options) const override;
  /// Takes a placement: each port of a node selects the link to the PE of its partner, if the array has that link.
  std::optional<std::string> complete_for(const RepairOptions& options) const override;
  CompletedPlan complete(const GivenPlan& plan) const override;
  /// The link that a defect means, see isolation.hpp: of two PEs with a shuffle and an exchange link, the shuffle link.
  bool uses(LinkDefect link, const Join& join) const override;
  std::unique_ptr<RepairTester> tester(const RepairOptions& options) const override;
  const FabricInfo& info() const override;
  const LocalRule* local_rule() const override { return this; }
  std::unique_ptr<SelfDiagnosis> self_diagnosis() const override;
  std::vector<std::string> listed_ports() const override { return {"shuffle_out"}; }
  /// Returns the units, "u0" ...: what a dead segment costs is isolated as a whole.
  std::vector<ChainSegment> segments() const override;

  std::vector<SwitchId> switches_of(SiteId site) const override;
  Setting setting_of(SiteId site, std::span<const std::uint32_t> message) const override;

 protected:
  std::optional<std::string> refusal(LinkDefect link) const override;
  bool has_link_defects() const override { return true; }
  LinkDefect named(LinkDefect link) const override;
  std::vector<LinkDefect> links() const override;

 private:
  std::uint32_t selectors() const { return array_.sse().unit_pes() == 1 ? 3 : 2; }
  SwitchId select_out(SiteId pe) const { return {pe.value * selectors()}; }
  SwitchId select_in(SiteId pe) const { return {pe.value * selectors() + 1}; }
  SwitchId select_exchange(SiteId pe) const { return {pe.value * selectors() + 2}; }
  const SelectorType& selector(std::size_t links);
  void add_pe(SiteId pe);
  void add_selector(SiteId pe, PortId port, const std::string& name, std::size_t links);
  void wire_shuffles(SiteId pe);
  void wire_exchanges(SiteId pe);
  SwitchState select(std::span<const SiteId> candidates, const Placement& placement, NodeId node, NodeId partner,
                     const char* kind, std::vector<std::string>& conflicts) const;

  Array array_;
  std::map<std::size_t, std::unique_ptr<SelectorType>> types_;  // by number of links
  Fabric fabric_;
};

}  // namespace kintsugi::sse
