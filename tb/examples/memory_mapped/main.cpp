// Four processors and four memories on a wafer that was repaired. In the middle of the run the PE of a memory dies: the
// wafer repairs itself, the memory's node moves to another PE, and one access ends with an error response.
#include <deque>
#include <iostream>

#include "hw/chip/chip.hpp"
#include "hw/tlm/tlm_node.hpp"
#include "memory.hpp"
#include "processor.hpp"
#include "tb/testbench/configuration_driver.hpp"
#include "tb/testbench/fault_injector.hpp"
#include "tb/tool/run/chip_setup.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

using namespace kintsugi;  // NOLINT: a program, not a header

const char* const kWafer = "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[2, 3], [5, 1]]}}";
constexpr Cycle kFault = 2000;

int sc_main(int, char*[]) {
  const auto [scenario, setup] = load_scenario(kWafer, {});
  const CheckedRepair first = check_repair(scenario, setup);
  AddressMap map;
  for (const std::uint32_t i : {0u, 1u, 2u, 3u}) map.add(NodeId{18 + i}, i * kBytes, kBytes);
  TlmNetwork network(map);
  const ChipPlan plan = chip_plan(setup);
  Chip chip(plan.root_name(), plan, chip_parameters(scenario, setup), network);
  network.attach(chip);
  std::deque<TlmNode> nodes;
  std::deque<Memory> memories;
  std::deque<Processor> processors;
  for (const std::uint32_t i : {0u, 1u, 2u, 3u}) {
    const std::string n = std::to_string(i);
    nodes.emplace_back(("memory_side" + n).c_str(), network, NodeId{18 + i});
    nodes.back().to_pe.bind(memories.emplace_back(("memory" + n).c_str()).socket);
    nodes.emplace_back(("processor_side" + n).c_str(), network, NodeId{40 + i});
    processors.emplace_back(("processor" + n).c_str(), i * 64).socket.bind(nodes.back().from_pe);
  }
  ConfigurationDriver configuration("configuration", chip);
  FaultInjector faults("faults", chip, *setup.fabric, setup.defects, scenario.repair);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  configuration.load(first.repair);
  const SiteId dies = first.repair.placement.site_of[18];
  faults.inject({{kFault, dies}});
  sc_core::sc_start(1, sc_core::SC_MS);
  unsigned good = 0, errors = 0, wrong = 0;
  for (const Processor& each : processors) good += each.good, errors += each.errors, wrong += each.wrong;
  std::cout << good << " accesses good, " << errors << " with an error response, " << wrong << " wrong data\n"
            << "node 18 moved from site " << dies.value << " to " << chip.nodes().placement().site_of[18].value << '\n';
  return wrong == 0 && good + errors == 800 ? 0 : 1;
}
