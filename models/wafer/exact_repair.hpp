/// A tester and a repairer of wafers by one of the planners that search exactly, RingPlanner or FabricPlanner: one
/// planner for all maps. Maps with defects of switches, tracks or wires need the whole repair.
#pragma once

#include <utility>

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

}  // namespace kintsugi
