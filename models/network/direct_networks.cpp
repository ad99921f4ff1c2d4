#include "models/network/direct_networks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/network/distance_sums.hpp"

namespace kintsugi::direct {

namespace {

using NodeList = std::vector<std::uint32_t>;

PlainGraph without_links(std::uint32_t nodes) {
  PlainGraph graph{std::vector<NodeList>(nodes), {}};
  for (const NodeId node : ids<NodeId>(nodes)) graph.sources.push_back(node);
  return graph;
}

/// Joins two nodes, unless they are the same or joined already.
void join(PlainGraph& graph, std::uint32_t a, std::uint32_t b) {
  if (a == b || std::ranges::find(graph.neighbours[a], b) != graph.neighbours[a].end()) return;
  graph.neighbours[a].push_back(b);
  graph.neighbours[b].push_back(a);
}

std::uint32_t flipped(std::uint32_t node, unsigned bit) {
  return node ^ 1u << bit;
}

/// Returns the neighbour in a crossed cube along a dimension.
std::uint32_t crossed(std::uint32_t node, unsigned dimension) {
  std::uint32_t far = flipped(node, dimension);
  for (unsigned pair = 0; pair < dimension / 2; ++pair) {
    if ((node >> 2 * pair & 1u) != 0) far = flipped(far, 2 * pair + 1);
  }
  return far;
}

/// Returns the number of a permutation in lexicographic order.
std::uint32_t number_of(const std::vector<unsigned>& permutation) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < permutation.size(); ++i) {
    const auto smaller = std::count_if(permutation.begin() + static_cast<std::ptrdiff_t>(i), permutation.end(),
                                       [&](unsigned symbol) { return symbol < permutation[i]; });
    number = number * static_cast<std::uint32_t>(permutation.size() - i) + static_cast<std::uint32_t>(smaller);
  }
  return number;
}

}  // namespace

PlainGraph de_bruijn(unsigned n) {
  const std::uint32_t nodes = 1u << n;
  PlainGraph graph = without_links(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (const std::uint32_t last : {0u, 1u}) join(graph, node, (2 * node + last) % nodes);
  }
  return graph;
}

PlainGraph kautz(unsigned n) {
  const std::uint32_t nodes = 3u << (n - 1);
  PlainGraph graph = without_links(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (const std::uint32_t step : {1u, 2u}) join(graph, node, (2 * nodes - 2 * node - step + nodes) % nodes);
  }
  return graph;
}

PlainGraph star_graph(unsigned n) {
  std::vector<unsigned> permutation(n);
  std::iota(permutation.begin(), permutation.end(), 0u);
  std::uint32_t nodes = 1;
  for (unsigned i = 2; i <= n; ++i) nodes *= i;
  PlainGraph graph = without_links(nodes);
  graph.sources = {NodeId{0}};  // all nodes are alike
  for (std::uint32_t node = 0; node < nodes; ++node, std::ranges::next_permutation(permutation)) {
    for (unsigned i = 1; i < n; ++i) {
      std::vector<unsigned> exchanged = permutation;
      std::swap(exchanged[0], exchanged[i]);
      join(graph, node, number_of(exchanged));
    }
  }
  return graph;
}

PlainGraph cube_connected_cycles(unsigned dimensions, unsigned cycle) {
  PlainGraph graph = without_links(cycle << dimensions);
  graph.sources.resize(cycle);  // all corners are alike
  for (std::uint32_t corner = 0; corner < 1u << dimensions; ++corner) {
    for (unsigned place = 0; place < cycle; ++place) {
      join(graph, corner * cycle + place, corner * cycle + (place + 1) % cycle);
      if (place < dimensions) join(graph, corner * cycle + place, flipped(corner, place) * cycle + place);
    }
  }
  return graph;
}

PlainGraph crossed_cube(unsigned n) {
  constexpr std::uint32_t kOddBits = 0xaaaaaaaa;
  PlainGraph graph = without_links(1u << n);
  std::erase_if(graph.sources, [](NodeId node) { return (node.value & kOddBits) != 0; });
  for (std::uint32_t node = 0; node < 1u << n; ++node) {
    for (unsigned dimension = 0; dimension < n; ++dimension) join(graph, node, crossed(node, dimension));
  }
  return graph;
}

PlainGraph midimew(std::uint32_t nodes) {
  std::uint32_t b = 1;
  while (2 * b * b < nodes) ++b;
  PlainGraph graph = without_links(nodes);
  graph.sources = {NodeId{0}};  // all nodes are alike
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (const std::uint32_t step : {b, b - 1}) join(graph, node, (node + step) % nodes);
  }
  return graph;
}

DiameterAndDegree torus_by_formula(std::span<const unsigned> sides) {
  DiameterAndDegree result;
  for (const unsigned side : sides) {
    result.diameter += side / 2;
    result.degree += 2;
  }
  return result;
}
DiameterAndDegree hypercube_by_formula(unsigned n) {
  return {n, n};
}
DiameterAndDegree de_bruijn_by_formula(unsigned n) {
  return {n, 4};
}
DiameterAndDegree kautz_by_formula(unsigned n) {
  return {n, 4};
}
DiameterAndDegree crossed_cube_by_formula(unsigned n) {
  return {(n + 2) / 2, n};
}

DiameterAndDegree diameter_and_degree(const PlainGraph& graph) {
  const Adjacency adjacency(graph.neighbours);
  return {sum_distances(adjacency, graph.sources).largest, adjacency.most_neighbours()};
}

}  // namespace kintsugi::direct
