// A wafer with three dead PEs and a whole one run the same traffic in one simulation. The repaired wafer is the same
// network: every flit reaches the same node in the same cycle, which is compared flit by flit while both run.
#include <iostream>
#include <kintsugi/chip.hpp>
#include <kintsugi/system.hpp>
#include <set>
#include <tuple>

using namespace kintsugi;  // NOLINT: a program, not a header

const char* const kTraffic = "{network: {kind: srt2d, n: 3}, fabric: {}, traffic: {rate: 0.08}, run: {cycles: 2000}}";

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

int sc_main(int, char*[]) {
  System whole("whole", kTraffic), repaired("repaired", kTraffic, {"defects.pe=[[2, 3], [5, 1], [5, 6]]"});
  Arrivals at_whole, at_repaired;
  whole.observe(at_whole);
  repaired.observe(at_repaired);
  for (Cycle cycle = 0; cycle < 3000; ++cycle) {
    sc_core::sc_start(1, sc_core::SC_NS);
    if (at_whole.of_this_cycle != at_repaired.of_this_cycle) {
      std::cout << "the wafers differ in cycle " << cycle << '\n';
      return 1;
    }
    at_whole.of_this_cycle.clear();
    at_repaired.of_this_cycle.clear();
  }
  std::cout << at_repaired.all << " flits reached the same nodes in the same cycles; " << whole.chip().packets().live()
            << " packets are under way\n";
  return 0;
}
