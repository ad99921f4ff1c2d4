// The SRT of three dimensions: its links and distances by brute force from the definition of the paper, its routes as
// those of the rings of its lines, the proofs, and the definition that was not taken.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <set>
#include <tuple>

#include "models/network/metrics.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"
#include "models/srt/minimal.hpp"
#include "models/srt/paper_table.hpp"
#include "models/srt/routing.hpp"
#include "models/srt/topology.hpp"
#include "tb/tests/unit/models/part_of_a_proof.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::srt {
namespace {

constexpr Variant kVariants[] = {Variant::kStandard, Variant::kLong, Variant::kShort};
constexpr RingAlgorithm kAlgorithms[] = {RingAlgorithm::kRecursive, RingAlgorithm::kMonotone};

bool exists(Variant variant, unsigned n) {
  return variant != Variant::kShort || n >= 3;
}

Torus space(Variant variant, unsigned n, bool uniform) {
  const unsigned T = period_exponent(variant, n);
  return {n, T, uniform ? uniform_shift(n, T, 3) : 1, 3};
}

/// Calls `check` for every variant that there is, with the 1-shift and the uniform shift.
void for_each_space(unsigned n, const std::function<void(const Torus&)>& check) {
  for (const Variant variant : kVariants) {
    if (!exists(variant, n)) continue;
    for (const bool uniform : {false, true}) check(space(variant, n, uniform));
  }
}

// ---- Links and distances, by brute force ---------------------------------------------------------------------------

using Levels = std::array<unsigned, 3>;  ///< of a node, along x, y and z
using LevelMap = std::vector<Levels>;    ///< by number of the node

/// Equation (3) of Inoguchi and Horiguchi 1996, with definitions 4 and 5 for the other variants: the level of each node
/// of a ring.
std::vector<unsigned> ring_levels(Variant variant, unsigned n) {
  std::vector<unsigned> levels(1u << n, 0);
  for (unsigned l = 1; l < n; ++l) {
    for (unsigned i = 0; i < 1u << (n - l); ++i) levels[(1u << l) * i + (1u << (l - 1))] = l;
  }
  const std::size_t half = levels.size() / 2, quarter = levels.size() / 4;
  if (variant == Variant::kLong) levels[0] = levels[half] = n - 1;
  if (variant == Variant::kShort) levels[0] = levels[quarter] = levels[half] = levels[half + quarter] = n - 2;
  return levels;
}

/// Equation (4) with a second shift t: x_l = 2^l i + 2^(l-1) - s y - t z. A node has one level for all axes.
LevelMap one_level_a_node(Variant variant, unsigned n, unsigned s, unsigned t) {
  const std::vector<unsigned> of_ring = ring_levels(variant, n);
  const unsigned N = 1u << n;
  LevelMap levels(N * N * N);
  for (unsigned z = 0; z < N; ++z) {
    for (unsigned y = 0; y < N; ++y) {
      for (unsigned i = 0; i < N; ++i) {
        const unsigned x = (i + N * N * N - s * y % N - t * z % N) % N;
        levels[x + N * (y + N * z)].fill(of_ring[i]);
      }
    }
  }
  return levels;
}

/// The definition that was not taken: along x the two-dimensional shift of y, along y that of z, along z that of x. A
/// node has as many links, but a level of its own along each axis.
LevelMap level_for_each_axis(Variant variant, unsigned n, unsigned s) {
  const std::vector<unsigned> of_ring = ring_levels(variant, n);
  const unsigned N = 1u << n;
  LevelMap levels;
  for (unsigned z = 0; z < N; ++z) {
    for (unsigned y = 0; y < N; ++y) {
      for (unsigned x = 0; x < N; ++x) {
        levels.push_back({of_ring[(x + s * y) % N], of_ring[(y + s * z) % N], of_ring[(z + s * x) % N]});
      }
    }
  }
  return levels;
}

/// The nodes that links of one length lead to from a node.
std::vector<unsigned> linked(unsigned N, unsigned node, unsigned axis, unsigned length) {
  const unsigned stride = axis == 0 ? 1 : axis == 1 ? N : N * N;
  const unsigned at = node / stride % N, rest = node - at * stride;
  return {rest + (at + length) % N * stride, rest + (at + N - length) % N * stride};
}

using Neighbours = std::vector<std::vector<unsigned>>;

Neighbours neighbours_of(unsigned N, const LevelMap& levels) {
  Neighbours all(levels.size());
  for (unsigned node = 0; node < levels.size(); ++node) {
    for (unsigned axis = 0; axis < 3; ++axis) {
      for (const unsigned level : std::set<unsigned>{0, levels[node][axis]}) {
        for (const unsigned far : linked(N, node, axis, 1u << level)) all[node].push_back(far);
      }
    }
  }
  return all;
}

struct Distances {
  unsigned diameter = 0;
  std::uint64_t sum = 0;
  std::uint64_t pairs = 0;
  double average() const { return double(sum) / double(pairs); }
};

/// From the first nodes, or from every node, without any symmetry.
Distances distances_of(const Neighbours& neighbours, std::size_t sources) {
  Distances distances;
  for (unsigned from = 0; from < sources; ++from) {
    std::vector<int> hops(neighbours.size(), -1);
    std::vector<unsigned> queue{from};
    hops[from] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const unsigned at = queue[next];
      for (const unsigned far : neighbours[at]) {
        if (hops[far] >= 0) continue;
        hops[far] = hops[at] + 1;
        queue.push_back(far);
      }
      distances.sum += static_cast<unsigned>(hops[at]);
      distances.diameter = std::max(distances.diameter, static_cast<unsigned>(hops[at]));
    }
    EXPECT_EQ(queue.size(), neighbours.size());
    distances.pairs += queue.size() - 1;
  }
  return distances;
}

