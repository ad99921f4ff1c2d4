#include "models/network/network.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

namespace kintsugi {
namespace {

/// Two routers with ports "e" and "w", not linked yet.
struct TwoNodes {
  Network network{"two"};
  KindId base = network.add_kind("base");
  std::size_t router = network.add_layout({"e", "w"});
  NodeId a = network.add_node("a", router, {0, 0});
  NodeId b = network.add_node("b", router, {1, 0});
  PortId e{0};
  PortId w{1};
};

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Network, both_ends_of_a_link_see_each_other) {
  TwoNodes two;
  two.network.connect({two.a, two.e}, {two.b, two.w}, two.base);
  EXPECT_EQ(two.network.peer({two.a, two.e}), (PortRef{two.b, two.w}));
  EXPECT_EQ(two.network.peer({two.b, two.w}), (PortRef{two.a, two.e}));
  EXPECT_EQ(two.network.kind_at({two.b, two.w}), two.base);
}

TEST(Network, a_port_without_a_link_is_open) {
  TwoNodes two;
  EXPECT_EQ(two.network.peer({two.a, two.e}), std::nullopt);
  EXPECT_EQ(two.network.peers(two.a)[1].node, kNoNode);
}

TEST(Network, ports_are_found_and_described_by_name) {
  TwoNodes two;
  EXPECT_EQ(two.network.port_named(two.b, "w"), two.w);
  EXPECT_EQ(two.network.port_named(two.b, "n"), kNoPort);
  EXPECT_EQ(two.network.describe({two.b, two.w}), "b.w");
}

TEST(Network, a_loop_between_two_ports_of_a_node_is_allowed) {
  TwoNodes two;
  two.network.connect({two.a, two.e}, {two.a, two.w}, two.base);
  EXPECT_EQ(two.network.peer({two.a, two.e}), (PortRef{two.a, two.w}));
}

TEST(Network, linking_a_port_twice_is_refused) {
  TwoNodes two;
  two.network.connect({two.a, two.e}, {two.b, two.w}, two.base);
  EXPECT_EQ(message_of([&] {
              two.network.connect({two.b, two.e}, {two.a, two.e}, two.base);
            }),
            "port a.e is linked twice");
  EXPECT_EQ(two.network.peer({two.b, two.e}), std::nullopt) << "a refused link must change nothing";
}

TEST(Network, linking_a_port_to_itself_is_refused) {
  TwoNodes two;
  EXPECT_EQ(message_of([&] {
              two.network.connect({two.a, two.e}, {two.a, two.e}, two.base);
            }),
            "port a.e cannot be linked to itself");
}

TEST(Network, linking_what_does_not_exist_is_refused) {
  TwoNodes two;
  EXPECT_EQ(message_of([&] {
              two.network.connect({two.a, PortId{2}}, {two.b, two.w}, two.base);
            }),
            "node 0 has no port 2");
  EXPECT_EQ(message_of([&] {
              two.network.connect({two.a, two.e}, {NodeId{2}, two.w}, two.base);
            }),
            "node 2 has no port 1");
  EXPECT_EQ(message_of([&] { two.network.connect({two.a, two.e}, {two.b, two.w}, KindId{1}); }), "unknown link kind 1");
}

TEST(Network, a_node_of_an_unknown_layout_is_refused) {
  TwoNodes two;
  EXPECT_EQ(message_of([&] { two.network.add_node("c", 1); }), "node 'c' asks for an unknown port layout");
}

TEST(Network, a_router_with_too_many_ports_is_refused) {
  Network network("wide");
  EXPECT_NO_THROW(network.add_layout(PortLayout(63, "p")));
  EXPECT_EQ(message_of([&] { network.add_layout(PortLayout(64, "p")); }),
            "a router has at most 63 network ports, not 64");
}

TEST(Network, the_sides_of_its_grid_fit_its_nodes) {
  Network network("grid");
  const std::size_t layout = network.add_layout({"a"});
  for (int i = 0; i < 6; ++i) network.add_node("n" + std::to_string(i), layout);
  EXPECT_TRUE(network.grid().sides.empty());
  network.set_grid({{3, 2}, false});
  EXPECT_EQ(network.grid().sides, (std::vector<unsigned>{3, 2}));
  EXPECT_FALSE(network.grid().wraps);
  EXPECT_THROW(network.set_grid({{3, 3}, true}), std::invalid_argument);
  EXPECT_THROW(network.set_grid({{}, true}), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi
