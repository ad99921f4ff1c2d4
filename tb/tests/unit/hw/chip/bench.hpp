/// Shared by the tests of the hardware: a chip with its models, packets sent by hand, and a record of the arrivals.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/chip/chip.hpp"
#include "hw/chip/module_walk.hpp"
#include "hw/fabric/config_chain.hpp"
#include "hw/pe/traffic_pe.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/registry/families.hpp"
#include "models/routing/route.hpp"

namespace kintsugi::test {

/// Records every packet.
class Record final : public PacketObserver {
 public:
  struct Arrival {
    NodeId source;
    NodeId destination;
    Cycle latency;
    unsigned hops;
    std::uint64_t serial;  ///< its number at its source
    Cycle created;
    Cycle injected;
    Cycle delivered;
    RoutingState state;  ///< of its header on arrival
    PacketKind kind;
  };
  struct Acknowledgement {
    NodeId source;
    std::uint32_t members;
    std::uint32_t reached;  ///< copies that had arrived by then
    Cycle latency;
  };
  struct FlitArrival {
    NodeId source;
    std::uint64_t serial;
    Cycle cycle;
    friend auto operator<=>(const FlitArrival&, const FlitArrival&) = default;
  };
  /// Every thread but the first has a record of its own, until gather() puts all into one.
  PacketObserver& of_thread(unsigned thread) override {
    while (others.size() < thread) others.push_back(std::make_unique<Record>());
    return thread == 0 ? *this : *others[thread - 1];
  }
  void gather() {
    for (const auto& other : others) {
      created_packets += std::exchange(other->created_packets, 0);
      flits += std::exchange(other->flits, 0);
      for (const Arrival& each : std::exchange(other->arrivals, {})) arrivals.push_back(each);
    }
  }
  std::vector<std::unique_ptr<Record>> others;
  bool keeps_flits = false;
  std::vector<FlitArrival> flit_arrivals;
  struct Dropped {
    NodeId source;
    NodeId destination;
    std::uint64_t serial;
    DropReason reason;
    const Pe* pe;
    Cycle cycle;
  };
  void created(const Packet&, Cycle) override { ++created_packets; }
  void dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) override {
    drops.push_back({packet.source, packet.destination, packet.serial, reason, &pe, now});
  }
  void injected(const Packet&, Cycle) override {}
  void arrived(const Packet& packet, Cycle now) override {
    ++flits;
    if (keeps_flits) flit_arrivals.push_back({packet.source, packet.serial, now});
  }
  void delivered(const Packet& packet, Cycle now) override {
    arrivals.push_back({packet.source, packet.destination, now - packet.created, packet.hops, packet.serial,
                        packet.created, packet.injected, now, packet.state, packet.kind});
  }
  void reached_all(const Multicast&, Cycle) override { ++reached; }
  void acknowledged(const Multicast& multicast, Cycle now) override {
    acknowledgements.push_back({multicast.source, multicast.size, multicast.reached, now - multicast.created});
  }
  std::uint64_t created_packets = 0;
  std::uint64_t flits = 0;
  std::uint64_t reached = 0;  ///< multicasts whose members all have their copy
  std::vector<Arrival> arrivals;
  std::vector<Dropped> drops;
  std::vector<Acknowledgement> acknowledgements;
};

enum class Multicasts {
  kNone,
  kTree,       ///< the tree of the routes
  kBroadcast,  ///< to the group around the source, without a list: Design::broadcast()
};

/// A chip and the models from which it is made.
class Bench {
 public:
  /// Adds to the plan, before the chip is made from it.
  using Adapt = std::function<void(ChipPlan&)>;

  Bench(const std::string& kind, const Parameters& parameters, const std::string& routing, ChipParameters chosen,
        bool on_fabric = false, unsigned vcs = 2, const Parameters& fabric_options = {},
        Multicasts multicasts = Multicasts::kNone, PeFactory make_pe = {}, bool diagnoses = false,
        const Adapt& adapt = {})
      : design(find_family(kind)->build(parameters)), relation(design->routing(routing, vcs)) {
    if (on_fabric) fabric = design->fabric(fabric_options);
    if (diagnoses) self_diagnosis = fabric->self_diagnosis();
    chosen.router.vcs = vcs;
    if (multicasts == Multicasts::kTree) multicast = std::make_unique<TreeOfRoutes>(*relation);
    if (multicasts == Multicasts::kBroadcast) multicast = design->broadcast(*relation);
    build({&design->network(), relation.get(), fabric ? &fabric->fabric() : nullptr, multicast.get(),
           fabric ? fabric->local_rule() : nullptr, nullptr, std::move(make_pe), self_diagnosis.get()},
          chosen, adapt);
  }
  /// A network made for the test, wired directly.
  Bench(Network network, std::unique_ptr<RoutingRelation> routing, ChipParameters chosen,
        Multicasts multicasts = Multicasts::kNone, const Adapt& adapt = {})
      : relation(std::move(routing)), own_network(std::make_unique<Network>(std::move(network))) {
    chosen.router.vcs = relation->vcs();
    if (multicasts == Multicasts::kTree) multicast = std::make_unique<TreeOfRoutes>(*relation);
    build({own_network.get(), relation.get(), nullptr, multicast.get(), nullptr,
           dynamic_cast<FaultAware*>(relation.get())},
          chosen, adapt);
  }

