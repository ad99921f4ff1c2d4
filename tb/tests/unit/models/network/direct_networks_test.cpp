// The networks with which the papers compare theirs: by other algorithms and by the published theorems.
#include "models/network/direct_networks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "models/grid/family.hpp"
#include "models/network/metrics.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::direct {
namespace {

/// Returns diameter and degree from all nodes, by a table of all distances (Floyd and Warshall).
DiameterAndDegree by_all_pairs(const PlainGraph& graph) {
  const std::size_t nodes = graph.neighbours.size();
  std::vector<std::vector<unsigned>> distance(nodes, std::vector<unsigned>(nodes, 10000));
  DiameterAndDegree result;
  for (std::size_t node = 0; node < nodes; ++node) {
    distance[node][node] = 0;
    for (const std::uint32_t far : graph.neighbours[node]) distance[node][far] = 1;
    result.degree = std::max(result.degree, static_cast<unsigned>(graph.neighbours[node].size()));
  }
  for (std::size_t k = 0; k < nodes; ++k) {
    for (std::size_t i = 0; i < nodes; ++i) {
      for (std::size_t j = 0; j < nodes; ++j) {
        distance[i][j] = std::min(distance[i][j], distance[i][k] + distance[k][j]);
      }
    }
  }
  for (const auto& row : distance) result.diameter = std::max(result.diameter, *std::ranges::max_element(row));
  return result;
}

TEST(DirectNetworks, the_search_from_the_sources_finds_the_diameter_of_all_pairs) {
  for (const PlainGraph& graph :
       {de_bruijn(6), kautz(6), star_graph(5), cube_connected_cycles(4, 4), cube_connected_cycles(3, 8),
        crossed_cube(6), crossed_cube(7), midimew(97), midimew(128)}) {
    EXPECT_EQ(diameter_and_degree(graph), by_all_pairs(graph)) << graph.neighbours.size();
  }
}

TEST(DirectNetworks, a_source_that_stands_for_no_other_is_noticed) {
  PlainGraph cycles = cube_connected_cycles(3, 8);
  cycles.sources = {NodeId{1}};  // between two nodes with a link of the cube; nodes 3 to 7 have none
  EXPECT_NE(diameter_and_degree(cycles), by_all_pairs(cycles));
}

TEST(DirectNetworks, formulas_agree_with_the_graphs) {
  for (unsigned n = 3; n <= 9; ++n) {
    EXPECT_EQ(diameter_and_degree(de_bruijn(n)), de_bruijn_by_formula(n)) << n;
    EXPECT_EQ(diameter_and_degree(kautz(n)), kautz_by_formula(n)) << n;
    EXPECT_EQ(diameter_and_degree(crossed_cube(n)), crossed_cube_by_formula(n)) << n;
  }
}

DiameterAndDegree of_grid(const Family& family, const Parameters& parameters) {
  const Metrics metrics = measure(family.build(parameters)->network());
  return {metrics.diameter, metrics.degree_max};
}

TEST(DirectNetworks, formulas_agree_with_the_networks_of_the_grid) {
  const std::vector<std::int64_t> tori[]{{8, 8}, {5, 7}, {4, 6, 9}};
  for (const std::vector<std::int64_t>& sides : tori) {
    const std::vector<unsigned> same(sides.begin(), sides.end());
    EXPECT_EQ(of_grid(grid::TorusFamily(), {{"sides", sides}}), torus_by_formula(same));
  }
  for (unsigned n = 3; n <= 8; ++n) {
    EXPECT_EQ(of_grid(grid::HypercubeFamily(), {{"n", std::int64_t{n}}}), hypercube_by_formula(n));
  }
}

/// Words over three letters without equal neighbours, joined if one is the other moved by a letter.
TEST(DirectNetworks, the_kautz_graph_is_that_of_words) {
  const unsigned length = 5;
  std::vector<std::string> words{"a", "b", "c"};
  for (unsigned i = 1; i < length; ++i) {
    std::vector<std::string> longer;
    for (const std::string& word : words) {
      for (const char letter : std::string("abc")) {
        if (letter != word.back()) longer.push_back(word + letter);
      }
    }
    words = longer;
  }
  std::map<std::string, std::uint32_t> number;
  for (const std::string& word : words) number.emplace(word, static_cast<std::uint32_t>(number.size()));
  std::vector<std::set<std::uint32_t>> joined(words.size());
  for (const auto& [word, node] : number) {
    for (const char letter : std::string("abc")) {
      const auto far = number.find(word.substr(1) + letter);
      if (far == number.end()) continue;
      joined[node].insert(far->second);
      joined[far->second].insert(node);
    }
  }
  PlainGraph of_words{{}, {}};
  for (std::uint32_t node = 0; node < joined.size(); ++node) {
    of_words.neighbours.emplace_back(joined[node].begin(), joined[node].end());
    of_words.sources.push_back(NodeId{node});
  }
  const PlainGraph graph = kautz(length);
  ASSERT_EQ(graph.neighbours.size(), words.size());
  EXPECT_EQ(diameter_and_degree(graph), diameter_and_degree(of_words));
  const auto histogram = [](const PlainGraph& of) {
    std::map<std::size_t, unsigned> degrees;
    for (const auto& neighbours : of.neighbours) ++degrees[neighbours.size()];
    return degrees;
  };
  EXPECT_EQ(histogram(graph), histogram(of_words));
}

/// Efe's definition by recursion: two crossed cubes of n - 1 dimensions, the second with a leading 1. Nodes of both are
/// joined if their pairs of bits 2 i + 1 and 2 i below the leading one are related, 00 to 00, 10 to 10 and 01 to 11. Of
/// an even n the bit below the leading one is in no pair; it is the same in both.
bool are_joined(unsigned n, std::uint32_t a, std::uint32_t b) {
  if (n == 1) return a != b;
  const std::uint32_t top = 1u << (n - 1);
  if ((a & top) == (b & top)) return are_joined(n - 1, a & (top - 1), b & (top - 1));
  if (n % 2 == 0 && ((a ^ b) >> (n - 2) & 1u) != 0) return false;
  for (unsigned i = 0; i < (n - 1) / 2; ++i) {
    const std::uint32_t pair = a >> 2 * i & 3u;
    const std::uint32_t related = pair == 1 ? 3 : pair == 3 ? 1 : pair;
    if ((b >> 2 * i & 3u) != related) return false;
  }
  return true;
}

TEST(DirectNetworks, the_crossed_cube_is_that_of_the_definition_by_recursion) {
  for (unsigned n = 1; n <= 8; ++n) {
    const PlainGraph cube = crossed_cube(n);
    for (std::uint32_t a = 0; a < cube.neighbours.size(); ++a) {
      const std::set<std::uint32_t> joined(cube.neighbours[a].begin(), cube.neighbours[a].end());
      ASSERT_EQ(joined.size(), n);
      for (std::uint32_t b = 0; b < cube.neighbours.size(); ++b) {
        ASSERT_EQ(joined.contains(b), a != b && are_joined(n, a, b)) << n << ": " << a << " and " << b;
      }
    }
  }
}

TEST(DirectNetworks, the_star_graph_has_the_diameter_of_its_theorem) {
  for (unsigned n = 3; n <= 7; ++n) {
    EXPECT_EQ(diameter_and_degree(star_graph(n)), (DiameterAndDegree{3 * (n - 1) / 2, n - 1})) << n;
  }
}

TEST(DirectNetworks, cube_connected_cycles_have_the_diameter_of_their_theorem) {
  for (unsigned n = 4; n <= 8; ++n) {
    EXPECT_EQ(diameter_and_degree(cube_connected_cycles(n, n)), (DiameterAndDegree{2 * n + n / 2 - 2, 3})) << n;
  }
}

TEST(DirectNetworks, a_midimew_has_the_least_diameter_of_degree_4) {
  for (const std::uint32_t nodes : {13u, 25u, 41u, 64u, 100u, 145u}) {
    // 2 k^2 + 2 k + 1 nodes are within distance k in the plane.
    unsigned least = 0;
    while (2 * least * least + 2 * least + 1 < nodes) ++least;
    EXPECT_EQ(diameter_and_degree(midimew(nodes)).diameter, least) << nodes;
  }
}

}  // namespace
}  // namespace kintsugi::direct
