// Heads that pass: what an arriving head does in a router without other work is what it does by the stages. A router
// with rivals for some other link has a flit that could leave in every cycle, so it goes through the stages and is the
// reference.
#include <algorithm>
#include <map>
#include <tuple>

#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

constexpr SiteId kMiddle{0};

PortId port_to(std::uint32_t leaf) {
  return PortId{static_cast<std::uint16_t>(leaf - 1)};
}

/// The cycles in which the packets of a leaf leave the middle of a star, by the port to another leaf.
std::vector<Cycle> departures(const Wiretap& tap, std::uint32_t from, std::uint32_t to) {
  std::vector<Cycle> cycles;
  for (const Sighting& each : tap.at(kMiddle, port_to(to))) {
    if (each.source == NodeId{from}) cycles.push_back(each.cycle);
  }
  return cycles;
}

TEST(Passing, a_head_holds_its_channel_from_the_cycle_of_its_arrival_to_that_of_its_tail) {
  Bench bench = star_bench(2, 1, chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{2}, 3);
  bench.start();
  std::vector<bool> free;
  unsigned buffered = 0;
  const Wiretap tap(*bench.chip, [&](Cycle) {
    const Router& middle = bench.chip->router(kMiddle);
    free.push_back(middle.output_free(port_to(2), Vc{0}));
    buffered += middle.occupancy(port_to(1), Vc{0});
  });
  bench.run(8);
  EXPECT_EQ(departures(tap, 1, 2), (std::vector<Cycle>{2, 3, 4})) << "the PE and a link are behind it";
  EXPECT_EQ(free, (std::vector<bool>{true, true, false, false, true, true, true, true}));
  EXPECT_EQ(buffered, 0u);
}

TEST(Passing, a_packet_of_one_flit_leaves_no_trace_but_its_credit_and_the_moved_arbiters) {
  Bench bench = star_bench(2, 1, chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{2}, 1);
  bench.start();
  const Router& middle = bench.chip->router(kMiddle);
  const Wiretap tap(*bench.chip);
  bench.run(3);
  ASSERT_EQ(departures(tap, 1, 2), std::vector<Cycle>{2});
  EXPECT_TRUE(middle.output_free(port_to(2), Vc{0}));
  EXPECT_EQ(middle.granted(port_to(1), Vc{0}), kNoPort);
  EXPECT_EQ(middle.credits(port_to(2), Vc{0}), 3u);
  EXPECT_FALSE(middle.is_idle()) << "its credit is not back";
  bench.run(3);
  EXPECT_TRUE(middle.is_idle());
  EXPECT_EQ(bench.record.arrivals.at(0).hops, 2u);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
}

TEST(Passing, a_head_without_a_credit_gets_its_channel_and_waits_in_the_buffer) {
  Bench bench = star_bench(2, 1, chip_with(1, 0, 3));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{2}, 1);
  bench.send(0, NodeId{0}, NodeId{2}, 1);  // from the PE of the middle: it is first, and takes the only credit
  bench.start();
  std::map<Cycle, PortId> granted;
  const Router& middle = bench.chip->router(kMiddle);
  const Wiretap tap(*bench.chip, [&](Cycle now) {
    if (middle.occupancy(port_to(1), Vc{0}) != 0) granted[now] = middle.granted(port_to(1), Vc{0});
  });
  bench.run(30);
  EXPECT_EQ(departures(tap, 0, 2), std::vector<Cycle>{1});
  EXPECT_EQ(departures(tap, 1, 2), std::vector<Cycle>{7}) << "the credit is back after two links of three cycles";
  EXPECT_EQ(granted, (std::map<Cycle, PortId>{{4, port_to(2)}, {5, port_to(2)}, {6, port_to(2)}}));
}

TEST(Passing, a_head_behind_another_packet_waits_for_it) {
  Bench bench = star_bench(3, 1, chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{2}, NodeId{3}, 9);  // has the link to leaf 3 until cycle 10
  bench.send(3, NodeId{1}, NodeId{3}, 1);  // waits for it in the buffer
  bench.send(6, NodeId{1}, NodeId{2}, 1);  // has a free link, but comes behind it
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(40);
  EXPECT_EQ(departures(tap, 2, 3).back(), 10u);
  EXPECT_EQ(departures(tap, 1, 3), std::vector<Cycle>{11});
  EXPECT_EQ(departures(tap, 1, 2), std::vector<Cycle>{12});
}

TEST(Passing, two_heads_for_one_output_leave_one_after_the_other) {
  Bench bench = star_bench(3, 2, chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{3}, 1);
  bench.send(0, NodeId{2}, NodeId{3}, 1);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(20);
  EXPECT_EQ(departures(tap, 1, 3), std::vector<Cycle>{2});
  EXPECT_EQ(departures(tap, 2, 3), std::vector<Cycle>{3});
}

