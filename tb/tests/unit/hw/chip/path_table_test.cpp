// The path table: after a switch has changed, every path is right, and only those through it were resolved again.
#include "hw/chip/path_table.hpp"

#include <map>
#include <set>

#include "models/fabric/extraction.hpp"
#include "models/fabric/link_path.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fabric/lone_chain.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

/// A wafer of 4 x 4 whose chip is left in its power-up state, and a path table of the test's own over its routers.
class Paths {
 public:
  explicit Paths(unsigned tracks = 1)
      : bench("srt2d", srt2d(2, "standard"), "monotone", chip_parameters(), true, 2,
              {{"tracks", std::int64_t{tracks}}}),
        extractor(bench.fabric->fabric()),
        followed(bench.fabric->fabric()) {
    elaborate();
    for (std::uint32_t site = 0; site < bench.chip->sites(); ++site) {
      site_of[&bench.chip->router(SiteId{site})] = SiteId{site};
    }
    // The path table asks for the direction of a link once for every path that it resolves and finds closed.
    table = std::make_unique<PathTable>(bench.chip->modules(), timing, [this](SiteId site, PortId port) {
      resolved.insert({site, port});
      return std::optional<LinkDirection>{};
    });
  }
  static ChipParameters chip_parameters() {
    ChipParameters parameters;
    parameters.router = {2, 4, 1};
    return parameters;
  }

  void set(std::uint32_t id, SwitchState state) {
    bench.chip->modules().switches[id]->shift_in(state);
    bench.chip->modules().switches[id]->commit();
  }
  /// Compares every router port with the network that the model extracts from the states of the modules.
  void expect_all_right() {
    const SwitchStates states = bench.chip->configuration().read_back();
    for (const auto& [router, site] : site_of) {
      for (std::uint16_t port = 0; port < router->network_ports(); ++port) {
        const SitePort here{site, PortId{port}};
        const LinkTransmitter& link = router->link(here.port);
        const auto join = extractor.follow(here, states);
        ASSERT_EQ(link.open(), !join);
        ASSERT_EQ(table->pitches(site, here.port), join ? join->pitches : 0);
        ASSERT_EQ(table->switches(site, here.port), join ? followed.from(here, states).passages.size() : 0);
        if (!join) continue;
        const SitePort far = join->a == here ? join->b : join->a;
        ASSERT_EQ(far, (SitePort{site_of.at(&bench.chip->modules().router_at(router->far(here.port))),
                                 router->far(here.port).port}));
        ASSERT_EQ(link.latency(), std::max(1u, (join->pitches + 2) / 3));
        ASSERT_EQ(router->credits(here.port, Vc{0}), 4u);
      }
    }
  }
  /// Returns the ports whose path passes the switch and is closed; with `or_open`, also those that end open in or
  /// behind it.
  std::set<SitePort> through(std::uint32_t id, bool or_open) {
    std::set<SitePort> ports;
    for (const auto& [router, site] : site_of) {
      for (std::uint16_t port = 0; port < router->network_ports(); ++port) {
        PathCursor cursor;
        bench.chip->router(site).path_port(PortId{port}).start(cursor);
        const bool passes = std::ranges::any_of(cursor.passed, [&](SwitchId each) { return each.value == id; });
        if (passes && (or_open || cursor.end.receiver != nullptr)) ports.insert({site, PortId{port}});
      }
    }
    return ports;
  }

  LinkTiming timing{1, {}, 3};
  Bench bench;
  NetworkExtractor extractor;
  LinkPaths followed;
  std::map<const Router*, SiteId> site_of;
  std::set<SitePort> resolved;
  std::unique_ptr<PathTable> table;
};

void expect_right_after_every_single_change(unsigned tracks) {
  Paths paths(tracks);
  const Fabric& fabric = paths.bench.fabric->fabric();
  RandomStream random(4, tracks);
  paths.table->resolve_all();
  paths.expect_all_right();
  ASSERT_TRUE(paths.resolved.empty()) << "all open after power-up";
  std::size_t changes = 0;
  for (int change = 0; change < 3000; ++change) {
    const auto id = static_cast<std::uint32_t>(random.below(fabric.switches.size()));
    const auto state = static_cast<SwitchState>(random.below(fabric.switches[id].type->states()));
    if (state == paths.bench.chip->modules().switches[id]->state()) continue;
    const std::set<SitePort> before = paths.through(id, true);
    paths.set(id, state);
    paths.resolved.clear();
    paths.table->resolve_through({paths.bench.chip->modules().switches[id].get()});
    ASSERT_NO_FATAL_FAILURE(paths.expect_all_right()) << "change " << change;
    for (const SitePort& each : paths.resolved) ASSERT_TRUE(before.contains(each)) << "resolved again without need";
    for (const SitePort& each : paths.through(id, false)) ASSERT_TRUE(paths.resolved.contains(each));
    changes += paths.resolved.size();
  }
  EXPECT_GT(changes, 500u);
}

