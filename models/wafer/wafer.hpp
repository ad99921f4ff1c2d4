/// The wafer: a network on a grid of one or two dimensions, on a core of PEs with spares, repaired by shifting.
///
/// Network  any whose links the wires of a bundle carry (bundle.hpp): torus, mesh, SRT ... One of two dimensions has a
///          ring of spares around the core, one of one dimension is a row with a spare at each end (grid.hpp)
/// Layout   wafer_fabric.hpp. Node (x, y) sits by default at row y + 1, column x + 1
/// Repair   by compensation paths, compensation.hpp, or by plans of rings, ring_plan.hpp, or of passes, pass_plan.hpp.
///          Which maps these plans repair, and the states of the track switches, depend on the sides of the core, the
///          tracks and the corners alone, not on the network; the wires and the codes of the PEs do. A row needs no
///          track switches: the links of its nodes pass a PE without a node straight on. Any two defects can be
///          repaired, of core PEs or spares, and no three, since a row has two spares
/// Defects  of PEs; of switches, tracks and wires too: wafer_elements.hpp
/// Isolate  an option. A PE without a node is dead, given up or an idle spare; in a plan of straight paths links pass
///          it on one axis only (PathLines::passing). The bunch switch of the other axis is isolated instead of passing
///          straight. Nodes, track switches and the codes of PEs with a node are as without the option: the same
///          defects are repaired. The states of a repair close no ring (closed_rings.hpp), because
///          1. a bunch that passes straight lies on the bundle of one row or column of nodes. That bundle leads from
///             each of its PEs to the next, and on its wraps back to the first. In each row and column some node is
///             attached to every wire that wraps; a wire without a wrap ends at the spares. So no lane of it closes
///          2. a ring that passes no bunch stays among the track switches of one gap. With one track these are an open
///             row. With two tracks a ring needs D1 and D2 at one position. But the second track has turns only where
///             the displacements of the two lines differ by two, and then all turns of the gap are the same
///          Defective elements can still close one: a wire that is stuck in cross, or several stuck track switches of
///          a gap with two tracks. The report of the repair names it. By 1. a row never closes a ring: it has no such
///          option
///          In a plan of rings a PE without a node can be passed on both axes; then it has no idle bunch. Where it is
///          passed on none, one of its bunches stays open, since no code isolates both: RingPasses leaves at most one
///          such bunch on a line, and a ring that leaves a gap by one needs another to come back. With one track, 2.
///          holds for these plans too. With two tracks the setting of each gap is one with the fewest loops; the tests
///          find none over thousands of maps
///          In a plan of passes all bunches of a line that a ring passes three times are in use, and other lines are as
///          in a plan of rings; a ring within a gap is forbidden by clauses (FabricFormula)
/// Bunch    an option: the two-mode switches of a bunch are set by one code for a PE, or each by a bit of its own. The
///          states of both make the same network of the same lengths
/// Source   Inoguchi and Horiguchi 1996, section 5. Its figures 9 to 12 were not available; details that they must
///          contain are worked out here
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "models/wafer/bundle.hpp"
#include "models/wafer/compensation.hpp"
#include "models/wafer/fabric_planner.hpp"
#include "models/wafer/grid.hpp"
#include "models/wafer/ring_planner.hpp"
#include "models/wafer/ring_states.hpp"
#include "models/wafer/switch_rule.hpp"
#include "models/wafer/wafer_elements.hpp"
#include "models/wafer/wafer_info.hpp"

namespace kintsugi {

class WaferElementDefects;

class Wafer : public ReconfigurableFabric {
 public:
  static constexpr int kLargestSideWithoutLimit = 16;
  /// Around defective elements straight paths are searched for so many steps before rings are.
  static constexpr std::uint64_t kStepsBeforeRings = 1'000'000;

  /// `info` is that of the family, `second_wires` as in Bundle. Throws ParameterError: "fabric.tracks" unless it is in
  /// kTracks, "fabric.wrap" unless it is in kWrapPitches, "fabric.isolate" for bunches that are set wire by wire, since
  /// a switch of two modes cannot open; std::invalid_argument if no bundle carries the network.
  Wafer(const Network& network, const FabricInfo& info, const WaferOptions& options,
        std::vector<unsigned> second_wires = {});
  Wafer(const Wafer&) = delete;  // the fabric points at the switch types
  Wafer& operator=(const Wafer&) = delete;

