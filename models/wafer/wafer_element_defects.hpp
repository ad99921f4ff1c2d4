/// The repair of a wafer with defects of switches, tracks or wires beside its dead PEs.
///
/// Paths may also begin at healthy PEs, which are then given up: that moves nodes away from a defect. A defect of an
/// element is harmless if, in the states that the switch rule gives, the same network is extracted from the defective
/// fabric as from the sound one, lengths included. So a detour that happens to join the right ports is not a repair.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/fabric/defect_comparison.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/wafer/element_planner.hpp"
#include "models/wafer/wafer.hpp"

namespace kintsugi {

/// A plan: paths for the dead PEs, in the order of the defects, then those of healthy PEs that are given up.
struct PlanAround {
  std::vector<CompensationPath> paths;
  std::size_t given_up = 0;
};

class WaferElementDefects {
 public:
  /// The wafer must outlive this. `remaining` is called with the number of elements that a search has still to settle.
  WaferElementDefects(const Wafer& wafer, ConflictRule rule, std::vector<ElementDefect> elements,
                      const Remaining& remaining = {});
  WaferElementDefects(const WaferElementDefects&) = delete;  // the planner calls it
  WaferElementDefects& operator=(const WaferElementDefects&) = delete;

  std::size_t elements() const { return elements_.size(); }
  /// Returns nullopt if it finds no plan; ElementPlanner says which plans it tries. Stops after `most_steps`; goes on
  /// for `steps_for_fewer` from the first plan on, for one that moves fewer nodes.
  std::optional<PlanAround> plan(const DefectMap& defects, std::uint64_t most_steps = ElementPlanner::kMostSteps,
                                 std::uint64_t steps_for_fewer = 0);
  /// Returns the number of steps of the last plan().
  std::uint64_t steps() const { return planner_.steps(); }
  /// Returns whether the last plan() stopped before it had tried all that it tries.
  bool stopped() const { return planner_.stopped(); }
  /// Returns whether the elements, one or all of the list, by index, are harmless on a wafer with just these paths,
  /// which do not conflict.
  bool harmless(std::span<const CompensationPath> paths, std::span<const std::size_t> elements);

  /// A subset of defects without plan that has no plan either.
  struct Irreparable {
    Defects defects;
    bool minimal = false;  ///< without any one of the defects there is a plan; if not, the search for it stopped
  };
  /// Looks for such a subset of these dead PEs and the elements, for which plan() has found none.
  Irreparable minimal_irreparable(DefectMap sites);
  /// Looks for such a subset with one element only. Returns nullopt if there is none among the first elements, as many
  /// as it can try in ElementPlanner::kMostSteps.
  std::optional<Irreparable> irreparable_alone(const DefectMap& sites) const;

 private:
  struct Steps {
    std::uint64_t count = ElementPlanner::kMostSteps;
    void take(std::uint64_t steps) { count -= std::min(count, steps); }
    bool none() const { return count == 0; }
  };
  WaferElementDefects(const Wafer& wafer, ConflictRule rule, std::vector<ElementDefect> elements,
                      std::shared_ptr<DefectComparison> comparison, const Remaining& remaining);
  WaferElementDefects only(std::vector<ElementDefect> elements) const;
  bool has_no_plan(const DefectMap& sites, Steps& left);

  const Wafer& wafer_;
  ConflictRule rule_;
  std::vector<ElementDefect> elements_;
  std::shared_ptr<DefectComparison> comparison_;  // with the wiring of the whole wafer
  std::optional<DefectiveSwitches> all_;
  Remaining remaining_;
  ElementPlanner planner_;
};

}  // namespace kintsugi