  const Network& network() const { return *plan.network; }
  ClockDomain& clock() { return chip->clock(); }
  TrafficPe& pe(SiteId site) { return dynamic_cast<TrafficPe&>(chip->pe(site)); }

  /// Repairs, shifts the bitstream in and runs until it holds.
  Repair configure(const Defects& defects) {
    Repair repair = fabric->repair(defects, {});
    EXPECT_TRUE(repair.repairable);
    load(stream_of(fabric->fabric(), repair.configuration), repair.placement, repair.message);
    return repair;
  }
  void load(std::vector<std::uint8_t> stream, const Placement& placement,
            const std::optional<RepairMessage>& message = std::nullopt) {
    const Cycle cycles = chip->configuration().chain().cycles_for(stream.size());
    chip->configuration().load(std::move(stream), placement, message);
    run(cycles);
  }
  void run(Cycle cycles) { clock().run_until(clock().next() + cycles); }

  /// Runs in short parts of uneven length, and checks conservation after each; then as many cycles as `drain` says, in
  /// which all packets must arrive. Sorts the arrivals by cycle, source and number.
  void run_to_the_end(int parts, Cycle drain) {
    for (int part = 0; part < parts; ++part) {
      run(part % 7 + 5);
      EXPECT_EQ(check_conservation(*chip).value_or(""), "") << "before cycle " << clock().next();
    }
    run(drain);
    EXPECT_EQ(check_conservation(*chip).value_or(""), "");
    EXPECT_EQ(chip->packets().live(), 0u);
    EXPECT_TRUE(chip->faults().is_quiescent());
    record.gather();
    std::ranges::sort(record.arrivals, [](const Record::Arrival& a, const Record::Arrival& b) {
      return std::tuple(a.delivered, a.source, a.serial) < std::tuple(b.delivered, b.source, b.serial);
    });
  }

  /// Packets are listed first, in ascending cycles per source; start() sends them off.
  void send(Cycle cycle, NodeId from, NodeId to, std::uint16_t flits) {
    lists[from.value].push_back({cycle, {to, flits}});
  }
  void multicast_to(Cycle cycle, NodeId from, std::vector<NodeId> members, std::uint16_t flits) {
    multicast_to(cycle, from, MulticastSet{0, std::move(members)}, flits);
  }
  void multicast_to(Cycle cycle, NodeId from, MulticastSet set, std::uint16_t flits) {
    sets.push_back(std::make_unique<MulticastSet>(std::move(set)));
    lists[from.value].push_back({cycle, {kNoNode, flits, sets.back().get()}});
  }
  void start() {
    for (std::size_t node = 0; node < traffic.size(); ++node) {
      traffic[node].source = std::make_unique<ListSource>(std::move(lists[node]));
    }
    chip->nodes().start_traffic(traffic, clock().next());
  }
  /// Uniform traffic in cycles [next, end).
  void start_uniform(double rate, std::uint16_t flits, std::uint64_t seed, Cycle end) {
    drawn =
        std::make_unique<BernoulliTraffic>(find_pattern("uniform")->make(network(), {}), PacketLengths(flits), rate);
    const auto nodes = static_cast<std::uint32_t>(traffic.size());
    for (std::uint32_t node = 0; node < nodes; ++node) {
      traffic[node].source = std::make_unique<BernoulliSource>(NodeId{node}, *drawn, seed, clock().next(), end);
    }
    chip->nodes().start_traffic(traffic, clock().next());
  }

  std::unique_ptr<Design> design;
  std::unique_ptr<RoutingRelation> relation;
  std::unique_ptr<MulticastRelation> multicast;  ///< null: the chip has none
  std::unique_ptr<Network> own_network;
  std::unique_ptr<ReconfigurableFabric> fabric;
  std::unique_ptr<SelfDiagnosis> self_diagnosis;  ///< null: the PEs diagnose no faults
  ChipPlan plan;
  Record record;
  std::unique_ptr<BernoulliTraffic> drawn;
  std::vector<std::unique_ptr<MulticastSet>> sets;
  std::vector<NodeTraffic> traffic;
  std::vector<std::vector<ListSource::Entry>> lists;
  std::unique_ptr<Chip> chip;

 private:
  void build(const ChipPlan& chosen_plan, const ChipParameters& chosen, const Adapt& adapt) {
    plan = chosen_plan;
    if (adapt) adapt(plan);
    chip = std::make_unique<Chip>(plan.root_name(), plan, chosen, record);
    traffic.resize(plan.network->nodes());
    lists.resize(traffic.size());
  }
};

/// Elaborates: binds all ports and resolves all paths.
inline void elaborate() {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

inline Parameters srt2d(std::int64_t n, const std::string& variant, const std::string& shift = "1-shift") {
  return {{"n", n}, {"variant", variant}, {"shift", shift}};
}

}  // namespace kintsugi::test