  const Fabric& fabric() const override { return fabric_; }
  const FabricInfo& info() const override { return info_; }
  /// Repairs with the planners and objectives of planner.hpp. Rule "exact" or "strict": no difference with two tracks
  /// or objective "short". With a plan in force it uses the planner's replan(); around defective elements rings
  /// that keep what they can of the plan in force come before straight paths. Objective "moved" needs rings there, and
  /// takes straight paths that move no more nodes. Planner "rings" takes straight paths alone on a core larger than
  /// RingPlanner::kLargestSide; the reason of an irreparable map says so.
  Repair repair(const Defects& defects, const RepairOptions& options) const override;
  /// Planner "fabric", and planner "rings" on a core with a side over kLargestSideWithoutLimit.
  bool is_limited(const RepairOptions& options) const override;
  /// Objective "short" refuses repairs, so it is complete for none.
  std::optional<std::string> complete_for(const RepairOptions& options) const override;
  /// Takes compensation paths, rings, or a placement that paths, rings or passes make. Paths can begin at healthy core
  /// PEs too. Of the plans of rings or passes with the same placement it takes that of RingPlanner::complete or of
  /// FabricPlanner::complete. Where the network is the same with all nodes so many rows and columns on, as a torus is,
  /// a placement can be so turned.
  CompletedPlan complete(const GivenPlan& plan) const override;
  std::unique_ptr<RepairTester> tester(const RepairOptions& options) const override;
  std::unique_ptr<Repairer> repairer(const RepairOptions& options) const override;
  /// For planners "rings" and "fabric"; around defective elements plans of rings alone.
  std::optional<std::string> write_refutation(const Defects& defects, const RepairOptions& options,
                                              const RefutationFiles& files) const override;
  /// Returns "free_line", "bent_paths" and "near_pes" (bounds.hpp).
  std::vector<RepairBound> bounds() const override;

  /// Returns the gaps of plane H, "sh.g0" ..., those of plane V, "sv.g0" ..., and the rows of PEs, "r0" ...; in a wafer
  /// of one row each PE, "c0" ... A bypassed gap passes all links and tracks straight on, state X.
  std::vector<ChainSegment> segments() const override;

  const WaferGrid& grid() const { return tracks_.wafer(); }
  const TrackGrid& tracks() const { return tracks_; }
  const Bundle& bundle() const { return bundle_; }
  const BunchSwitches& bunches() const { return bunches_; }
  /// Returns the configuration of a plan. Throws std::invalid_argument if two of its paths conflict.
  Configuration configure(std::span<const CompensationPath> paths) const;
  /// The same of a plan of rings. Throws std::invalid_argument if it has a mistake, or if no states carry it: on two
  /// tracks states to which no defect of a switch or track does harm.
  Configuration configure(const RingPlan& plan, std::span<const ElementDefect> elements = {}) const;
  /// The same of a plan of passes. Throws std::invalid_argument if it has a mistake.
  Configuration configure(const PassPlan& plan) const;
  /// Returns the state of one switch in the configuration of a plan.
  SwitchState state(SwitchId id, const PathLines& lines) const;

 protected:
  std::vector<ElementSpec> elements() const override { return wafer_elements(info_, tracks_, bundle_); }
  ElementDefect element(std::string_view key, std::span<const int> address) const override;

