// The repair of a wafer by the planner of rings.
#include <algorithm>
#include <stdexcept>

#include "models/wafer/certificate.hpp"
#include "models/wafer/planner.hpp"
#include "models/wafer/ring_states.hpp"
#include "models/wafer/wafer.hpp"

namespace kintsugi {

/// Uses one planner for all maps; maps with defects of switches, tracks or wires need the whole repair.
class RingTester final : public RepairTester {
 public:
  RingTester(const Wafer& wafer, RepairOptions options)
      : wafer_(&wafer), options_(std::move(options)), planner_(wafer.ring_planner(options_)) {
    options_.explain = false;
  }
  bool repairable(const Defects& defects) override {
    return defects.elements.empty() ? planner_.repairable(defects.sites) : wafer_->repair(defects, options_).repairable;
  }

 private:
  const Wafer* wafer_;
  RepairOptions options_;
  RingPlanner planner_;
};

class RingRepairer final : public Repairer {
 public:
  RingRepairer(const Wafer& wafer, RepairOptions options)
      : wafer_(&wafer), options_(std::move(options)), planner_(wafer.ring_planner(options_)) {}
  Repair repair(const Defects& defects) override {
    if (!defects.elements.empty()) return wafer_->repair(defects, options_);
    wafer_->check(defects);
    return wafer_->repair_by_rings(defects, options_, planner_);
  }

 private:
  const Wafer* wafer_;
  RepairOptions options_;
  RingPlanner planner_;
};

std::unique_ptr<RepairTester> Wafer::ring_tester(const RepairOptions& options) const {
  return std::make_unique<RingTester>(*this, options);
}

std::unique_ptr<Repairer> Wafer::repairer(const RepairOptions& options) const {
  if (options.planner == kFabricPlanner) return fabric_repairer(options);
  if (options.planner != kRingsPlanner) return ReconfigurableFabric::repairer(options);
  check_repair_names(options, info());
  return std::make_unique<RingRepairer>(*this, options);
}

RingPlanner Wafer::ring_planner(const RepairOptions& options) const {
  if (options.objective == "moved") {
    throw std::invalid_argument("objective 'moved' needs planner 'exact', not '" + options.planner + "'");
  }
  if (grid().has_spare_rows() && std::max(grid().rows(), grid().columns()) > RingPlanner::kLargestSide) {
    throw std::invalid_argument("planner 'rings' searches cores of up to " + std::to_string(RingPlanner::kLargestSide) +
                                " rows and columns; take planner: exact");
  }
  const ConflictRule rule =
      options.objective == "short" ? ConflictRule::kShort : conflict_rule(options.rule == "strict");
  return {grid(), tracks_.tracks(), rule};
}

/// Straight paths in force are kept where straight paths repair the map: returns that repair.
std::optional<Repair> Wafer::keep_in_force(const Defects& defects, const RepairOptions& options) const {
  if (!options.in_force || options.in_force->empty()) return std::nullopt;
  RepairOptions straight = options;
  straight.planner = path_planners().front().name;
  straight.explain = false;
  Repair kept = repair(defects, straight);
  if (!kept.repairable) return std::nullopt;
  return kept;
}

Repair Wafer::repair_by_rings(const Defects& defects, const RepairOptions& options, RingPlanner& planner) const {
  if (std::optional<Repair> kept = keep_in_force(defects, options)) return std::move(*kept);
  Repair repair;
  repair.repairable = planner.plan(defects.sites);
  if (!repair.repairable) {
    if (!options.explain) return repair;
    repair.irreparable_subset = planner.minimal_irreparable(defects.sites);
    repair.irreparable_by = "plans of rings";
    certify_shortage(repair, defects.sites);
  } else if (planner.rings()) {
    take(repair, *planner.rings());
  } else {
    take(repair, planner.paths());
  }
  return repair;
}

void Wafer::take(Repair& repair, const RingPlan& plan) const {
  repair.repairable = true;
  const RingPlan unmoved(grid());
  for (const Plane plane : grid().planes()) {
    for (int number = 1; number <= grid().positions(plane); ++number) {
      const Ring& ring = plan.ring(plane, number);
      if (ring == unmoved.ring(plane, number)) continue;
      const auto site = [&](RingPass pass) { return grid().site(point(plane, pass.line, pass.position)); };
      repair.rings.push_back(
          {(plane == Plane::kH ? "column " : "row ") + std::to_string(number), {site(ring.low), site(ring.high)}});
    }
  }
  repair.moved = static_cast<unsigned>(plan.moved());
  repair.placement = place(plan);
  repair.configuration = configure(plan);
}

Configuration Wafer::configure(const RingPlan& plan) const {
  if (const std::string mistake = plan.mistake(); !mistake.empty()) throw std::invalid_argument(mistake);
  std::optional<Configuration> configuration = track_states(tracks_, plan);
  if (!configuration) throw std::invalid_argument("no states of the track switches carry this plan of rings");
  const RingPasses passes(plan);
  add_bunches(*configuration, place(plan), [&passes](SiteId site) { return passes.idle(site); });
  return std::move(*configuration);
}

}  // namespace kintsugi
