// The elaborator: every part of a network or fabric is a named module, bound as in the plan.
#include "hw/chip/chip.hpp"

#include "models/fabric/extraction.hpp"
#include "models/general/routings.hpp"
#include "models/routing/message_classes.hpp"
#include "tb/tests/unit/hw/chip/notices_nothing.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

template <class Module>
Module* find(const std::string& name) {
  return dynamic_cast<Module*>(sc_core::sc_find_object(name.c_str()));
}

TEST(Chip, modules_of_a_directly_wired_network_have_their_names) {
  Bench bench = ring_bench(5, 1, always_east(1), {});
  elaborate();
  EXPECT_NE(find<ClockDomain>("net.clock"), nullptr);
  for (std::uint32_t node = 0; node < 5; ++node) {
    const std::string name = "net.n" + std::to_string(node);
    EXPECT_EQ(find<Router>(name + ".router"), &bench.chip->router(SiteId{node}));
    EXPECT_EQ(find<Pe>(name + ".pe"), &bench.chip->pe(SiteId{node}));
    EXPECT_NE(sc_core::sc_find_object((name + ".router.e").c_str()), nullptr);
    EXPECT_NE(sc_core::sc_find_object((name + ".router.local").c_str()), nullptr);
  }
}

TEST(Chip, tells_how_many_of_its_sites_are_made) {
  std::vector<std::size_t> told;
  ChipParameters parameters;
  parameters.progress = [&](std::size_t made, std::size_t sites) {
    EXPECT_EQ(sites, 5u);
    told.push_back(made);
  };
  const Bench bench = ring_bench(5, 1, always_east(1), parameters);
  EXPECT_EQ(told, (std::vector<std::size_t>{1, 2, 3, 4, 5}));
}

TEST(Chip, modules_of_a_wafer_have_their_names) {
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", {}, true);
  elaborate();
  const Fabric& fabric = bench.fabric->fabric();
  for (std::uint32_t site = 0; site < fabric.sites.size(); ++site) {
    EXPECT_EQ(find<Router>("wafer." + fabric.sites[site].name + ".router"), &bench.chip->router(SiteId{site}));
    EXPECT_EQ(find<Pe>("wafer." + fabric.sites[site].name + ".pe"), &bench.chip->pe(SiteId{site}));
  }
  for (std::uint32_t id = 0; id < fabric.switches.size(); ++id) {
    EXPECT_EQ(find<SwitchModule>("wafer." + fabric.switches[id].name), bench.chip->modules().switches[id].get());
  }
  EXPECT_NE(find<SwitchModule>("wafer.r3.c4.bunch_ew"), nullptr);
  EXPECT_NE(find<SwitchModule>("wafer.sh.g2.c5"), nullptr);
  EXPECT_EQ(find<ConfigChain>("wafer.config_chain"), &bench.chip->configuration().chain());
}

TEST(Chip, every_link_of_a_directly_wired_network_is_bound_both_ways) {
  Bench bench("srt2d", srt2d(3, "long", "uniform"), "monotone", {});
  elaborate();
  const Network& network = bench.network();
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    const Router& router = bench.chip->router(SiteId{node});
    EXPECT_EQ(router.node(), NodeId{node});
    EXPECT_EQ(router.network_ports(), network.ports(NodeId{node}).size());
    for (std::uint16_t port = 0; port < router.network_ports(); ++port) {
      const auto peer = network.peer({NodeId{node}, PortId{port}});
      const LinkTransmitter& link = router.link(PortId{port});
      ASSERT_EQ(link.open(), !peer);
      if (!peer) continue;
      EXPECT_EQ(bench.chip->modules().router_at(router.far(PortId{port})).node(), peer->node);
      EXPECT_EQ(router.far(PortId{port}).port, peer->port);
      EXPECT_GT(bench.chip->paths().pitches(SiteId{node}, PortId{port}), 0u);
    }
  }
}

