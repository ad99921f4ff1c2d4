// The turns and channels that packets can use, beside those of all allowed routes of all pairs.
#include "models/routing/used_turns.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "models/registry/families.hpp"
#include "models/routing/allowed_routes.hpp"
#include "models/routing/message_classes.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

constexpr std::size_t kAllRoutes = 100'000;

struct ExpectedTurns {
  std::set<std::tuple<NodeId, PortId, PortId>> turns;
  std::map<PortRef, VcSet> channels;
};

/// Lists the routes of every pair of nodes in use.
ExpectedTurns turns_of_routes(const Network& network, const RoutingRelation& relation, NodeId unused = kNoNode) {
  ExpectedTurns expected;
  for (const NodeId source : ids<NodeId>(network.nodes())) {
    for (const NodeId destination : ids<NodeId>(network.nodes())) {
      if (source == destination || source == unused || destination == unused) continue;
      for (const AllowedRoute& route : allowed_routes(network, relation, source, destination, kAllRoutes).listed) {
        PortRef in{source, PortId::from(network.ports(source).size())};
        for (const AllowedHop& hop : route.hops) {
          expected.turns.insert({in.node, in.port, hop.out.port});
          expected.channels[hop.out] |= hop.vcs;
          in = hop.in;
        }
        expected.turns.insert({in.node, in.port, PortId::from(network.ports(in.node).size())});
      }
    }
  }
  return expected;
}

void expect_turns(const Network& network, const UsedTurns& used, const ExpectedTurns& expected) {
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    const std::size_t ports = network.ports(node).size() + 1;
    for (const PortId in : ids<PortId>(ports)) {
      for (const PortId out : ids<PortId>(ports)) {
        EXPECT_EQ(used.has_turn(node, in, out), expected.turns.contains({node, in, out}))
            << network.node_name(node) << ' ' << in.value << ' ' << out.value;
      }
      if (in == used.pe_port(node)) continue;
      const auto channels = expected.channels.find({node, in});
      EXPECT_EQ(used.channels({node, in}), channels == expected.channels.end() ? 0 : channels->second)
          << network.describe({node, in});
    }
  }
}

TEST(UsedTurns, are_those_of_the_allowed_routes_of_all_pairs) {
  const std::vector<std::pair<std::string, Parameters>> networks = {
      {"mesh", {{"sides", std::vector<std::int64_t>{3, 3}}}},
      {"torus", {{"sides", std::vector<std::int64_t>{3, 4}}}},
      {"srt1d", {{"n", std::int64_t{3}}}}};
  for (const auto& [kind, parameters] : networks) {
    const auto design = find_family(kind)->build(parameters);
    for (const RoutingInfo& info : design->routings()) {
      const auto relation = design->routing(info.name, info.default_vcs);
      if (relation->is_adaptive()) continue;  // routes of these are listed without the ports of arrival
      SCOPED_TRACE(kind + ' ' + info.name);
      expect_turns(design->network(), used_turns(design->network(), *relation),
                   turns_of_routes(design->network(), *relation));
    }
  }
}

TEST(UsedTurns, of_dimension_order_never_lead_from_y_to_x) {
  const auto design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{3, 3}}});
  const Network& network = design->network();
  const UsedTurns used = used_turns(network, *design->routing("dimension-order", 1));
  const NodeId centre{4};
  const auto port = [&](const char* name) { return network.port_named(centre, name); };
  EXPECT_TRUE(used.has_turn(centre, port("w"), port("n")));
  EXPECT_FALSE(used.has_turn(centre, port("s"), port("e")));
  EXPECT_TRUE(used.has_turn(centre, used.pe_port(centre), port("e")));
  EXPECT_TRUE(used.has_turn(centre, port("n"), used.pe_port(centre)));
  EXPECT_FALSE(used.has_turn(centre, used.pe_port(centre), used.pe_port(centre)));
}

TEST(UsedTurns, leave_out_the_packets_of_nodes_that_are_out_of_use) {
  const auto design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{3, 3}}});
  const auto relation = design->routing("dimension-order", 1);
  const std::vector<NodeId> unused = {NodeId{4}};
  const UsedTurns used = used_turns(design->network(), *relation, 1, unused);
  expect_turns(design->network(), used, turns_of_routes(design->network(), *relation, unused[0]));
  EXPECT_FALSE(used.has_turn(NodeId{4}, used.pe_port(NodeId{4}), PortId{0}));
}

TEST(UsedTurns, of_message_classes_have_the_channels_of_every_class) {
  const auto design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{2, 2}}});
  const auto inner = design->routing("dimension-order", 1);
  const MessageClasses relation(*inner, 3);
  const PortRef east{NodeId{0}, design->network().port_named(NodeId{0}, "e")};
  EXPECT_EQ(used_turns(design->network(), relation, 3).channels(east), 0b111u);
  EXPECT_EQ(used_turns(design->network(), relation, 2).channels(east), 0b011u);
}

}  // namespace
}  // namespace kintsugi