TEST(Passing, a_head_that_has_passed_comes_last_when_it_has_a_rival_the_next_time) {
  Bench bench = star_bench(3, 1, chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{3}, 1);
  for (const std::uint32_t leaf : {1, 2}) bench.send(10, NodeId{leaf}, NodeId{3}, 1);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(30);
  EXPECT_EQ(departures(tap, 2, 3), std::vector<Cycle>{12});
  EXPECT_EQ(departures(tap, 1, 3), (std::vector<Cycle>{2, 13}));
}

/// Leaves 1 to 4 of a star and the PE in the middle send each other packets. In the busy star leaves 5 and 6 each send
/// leaf 7 a packet without end.
constexpr std::uint32_t kSenders = 5;
constexpr std::uint32_t kLeaves = 7;
constexpr std::uint32_t kStar = kLeaves + 1;  // nodes of a star
constexpr SiteId kBusy{0}, kPassing{kStar};   // the routers in the middle of the two stars
constexpr VcSet kSecond = vc_bit(1);

/// Two stars that are not joined.
Network make_two_stars() {
  Network network("stars");
  const KindId sender = network.add_kind("sender"), rival = network.add_kind("rival");
  PortLayout middle;
  for (std::uint32_t leaf = 1; leaf <= kLeaves; ++leaf) middle.push_back("to" + std::to_string(leaf));
  const std::size_t layout = network.add_layout(middle);
  const std::size_t end = network.add_layout({"up"});
  for (std::uint32_t node = 0; node < 2 * kStar; ++node) {
    const std::uint32_t leaf = node % kStar;
    network.add_node("n" + std::to_string(node), leaf == 0 ? layout : end);
    if (leaf == 0) continue;
    network.connect({NodeId{node - leaf}, port_to(leaf)}, {NodeId{node}, PortId{0}}, leaf < kSenders ? sender : rival);
  }
  return network;
}

/// How heads may leave: by any channel, by one of their own and then any other, by an adaptive one or the escape, or by
/// one and after some patience by another.
enum class Choice { kAny, kPreferred, kAdaptive, kDeferred };

VcSet first_choice(Choice choice, VcSet all, Vc own) {
  switch (choice) {
    case Choice::kAny:
      return all;
    case Choice::kPreferred:
      return vc_bit(own);
    case Choice::kAdaptive:
      return kSecond;
    case Choice::kDeferred:
      return all & ~kSecond;
  }
  return 0;
}

RouteFunction route_in_star(Choice choice, unsigned vcs) {
  return [=](const RouteQuery& query, Candidates& out) {
    const std::uint32_t from = query.source.value % kStar, to = query.destination.value % kStar;
    const PortId port = query.at.value % kStar == 0 ? port_to(to) : PortId{0};
    if (to == kLeaves) return out.push_back({port, vc_bit(from % 2), 0});
    const VcSet all = all_vcs(vcs);
    const VcSet first = first_choice(choice, all, Vc::from(to % vcs));
    out.push_back({port, first, query.state + 1});
    if (first != all) out.push_back({port, all & ~first, query.state + 2, choice == Choice::kDeferred});
  };
}

constexpr AllocatorRule kSeparable = AllocatorRule::kSeparable;

struct Case {
  const char* name;
  Choice choice;
  unsigned vcs;
  unsigned buffer;
  unsigned router_latency;
  unsigned link_latency;  // of the senders
  unsigned longest;       // packets have 1 .. longest flits
  Cycle between;          // packets of a node, on average
  AllocatorRule allocator = AllocatorRule::kSerial;
};

/// All that can be seen of an output port or channel, or an input channel, at the end of a cycle.
struct View {
  std::optional<std::tuple<std::uint64_t, std::uint16_t, Vc>> sent;
  unsigned occupancy;
  unsigned credits;
  bool is_free;
  PortId granted;
  Vc granted_vc;
  friend bool operator==(const View&, const View&) = default;
};

class PassingOrNot : public testing::TestWithParam<Case> {
 protected:
  Bench make_bench() {
    const Case& chosen = GetParam();
    ChipParameters parameters = chip_with(chosen.buffer, chosen.router_latency, 1);
    parameters.link.by_kind = {chosen.link_latency, 1};
    parameters.router.allocator = chosen.allocator;
    parameters.router.patience = chosen.choice == Choice::kDeferred ? 3 : 0;
    const VcSet adaptive = chosen.choice == Choice::kAdaptive ? kSecond : 0;
    return {make_two_stars(),
            std::make_unique<FunctionRelation>(chosen.vcs, route_in_star(chosen.choice, chosen.vcs), true, adaptive),
            parameters};
  }
  /// The same packets in both stars, but for the rivals.
  void send_packets(Bench& bench, Cycle end) {
    for (const std::uint32_t rival : {5, 6}) bench.send(0, NodeId{rival}, NodeId{kLeaves}, 0xffff);
    for (std::uint32_t from = 0; from < kSenders; ++from) {
      RandomStream random(17, from);
      for (Cycle at = 20; at < end; at += 1 + random.below(2 * GetParam().between - 1)) {
        const auto to = static_cast<std::uint32_t>((from + 1 + random.below(kSenders - 1)) % kSenders);
        const auto flits = static_cast<std::uint16_t>(1 + random.below(GetParam().longest));
        for (const std::uint32_t star : {0u, kStar}) bench.send(at, NodeId{star + from}, NodeId{star + to}, flits);
      }
    }
  }
};

