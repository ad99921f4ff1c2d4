// Four processors and four memories on a wafer that was repaired. In the middle of the run the PE of a memory dies: the
// wafer repairs itself, the memory's node moves to another PE, and one access ends with an error response.
#include <deque>
#include <iostream>
#include <kintsugi/system.hpp>
#include <kintsugi/tlm.hpp>

#include "memory.hpp"
#include "processor.hpp"

using namespace kintsugi;  // NOLINT: a program, not a header

const char* const kWafer =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[2, 3], [5, 1]]}, faults: [{cycle: 2000, pe: [3, 3]}]}";

int sc_main(int, char*[]) {
  System wafer("wafer", kWafer);
  AddressMap map;
  for (const std::uint32_t i : {0u, 1u, 2u, 3u}) map.add(NodeId{18 + i}, i * kBytes, kBytes);
  TlmNetwork network(map);
  wafer.observe(network);
  network.attach(wafer.chip());
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
  sc_core::sc_start(1, sc_core::SC_MS);
  unsigned good = 0, errors = 0, wrong = 0;
  for (const Processor& each : processors) good += each.good, errors += each.errors, wrong += each.wrong;
  std::cout << good << " accesses good, " << errors << " with an error response, " << wrong << " wrong data\n"
            << "node 18 moved from site " << wafer.repair()->repair.placement.site_of[18].value << " to "
            << wafer.chip().nodes().placement().site_of[18].value << '\n';
  return wrong == 0 && good + errors == 800 ? 0 : 1;
}
