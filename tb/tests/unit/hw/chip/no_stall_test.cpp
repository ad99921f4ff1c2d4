// A chip whose parameters are left alone, with any routing of any kind of network, delivers every packet, or is refused
// with the reason: none stalls in silence.
#include <gtest/gtest.h>

#include <set>

#include "models/general/routings.hpp"
#include "models/routing/message_classes.hpp"
#include "tb/testbench/watchdog.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"
#include "tb/tests/unit/models/general/holes.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

using Sides = std::vector<std::int64_t>;

/// A small network of each family, and those with parameters that add a routing.
const std::vector<std::pair<std::string, Parameters>>& networks_of_all_families() {
  static const std::vector<std::pair<std::string, Parameters>> all = {
      {"srt1d", {{"n", std::int64_t{4}}}},
      {"srt2d", {{"n", std::int64_t{2}}}},
      {"srt3d", {{"n", std::int64_t{2}}}},
      {"mesh", {{"sides", Sides{4, 4}}}},
      {"torus", {{"sides", Sides{4, 4}}}},
      {"torus", {{"sides", Sides{5, 3}}}},
      {"hypercube", {{"n", std::int64_t{4}}}},
      {"full", {{"nodes", std::int64_t{6}}}},
      {"rdt", {{"side", std::int64_t{16}}}},
      {"rdt", {{"side", std::int64_t{9}}, {"cardinal", std::int64_t{3}}, {"assignment", std::string("perfect")}}},
      {"sse", {{"n", std::int64_t{4}}}},
      {"mandala", {{"ports", std::int64_t{3}}, {"levels", std::int64_t{2}}}}};
  return all;
}

/// Packets of uniform traffic on a chip with the default parameters and the channels that the routing needs.
struct Outcome {
  std::uint64_t created = 0;
  std::uint64_t delivered = 0;
  std::string refused = {};  ///< why the chip was not made
  std::string stalled = {};  ///< what its watchdog reports
};

Outcome outcome_of(const Network& network, const RoutingRelation& relation, unsigned vcs) {
  const KeptReports kept;
  Record record;
  ChipParameters parameters;
  parameters.router.vcs = vcs;
  std::optional<Chip> chip;
  try {
    chip.emplace("net", ChipPlan{&network, &relation}, parameters, record);
  } catch (const std::invalid_argument& error) {
    return {0, 0, error.what()};
  }
  const Watchdog watchdog("watchdog", *chip, 1'000);
  elaborate();
  const Cycle end = part_of(1'000, 3'000);
  const BernoulliTraffic drawn(find_pattern("uniform")->make(network, {}), PacketLengths(5), 0.6);
  std::vector<NodeTraffic> traffic(network.nodes());
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    traffic[node.index()].source = std::make_unique<BernoulliSource>(node, drawn, 7, chip->clock().next(), end);
  }
  chip->nodes().start_traffic(traffic, chip->clock().next());
  chip->clock().run_until(end);
  while (chip->packets().live() != 0 && !watchdog.has_reported() && chip->clock().next() < 100 * end) {
    chip->clock().run_until(chip->clock().next() + 500);
  }
  return {record.created_packets, record.arrivals.size(), "", watchdog.text()};
}

/// Expects that a chip with the channels that the routing needs delivers everything, and that one with fewer is
/// refused.
void expect_no_stall(const std::string& name, const Network& network, const RoutingRelation& relation) {
  for (const unsigned vcs : std::set<unsigned>{ChipParameters().router.vcs, relation.vcs()}) {
    in_child([&] {
      SCOPED_TRACE(name + " by " + relation.name() + ", channels: " + std::to_string(vcs));
      const Outcome outcome = outcome_of(network, relation, vcs);
      if (vcs < relation.vcs()) {
        EXPECT_NE(outcome.refused.find("virtual channel"), std::string::npos) << outcome.refused;
        return std::string();
      }
      if (relation.can_deadlock()) {
        EXPECT_NE(outcome.refused.find("is not free of deadlock"), std::string::npos) << outcome.refused;
        return std::string();
      }
      EXPECT_EQ(outcome.refused, "");
      EXPECT_EQ(outcome.stalled, "");
      EXPECT_GT(outcome.created, 20 * network.nodes());
      EXPECT_EQ(outcome.delivered, outcome.created);
      return std::string();
    });
  }
}

