// The repair of a wafer by the planner of all that the fabric can do.
#include <algorithm>
#include <stdexcept>

#include "models/network/text.hpp"
#include "models/wafer/planner.hpp"
#include "models/wafer/ring_states.hpp"
#include "models/wafer/wafer.hpp"

namespace kintsugi {

/// Uses one planner for all maps; maps with defects of switches, tracks or wires need the whole repair.
class FabricTester final : public RepairTester {
 public:
  FabricTester(const Wafer& wafer, RepairOptions options)
      : wafer_(&wafer), options_(std::move(options)), planner_(wafer.fabric_planner(options_)) {
    options_.explain = false;
  }
  bool repairable(const Defects& defects) override {
    decided_ = true;
    if (!defects.elements.empty()) return wafer_->repair(defects, options_).repairable;
    const Decision decision = planner_.repairable(defects.sites);
    decided_ = decision != Decision::kNotDecided;
    return decision == Decision::kYes;
  }
  bool decided() const override { return decided_; }

 private:
  const Wafer* wafer_;
  RepairOptions options_;
  FabricPlanner planner_;
  bool decided_ = true;
};

class FabricRepairer final : public Repairer {
 public:
  FabricRepairer(const Wafer& wafer, RepairOptions options)
      : wafer_(&wafer), options_(std::move(options)), planner_(wafer.fabric_planner(options_)) {}
  Repair repair(const Defects& defects) override {
    if (!defects.elements.empty()) return wafer_->repair(defects, options_);
    wafer_->check(defects);
    return wafer_->repair_by_fabric(defects, options_, planner_);
  }

 private:
  const Wafer* wafer_;
  RepairOptions options_;
  FabricPlanner planner_;
};

std::unique_ptr<RepairTester> Wafer::fabric_tester(const RepairOptions& options) const {
  return std::make_unique<FabricTester>(*this, options);
}

std::unique_ptr<Repairer> Wafer::fabric_repairer(const RepairOptions& options) const {
  check_repair_names(options, info());
  return std::make_unique<FabricRepairer>(*this, options);
}

FabricPlanner Wafer::fabric_planner(const RepairOptions& options) const {
  if (options.objective == "moved") {
    throw std::invalid_argument("objective 'moved' needs planner 'rings' or 'straight', not '" + options.planner + "'");
  }
  const std::string other = options.objective != "any"                        ? "objective '" + options.objective
                            : options.rule != "exact" && tracks_.tracks() < 2 ? "rule '" + options.rule
                                                                              : "";
  if (!other.empty()) {
    throw std::invalid_argument(other + "' needs planner 'rings' or 'straight', not '" + options.planner + "'");
  }
  if (grid().has_spare_rows() && std::max(grid().rows(), grid().columns()) > FabricPlanner::kLargestSide) {
    throw std::invalid_argument("planner 'fabric' searches cores of up to " +
                                std::to_string(FabricPlanner::kLargestSide) + " rows and columns; take planner: rings");
  }
  return {tracks_, options.conflicts};
}

/// Returns the repair by straight paths or rings, which keep what they can of the plan in force. Nothing is kept of a
/// plan in which a ring passes a line three times.
std::optional<Repair> Wafer::keep_in_force(const Defects& defects, const RepairOptions& options) const {
  const auto is_ring = [](const RepairRing& ring) { return ring.passes.size() == 2; };
  if (!options.in_force || !std::ranges::all_of(options.rings_in_force, is_ring)) return std::nullopt;
  RepairOptions by_rings = options;
  by_rings.planner = kRingsPlanner;
  by_rings.explain = false;
  Repair kept = repair(defects, by_rings);
  return kept.repairable ? std::optional(std::move(kept)) : std::nullopt;
}

Repair Wafer::repair_by_fabric(const Defects& defects, const RepairOptions& options, FabricPlanner& planner) const {
  if (std::optional<Repair> kept = keep_in_force(defects, options)) return std::move(*kept);
  Repair repair;
  const Decision decision = planner.plan(defects.sites);
  repair.repairable = decision == Decision::kYes;
  repair.decided = decision != Decision::kNotDecided;
  if (decision == Decision::kNo && options.explain) {
    repair.irreparable_subset = planner.irreparable_subset(defects.sites);
    repair.irreparable_by = kPasses;
    certify_shortage(repair, defects.sites);
  } else if (decision == Decision::kNotDecided) {
    repair.reason = "the search ended after " + counted(options.conflicts, "conflict") +
                    "; with a larger repair.conflicts it takes longer";
  } else if (planner.passes()) {
    take(repair, *planner.passes());
  } else if (planner.rings().rings()) {
    take(repair, *planner.rings().rings());
  } else if (repair.repairable) {
    take(repair, planner.rings().paths());
  }
  return repair;
}

void Wafer::take(Repair& repair, const PassPlan& plan) const {
  repair.repairable = true;
  const PassPlan unmoved(tracks_);
  for (const Plane plane : grid().planes()) {
    for (int number = 1; number <= grid().positions(plane); ++number) {
      std::vector<SiteId> passes = plan.passed_without_node(plane, number);
      if (passes == unmoved.passed_without_node(plane, number)) continue;
      repair.rings.push_back({(plane == Plane::kH ? "column " : "row ") + std::to_string(number), std::move(passes)});
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