void expect_links_and_distances(Variant variant, unsigned n, unsigned s) {
  const Network network = make_network(Torus{n, period_exponent(variant, n), s, 3});
  SCOPED_TRACE(network.name());
  const Neighbours neighbours = neighbours_of(1u << n, one_level_a_node(variant, n, s, s * s));
  ASSERT_EQ(network.nodes(), neighbours.size());
  std::size_t ends = 0;
  for (unsigned node = 0; node < neighbours.size(); ++node) {
    std::set<unsigned> found;
    for (const PortRef& far : network.peers(NodeId{node})) {
      if (far.node != kNoNode) found.insert(far.node.value);
      ends += far.node != kNoNode;
    }
    ASSERT_EQ(found, std::set<unsigned>(neighbours[node].begin(), neighbours[node].end())) << node;
    ASSERT_LE(network.ports(NodeId{node}).size(), 12u);
  }
  EXPECT_EQ(ends, 2 * network.links().size());
  const Distances distances = distances_of(neighbours, neighbours.size());
  const Metrics metrics = measure(network);
  EXPECT_EQ(metrics.diameter, distances.diameter);
  EXPECT_DOUBLE_EQ(metrics.average_distance, distances.average());
}

TEST(SrtThreeDimensions, links_and_distances_to_512_nodes_are_those_of_the_definition) {
  for (unsigned n = 2; n <= 3; ++n) {
    for (const Variant variant : kVariants) {
      if (!exists(variant, n)) continue;
      for (unsigned s = 1; s < 1u << n; s += 2) expect_links_and_distances(variant, n, s);
    }
  }
}

TEST(SrtThreeDimensionsSlow, links_and_distances_of_4096_nodes_are_those_of_the_definition) {
  unsigned turn = 0;
  for (const Variant variant : kVariants) {
    for (const unsigned s : {1u, uniform_shift(4, period_exponent(variant, 4), 3), 5u}) {
      if (turn++ % test::part_of(4u, 1u) == 0) expect_links_and_distances(variant, 4, s);  // another shift for each
    }
  }
}

