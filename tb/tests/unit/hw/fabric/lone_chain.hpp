/// A configuration chain with its switches only: no routers, no paths.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hw/fabric/config_chain.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/random/random.hpp"
#include "models/srt/wafer.hpp"

namespace kintsugi::test {

class LoneChain {
 public:
  LoneChain(const Fabric& chosen, unsigned bits_per_cycle, Schedule schedule = Schedule::kDomain)
      : fabric(chosen), clock("clock", schedule), chain("chain", clock, chosen, bits_per_cycle) {
    std::vector<SwitchModule*> modules;
    for (std::uint32_t id = 0; id < fabric.switches.size(); ++id) {
      const std::string name = "switch" + std::to_string(id);
      switches.push_back(
          std::make_unique<SwitchModule>(name.c_str(), clock, SwitchId{id}, *fabric.switches[id].type,
                                         std::vector<bool>(fabric.switches[id].type->terminals().size())));
      modules.push_back(switches.back().get());
    }
    chain.attach(std::move(modules));
  }

  /// Shifts a whole stream in.
  void load(std::vector<std::uint8_t> stream) {
    const Cycle end = clock.next() + chain.cycles_for(stream.size());
    chain.load(std::move(stream));
    clock.run_until(end);
  }
  SwitchStates states() const {
    SwitchStates all;
    for (const auto& each : switches) all.push_back(each->state());
    return all;
  }
  SwitchStates shadows() const {
    SwitchStates all;
    for (const auto& each : switches) all.push_back(each->shadow());
    return all;
  }

  const Fabric& fabric;
  ClockDomain clock;
  ConfigChain chain;
  std::vector<std::unique_ptr<SwitchModule>> switches;
};

/// Returns a wafer of 4 x 4 nodes: 27 bytes of stream.
inline const srt::Wafer& wafer_4x4() {
  static const srt::Wafer wafer({2, 2, 1}, {});
  return wafer;
}

/// Returns a random value for every field: rarely a configuration of a wafer that works.
inline Configuration random_configuration(const Fabric& fabric, RandomStream& random) {
  Configuration configuration;
  for (const ConfigField& field : fabric.fields) {
    configuration.push_back(static_cast<SwitchState>(random.below(field.states)));
  }
  return configuration;
}

}  // namespace kintsugi::test
