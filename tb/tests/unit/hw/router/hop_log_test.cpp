// The hop log of the routers and their counts of flits: compared with a wiretap on their links, with the observer of
// the packets, and with the links of the network.
#include <array>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

/// A head or a tail that leaves a router: cycle, site, port, packet.
using Departure = std::tuple<Cycle, SiteId, PortId, PacketName>;
using Departures = std::multiset<Departure>;

std::vector<LoggedHop> all_hops(const HopLog& log) {
  std::vector<LoggedHop> hops;
  for (const auto& block : log.blocks()) hops.insert(hops.end(), block.begin(), block.end());
  return hops;
}

void add_hop(HopLog& log, Cycle head, PacketName packet) {
  *log.place() = LoggedHop();
  log.place()->head = head;
  log.place()->packet = packet;
  log.keep();
}

/// A mesh with the logs of its threads.
struct LoggedMesh {
  explicit LoggedMesh(const PacketFilter& filter = {}, bool counts_flits = false, bool logs_hops = true,
                      bool counts_passages = false) {
    logs.emplace_back(filter);
    ChipParameters parameters = chip_with(4, 1, 1);
    if (logs_hops) parameters.hop_logs = logs;
    parameters.counts_flits = counts_flits;
    parameters.counts_passages = counts_passages;
    bench = std::make_unique<Bench>("mesh", Parameters{{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order",
                                    parameters, false, 2, Parameters{}, Multicasts::kTree);
    elaborate();
  }
  /// Runs packets of one to five flits until the last one has arrived; every third is a multicast if they are wanted.
  void run(bool multicasts) {
    for (std::uint32_t i = 0; i < 160; ++i) {
      const NodeId from{i % 16}, to{(i * 7 + i / 16 + 1) % 16}, other{(i * 5 + 3) % 16};
      if (from == to) continue;
      const auto flits = static_cast<std::uint16_t>(1 + i % 5);
      if (multicasts && i % 3 == 0 && other != to && other != from) {
        bench->multicast_to(i / 4, from, {to, other}, std::min<std::uint16_t>(flits, 4));
      } else {
        bench->send(i / 4, from, to, flits);
      }
    }
    bench->start();
    bench->run(2000);
    ASSERT_EQ(bench->chip->packets().live(), 0u);
  }
  std::map<PacketName, std::vector<LoggedHop>> routes() const {
    std::map<PacketName, std::vector<LoggedHop>> routes;
    for (const LoggedHop& hop : all_hops(logs[0])) routes[hop.packet].push_back(hop);
    return routes;
  }
  SiteId site(const LoggedHop& hop) const { return bench->chip->modules().site_of[hop.router]; }

  std::vector<HopLog> logs;
  std::unique_ptr<Bench> bench;
};

/// What leaves the routers: heads and tails.
struct Seen {
  Departures heads;
  Departures tails;
};

/// Returns what a wiretap has seen of the packets of the traffic for which `wanted` holds.
template <typename Wanted>
Seen seen_by(const Wiretap& tap, const Wanted& wanted) {
  Seen seen;
  for (const Sighting& each : tap.all()) {
    if (each.serial >= kFirstAcknowledgement) continue;
    const PacketName packet{each.source, static_cast<std::uint32_t>(each.serial)};
    if (!wanted(packet)) continue;
    if (each.flit.head()) seen.heads.insert({each.cycle, each.site, each.port, packet});
    if (each.flit.tail()) seen.tails.insert({each.cycle, each.site, each.port, packet});
  }
  return seen;
}

Seen logged_in(const LoggedMesh& mesh) {
  Seen logged;
  for (const LoggedHop& hop : all_hops(mesh.logs[0])) {
    logged.heads.insert({hop.head, mesh.site(hop), PortId{hop.out}, hop.packet});
    logged.tails.insert({hop.tail, mesh.site(hop), PortId{hop.out}, hop.packet});
  }
  return logged;
}

TEST(HopLog, has_the_heads_and_the_tails_that_a_wiretap_sees_on_the_links) {
  LoggedMesh mesh;
  const Wiretap tap(*mesh.bench->chip);
  mesh.run(true);
  const Seen seen = seen_by(tap, [](PacketName) { return true; });
  const Seen logged = logged_in(mesh);
  ASSERT_GT(seen.heads.size(), 500u) << "nothing is tested";
  EXPECT_TRUE(logged.heads == seen.heads);
  EXPECT_TRUE(logged.tails == seen.tails);
}

void expect_counts_of_a_wiretap(bool logs_hops) {
  LoggedMesh mesh({}, true, logs_hops);
  const Wiretap tap(*mesh.bench->chip);
  mesh.run(true);
  std::map<std::pair<SiteId, PortId>, std::uint64_t> seen;
  for (const Sighting& each : tap.all()) ++seen[{each.site, each.port}];
  std::uint64_t flits = 0;
  for (std::uint32_t site = 0; site < mesh.bench->chip->sites(); ++site) {
    const Router& router = mesh.bench->chip->router(SiteId{site});
    for (const PortId port : router.ports()) {
      const std::uint64_t sent = router.flits_sent(port);
      EXPECT_EQ(sent, (seen[{SiteId{site}, port}])) << site;
      flits += sent;
    }
  }
  EXPECT_EQ(flits, tap.all().size()) << "body flits and acknowledgements count too";
  EXPECT_GT(flits, 1000u) << "nothing is tested";
  if (!logs_hops) return;
  const Seen all = seen_by(tap, [](PacketName) { return true; });
  EXPECT_TRUE(logged_in(mesh).heads == all.heads);
  EXPECT_TRUE(logged_in(mesh).tails == all.tails);
}

TEST(FlitsSent, are_those_that_a_wiretap_sees_on_the_links) {
  expect_counts_of_a_wiretap(false);
}
TEST(FlitsSent, leave_the_hop_log_as_it_is) {
  expect_counts_of_a_wiretap(true);
}

using Passage = std::tuple<SiteId, PortId, PortId, Vc>;

std::map<Passage, std::uint64_t> passages_of(const Chip& chip) {
  std::map<Passage, std::uint64_t> passages;
  for (std::uint32_t site = 0; site < chip.sites(); ++site) {
    const Router& router = chip.router(SiteId{site});
    for (const PortId in : router.ports()) {
      for (const PortId out : router.ports()) {
        for (const Vc vc : router.vcs()) {
          if (const std::uint64_t count = router.packets_passed(in, out, vc); count != 0) {
            passages[{SiteId{site}, in, out, vc}] = count;
          }
        }
      }
    }
  }
  return passages;
}

TEST(PacketsPassed, are_the_hops_of_the_log_by_port_in_and_channel_out) {
  LoggedMesh mesh({}, false, true, true);
  mesh.run(false);
  std::map<Passage, std::uint64_t> logged;
  for (const LoggedHop& hop : all_hops(mesh.logs[0])) {
    ++logged[{mesh.site(hop), PortId{hop.in}, PortId{hop.out}, hop.out_vc}];
  }
  ASSERT_GT(logged.size(), 50u) << "nothing is tested";
  EXPECT_TRUE(passages_of(*mesh.bench->chip) == logged);
}

TEST(PacketsPassed, count_each_branch_of_a_multicast_and_acknowledgements) {
  LoggedMesh mesh({}, false, false, true);
  const Wiretap tap(*mesh.bench->chip);
  mesh.run(true);
  std::map<std::pair<SiteId, PortId>, std::uint64_t> seen, passed;
  for (const Sighting& each : tap.all()) {
    if (each.flit.head()) ++seen[{each.site, each.port}];
  }
  for (const auto& [passage, count] : passages_of(*mesh.bench->chip)) {
    passed[{std::get<0>(passage), std::get<2>(passage)}] += count;
  }
  ASSERT_GT(seen.size(), 50u) << "nothing is tested";
  EXPECT_TRUE(passed == seen);
}

TEST(HopLog, has_all_hops_of_the_packets_that_its_filter_takes_and_no_others) {
  LoggedMesh mesh({.source = NodeId{5}, .from = 3, .to = 30});
  const Wiretap tap(*mesh.bench->chip);
  mesh.run(true);
  std::set<PacketName> taken;
  for (const Record::Arrival& arrival : mesh.bench->record.arrivals) {
    if (arrival.source != NodeId{5} || arrival.created < 3 || arrival.created > 30) continue;
    taken.insert({arrival.source, static_cast<std::uint32_t>(arrival.serial)});
  }
  ASSERT_GT(taken.size(), 3u) << "nothing is tested";
  const Seen seen = seen_by(tap, [&](PacketName packet) { return taken.contains(packet); });
  const Seen logged = logged_in(mesh);
  EXPECT_TRUE(logged.heads == seen.heads);
  EXPECT_TRUE(logged.tails == seen.tails);
}

TEST(HopLog, leads_each_packet_along_links_from_its_source_to_where_the_observer_sees_it_arrive) {
  LoggedMesh mesh;
  mesh.run(false);
  const auto routes = mesh.routes();
  ASSERT_GT(mesh.bench->record.arrivals.size(), 100u) << "nothing is tested";
  EXPECT_EQ(routes.size(), mesh.bench->record.arrivals.size());
  for (const Record::Arrival& arrival : mesh.bench->record.arrivals) {
    const std::vector<LoggedHop>& hops = routes.at({arrival.source, static_cast<std::uint32_t>(arrival.serial)});
    ASSERT_EQ(hops.size(), arrival.hops + 1);
    EXPECT_EQ(mesh.site(hops.front()).value, arrival.source.value);
    EXPECT_EQ(mesh.site(hops.back()).value, arrival.destination.value);
    EXPECT_GT(hops.front().head, arrival.injected);
    EXPECT_EQ(hops.back().tail + 1, arrival.delivered) << "the PE is one cycle away";
    for (std::size_t i = 0; i + 1 < hops.size(); ++i) {
      const PortRef far = mesh.bench->network().peer({NodeId{mesh.site(hops[i]).value}, PortId{hops[i].out}}).value();
      EXPECT_EQ(far.node.value, mesh.site(hops[i + 1]).value);
      EXPECT_EQ(far.port.value, hops[i + 1].in);
      EXPECT_EQ(hops[i].out_vc, hops[i + 1].in_vc);
      EXPECT_LT(hops[i].head, hops[i + 1].head);
    }
  }
}

TEST(HopLog, keeps_the_order_and_the_number_of_hops_over_its_blocks) {
  HopLog log(PacketFilter{});
  Packet packet;
  packet.serial = kFirstAcknowledgement - 1;
  EXPECT_TRUE(log.takes(packet));
  packet.serial = kFirstAcknowledgement;
  EXPECT_FALSE(log.takes(packet));
  EXPECT_EQ(log.size(), 0u);
  std::vector<LoggedHop*> places;
  for (std::uint32_t i = 0; i < 2 * HopLog::kBlock + 5; ++i) {
    places.push_back(log.place());
    add_hop(log, i, {NodeId{3}, i});
  }
  for (std::size_t i = 0; i < places.size(); ++i) places[i]->tail = i + 1;
  EXPECT_EQ(log.size(), places.size());
  const std::vector<LoggedHop> hops = all_hops(log);
  ASSERT_EQ(hops.size(), places.size());
  for (std::uint32_t i = 0; i < hops.size(); ++i) {
    EXPECT_EQ(hops[i].packet, (PacketName{NodeId{3}, i}));
    EXPECT_EQ(hops[i].head, i);
    EXPECT_EQ(hops[i].tail, i + 1);
  }
}

/// Three packets take turns, more than a block of hops each; the second log goes on where the first one ends.
TEST(HopLog, chains_the_hops_of_each_packet_in_their_order_over_blocks_and_logs) {
  constexpr std::uint32_t kOfOne = 2 * HopLog::kBlock;
  std::vector<HopLog> logs;
  for (Cycle begin = 0; begin < 2; ++begin) {
    logs.emplace_back(PacketFilter{});
    for (std::uint32_t i = 0; i < kOfOne; ++i) add_hop(logs.back(), begin * kOfOne + i, {NodeId{0}, i % 3});
  }
  std::array<LoggedHop*, 4> first{};
  for (HopLog& log : std::views::reverse(logs)) {
    log.chain([&](PacketName packet) -> LoggedHop*& { return first[packet.serial]; });
  }
  std::size_t chained = 0;
  for (std::uint32_t packet = 0; packet < 3; ++packet) {
    std::vector<Cycle> expected, found;
    for (Cycle cycle = 0; cycle < 2 * kOfOne; ++cycle) {
      if (cycle % kOfOne % 3 == packet) expected.push_back(cycle);
    }
    for (const LoggedHop* hop = first[packet]; hop != nullptr; hop = hop->next) found.push_back(hop->head);
    EXPECT_TRUE(found == expected) << packet;
    chained += found.size();
  }
  EXPECT_EQ(chained, 2 * kOfOne);
  EXPECT_EQ(first[3], nullptr) << "a packet without hops";
}

}  // namespace
}  // namespace kintsugi::test