TEST(SrtThreeDimensions, a_node_has_12_links_where_its_level_is_not_the_highest) {
  const Torus torus = space(Variant::kStandard, 4, true);
  const Network network = make_network(torus);
  for (const NodeId node : ids<NodeId>(torus.nodes())) {
    const auto links =
        std::ranges::count_if(network.peers(node), [](const PortRef& far) { return far.node != kNoNode; });
    const unsigned level =
        torus.level(node);  // the links of the highest level join opposite nodes: one along each axis
    ASSERT_EQ(links, level == 0 ? 6 : level == 3 ? 9 : 12);
  }
}

// ---- The definitions that were not taken; the page of the family has these figures ---------------------------------

/// Returns average and diameter, from the first nodes.
std::string figures_of(unsigned n, const LevelMap& levels, std::size_t sources) {
  const Distances distances = distances_of(neighbours_of(1u << n, levels), sources);
  char words[32];
  std::snprintf(words, sizeof words, "%.4f/%u", distances.average(), distances.diameter);
  return words;
}

/// Compares one level a node with a level for each axis, from every node.
void expect_figures(Variant variant, unsigned n, const std::string& taken, const std::string& other) {
  const unsigned s = uniform_shift(n, period_exponent(variant, n), 3);
  const std::size_t all = std::size_t{1} << 3 * n;
  EXPECT_EQ(figures_of(n, one_level_a_node(variant, n, s, s * s), all), taken);
  EXPECT_EQ(figures_of(n, level_for_each_axis(variant, n, s), all), other);
}

TEST(SrtThreeDimensions, a_level_for_each_axis_makes_no_distance_shorter) {
  expect_figures(Variant::kStandard, 2, "2.3413/4", "2.4603/5");
  expect_figures(Variant::kLong, 2, "2.2857/3", "2.2857/3");
  expect_figures(Variant::kStandard, 3, "3.5969/6", "3.7226/6");
  expect_figures(Variant::kLong, 3, "3.4765/6", "3.6360/6");
  expect_figures(Variant::kShort, 3, "3.7573/6", "3.7573/6");
}

TEST(SrtThreeDimensionsSlow, a_level_for_each_axis_makes_distances_of_4096_nodes_longer) {
  expect_figures(Variant::kStandard, 4, "4.9253/8", "5.1227/8");
  if (!test::runs_whole_tests()) return;
  expect_figures(Variant::kLong, 4, "4.7890/7", "4.9775/8");
  expect_figures(Variant::kShort, 4, "4.9971/9", "5.2584/9");
}

/// Nodes with the same x + s y + t z are alike, so one row of nodes stands for all.
TEST(SrtThreeDimensionsSlow, of_the_shifts_of_planes_the_square_is_the_best_on_262144_nodes) {
  // The table of the page has 8.2734/13 for the square.
  EXPECT_EQ(figures_of(6, one_level_a_node(Variant::kStandard, 6, 5, 5), 64), "8.3490/13");
  if (!test::runs_whole_tests()) return;
  EXPECT_EQ(figures_of(6, one_level_a_node(Variant::kStandard, 6, 5, 25), 64), "8.2734/13");
  EXPECT_EQ(figures_of(6, one_level_a_node(Variant::kStandard, 6, 9, 81), 64), "8.4025/13");
}

// ---- The table on the page -----------------------------------------------------------------------------------------

TEST(SrtThreeDimensionsSlow, the_table_has_the_figures_of_the_page) {
  const PaperTable table = space_table({});
  const std::vector<std::vector<std::string>> expected{{"2.3413/4", "3.5969/6", "4.9664/8", "6.6726/11", "8.7158/15"},
                                                       {"2.2857/3", "3.4765/6", "4.7890/7", "6.4865/10", "8.5237/13"},
                                                       {"", "3.7573/6", "4.9971/9", "6.5341/10", "8.4410/13"},
                                                       {"2.3413/4", "3.5969/6", "4.9253/8", "6.5088/11", "8.2734/13"},
                                                       {"2.2857/3", "3.4765/6", "4.7890/7", "6.4023/10", "8.1856/12"},
                                                       {"", "3.7573/6", "4.9971/9", "6.5341/10", "8.2960/13"}};
  ASSERT_EQ(table.rows.size(), expected.size());
  for (std::size_t row = 0; row < expected.size(); ++row) {
    EXPECT_EQ(table.rows[row].computed, expected[row]) << table.rows[row].label;
  }
}

