/// From a setup to what its chip is made from. Header only, so that kintsugi::scenario needs no SystemC: a program that
/// includes this header links kintsugi::hw too.
#pragma once

#include "hw/chip/plan.hpp"
#include "models/detection/parameters.hpp"
#include "models/fabric/bitstream.hpp"  // IWYU pragma: export
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the plan of the chip; it refers to the setup, which must outlive the chip.
inline ChipPlan chip_plan(const Setup& setup) {
  return {&setup.network(),
          setup.relation.get(),
          setup.fabric ? &setup.built_fabric() : nullptr,
          setup.multicast.get(),
          setup.fabric ? setup.fabric->local_rule() : nullptr,
          setup.fault_aware,
          {},
          setup.self_diagnosis.get()};
}

/// Returns the parameters that the scenario gives.
inline ChipParameters chip_parameters(const Scenario& scenario, const Setup& setup,
                                      Schedule schedule = Schedule::kDomain) {
  ChipParameters parameters;
  parameters.router = {setup.relation->vcs(), scenario.router.buffer, scenario.router.latency,
                       setup.patience(scenario.router)};
  parameters.router.allocator = scenario.router.allocator;
  if (setup.traffic && setup.traffic->classes) {
    parameters.router.classes = setup.traffic->classes->count;
    parameters.router.strict = setup.traffic->classes->strict;
  }
  parameters.link = {scenario.link.latency, setup.link_latency, scenario.link.reach};
  parameters.schedule = schedule;
  parameters.accepts_deadlock = true;  // a run proves its routing, unless it is told not to, and ends when it stalls
  parameters.chain_bits = scenario.fabric_or_default().chain_bits;
  parameters.diagnosis = {scenario.diagnosis.test_interval, scenario.diagnosis.time_out};
  if (const auto* const detection = scenario.features.find<DetectionParameters>()) {
    parameters.detection = *detection;
    parameters.detection->seed = scenario.run.seed;
  }
  return parameters;
}

}  // namespace kintsugi
