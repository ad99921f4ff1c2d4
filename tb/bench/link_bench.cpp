// A link hop: the cost of a flit and its credit between two modules, without the work of the modules.
#include <benchmark/benchmark.h>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/link_transmitter.hpp"
#include "tb/bench/benchmarks.hpp"

namespace kintsugi::bench {

namespace {

/// The module at the far end; it is never evaluated.
struct FarModule final : Clocked {
  void evaluate(Cycle) override {}
};

struct LinkRig {
  ClockDomain clock{"link_clock", Schedule::kDomain};
  FarModule module;
  LinkReceiver receiver{5, 2, 5};
  LinkTransmitter link;

  LinkRig() { link.connect({&receiver, clock.add(module), PortId{0}, 0}, 1, clock); }
};

void link_hop(benchmark::State& state, LinkRig& rig) {
  Cycle now = 0;
  for ([[maybe_unused]] auto each : state) {
    rig.link.send(now, Flit{}, LinkReceiver::mark(Vc{0}));
    ++now;
    const LinkReceiver::Arrivals arrivals = rig.receiver.arrivals(now);
    benchmark::DoNotOptimize(arrivals.flit(PortId{0}));
    rig.receiver.clear(arrivals);
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

void add_link_benchmarks() {
  auto& rig = *new LinkRig;
  benchmark::RegisterBenchmark("link/hop", [&rig](benchmark::State& state) { link_hop(state, rig); });
}

}  // namespace kintsugi::bench