// ---- Routes: those of the rings, one line after the other ----------------------------------------------------------

/// Counts the steps back along an axis to the node where the line's ring begins: x + s y + s^2 z is 0 there.
unsigned place_on_ring(const Torus& torus, NodeId node, unsigned axis) {
  const unsigned N = torus.size();
  Levels at{node.value % N, node.value / N % N, node.value / N / N};
  unsigned steps = 0;
  while ((at[0] + torus.s * at[1] + torus.s * torus.s * at[2]) % N != 0) {
    at[axis] = (at[axis] + N - 1) % N;
    ++steps;
  }
  return steps;
}

/// A channel that a packet takes: the axis, the place on its ring and the virtual channel.
using Hop = std::tuple<unsigned, unsigned, unsigned>;

/// Returns the hops of a packet by a relation that has one candidate with one channel, and where it ends.
template <class Place>
std::vector<Hop> hops_of(const Network& network, const RoutingRelation& relation, NodeId from, NodeId to, Place place) {
  std::vector<Hop> hops;
  RouteQuery query{from, kNoPort, Vc{}, from, to, 0};
  while (query.at != to && hops.size() < 100) {
    Candidates candidates;
    relation.route(query, candidates);
    const auto vc = static_cast<std::uint8_t>(std::countr_zero(candidates.at(0).vcs));
    const unsigned axis = candidates[0].port.value % (network.ports(from).size() / 2) / 2;
    hops.push_back({axis, place(query.at, axis), vc});
    const PortRef far = network.peer({query.at, candidates[0].port}).value();
    query = {far.node, far.port, Vc{vc}, from, to, candidates[0].state};
  }
  return hops;
}

/// Returns the hops that the rings make: along x to the destination's x, then along y, then along z.
std::vector<Hop> hops_on_rings(const Torus& torus, RingAlgorithm algorithm, NodeId from, NodeId to) {
  const Network ring_network = make_network(torus.ring());
  const RingRelation relation(torus.ring(), algorithm, 2);
  std::vector<Hop> hops;
  NodeId turn = from;
  for (unsigned axis = 0; axis < 3; ++axis) {
    NodeId next = turn;
    while (torus.coordinate(next, axis) != torus.coordinate(to, axis)) next = torus.ahead(next, axis, 1);
    const NodeId start{place_on_ring(torus, turn, axis)}, end{place_on_ring(torus, next, axis)};
    for (const auto& [_, at, vc] :
         hops_of(ring_network, relation, start, end, [](NodeId node, unsigned) { return node.value; })) {
      hops.push_back({axis, at, vc});
    }
    turn = next;
  }
  return hops;
}

void expect_routes_of_rings(const Torus& torus, unsigned stride) {
  const Network network = make_network(torus);
  const auto place = [&torus](NodeId node, unsigned axis) { return place_on_ring(torus, node, axis); };
  for (const RingAlgorithm algorithm : kAlgorithms) {
    const TorusRelation relation(torus, algorithm, 2);
    for (unsigned from = 0; from < torus.nodes(); from += stride) {
      for (const NodeId to : ids<NodeId>(torus.nodes())) {
        ASSERT_EQ(hops_of(network, relation, NodeId{from}, to, place),
                  hops_on_rings(torus, algorithm, NodeId{from}, to))
            << network.name() << ' ' << relation.name() << ' ' << from << " to " << to.value;
      }
    }
  }
}

TEST(SrtThreeDimensions, a_packet_follows_the_ring_of_its_line_along_x_then_y_then_z) {
  for_each_space(2, [](const Torus& torus) { expect_routes_of_rings(torus, 1); });
  for_each_space(3, [](const Torus& torus) { expect_routes_of_rings(torus, 101); });
}

