// A repair of a 32 x 32 wafer: the plan, over many random maps of so many defects; the extraction of its result; and a
// whole verified repair.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "models/registry/families.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/repair_verifier.hpp"
#include "models/wafer/exact_planner.hpp"
#include "tb/bench/benchmarks.hpp"

namespace kintsugi::bench {

namespace {

constexpr std::uint64_t kMaps = 64;

/// Items are maps; `repairable` is the share of them with a plan.
void plan(benchmark::State& state) {
  const WaferGrid grid(32);
  std::vector<DefectMap> maps;
  for (std::uint64_t seed = 1; seed <= kMaps; ++seed) {
    maps.push_back(random_defects(grid.sites(), static_cast<std::size_t>(state.range(0)), seed));
  }
  ExactPlanner planner(grid, ConflictRule::kOneTrack);
  std::size_t map = 0;
  std::size_t planned = 0;
  for ([[maybe_unused]] auto each : state) planned += planner.plan(maps[map++ % kMaps]);
  state.SetItemsProcessed(state.iterations());
  state.counters["repairable"] = static_cast<double>(planned) / static_cast<double>(state.iterations());
}

/// Items are router ports followed.
void extract_ports(benchmark::State& state) {
  const auto design = find_family("srt2d")->build({{"n", std::int64_t{5}}});
  const auto wafer = design->fabric({});
  const Fabric& fabric = wafer->fabric();
  const Repair repair = wafer->repair(random_defects(fabric.sites.size(), 20, 1), {.planner = "straight"});
  const SwitchStates states = switch_states(fabric, repair.configuration);
  const NetworkExtractor extractor(fabric);
  for ([[maybe_unused]] auto each : state) benchmark::DoNotOptimize(extractor.extract(states));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(fabric.taps.size()));
}

/// Items are maps: planned, set, extracted, compared.
void verify(benchmark::State& state) {
  const auto design = find_family("srt2d")->build({{"n", std::int64_t{5}}});
  const auto wafer = design->fabric({});
  std::vector<Defects> maps;
  for (std::uint64_t seed = 1; seed <= kMaps; ++seed) {
    maps.emplace_back(random_defects(wafer->fabric().sites.size(), static_cast<std::size_t>(state.range(0)), seed));
  }
  RepairVerifier verifier(*wafer, design->network(), {.planner = "straight"});
  std::size_t map = 0;
  for ([[maybe_unused]] auto each : state) benchmark::DoNotOptimize(verifier.judge(maps[map++ % kMaps]));
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

void add_repair_benchmarks() {
  benchmark::RegisterBenchmark("repair/plan", plan)->Arg(10)->Arg(20)->Arg(28)->Arg(40)->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("repair/extract", extract_ports)->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("repair/verify", verify)->Arg(28)->Unit(benchmark::kMicrosecond);
}

}  // namespace kintsugi::bench
