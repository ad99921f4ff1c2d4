#include "models/routing/routed_network.hpp"

#include <gtest/gtest.h>

#include "models/network/network.hpp"

namespace kintsugi {
namespace {

/// Nodes with two ports; a link joins port 1 of its first node to port 0 of its second.
Network linked(const std::string& name, std::uint32_t nodes, const std::vector<std::pair<unsigned, unsigned>>& links) {
  Network network(name);
  const KindId kind = network.add_kind("base");
  const std::size_t layout = network.add_layout({"w", "e"});
  for (std::uint32_t node = 0; node < nodes; ++node) network.add_node(name + std::to_string(node), layout);
  for (const auto& [a, b] : links) network.connect({NodeId{a}, PortId{1}}, {NodeId{b}, PortId{0}}, kind);
  return network;
}

TEST(RoutedNetwork, is_known_by_its_links_and_not_by_names_or_their_order) {
  const auto of = [](const Network& network) { return routed_network(network); };
  const RoutedNetwork ring = of(linked("a", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
  EXPECT_TRUE(ring.is_wired_as(of(linked("b", 4, {{3, 0}, {1, 2}, {0, 1}, {2, 3}}))));
  EXPECT_FALSE(ring.is_wired_as(of(linked("a", 4, {{0, 2}, {2, 1}, {1, 3}, {3, 0}}))));
  EXPECT_FALSE(ring.is_wired_as(of(linked("a", 4, {{0, 1}, {1, 2}, {2, 3}}))));
  EXPECT_FALSE(ring.is_wired_as(of(linked("a", 5, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}))));
  EXPECT_FALSE(ring.is_wired_as(of(linked("a", 4, {{1, 0}, {2, 1}, {3, 2}, {0, 3}}))))
      << "the same neighbours at other ports";
  EXPECT_EQ(ring.name, "a");
}

TEST(RoutedNetwork, is_the_same_whichever_end_of_a_link_comes_first) {
  Network one("one"), other("other");
  for (Network* const each : {&one, &other}) {
    const KindId kind = each->add_kind("base");
    const std::size_t layout = each->add_layout({"w", "e"});
    const PortRef a{each->add_node("a", layout), PortId{0}}, b{each->add_node("b", layout), PortId{1}};
    each->connect(each == &one ? a : b, each == &one ? b : a, kind);
  }
  EXPECT_TRUE(routed_network(one).is_wired_as(routed_network(other)));
}

}  // namespace
}  // namespace kintsugi