 private:
  template <class Planner>
  friend class ExactRepairer;
  std::string_view planner_for(const RepairOptions& options) const;
  static std::string_view objective_of_paths(const RepairOptions& options);
  std::string why_straight() const;
  static void say_not_decided(Repair& repair, const RepairOptions& options);
  static bool has_rings_in_force(const RepairOptions& options);
  template <class Planner>
  Decision plan(Planner& planner, std::span<const SiteId> defects, const RepairOptions& options) const;
  Repair repair_by(const Defects& defects, const RepairOptions& options, RingPlanner& planner) const;
  template <class Planner, class Make>
  void explain_search(Repair& repair, const DefectMap& defects, const RepairOptions& options, Planner& planner,
                      const std::string& plans, Make make) const;
  RingPlan ring_plan(std::span<const RepairRing> rings) const;
  CompletedPlan complete_rings(std::span<const RepairRing> rings, std::span<const ElementDefect> elements) const;
  CompletedPlan complete_placement(const Placement& placement, std::span<const ElementDefect> elements) const;
  CompletedPlan complete_turned(const Placement& placement, std::span<const ElementDefect> elements) const;
  std::optional<CompletedPlan> complete_around(const Placement& placement,
                                               std::span<const ElementDefect> elements) const;
  void complete_by_rings(const Placement& placement, CompletedPlan& completed) const;
  void complete_by_passes(const Placement& placement, CompletedPlan& completed) const;
  RingPlan lines_of(const Placement& placement, std::vector<std::string>& conflicts) const;
  std::vector<CompensationPath> compensation_paths(const std::vector<RepairPath>& plan) const;
  RingPlanner ring_planner(const RepairOptions& options) const;
  std::unique_ptr<RepairTester> ring_tester(const RepairOptions& options) const;
  void take(Repair& repair, const RingPlan& plan, std::span<const ElementDefect> elements = {}) const;
  TrackDefects track_defects(std::span<const ElementDefect> elements) const;
  Repair repair_by(const Defects& defects, const RepairOptions& options, FabricPlanner& planner) const;
  const char* plans_of_rings() const;
  std::string complete_passes() const;
  FabricPlanner fabric_planner(const RepairOptions& options) const;
  std::unique_ptr<RepairTester> fabric_tester(const RepairOptions& options) const;
  std::unique_ptr<Repairer> fabric_repairer(const RepairOptions& options) const;
  void take(Repair& repair, const PassPlan& plan) const;
  Repair repair_around(const Defects& defects, const RepairOptions& options) const;
  RepairPath described(const CompensationPath& path) const;
  void take(Repair& repair, std::span<const CompensationPath> paths) const;
  std::vector<std::string> conflicts_of(std::span<const CompensationPath> paths) const;
  std::vector<CompensationPath> paths_of(const Placement& placement, std::vector<std::string>& conflicts) const;
  void compare(const Placement& placed, const Placement& wanted, std::vector<std::string>& conflicts) const;
  Configuration configuration(std::span<const CompensationPath> paths, const Placement& placement) const;
  void certify_irreparable(Repair& repair, ConflictRule rule) const;
  void certify_shortage(Repair& repair, const DefectMap& defects) const;
  void explain(Repair& repair, const DefectMap& defects, const RepairOptions& options) const;
  void explain_around(Repair& repair, WaferElementDefects& around, const DefectMap& sites) const;
  void name_irreparable(Repair& repair, Defects irreparable) const;
  void name_given_up(Repair& repair, const DefectMap& dead) const;
  void describe_by_paths(Repair& repair, const RingPlan& plan) const;
  std::string names_of(const Defects& defects) const;
  RingPlanner planner_around(const Defects& defects, const RepairOptions& options) const;
  Repair repair_around_by_paths(const Defects& defects, const RepairOptions& options) const;
  Repair repair_around_by_rings(const Defects& defects, const RepairOptions& options) const;
  std::optional<std::vector<CompensationPath>> paths_before_rings(const Defects& defects,
                                                                  const RepairOptions& options) const;
  void leave_passes_open(Repair& repair, const Defects& defects, const RepairOptions& options) const;
  void explain_rings_around(Repair& repair, const Defects& defects, RingPlanner& planner) const;
  void say_why_straight(Repair& repair, const RepairOptions& options) const;
  using IdleOf = std::function<std::optional<Plane>(SiteId)>;
  void add_bunches(Configuration& configuration, const Placement& placement, const IdleOf& idle_of) const;
  SwitchState attachment(NodeId node, std::optional<Plane> idle) const;
  SwitchState mode(NodeId node, unsigned wire) const;
  void check(const Defects& defects) const;
  ConflictRule conflict_rule(bool strict) const;

  const FabricInfo& info_;
  Bundle bundle_;
  TrackGrid tracks_;
  bool isolates_;
  TrackSwitchType track_switch_;
  BunchSwitchType bunch_ew_;
  BunchSwitchType bunch_ns_;
  std::vector<TwoModeSwitchType> by_wire_;  // empty: bunches are set by a code
  BunchSwitches bunches_;
  Fabric fabric_;
};

}  // namespace kintsugi
