// A router cycle: the router in the middle of a 3 x 3 mesh, with flits that cross it straight from neighbour to
// neighbour, one port or all four at once. The rig acts as the neighbours: it sends flits, receives them and returns
// the credits; that is included in the measurement.
#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <memory_resource>

#include "hw/router/router.hpp"
#include "models/registry/families.hpp"
#include "tb/bench/benchmarks.hpp"

namespace kintsugi::bench {

namespace {

constexpr NodeId kMiddle{4};

/// A flow through the router: enters at `in`, leaves at `out`.
struct Flow {
  PortId in;
  PortId out;
  PacketId packet;
};

class RouterRig {
 public:
  RouterRig() {
    const Network& network = design_->network();
    const std::array<std::uint32_t, 4> sources{3, 5, 1, 7};
    for (const std::uint32_t source : sources) add_flow(NodeId{source}, NodeId{8 - source}, network);
    for (const Flow& flow : flows_) {
      router_.connect(flow.out, {&neighbours_, module_of_router(), flow.out, 0}, 1);
    }
    router_.become(kMiddle, relation_.get());
  }

  /// Runs one cycle in which a flit of this kind arrives on each of the first `flows` flows.
  void cycle(std::size_t flows, std::uint8_t kind) {
    ++now_;
    LinkReceiver& receiver = *router_.endpoint(PortId{0}).receiver;
    for (std::size_t i = 0; i < flows; ++i) {
      receiver.writer(flows_[i].in).put_flit(now_, {flows_[i].packet, 0, Vc{0}, kind}, LinkReceiver::mark(Vc{0}));
    }
    router_.evaluate(now_);
    // A flit that leaves in this cycle is at the neighbour in the next; its credit is back in the one after that.
    const LinkReceiver::Arrivals left = neighbours_.arrivals(now_ + 1);
    for (std::size_t i = 0; i < flows; ++i) {
      if ((left.flits >> flows_[i].out.value & 1) != 0) give_back(receiver, flows_[i].out, left);
    }
    neighbours_.clear(left);
  }

 private:
  ModuleIndex module_of_router() { return router_.endpoint(PortId{0}).module; }

  void give_back(LinkReceiver& receiver, PortId port, const LinkReceiver::Arrivals& left) {
    receiver.writer(port).put_credit(now_ + 1, left.flit_vc(port));
  }

  void add_flow(NodeId from, NodeId to, const Network& network) {
    const PacketId packet = packets_.create();
    packets_[packet].source = from;
    packets_[packet].destination = to;
    flows_.push_back({port_towards(from, network), port_towards(to, network), packet});
  }

  static PortId port_towards(NodeId neighbour, const Network& network) {
    std::uint16_t port = 0;
    while (network.peer({kMiddle, PortId{port}})->node != neighbour) ++port;
    return PortId{port};
  }

  std::unique_ptr<Design> design_ = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{3, 3}}});
  std::unique_ptr<RoutingRelation> relation_ = design_->routing("dimension-order", 2);
  ClockDomain clock_{"router_clock", Schedule::kDomain};
  PacketTable packets_;
  ThreadState thread_;
  std::pmr::monotonic_buffer_resource memory_;
  ChipContext chip_{&clock_, &packets_, {&thread_, 1}, &memory_};
  Router router_{"router", chip_, design_->network().ports(kMiddle), {2, 4, 0}};
  LinkReceiver neighbours_{5, 2, 5};
  std::vector<Flow> flows_;
  Cycle now_ = 0;
};

/// Measures body flits between a head and a tail, which are not measured.
void body_flits(benchmark::State& state, RouterRig& rig) {
  const auto flows = static_cast<std::size_t>(state.range(0));
  rig.cycle(flows, Flit::kHead);
  for ([[maybe_unused]] auto each : state) rig.cycle(flows, 0);
  rig.cycle(flows, Flit::kTail);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// Measures packets of one flit: each is routed, gets a channel, and releases it.
void head_flits(benchmark::State& state, RouterRig& rig) {
  const auto flows = static_cast<std::size_t>(state.range(0));
  for ([[maybe_unused]] auto each : state) rig.cycle(flows, Flit::kHead | Flit::kTail);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

void add_router_benchmarks() {
  auto& rig = *new RouterRig;
  benchmark::RegisterBenchmark("router/body_flits", [&rig](benchmark::State& state) { body_flits(state, rig); })
      ->Arg(1)
      ->Arg(4);
  benchmark::RegisterBenchmark("router/head_flits", [&rig](benchmark::State& state) { head_flits(state, rig); })
      ->Arg(1)
      ->Arg(4);
}

}  // namespace kintsugi::bench