TEST(Chip, every_pe_is_joined_to_its_router_by_a_wire_of_one_cycle_each_way) {
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", chip_with(4, 3, 5), true);
  elaborate();
  for (std::uint32_t site = 0; site < bench.chip->sites(); ++site) {
    Router& router = bench.chip->router(SiteId{site});
    TrafficPe& pe = bench.pe(SiteId{site});
    EXPECT_EQ(router.far(router.local_port()), pe.path_end().endpoint());
    EXPECT_EQ(pe.far(), router.endpoint(router.local_port()));
    EXPECT_EQ(router.link(router.local_port()).latency(), 1u);
    EXPECT_EQ(pe.link().latency(), 1u);
  }
}

/// Returns what a call complains of with std::invalid_argument.
template <class Call>
std::string complaint_of(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Chip, multicasts_with_several_threads_are_refused) {
  ChipParameters two = chip_with(4, 1, 1);
  two.threads = 2;
  EXPECT_EQ(complaint_of([&] {
              Bench("srt1d", {{"n", 4}}, "monotone", two, false, 2, {}, Multicasts::kTree);
            }),
            "multicasts, detection and fault-aware routing need a single thread");
  EXPECT_EQ(complaint_of([&] { Bench("srt1d", {{"n", 4}}, "monotone", two); }), "");
}

TEST(Chip, fault_aware_routing_on_a_fabric_is_refused) {
  const auto design = find_family("srt2d")->build(srt2d(2, "standard"));
  const auto relation = design->routing("monotone", 2);
  const auto fabric = design->fabric({});
  NoticesNothing aware;
  Record record;
  ChipParameters chosen;
  chosen.router.vcs = 2;
  const ChipPlan plan{&design->network(), relation.get(), &fabric->fabric(), nullptr, nullptr, &aware};
  EXPECT_EQ(complaint_of([&] { Chip("wafer", plan, chosen, record); }),
            "fault-aware routing needs a directly wired network; a fabric repairs its faults");
}

TEST(Chip, fewer_channels_than_the_routing_uses_are_refused) {
  const auto design = find_family("torus")->build({{"sides", std::vector<std::int64_t>{4, 4}}});
  const auto relation = design->routing("dimension-order", 2);
  Record record;
  const ChipPlan plan{&design->network(), relation.get()};
  EXPECT_EQ(
      complaint_of([&] { Chip("net", plan, {}, record); }),
      "the routing uses 2 virtual channels of every link, and router.vcs is 1: with too few, packets can wait for "
      "each other for ever; set it to 2");
}

/// Their ports have the same names, so that every packet would be sent somewhere. A network that is made once more is
/// the same one; a relation of a user need not say of which network it is.
TEST(Chip, a_routing_of_another_network_is_refused) {
  const auto design = find_family("srt2d")->build(srt2d(3, "standard"));
  const auto again = find_family("srt2d")->build(srt2d(3, "standard"));
  const auto other = find_family("srt2d")->build(srt2d(3, "short"));
  const auto smaller = find_family("srt2d")->build(srt2d(2, "standard"));
  Record record;
  const auto complaint = [&](const RoutingRelation& routing) {
    ChipParameters chosen;
    chosen.router.vcs = routing.vcs();
    const ChipPlan plan{&design->network(), &routing};
    return complaint_of([&] { Chip(sc_core::sc_gen_unique_name("net"), plan, chosen, record); });
  };
  EXPECT_EQ(complaint(*design->routing("monotone", 2)), "");
  EXPECT_EQ(complaint(*again->routing("monotone", 2)), "");
  const std::string own = design->network().name() + " with 64 nodes";
  EXPECT_EQ(complaint(*smaller->routing("monotone", 2)),
            "the routing 'monotone' is of the network " + smaller->network().name() +
                " with 16 nodes, and the chip has " + own + ": give it one of its own network");
  const std::string of_other = " is of the network " + other->network().name() + " with 64 nodes, and the chip has " +
                               own + " and other links: give it one of its own network";
  const auto of = other->routing("monotone", 2);
  EXPECT_EQ(complaint(*of), "the routing 'monotone'" + of_other);
  EXPECT_EQ(complaint(*general::make_routing(other->network(), "nue", 2)), "the routing 'nue'" + of_other);
  const MessageClasses classes(*of, 2);
  EXPECT_EQ(complaint(classes), "the routing '" + classes.name() + '\'' + of_other);
}