// ---- Freedom from deadlock -----------------------------------------------------------------------------------------

/// Of a large network, a part of the proof: to one destination in `every`.
void expect_proof(const Torus& torus, const RoutingRelation& relation, std::uint32_t every = 1) {
  const Network network = make_network(torus);
  const ProofResult result = test::prove_part(network, relation, every);
  EXPECT_TRUE(result.holds()) << network.name() << " " << relation.name() << " " << result.first_undelivered;
}

void expect_proofs_of_lines(const Torus& torus, std::uint32_t every = 1) {
  for (const RingAlgorithm algorithm : kAlgorithms) {
    for (const Jumps jumps : {Jumps::kNever, Jumps::kInOrder}) {
      expect_proof(torus, TorusRelation(torus, algorithm, 2, WrapClass::kRaise, jumps), every);
    }
  }
}

void expect_every_proof(const Torus& torus, std::uint32_t every = 1) {
  expect_proofs_of_lines(torus, every);
  expect_proof(torus, MinimalAdaptive(torus, 3), every);
}

TEST(SrtThreeDimensions, every_routing_is_proved_on_4x4x4) {
  for_each_space(2, [](const Torus& torus) { expect_every_proof(torus); });
}

TEST(SrtThreeDimensions, every_routing_is_proved_on_8x8x8) {
  expect_every_proof(space(Variant::kLong, 3, true));
}

TEST(SrtThreeDimensionsSlow, every_routing_is_proved_on_8x8x8_for_every_variant) {
  for_each_space(3, [](const Torus& torus) { expect_every_proof(torus, 5); });
}

TEST(SrtThreeDimensions, every_routing_is_proved_on_4x4x4_for_every_t_and_shift) {
  for (unsigned T = 0; T <= 2; ++T) {
    for (const unsigned s : {1u, 3u}) {
      expect_proofs_of_lines({2, T, s, 3});
      expect_proof({2, T, s, 3}, MinimalAdaptive({2, T, s, 3}, 1));
    }
  }
}

TEST(SrtThreeDimensionsSlow, routing_line_by_line_is_proved_on_16x16x16) {
  if (!test::runs_whole_tests()) GTEST_SKIP() << "those of 8 x 8 x 8 are proved";
  for (const Variant variant : kVariants) expect_proofs_of_lines(space(variant, 4, true), 9);
}

/// One variant: `kintsugi prove` takes half a minute for each of the others.
TEST(SrtThreeDimensionsSlow, minimal_routing_is_proved_on_16x16x16) {
  if (!test::runs_whole_tests()) GTEST_SKIP() << "those of 8 x 8 x 8 are proved";
  const Torus torus = space(Variant::kStandard, 4, true);
  expect_proof(torus, MinimalAdaptive(torus, 3), 9);
}

TEST(SrtThreeDimensions, routing_is_cyclic_when_the_wrap_does_not_change_the_class) {
  for (const Variant variant : kVariants) {
    const Torus torus = space(variant, 3, true);
    const ProofResult result =
        prove(make_network(torus), TorusRelation(torus, RingAlgorithm::kMonotone, 2, WrapClass::kKeep));
    EXPECT_EQ(result.delivered_pairs, result.pairs);
    EXPECT_FALSE(result.acyclic);
    EXPECT_GE(result.cycle.size(), 2u);
  }
}

TEST(SrtThreeDimensionsSlow, routing_is_cyclic_when_jumps_are_legal_everywhere) {
  const Torus torus = space(Variant::kStandard, 4, true);
  const ProofResult result = test::prove_part(
      make_network(torus), TorusRelation(torus, RingAlgorithm::kMonotone, 2, WrapClass::kRaise, Jumps::kEverywhere), 9);
  EXPECT_EQ(result.delivered_pairs, result.pairs);
  EXPECT_FALSE(result.acyclic);
}

}  // namespace
}  // namespace kintsugi::srt
