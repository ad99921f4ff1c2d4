// Traffic patterns: the destinations of every node. Permutations are compared with tables and with definitions written
// by coordinates or by bits as text; random patterns are compared with their distributions.
#include "models/traffic/pattern.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace kintsugi {
namespace {

Network plain(std::uint32_t nodes) {
  Network network("plain");
  const std::size_t layout = network.add_layout({"a"});
  for (std::uint32_t node = 0; node < nodes; ++node) network.add_node("n" + std::to_string(node), layout);
  return network;
}

Network grid(std::vector<unsigned> sides, bool wraps = true) {
  std::uint32_t nodes = 1;
  for (const unsigned side : sides) nodes *= side;
  Network network = plain(nodes);
  network.set_grid({std::move(sides), wraps});
  return network;
}

std::unique_ptr<const TrafficPattern> make(const std::string& name, const Network& network,
                                           const PatternOptions& options = {}) {
  return find_pattern(name)->make(network, options);
}

/// Returns the destination of every node; the node itself if it sends nothing.
std::vector<std::uint32_t> images(const std::string& name, const Network& network) {
  const auto pattern = make(name, network, {.self = true});
  RandomStream random(1, 1);
  const std::uint64_t untouched = RandomStream(random).next();
  std::vector<std::uint32_t> all;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    all.push_back(pattern->sends(NodeId{node}) ? pattern->destination(NodeId{node}, random).value : node);
    EXPECT_EQ(pattern->sends(NodeId{node}), all.back() != node);
  }
  EXPECT_EQ(random.next(), untouched) << "permutations draw nothing";
  return all;
}

using Image = std::function<std::uint32_t(std::uint32_t)>;

void expect_images(const std::string& name, const Network& network, const Image& definition) {
  const std::vector<std::uint32_t> found = images(name, network);
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    EXPECT_EQ(found[node], definition(node)) << name << " of " << node;
  }
  EXPECT_EQ(std::set(found.begin(), found.end()).size(), network.nodes()) << name << " is a permutation";
}

/// The node number as text of bits, changed as text, and read again.
template <unsigned kBits, class Change>
Image by_bits(Change change) {
  return [change](std::uint32_t node) {
    std::string bits = std::bitset<kBits>(node).to_string();
    change(bits);
    return static_cast<std::uint32_t>(std::bitset<kBits>(bits).to_ulong());
  };
}

TEST(Permutations, bits_are_inverted_reversed_rotated) {
  expect_images("bit_complement", plain(32), by_bits<5>([](std::string& bits) {
                  for (char& bit : bits) bit = bit == '0' ? '1' : '0';
                }));
  expect_images("bit_reverse", plain(32), by_bits<5>([](std::string& bits) { std::ranges::reverse(bits); }));
  expect_images("shuffle", plain(32),
                by_bits<5>([](std::string& bits) { std::ranges::rotate(bits, bits.begin() + 1); }));
  expect_images("transpose", plain(64),
                by_bits<6>([](std::string& bits) { std::ranges::rotate(bits, bits.begin() + 3); }));
}

TEST(Permutations, work_up_to_65536_nodes) {
  expect_images("bit_reverse", plain(65536), by_bits<16>([](std::string& bits) { std::ranges::reverse(bits); }));
  expect_images("shuffle", plain(2), [](std::uint32_t node) { return node; });
}

TEST(Permutations, transpose_swaps_x_and_y_on_any_square) {
  const Image swapped = [](std::uint32_t node) { return node % 6 * 6 + node / 6; };
  expect_images("transpose", grid({6, 6}), swapped);
  expect_images("transpose", grid({6, 6}, false), swapped);
}

TEST(Permutations, transpose_on_a_square_of_2_m_is_the_swap_of_the_halves) {
  EXPECT_EQ(images("transpose", grid({8, 8})), images("transpose", plain(64)));
}

TEST(Permutations, tornado_goes_half_the_ring_less_one_in_every_dimension) {
  expect_images("tornado", grid({8}), [](std::uint32_t node) { return (node + 3) % 8; });
  expect_images("tornado", grid({7}), [](std::uint32_t node) { return (node + 3) % 7; });
  expect_images("tornado", grid({8, 4}),
                [](std::uint32_t node) { return (node / 8 + 1) % 4 * 8 + (node % 8 + 3) % 8; });
  expect_images("tornado", grid({4, 6, 8}), [](std::uint32_t node) {
    const std::uint32_t x = node % 4, y = node / 4 % 6, z = node / 24;
    return (x + 1) % 4 + 4 * ((y + 2) % 6) + 24 * ((z + 3) % 8);
  });
}