TEST(NoStall, every_routing_of_every_family_delivers_all_or_is_refused) {
  std::set<std::string> covered, wanted;
  for (const auto& [kind, parameters] : networks_of_all_families()) {
    const auto design = find_family(kind)->build(parameters);
    for (const RoutingInfo& info : design->routings()) {
      for (const unsigned vcs : std::set<unsigned>{info.min_vcs, info.default_vcs}) {
        expect_no_stall(design->network().name(), design->network(), *design->routing(info.name, vcs));
      }
      covered.insert(kind + ' ' + info.name);
    }
  }
  for (const Family* family : families()) {
    for (const FamilyRouting& each : family->routings()) wanted.insert(family->kind() + ' ' + each.info.name);
  }
  EXPECT_EQ(covered, wanted);
  EXPECT_GT(covered.size(), 15u);
}

TEST(NoStall, the_routings_of_every_network_deliver_all) {
  std::vector<std::pair<std::string, Network>> networks;
  for (const auto& [kind, parameters] : networks_of_all_families()) {
    networks.emplace_back(kind, general::test::family_network(kind, parameters));
  }
  networks.emplace_back("graph", general::test::random_graph(16, 30, 1));
  std::set<std::string> kinds;
  for (const auto& [kind, network] : networks) {
    kinds.insert(kind);
    for (const RoutingInfo& info : general::routings()) {
      expect_no_stall(network.name(), network, *general::make_routing(network, info.name, info.default_vcs));
    }
  }
  EXPECT_EQ(kinds.size(), families().size());
}

/// The summary of a routing says what the relation does, too.
TEST(NoStall, the_routings_that_are_refused_are_those_that_say_that_they_are_not_free_of_deadlock) {
  unsigned refused = 0;
  for (const auto& [kind, parameters] : networks_of_all_families()) {
    const auto design = find_family(kind)->build(parameters);
    for (const RoutingInfo& info : design->routings()) {
      const auto relation = design->routing(info.name, info.default_vcs);
      EXPECT_EQ(relation->can_deadlock(), info.summary.find("not free of deadlock") != std::string::npos) << info.name;
      refused += relation->can_deadlock();
    }
  }
  EXPECT_EQ(refused, 5u);
}

TEST(NoStall, a_routing_that_is_known_to_deadlock_is_accepted_on_request) {
  const auto design = find_family("rdt")->build({{"side", std::int64_t{16}}});
  const std::shared_ptr<const RoutingRelation> relation = design->routing("floating", 1);
  EXPECT_TRUE(MessageClasses(*relation, 2).can_deadlock());
  EXPECT_TRUE(general::with_detours(design->network(), relation)->can_deadlock());
  Record record;
  ChipParameters parameters;
  parameters.accepts_deadlock = true;
  EXPECT_NO_THROW(Chip("net", ChipPlan{&design->network(), relation.get()}, parameters, record));
}

/// A ring without a second channel stalls: the test would see it.
TEST(NoStall, a_routing_that_deadlocks_is_seen) {
  in_child([] {
    const Network network = make_plain_ring(6);
    const FunctionRelation relation(1, [](const RouteQuery&, Candidates& out) {
      out.push_back({PortId{0}, all_vcs(1), 0});
    });
    const Outcome outcome = outcome_of(network, relation, 1);
    EXPECT_NE(outcome.stalled, "");
    EXPECT_LT(outcome.delivered, outcome.created);
    return std::string();
  });
}

}  // namespace
}  // namespace kintsugi::test