TEST(Chip, multicasts_of_another_network_are_refused) {
  using Sides = std::vector<std::int64_t>;
  const auto design = find_family("mesh")->build({{"sides", Sides{4, 4}}});
  const auto other = find_family("mesh")->build({{"sides", Sides{8, 2}}});
  const auto own = design->routing("dimension-order", 1), of_other = other->routing("dimension-order", 1);
  Record record;
  const auto complaint = [&](const MulticastRelation& multicast) {
    const ChipPlan plan{&design->network(), own.get(), nullptr, &multicast};
    return complaint_of([&] { Chip(sc_core::sc_gen_unique_name("net"), plan, {}, record); });
  };
  EXPECT_EQ(complaint(*design->multicast(*own)), "");
  EXPECT_EQ(complaint(*other->multicast(*of_other)),
            "the relation of multicasts is of the network mesh 8x2 with 16 nodes, and the chip has mesh 4x4 with 16 "
            "nodes and other links: give it one of its own network");
}

TEST(Chip, broadcasts_of_another_network_are_refused) {
  const auto design = find_family("mandala")->build({{"ports", std::int64_t{4}}, {"levels", std::int64_t{2}}});
  const auto other = find_family("mandala")->build({{"ports", std::int64_t{2}}, {"levels", std::int64_t{4}}});
  const std::string name = other->routings().front().name;
  const auto of_other = other->routing(name, other->routings().front().default_vcs);
  const auto broadcast = other->broadcast(*of_other);
  ASSERT_NE(broadcast, nullptr);
  ASSERT_TRUE(broadcast->network().has_value());
  EXPECT_FALSE(broadcast->network()->is_wired_as(routed_network(design->network())));
  EXPECT_TRUE(broadcast->network()->is_wired_as(routed_network(other->network())));
}

/// Packets of a class would take the channels of the others, and wait behind them.
TEST(Chip, classes_that_the_routing_does_not_keep_apart_are_refused) {
  const auto design = find_family("torus")->build({{"sides", std::vector<std::int64_t>{4, 4}}});
  const auto relation = design->routing("dimension-order", 2);
  const MessageClasses two(*relation, 2), three(*relation, 3);
  Record record;
  ChipParameters chosen;
  chosen.router.classes = 2;
  chosen.router.strict = true;
  chosen.router.vcs = 4;
  const auto complaint = [&](const RoutingRelation& routing) {
    const ChipPlan plan{&design->network(), &routing};
    return complaint_of([&] { Chip(sc_core::sc_gen_unique_name("net"), plan, chosen, record); });
  };
  EXPECT_EQ(complaint(*relation),
            "the chip has 2 priority classes, and the routing 'dimension-order' keeps packets to the channels of none: "
            "give it MessageClasses of this routing with as many classes");
  EXPECT_EQ(complaint(two), "");
  chosen.router.vcs = 6;
  EXPECT_EQ(complaint(three), "the chip has 2 priority classes, and the routing '" + three.name() +
                                  "' keeps packets to the channels of 3 classes: give it MessageClasses of this "
                                  "routing with as many classes");
}

/// Hops of a thread without a log would be missing, and no one would know.
TEST(Chip, logs_of_hops_are_refused_unless_each_thread_has_one) {
  ChipParameters two = chip_with(4, 1, 1);
  two.threads = 2;
  std::vector<HopLog> logs;
  const auto complaint = [&] {
    two.hop_logs = logs;
    return complaint_of([&] { Bench("srt1d", {{"n", 4}}, "monotone", two); });
  };
  EXPECT_EQ(complaint(), "");
  logs.emplace_back(PacketFilter{});
  EXPECT_EQ(complaint(), "hop_logs has 1 log, and the chip 2 threads: give a log for each thread, or none");
  logs.emplace_back(PacketFilter{});
  EXPECT_EQ(complaint(), "");
  logs.emplace_back(PacketFilter{});
  EXPECT_EQ(complaint(), "hop_logs has 3 logs, and the chip 2 threads: give a log for each thread, or none");
}

TEST(Chip, traffic_before_the_nodes_are_placed_is_refused) {
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", {}, true);
  elaborate();
  EXPECT_THROW(bench.start(), std::logic_error);
}

}  // namespace
}  // namespace kintsugi::test
