/// What the repairs of wafers by RingPlanner and by FabricPlanner, the planners that search exactly, have in common: a
/// tester and a repairer, with one planner for all maps, and the reason why there is no repair. Maps with defects of
/// switches, tracks or wires need the whole repair.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/wafer/wafer.hpp"

namespace kintsugi {

template <class Planner>
class ExactTester final : public RepairTester {
 public:
  ExactTester(const Wafer& wafer, RepairOptions options, Planner planner)
      : wafer_(&wafer), options_(std::move(options)), planner_(std::move(planner)) {
    options_.explain = false;
  }
  bool repairable(const Defects& defects) override {
    if (defects.elements.empty()) {
      decision_ = planner_.repairable(defects.sites);
    } else {
      const Repair repair = wafer_->repair(defects, options_);
      decision_ = repair.repairable ? Decision::kYes : repair.decided ? Decision::kNo : Decision::kNotDecided;
    }
    return decision_ == Decision::kYes;
  }
  bool decided() const override { return decision_ != Decision::kNotDecided; }

 private:
  const Wafer* wafer_;
  RepairOptions options_;
  Planner planner_;
  Decision decision_ = Decision::kNo;
};

template <class Planner>
class ExactRepairer final : public Repairer {
 public:
  ExactRepairer(const Wafer& wafer, RepairOptions options, Planner planner)
      : wafer_(&wafer), options_(std::move(options)), planner_(std::move(planner)) {}
  Repair repair(const Defects& defects) override {
    if (!defects.elements.empty()) return wafer_->repair(defects, options_);
    wafer_->check(defects);
    return wafer_->repair_by(defects, options_, planner_);
  }

 private:
  const Wafer* wafer_;
  RepairOptions options_;
  Planner planner_;
};

/// With a plan in force it keeps what it can of it.
template <class Planner>
Decision Wafer::plan(Planner& planner, std::span<const SiteId> defects, const RepairOptions& options) const {
  if (!has_rings_in_force(options)) return planner.plan(defects);
  const std::vector<CompensationPath> paths = compensation_paths(*options.in_force);
  const RingPlan in_force =
      options.rings_in_force.empty() ? RingPlan(grid(), paths) : ring_plan(options.rings_in_force);
  return planner.replan(defects, paths, in_force);
}

/// Says why no repair was found: none of these plans makes one, or no short one. `make` makes a planner for options.
template <class Planner, class Make>
void Wafer::explain_search(Repair& repair, const DefectMap& defects, const RepairOptions& options, Planner& planner,
                           const std::string& plans, Make make) const {
  const DefectMap subset = planner.minimal_irreparable(defects);
  if (options.objective == "short") {
    RepairOptions longer = options;
    longer.objective = "any";
    Planner any = make(longer);
    const Decision decision = any.repairable(defects);
    if (decision == Decision::kNotDecided) return say_not_decided(repair, longer);
    if (decision == Decision::kYes) {
      repair.reason = "no repair of";
      for (const SiteId site : subset) repair.reason += ' ' + WaferGrid::name(grid().point(site));
      repair.reason += " by " + plans + " has base links of " + std::to_string(options.longest) +
                       " pitches at most, as objective: short asks; take a larger repair.longest, or objective: any";
      return;
    }
    repair.irreparable_subset = any.minimal_irreparable(defects);
  } else {
    repair.irreparable_subset = subset;
  }
  repair.irreparable_by = plans;
  certify_shortage(repair, defects);
}

}  // namespace kintsugi
