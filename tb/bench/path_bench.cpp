// A change of mode: on a wafer of 32 sites the switches change from the setting without defects to the one that repairs
// a dead PE, and back; every path through a switch that changed is resolved again.
#include <benchmark/benchmark.h>

#include <memory>

#include "hw/chip/chip.hpp"
#include "models/registry/families.hpp"
#include "tb/bench/benchmarks.hpp"

namespace kintsugi::bench {

namespace {

/// An observer of packets that are never sent.
struct NoPackets final : PacketObserver {
  void created(const Packet&, Cycle) override {}
  void injected(const Packet&, Cycle) override {}
  void arrived(const Packet&, Cycle) override {}
  void delivered(const Packet&, Cycle) override {}
};

class PathRig {
 public:
  PathRig() {
    // The path table asks for the direction of a link once for every path that it resolves and finds closed.
    table_ = std::make_unique<PathTable>(chip_.modules(), LinkTiming{}, [this](SiteId, PortId) {
      ++paths_;
      return std::optional<LinkDirection>{};
    });
    const DefectMap one_dead{SiteId{13}};
    settings_ = {states({}), states(one_dead)};
  }

  /// Commits the other setting.
  void change() {
    turn_ = 1 - turn_;
    std::vector<SwitchModule*> changed;
    for (const auto& module : chip_.modules().switches) {
      module->shift_in(settings_[turn_][module->id().value]);
      if (module->commit()) changed.push_back(module.get());
    }
    table_->resolve_through(changed);
  }
  /// Resolves all paths for the first time, after elaboration.
  void start() {
    if (started_) return;
    started_ = true;
    table_->resolve_all();
    change();
  }
  /// Returns the number of closed paths resolved so far.
  std::int64_t paths() const { return paths_; }

 private:
  SwitchStates states(const DefectMap& defects) const {
    return switch_states(wafer_->fabric(), wafer_->repair(defects, {}).configuration);
  }

  std::unique_ptr<Design> design_ = find_family("srt2d")->build({{"n", std::int64_t{2}}});
  std::unique_ptr<RoutingRelation> relation_ = design_->routing("monotone", 2);
  std::unique_ptr<ReconfigurableFabric> wafer_ = design_->fabric({});
  NoPackets no_packets_;
  Chip chip_{"wafer", {&design_->network(), relation_.get(), &wafer_->fabric()}, {{2, 4, 1}, {}}, no_packets_};
  std::unique_ptr<PathTable> table_;
  std::array<SwitchStates, 2> settings_;
  std::size_t turn_ = 0;
  std::int64_t paths_ = 0;
  bool started_ = false;
};

void mode_change(benchmark::State& state, PathRig& rig) {
  rig.start();
  const std::int64_t before = rig.paths();
  for ([[maybe_unused]] auto each : state) rig.change();
  state.SetItemsProcessed(rig.paths() - before);
}

}  // namespace

void add_path_benchmarks() {
  auto& rig = *new PathRig;
  benchmark::RegisterBenchmark("path/mode_change", [&rig](benchmark::State& state) { mode_change(state, rig); });
}

}  // namespace kintsugi::bench
