#include "models/routing/dependencies.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kintsugi {
namespace {

/// Two nodes with so many links between them that the channels of one fill many words.
Network bundle(std::uint16_t links) {
  Network network("bundle");
  const KindId base = network.add_kind("base");
  const std::size_t router = network.add_layout(PortLayout(links, "p"));
  for (const char* name : {"a", "b"}) network.add_node(name, router);
  for (std::uint16_t port = 0; port < links; ++port) {
    network.connect({NodeId{0}, PortId{port}}, {NodeId{1}, PortId{port}}, base);
  }
  return network;
}

std::vector<std::uint32_t> wanted_after(const DependencyGraph& graph, std::uint32_t from) {
  std::vector<std::uint32_t> all;
  std::uint32_t bit = 0;
  while (const auto wanted = graph.next(from, bit)) all.push_back(*wanted);
  return all;
}

TEST(Dependencies, are_listed_as_they_were_added) {
  constexpr std::uint16_t kLinks = 40;
  const Network network = bundle(kLinks);
  for (const unsigned vcs : {1u, 2u, 3u, 5u, 8u, 17u, 32u}) {
    const ChannelNumbers numbers(network, vcs);
    DependencyGraph graph(numbers);
    const std::uint32_t from = numbers.number({NodeId{0}, PortId{39}}, vcs - 1);
    std::vector<std::uint32_t> expected;
    for (std::uint16_t port = 0; port < kLinks; port += 3) {
      graph.add(from, PortId{port}, vc_bit(0) | vc_bit(vcs - 1));
      expected.push_back(numbers.number({NodeId{1}, PortId{port}}, 0));
      if (vcs > 1) expected.push_back(numbers.number({NodeId{1}, PortId{port}}, vcs - 1));
    }
    EXPECT_EQ(wanted_after(graph, from), expected) << vcs;
    EXPECT_EQ(graph.size(), expected.size());
    EXPECT_TRUE(wanted_after(graph, from - 1).empty());
  }
}

TEST(Dependencies, count_once_however_often_they_are_added) {
  const Network network = bundle(2);
  const ChannelNumbers numbers(network, 2);
  DependencyGraph graph(numbers);
  graph.add(0, PortId{1}, 1);
  graph.add(0, PortId{1}, 3);
  graph.add(0, PortId{1}, 1);
  EXPECT_EQ(graph.size(), 2u);
}

TEST(Dependencies, there_and_back_is_a_cycle) {
  const Network network = bundle(2);
  const ChannelNumbers numbers(network, 1);
  DependencyGraph graph(numbers);
  graph.add(numbers.number({NodeId{0}, PortId{0}}, 0), PortId{1}, 1);
  EXPECT_FALSE(graph.has_cycle());
  graph.add(numbers.number({NodeId{1}, PortId{1}}, 0), PortId{0}, 1);
  EXPECT_TRUE(graph.has_cycle());
  EXPECT_EQ(graph.find_cycle(),
            (std::vector<Channel>{{{NodeId{0}, PortId{0}}, Vc{0}}, {{NodeId{1}, PortId{1}}, Vc{0}}}));
}

}  // namespace
}  // namespace kintsugi