TEST(Permutations, neighbour_goes_one_further_in_x_and_around) {
  expect_images("neighbour", grid({5, 3}), [](std::uint32_t node) { return node / 5 * 5 + (node % 5 + 1) % 5; });
  EXPECT_EQ(images("neighbour", grid({4})), (std::vector<std::uint32_t>{1, 2, 3, 0}));
}

TEST(Permutations, fixed_points_send_nothing) {
  const Network square = grid({4, 4});
  const auto transpose = make("transpose", square);
  for (std::uint32_t node = 0; node < 16; ++node) EXPECT_EQ(transpose->sends(NodeId{node}), node % 5 != 0) << node;
  const auto tornado = make("tornado", grid({2, 2}));
  for (std::uint32_t node = 0; node < 4; ++node) EXPECT_FALSE(tornado->sends(NodeId{node}));
}

TEST(Permutations, tables_of_eight_nodes) {
  EXPECT_EQ(images("bit_complement", plain(8)), (std::vector<std::uint32_t>{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(images("bit_reverse", plain(8)), (std::vector<std::uint32_t>{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(images("shuffle", plain(8)), (std::vector<std::uint32_t>{0, 2, 4, 6, 1, 3, 5, 7}));
}

using Shares = std::map<std::uint32_t, double>;  // destination -> probability

/// Returns whether draws have the distribution: none outside, chi-square of the rest within four deviations.
void expect_distribution(const TrafficPattern& pattern, std::uint32_t source, const Shares& shares) {
  constexpr int kDraws = 40000;
  RandomStream random(7, source);
  std::map<std::uint32_t, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[pattern.destination(NodeId{source}, random).value];
  for (const auto& [node, count] : counts) ASSERT_TRUE(shares.contains(node)) << source << " to " << node;
  double chi_square = 0;
  for (const auto& [node, share] : shares) {
    const double expected = kDraws * share;
    chi_square += (counts[node] - expected) * (counts[node] - expected) / expected;
  }
  const double freedom = static_cast<double>(shares.size()) - 1;
  EXPECT_LE(chi_square, freedom + 4 * std::sqrt(2 * freedom) + 1e-9) << "from " << source;
}

Shares evenly(const std::set<std::uint32_t>& nodes) {
  Shares shares;
  for (const std::uint32_t node : nodes) shares[node] = 1.0 / static_cast<double>(nodes.size());
  return shares;
}

std::set<std::uint32_t> all_but(std::uint32_t nodes, std::uint32_t left_out) {
  std::set<std::uint32_t> all;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (node != left_out) all.insert(node);
  }
  return all;
}

TEST(Uniform, every_other_node_alike_and_itself_only_if_asked) {
  for (const std::uint32_t source : {0u, 7u, 20u}) {
    expect_distribution(*make("uniform", plain(21)), source, evenly(all_but(21, source)));
    expect_distribution(*make("uniform", plain(21), {.self = true}), source, evenly(all_but(21, 21)));
  }
}

TEST(Hotspot, gets_its_share_and_its_part_of_the_rest) {
  const auto pattern = make("hotspot", plain(16), {.node = 5, .share = 0.25});
  for (const std::uint32_t source : {0u, 4u, 6u, 15u}) {
    Shares shares = evenly(all_but(16, source));
    for (auto& [node, share] : shares) share = share * 0.75 + (node == 5 ? 0.25 : 0);
    expect_distribution(*pattern, source, shares);
  }
  expect_distribution(*pattern, 5, evenly(all_but(16, 5)));
}

TEST(Hotspot, with_self_the_hot_node_sends_to_itself_as_the_others_do) {
  const auto pattern = make("hotspot", plain(8), {.self = true, .node = 2, .share = 0.5});
  Shares shares = evenly(all_but(8, 8));
  for (auto& [node, share] : shares) share = share / 2 + (node == 2 ? 0.5 : 0);
  expect_distribution(*pattern, 2, shares);
  expect_distribution(*pattern, 3, shares);
}

TEST(Hotspot, share_0_is_uniform_and_share_1_is_all) {
  expect_distribution(*make("hotspot", plain(8), {.node = 2, .share = 0}), 1, evenly(all_but(8, 1)));
  expect_distribution(*make("hotspot", plain(8), {.node = 2, .share = 1}), 1, {{2, 1.0}});
}

TEST(Hotspots, get_their_shares_and_their_part_of_the_rest) {
  const std::vector<HotNode> hot = {{5, 0.25}, {0, 0.1}, {9, 0.05}};
  for (const bool self : {false, true}) {
    const auto pattern = make("hotspot", plain(16), {.self = self, .hot = hot});
    for (const std::uint32_t source : {0u, 5u, 9u, 11u}) {
      double rest = 0.6;
      for (const HotNode& node : hot) rest += !self && node.node == source ? node.share : 0;
      Shares shares = evenly(all_but(16, self ? 16 : source));
      for (auto& [node, share] : shares) share *= rest;
      for (const HotNode& node : hot) {
        if (self || node.node != source) shares[node.node] += node.share;
      }
      expect_distribution(*pattern, source, shares);
    }
  }
}

TEST(Hotspots, with_all_shares_send_nowhere_else) {
  const std::vector<HotNode> tenths(10, HotNode{0, 0.1});
  std::vector<HotNode> hot = tenths;  // ten times 0.1 is not quite 1
  for (std::uint32_t node = 0; node < 10; ++node) hot[node].node = node;
  Shares shares;
  for (const HotNode& node : hot) shares[node.node] = 0.1;
  expect_distribution(*make("hotspot", plain(16), {.hot = hot}), 12, shares);
  expect_distribution(*make("hotspot", plain(16), {.hot = {{3, 0.75}, {7, 0.25}, {8, 0}}}), 1, {{3, 0.75}, {7, 0.25}});
}

TEST(Hotspots, of_one_node_are_that_hotspot) {
  const auto first = [](const PatternOptions& options, std::uint32_t source) {
    RandomStream random(1, 9);
    std::vector<std::uint32_t> all;
    const auto pattern = make("hotspot", plain(64), options);
    for (int i = 0; i < 50; ++i) all.push_back(pattern->destination(NodeId{source}, random).value);
    return all;
  };
  for (const std::uint32_t source : {9u, 40u}) {
    EXPECT_EQ(first({.hot = {{40, 0.5}}}, source), first({.node = 40, .share = 0.5}, source));
  }
}

/// The k x k nodes around (x, y) of a grid, literally.
std::set<std::uint32_t> square_around(int width, int height, bool wraps, int k, int x, int y) {
  std::set<std::uint32_t> nodes;
  for (int dy = -((k - 1) / 2); dy <= k / 2; ++dy) {
    for (int dx = -((k - 1) / 2); dx <= k / 2; ++dx) {
      const bool inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
      if (!wraps && !inside) continue;
      nodes.insert(static_cast<std::uint32_t>((y + dy + height) % height * width + (x + dx + width) % width));
    }
  }
  return nodes;
}

TEST(Area, is_uniform_over_the_square_around_the_source) {
  for (const bool wraps : {true, false}) {
    for (const int k : {2, 3, 4, 5}) {
      for (const bool self : {false, true}) {
        const auto pattern = make("area", grid({7, 5}, wraps), {.self = self, .k = static_cast<unsigned>(k)});
        for (const auto& [x, y] : {std::pair{0, 0}, {3, 2}, {6, 0}, {1, 4}}) {
          const auto source = static_cast<std::uint32_t>(y * 7 + x);
          auto nodes = square_around(7, 5, wraps, k, x, y);
          if (!self) nodes.erase(source);
          ASSERT_EQ(pattern->sends(NodeId{source}), !nodes.empty());
          if (!nodes.empty()) expect_distribution(*pattern, source, evenly(nodes));
        }
      }
    }
  }
}

TEST(Area, columns_lay_out_a_network_without_coordinates_by_number) {
  const auto pattern = make("area", plain(35), {.k = 3, .columns = 7});
  auto nodes = square_around(7, 5, true, 3, 6, 4);
  nodes.erase(34);
  expect_distribution(*pattern, 34, evenly(nodes));
}

TEST(Area, a_corner_without_a_node_around_it_sends_nothing) {
  const auto pattern = make("area", grid({4, 4}, false), {.k = 2});
  EXPECT_FALSE(pattern->sends(NodeId{15}));
  EXPECT_TRUE(pattern->sends(NodeId{14}));
}

std::string refusal(const std::string& name, const Network& network, const PatternOptions& options = {}) {
  try {
    make(name, network, options);
  } catch (const PatternError& error) {
    return error.parameter() + ": " + error.what();
  }
  return "none";
}

TEST(Patterns, say_which_network_they_need) {
  EXPECT_EQ(refusal("transpose", plain(32)),
            "pattern: transpose needs a square grid or 2^(2m) nodes; this network has 32 nodes, not on a grid");
  EXPECT_EQ(refusal("transpose", grid({6, 4})),
            "pattern: transpose needs a square grid or 2^(2m) nodes; this network has 24 nodes");
  for (const std::string name : {"bit_complement", "bit_reverse", "shuffle"}) {
    EXPECT_EQ(refusal(name, grid({6, 6})), "pattern: " + name + " needs 2^m nodes; this network has 36 nodes");
  }
  for (const std::string name : {"tornado", "neighbour"}) {
    EXPECT_EQ(refusal(name, plain(16)),
              "pattern: " + name + " needs nodes on a grid; this network has 16 nodes, not on a grid");
  }
  EXPECT_EQ(refusal("area", plain(16)),
            "pattern: area needs a grid of two dimensions, or columns; this network is not on a grid");
  EXPECT_EQ(refusal("area", grid({4, 4, 4})),
            "pattern: area needs a grid of two dimensions, or columns; this network has 3");
}

TEST(Patterns, check_their_options) {
  EXPECT_EQ(refusal("hotspot", plain(16), {.node = 16}), "node: node is 16; valid is 0 to 15");
  EXPECT_EQ(refusal("hotspot", plain(16), {.share = 1.5}), "share: a share lies between 0 and 1");
  EXPECT_EQ(refusal("hotspot", plain(16), {.hot = {{1, 0.1}, {16, 0.1}}}), "hotspots: node is 16; valid is 0 to 15");
  EXPECT_EQ(refusal("hotspot", plain(16), {.hot = {{1, 0.1}, {2, -1}}}), "hotspots: a share lies between 0 and 1");
  EXPECT_EQ(refusal("hotspot", plain(16), {.hot = {{1, 0.1}, {1, 0.1}}}), "hotspots: node 1 comes twice");
  EXPECT_EQ(refusal("hotspot", plain(16), {.hot = {{1, 0.6}, {2, 0.5}}}), "hotspots: the shares add up to more than 1");
  EXPECT_EQ(refusal("area", grid({8, 4}), {.k = 5}), "k: k must be 2 to 4 on a grid whose shortest side is 4, not 5");
  EXPECT_EQ(refusal("area", grid({8, 4}), {.k = 1}), "k: k must be 2 to 4 on a grid whose shortest side is 4, not 1");
  EXPECT_EQ(refusal("area", grid({8, 4}), {.k = 4}), "none");
  EXPECT_EQ(refusal("area", plain(32), {.columns = 5}),
            "columns: columns is 5, which does not divide the 32 nodes into rows");
  EXPECT_EQ(refusal("area", plain(32), {.columns = 32}),
            "columns: columns is 32, which does not divide the 32 nodes into rows");
  EXPECT_EQ(refusal("area", plain(32), {.k = 5, .columns = 8}),
            "k: k must be 2 to 4 on a grid whose shortest side is 4, not 5");
}

TEST(Patterns, for_a_network_are_those_it_can_have) {
  EXPECT_EQ(patterns_for(plain(20)), (std::vector<std::string>{"uniform", "hotspot"}));
  EXPECT_EQ(patterns_for(grid({5, 5})),
            (std::vector<std::string>{"uniform", "transpose", "tornado", "neighbour", "hotspot", "area"}));
  EXPECT_EQ(patterns_for(grid({8, 8})).size(), patterns().size());
  EXPECT_EQ(find_pattern("nonsense"), nullptr);
}

TEST(Patterns, golden_first_destinations) {
  const auto first = [](const std::string& name, const PatternOptions& options) {
    RandomStream random(1, 9);
    const auto pattern = make(name, grid({8, 8}), options);
    std::vector<std::uint32_t> all;
    for (int i = 0; i < 6; ++i) all.push_back(pattern->destination(NodeId{9}, random).value);
    return all;
  };
  using List = std::vector<std::uint32_t>;
  EXPECT_EQ(first("uniform", {}), (List{31, 20, 11, 10, 4, 50}));
  EXPECT_EQ(first("hotspot", {.node = 40, .share = 0.5}), (List{40, 40, 40, 40, 40, 52}));
  EXPECT_EQ(first("area", {.k = 3}), (List{8, 2, 1, 1, 0, 17}));
}

}  // namespace
}  // namespace kintsugi