View view(const Bench& bench, SiteId site, PortId port, Vc vc) {
  const Router& router = bench.chip->router(site);
  View view{
      {}, router.occupancy(port, vc), router.credits(port, vc), router.output_free(port, vc), router.granted(port, vc),
      {}};
  if (const auto flit = router.sent(port))
    view.sent = {bench.chip->packets()[flit->packet].serial, flit->sequence, flit->vc};
  if (view.granted != kNoPort) view.granted_vc = router.granted_vc(port, vc);
  return view;
}

/// Returns whether all that can be seen of the senders' ports and of the PE's is the same in both stars.
bool are_alike(const Bench& bench) {
  const Router& router = bench.chip->router(kPassing);
  for (const PortId port : router.ports()) {
    if (port >= port_to(kSenders) && port != router.local_port()) continue;
    for (const Vc vc : router.vcs()) {
      if (!(view(bench, kBusy, port, vc) == view(bench, kPassing, port, vc))) return false;
    }
  }
  return true;
}

/// Returns whether a flit of the rivals is left that could leave in the next cycle.
bool has_other_work(const Bench& bench) {
  const Router& router = bench.chip->router(kBusy);
  for (const std::uint32_t rival : {5, 6}) {
    const Vc vc{static_cast<std::uint8_t>(rival % 2)};
    if (router.occupancy(port_to(rival), vc) != 0 && router.credits(port_to(kLeaves), vc) != 0) return true;
  }
  return false;
}

/// How many flits the passing router has sent in a cycle and kept in its buffers, and how often.
struct Traffic {
  unsigned one = 0;
  unsigned several = 0;
  unsigned kept = 0;

  void add(const Router& router) {
    unsigned sent = 0, buffered = 0;
    for (const PortId port : router.ports()) {
      sent += router.sent(port).has_value();
      for (const Vc vc : router.vcs()) buffered += router.occupancy(port, vc);
    }
    one += sent == 1;
    several += sent > 1;
    kept += buffered != 0;
  }
};

TEST_P(PassingOrNot, gives_the_same_flits_channels_and_credits_in_every_cycle) {
  Bench bench = make_bench();
  elaborate();
  constexpr Cycle kEnd = 3000;
  send_packets(bench, kEnd);
  bench.start();
  Traffic traffic;
  unsigned busy = 0;
  Cycle different = 0;
  const Wiretap tap(*bench.chip, [&](Cycle now) {
    if (different == 0 && !are_alike(bench)) different = now;
    busy += has_other_work(bench);
    traffic.add(bench.chip->router(kPassing));
  });
  bench.run(kEnd);
  EXPECT_EQ(different, 0u) << "the first cycle in which the two routers are different";
  EXPECT_GT(busy, kEnd * 9 / 10) << "the reference has gone through the stages in these cycles only";
  EXPECT_GT(traffic.one, 100u);
  EXPECT_GT(traffic.several, 100u);
  EXPECT_GT(traffic.kept, 100u) << "there were no rivals";
  std::map<NodeId, std::vector<std::tuple<std::uint64_t, Cycle, unsigned, RoutingState>>> arrived;
  for (const Record::Arrival& each : bench.record.arrivals) {
    arrived[each.destination].push_back({each.serial, each.delivered, each.hops, each.state});
  }
  for (std::uint32_t node = 0; node < kSenders; ++node) {
    EXPECT_EQ(arrived[NodeId{node}], arrived[NodeId{kStar + node}]);
  }
}

INSTANTIATE_TEST_SUITE_P(Stars, PassingOrNot,
                         testing::Values(Case{"one_flit", Choice::kAny, 2, 4, 0, 1, 1, 6},
                                         Case{"one_flit_with_few_credits", Choice::kAny, 2, 2, 0, 4, 1, 6},
                                         Case{"one_flit_under_load", Choice::kAny, 2, 4, 1, 2, 1, 2},
                                         Case{"short_packets", Choice::kAny, 2, 4, 0, 1, 4, 12},
                                         Case{"long_packets", Choice::kAny, 2, 4, 0, 1, 16, 60},
                                         Case{"few_credits", Choice::kAny, 3, 2, 0, 3, 3, 16},
                                         Case{"preferred_channels", Choice::kPreferred, 3, 4, 0, 1, 2, 6},
                                         Case{"adaptive_channels", Choice::kAdaptive, 2, 2, 0, 1, 3, 12},
                                         Case{"deferred_channels", Choice::kDeferred, 2, 4, 0, 1, 3, 12},
                                         Case{"separable", Choice::kAny, 2, 4, 0, 1, 4, 8, kSeparable},
                                         Case{"separable_adaptive", Choice::kAdaptive, 2, 2, 0, 1, 3, 12, kSeparable}),
                         [](const auto& chosen) { return chosen.param.name; });

}  // namespace
}  // namespace kintsugi::test