TEST(PathTable, a_change_of_one_switch_resolves_its_paths_again_and_no_others) {
  expect_right_after_every_single_change(1);
}
TEST(PathTable, a_change_of_one_switch_resolves_its_paths_again_two_tracks) {
  expect_right_after_every_single_change(2);
}

TEST(PathTable, many_switches_at_once_equal_resolving_all_paths) {
  Paths paths;
  const Fabric& fabric = paths.bench.fabric->fabric();
  RandomStream random(8, 0);
  paths.table->resolve_all();
  for (int round = 0; round < 200; ++round) {
    std::vector<SwitchModule*> changed;
    const SwitchStates states = switch_states(fabric, random_configuration(fabric, random));
    for (std::uint32_t id = 0; id < states.size(); ++id) {
      if (random.below(4) == 0) continue;
      SwitchModule& module = (*paths.bench.chip->modules().switches[id]);
      module.shift_in(states[id]);
      if (module.commit()) changed.push_back(&module);
    }
    paths.table->resolve_through(changed);
    ASSERT_NO_FATAL_FAILURE(paths.expect_all_right()) << "round " << round;
  }
  paths.table->resolve_all();
  paths.expect_all_right();
}

TEST(PathTable, latency_follows_reach_then_kind_and_direction_then_the_constant) {
  LinkTiming timing{7, {}, std::nullopt};
  EXPECT_EQ(timing.latency(LinkDirection{KindId{1}}, 50), 7u);
  timing.by_kind = {2, {3, 6}};
  EXPECT_EQ(timing.latency(LinkDirection{KindId{1}}, 50), 3u);
  EXPECT_EQ(timing.latency(LinkDirection{KindId{1}, true}, 50), 6u);
  EXPECT_EQ(timing.latency(LinkDirection{KindId{2}}, 50), 7u) << "a kind that is not listed";
  EXPECT_EQ(timing.latency(std::nullopt, 50), 7u);
  timing.reach = 4;
  EXPECT_EQ(timing.latency(LinkDirection{KindId{1}}, 0), 1u);
  EXPECT_EQ(timing.latency(LinkDirection{KindId{1}}, 4), 1u);
  EXPECT_EQ(timing.latency(LinkDirection{KindId{1}}, 5), 2u);
  EXPECT_EQ(timing.latency(LinkDirection{KindId{1}}, 9), 3u);
}

/// Takes the PE of node 5 out of use `age` cycles after it has created a packet of two flits for its east neighbour.
/// Returns the error of the simulation, or "".
std::string take_a_pe_out_of_use_under_a_packet(Cycle age) {
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", Paths::chip_parameters(), true);
  bench.configure({});
  const Repair repair = bench.fabric->repair({bench.chip->nodes().placement().site_of[5]}, {});
  auto stream = stream_of(bench.fabric->fabric(), repair.configuration);
  const Cycle commit = bench.clock().next() + bench.chip->configuration().chain().cycles_for(stream.size()) - 1 + 20;
  bench.send(commit - age, NodeId{5}, NodeId{6}, 2);
  bench.start();
  bench.run(20);
  try {
    bench.load(std::move(stream), repair.placement);
  } catch (const std::exception& error) {
    return error.what();
  }
  EXPECT_EQ(bench.chip->configuration().chain().phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(bench.chip->nodes().placement(), repair.placement);
  EXPECT_EQ(bench.record.arrivals.size(), 1u);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  return "";
}

/// All links have one cycle: the packet leaves the first router 2 and 3 cycles after its creation; the last credit is
/// back after 6.
TEST(PathTable, a_switch_does_not_move_under_a_packet) {
  for (const Cycle age : {3, 4, 5}) {
    const std::string error = in_child([age] { return take_a_pe_out_of_use_under_a_packet(age); });
    EXPECT_NE(error.find("the switches of its path move while a packet is on it; drain the network first"),
              std::string::npos)
        << age << ": " << error;
  }
}

TEST(PathTable, a_switch_moves_when_the_last_credit_is_back) {
  for (const Cycle age : {7, 8, 20}) {
    EXPECT_EQ(in_child([age] { return take_a_pe_out_of_use_under_a_packet(age); }), "") << age;
  }
}

}  // namespace
}  // namespace kintsugi::test
