// The repair of a wafer by the planner of all that the fabric can do.
#include <algorithm>
#include <stdexcept>

#include "models/wafer/exact_repair.hpp"
#include "models/wafer/planner.hpp"
#include "models/wafer/ring_states.hpp"

namespace kintsugi {

std::unique_ptr<RepairTester> Wafer::fabric_tester(const RepairOptions& options) const {
  return std::make_unique<ExactTester<FabricPlanner>>(*this, options, fabric_planner(options));
}

std::unique_ptr<Repairer> Wafer::fabric_repairer(const RepairOptions& options) const {
  check_repair_names(options, info());
  return std::make_unique<ExactRepairer<FabricPlanner>>(*this, options, fabric_planner(options));
}

/// Returns the plans for which planner "fabric" is complete (fabric_formula.hpp).
std::string Wafer::complete_passes() const {
  const bool wraps = std::ranges::all_of(grid().planes(), [this](Plane plane) { return bundle_.wrapped(plane) > 0; });
  if (!wraps) return std::string(kPasses) + " and rows and columns that pass every line of spares";
  return grid().has_corners() ? std::string(kPasses) + " and rings that pass each line of spares once" : kPasses;
}

FabricPlanner Wafer::fabric_planner(const RepairOptions& options) const {
  if (grid().has_spare_rows() && std::max(grid().rows(), grid().columns()) > FabricPlanner::kLargestSide) {
    throw std::invalid_argument("planner 'fabric' searches cores of up to " +
                                std::to_string(FabricPlanner::kLargestSide) + " rows and columns; take planner: rings");
  }
  using enum FabricPlanner::Aim;
  LinkLimits limits{.one_piece = options.rule == "strict"};
  if (options.objective == "short") limits.longest = static_cast<int>(options.longest);
  return {tracks_, options.conflicts, options.objective == "moved" ? kMoved : kAny, limits};
}

Repair Wafer::repair_by(const Defects& defects, const RepairOptions& options, FabricPlanner& planner) const {
  Repair repair;
  const Decision decision = plan(planner, defects.sites, options);
  if (decision == Decision::kNo) {
    const auto make = [&](const RepairOptions& other) { return fabric_planner(other); };
    if (options.explain) explain_search(repair, defects.sites, options, planner, complete_passes(), make);
  } else if (decision == Decision::kNotDecided) {
    say_not_decided(repair, options);
  } else if (planner.passes()) {
    take(repair, *planner.passes());
  } else if (planner.rings().rings()) {
    take(repair, *planner.rings().rings());
  } else if (decision == Decision::kYes) {
    take(repair, planner.rings().paths());
  }
  return repair;
}

/// Completes a placement that rings do not make. `completed` says why they do not.
void Wafer::complete_by_passes(const Placement& placement, CompletedPlan& completed) const {
  if (std::max(grid().rows(), grid().columns()) > FabricPlanner::kLargestSide) return;
  for (const NodeId node : ids<NodeId>(grid().nodes())) {
    if (!are_near(grid().default_point(node), grid().point(placement.site_of[node.value]))) return;
  }
  FabricPlanner planner(tracks_, RepairOptions{}.conflicts);
  if (planner.complete(placement) != Decision::kYes) return;
  completed.conflicts.clear();
  take(completed.repair, *planner.passes());
}

void Wafer::take(Repair& repair, const PassPlan& plan) const {
  repair.repairable = true;
  const PassPlan unmoved(tracks_);
  for (const Plane plane : grid().planes()) {
    for (int number = 1; number <= grid().positions(plane); ++number) {
      std::vector<SiteId> passes = plan.passed_without_node(plane, number);
      if (passes == unmoved.passed_without_node(plane, number)) continue;
      repair.rings.push_back({ring_name(plane, number), std::move(passes)});
    }
  }
  repair.moved = static_cast<unsigned>(plan.moved());
  repair.placement = place(plan);
  repair.configuration = configure(plan);
}

Configuration Wafer::configure(const PassPlan& plan) const {
  if (const std::string mistake = plan.mistake(); !mistake.empty()) throw std::invalid_argument(mistake);
  Configuration configuration = track_states(plan);
  const RingPasses passes(plan);
  add_bunches(configuration, place(plan), [&passes](SiteId site) { return passes.idle(site); });
  return configuration;
}

}  // namespace kintsugi
