// A wafer with three dead PEs and a whole one run the same traffic in one simulation. The repaired wafer is the same
// network: every flit reaches the same node in the same cycle, which is compared flit by flit while both run.
#include <iostream>
#include <set>
#include <tuple>

#include "hw/chip/chip.hpp"
#include "models/fabric/bitstream.hpp"
#include "tb/tool/run/chip_setup.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

using namespace kintsugi;  // NOLINT: a program, not a header

const char* const kWholeWafer = "{network: {kind: srt2d, n: 3}, fabric: {}, traffic: {rate: 0.08}}";
const char* const kDefectiveWafer =
    "{network: {kind: srt2d, n: 3}, fabric: {}, traffic: {rate: 0.08}, defects: {pe: [[2, 3], [5, 1], [5, 6]]}}";
constexpr Cycle kBegin = 200;  // both are configured by then
constexpr Cycle kEnd = 2000;

// The flits that have reached a PE: destination, source, number of the packet there, number of the flit.
struct Arrivals : PacketObserver {
  using Flit = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, unsigned>;
  std::set<Flit> of_this_cycle;
  std::uint64_t all = 0;
  void created(const Packet&, Cycle) override {}
  void injected(const Packet&, Cycle) override {}
  void delivered(const Packet&, Cycle) override {}
  void arrived(const Packet& p, Cycle) override {
    of_this_cycle.insert({p.destination.value, p.source.value, p.serial, p.arrived});
    ++all;
  }
};

// A wafer, repaired, with its traffic.
struct Wafer {
  Input input;
  Arrivals arrivals;
  ChipPlan plan = chip_plan(input.setup);
  Chip chip;
  std::vector<NodeTraffic> traffic{input.setup.network().nodes()};
  Wafer(const char* name, const char* text)
      : input(load_scenario(text, {})), chip(name, plan, chip_parameters(input.scenario, input.setup), arrivals) {}
  void configure() {
    const CheckedRepair checked = check_repair(input.scenario, input.setup);
    chip.configuration().load(with_crc(*plan.fabric, checked.bitstream), checked.repair.placement,
                              checked.repair.message);
  }
  void start_traffic() {
    const auto nodes = static_cast<std::uint32_t>(traffic.size());
    auto sources = input.setup.traffic->sources(nodes, input.scenario.run.seed, kBegin, kEnd);
    for (std::size_t node = 0; node < nodes; ++node) traffic[node].source = std::move(sources[node]);
    chip.nodes().start_traffic(traffic, kBegin);
  }
};

int sc_main(int, char*[]) {
  Wafer whole("whole", kWholeWafer), repaired("repaired", kDefectiveWafer);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (Wafer* each : {&whole, &repaired}) each->configure();
  sc_core::sc_start(static_cast<double>(kBegin), sc_core::SC_NS);
  for (Wafer* each : {&whole, &repaired}) each->start_traffic();
  for (Cycle cycle = kBegin; cycle < kEnd + 1000; ++cycle) {
    sc_core::sc_start(1, sc_core::SC_NS);
    if (whole.arrivals.of_this_cycle != repaired.arrivals.of_this_cycle) {
      std::cout << "the wafers differ in cycle " << cycle << '\n';
      return 1;
    }
    for (Wafer* each : {&whole, &repaired}) each->arrivals.of_this_cycle.clear();
  }
  std::cout << repaired.arrivals.all << " flits reached the same nodes in the same cycles; "
            << whole.chip.packets().live() << " packets are under way\n";
  return 0;
}
