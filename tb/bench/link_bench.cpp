// A link hop: what a flit and its credit cost between two modules, without what the modules do.
#include <benchmark/benchmark.h>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/link_end.hpp"
#include "tb/bench/benchmarks.hpp"

namespace kintsugi::bench {

namespace {

/// The module at the far end; it is never evaluated.
struct Receiver final : Clocked {
  void evaluate(Cycle) override {}
};

struct LinkRig {
  ClockDomain clock{"link_clock", Schedule::kDomain};
  Receiver receiver;
  Inbox inbox{5, 2, 5};
  LinkEnd link;

  LinkRig() { link.connect({&inbox, clock.add(receiver), 0, 0}, 1, clock); }
};

void link_hop(benchmark::State& state, LinkRig& rig) {
  Cycle now = 0;
  for ([[maybe_unused]] auto each : state) {
    rig.link.send(now, Flit{}, Inbox::mark(0));
    ++now;
    const Inbox::Arrivals arrivals = rig.inbox.arrivals(now);
    benchmark::DoNotOptimize(arrivals.flit(0));
    rig.inbox.clear(arrivals);
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

void add_link_benchmarks() {
  auto& rig = *new LinkRig;
  benchmark::RegisterBenchmark("link/hop", [&rig](benchmark::State& state) { link_hop(state, rig); });
}

}  // namespace kintsugi::bench
