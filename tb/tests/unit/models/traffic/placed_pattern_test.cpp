#include "models/traffic/placed_pattern.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace kintsugi {
namespace {

Network nodes(unsigned count) {
  Network network("test");
  const std::size_t layout = network.add_layout({});
  for (unsigned node = 0; node < count; ++node) network.add_node(std::to_string(node), layout);
  return network;
}

std::unique_ptr<const TrafficPattern> among(std::vector<std::uint32_t> list, const std::string& pattern = "uniform") {
  std::vector<NodeId> places;
  for (const std::uint32_t node : list) places.push_back(NodeId{node});
  return make_among(*find_pattern(pattern), {}, nodes(10), places);
}

TEST(PlacedPattern, only_nodes_of_the_list_send_and_receive) {
  const auto pattern = among({7, 2, 5});
  RandomStream random(1, 1);
  std::set<std::uint32_t> found;
  for (std::uint32_t node = 0; node < 10; ++node) {
    EXPECT_EQ(pattern->sends(NodeId{node}), node == 7 || node == 2 || node == 5) << node;
  }
  for (int packet = 0; packet < 100; ++packet) found.insert(pattern->destination(NodeId{2}, random).value);
  EXPECT_EQ(found, (std::set<std::uint32_t>{5, 7}));
}

TEST(PlacedPattern, a_permutation_is_that_of_the_places_in_the_list) {
  const auto pattern = among({9, 8, 1, 0}, "bit_complement");
  RandomStream random(1, 1);
  EXPECT_EQ(pattern->destination(NodeId{9}, random).value, 0u);
  EXPECT_EQ(pattern->destination(NodeId{8}, random).value, 1u);
}

TEST(PlacedPattern, a_wrong_list_is_refused) {
  const auto message = [](std::vector<std::uint32_t> list) -> std::string {
    try {
      among(std::move(list));
    } catch (const PatternError& error) {
      return error.parameter() + ": " + error.what();
    }
    return "";
  };
  EXPECT_EQ(message({3}), "among: at least two nodes are needed");
  EXPECT_EQ(message({3, 10}), "among: 10 is not a node; valid is 0 to 9");
  EXPECT_EQ(message({3, 4, 3}), "among: 3 comes twice; leave one out");
  EXPECT_THROW(among({1, 2, 3}, "transpose"), PatternError);
}

}  // namespace
}  // namespace kintsugi
