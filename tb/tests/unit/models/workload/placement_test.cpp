// Placements of ranks on nodes: what they cost, the annealing that looks for a cheap one, and the text of a file.
#include "models/workload/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/grid/topology.hpp"
#include "models/network/metrics.hpp"
#include "models/workload/annealing.hpp"
#include "models/workload/collectives/catalogue.hpp"
#include "tb/tests/unit/models/workload/builders.hpp"

namespace kintsugi::workload::test {
namespace {

std::vector<NodeId> all_nodes(std::size_t nodes) {
  std::vector<NodeId> list;
  for (const NodeId node : ids<NodeId>(nodes)) list.push_back(node);
  return list;
}

/// All nodes in an order that the seed draws.
std::vector<NodeId> shuffled_nodes(std::size_t nodes, std::uint64_t seed) {
  std::vector<NodeId> list = all_nodes(nodes);
  RandomStream random(seed, 99);
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.below(i)]);
  return list;
}

using Distances = std::vector<std::vector<std::uint32_t>>;

/// A distance for each pair of nodes, by a search of another room.
Distances distances_in(const Network& network) {
  Distances distances;
  for (const NodeId node : all_nodes(network.nodes())) distances.push_back(distances_from(network, node));
  return distances;
}

/// Drawn for each pair; the way back has another.
Distances drawn_distances(std::size_t nodes, std::uint64_t seed) {
  RandomStream random(seed, 98);
  Distances distances(nodes, std::vector<std::uint32_t>(nodes, 0));
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t to = 0; to < nodes; ++to) {
      if (from != to) distances[from][to] = static_cast<std::uint32_t>(1 + random.below(9));
    }
  }
  return distances;
}

HopTable table_of(const Distances& distances) {
  return HopTable(static_cast<std::uint32_t>(distances.size()),
                  [&](NodeId from, NodeId to) { return distances[from.index()][to.index()]; });
}

/// The flit-hops, message by message and flit by flit, from what the page says of a protocol.
std::uint64_t counted(const Program& program, const Protocol& protocol, const Placement& placement,
                      const Distances& distances) {
  std::uint64_t sum = 0;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    for (OpId op = program.first(RankId{rank}); op < program.end(RankId{rank}); ++op.value) {
      const Operation& message = program[op];
      if (message.kind != OpKind::kSend) continue;
      const std::uint32_t hops = distances[placement[rank].index()][placement[message.peer.index()].index()];
      std::uint64_t left = message.size;
      do {
        const std::uint64_t packet = std::min<std::uint64_t>(left, protocol.packet_bytes);
        sum += hops * std::max<std::uint64_t>((packet + protocol.flit_bytes - 1) / protocol.flit_bytes, 1);
        left -= packet;
      } while (left > 0);
      if (message.size > protocol.eager_bytes) sum += 2 * hops;
    }
  }
  return sum;
}

/// The least flit-hops of all placements, by trying all of them.
class AllPlacements {
 public:
  AllPlacements(const RankTraffic& traffic, const Distances& distances)
      : distances_(distances), flits_(traffic.ranks(), std::vector<std::uint64_t>(traffic.ranks(), 0)) {
    for (std::uint32_t rank = 0; rank < traffic.ranks(); ++rank) {
      for (const auto& partner : traffic.partners(RankId{rank})) flits_[rank][partner.rank.index()] = partner.sent;
    }
  }

  std::uint64_t least() {
    place(0);
    return least_;
  }

 private:
  void place(std::uint64_t cost) {
    if (placed_.size() == flits_.size()) {
      least_ = std::min(least_, cost);
      return;
    }
    for (std::uint32_t node = 0; node < distances_.size(); ++node) {
      if (std::ranges::find(placed_, node) != placed_.end()) continue;
      std::uint64_t more = 0;
      for (std::size_t i = 0; i < placed_.size(); ++i) {
        more += flits_[placed_.size()][i] * distances_[node][placed_[i]];
        more += flits_[i][placed_.size()] * distances_[placed_[i]][node];
      }
      placed_.push_back(node);
      place(cost + more);
      placed_.pop_back();
    }
  }

  const Distances& distances_;
  std::vector<std::vector<std::uint64_t>> flits_;
  std::vector<std::uint32_t> placed_;
  std::uint64_t least_ = ~std::uint64_t{0};
};

/// Messages between drawn ranks, some far more often than others.
Program random_messages(RandomStream& random, std::uint32_t ranks) {
  ProgramBuilder builder(ranks);
  for (std::uint64_t i = 0; i < 2 * ranks; ++i) {
    const auto from = static_cast<std::uint32_t>(random.below(ranks));
    const auto to = static_cast<std::uint32_t>(random.below(ranks));
    const std::uint64_t bytes = random.below(4) == 0 ? random.below(20'000) : random.below(300);
    builder.add(RankId{from}, send(bytes, to));
    builder.add(RankId{to}, recv(bytes, from));
  }
  return std::move(builder).finish();
}

/// The distances of some networks of eight nodes, and some that are no network's.
std::vector<Distances> small_distances() {
  return {distances_in(grid::make_network(grid::Torus{{8}})), distances_in(grid::make_network(grid::Mesh{{4, 2}})),
          distances_in(grid::make_network(grid::Hypercube{3})), drawn_distances(8, 1)};
}

bool is_placement(const Placement& placement, std::size_t ranks, std::size_t nodes) {
  Placement sorted = placement;
  std::ranges::sort(sorted);
  return placement.size() == ranks && std::ranges::adjacent_find(sorted) == sorted.end() &&
         sorted.back().index() < nodes;
}

TEST(RankTraffic, has_what_a_rank_sends_as_what_its_partner_receives) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    RandomStream random(31, number);
    const Program program = random_program(random, 60);
    const Protocol protocol = random_protocol(random);
    const RankTraffic traffic(program, protocol);
    ASSERT_EQ(traffic.ranks(), program.ranks());
    Distances apart(6, std::vector<std::uint32_t>(6, 1));
    for (std::size_t i = 0; i < apart.size(); ++i) apart[i][i] = 0;
    EXPECT_EQ(traffic.flits(), counted(program, protocol, all_nodes(program.ranks()), apart)) << number;
    for (std::uint32_t rank = 0; rank < traffic.ranks(); ++rank) {
      for (const auto& partner : traffic.partners(RankId{rank})) {
        EXPECT_NE(partner.rank, RankId{rank});
        const auto back = traffic.partners(partner.rank);
        EXPECT_NE(std::ranges::find(back, RankTraffic::Partner{RankId{rank}, partner.received, partner.sent}),
                  back.end());
      }
    }
  }
}

TEST(RankTraffic, of_a_rendezvous_has_its_request_and_answer) {
  ProgramBuilder builder(2);
  builder.add(RankId{0}, send(100, 1));
  builder.add(RankId{1}, recv(100, 0));
  const Program program = std::move(builder).finish();
  EXPECT_EQ(RankTraffic(program, {16, 64, 100, 1}).flits(), 7u);  // packets of 4 and 3 flits
  EXPECT_EQ(RankTraffic(program, {16, 64, 99, 1}).flits(), 9u);
}

TEST(RankTraffic, refuses_what_would_overflow) {
  ProgramBuilder builder(2);
  for (int i = 0; i < 128; ++i) builder.add(RankId{0}, send(std::uint64_t{1} << 39, 1));
  const Program program = std::move(builder).finish();
  EXPECT_EQ(RankTraffic(program, {2, 256}).flits(), std::uint64_t{1} << 45);
  EXPECT_THROW(RankTraffic(program, {1, 256}), std::length_error);
}

TEST(Placement, costs_what_a_count_message_by_message_gives) {
  for (std::uint64_t number = 0; number < 25; ++number) {
    RandomStream random(32, number);
    const Program program = random_program(random, 60);
    const Protocol protocol = random_protocol(random);
    const RankTraffic traffic(program, protocol);
    for (const Distances& distances : small_distances()) {
      const std::vector<NodeId> nodes = shuffled_nodes(distances.size(), number);
      const Placement placement(nodes.begin(), nodes.begin() + program.ranks());
      const std::uint64_t cost = counted(program, protocol, placement, distances);
      const HopTable hops = table_of(distances);
      EXPECT_EQ(flit_hops(traffic, placement, hops), cost) << number;
      if (number % 8 != 0) continue;
      const auto annealed = place_annealed(traffic, hops, nodes, number);
      EXPECT_EQ(annealed.before, cost) << number;
      EXPECT_EQ(annealed.flit_hops, counted(program, protocol, annealed.placement, distances)) << number;
      EXPECT_LE(annealed.flit_hops, annealed.before);
      EXPECT_TRUE(is_placement(annealed.placement, program.ranks(), distances.size()));
    }
  }
}

TEST(Annealing, finds_the_optimum_of_small_programs_whatever_the_seed) {
  std::size_t which = 0;
  for (const Distances& distances : small_distances()) {
    const HopTable hops = table_of(distances);
    ++which;
    for (const std::uint32_t ranks : {3u, 5u, 8u}) {
      RandomStream random(33, ranks);
      const RankTraffic traffic(random_messages(random, ranks), {});
      const std::uint64_t least = AllPlacements(traffic, distances).least();
      ASSERT_GT(least, 0u);
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto annealed = place_annealed(traffic, hops, shuffled_nodes(distances.size(), seed), seed);
        EXPECT_EQ(annealed.flit_hops, least) << "network " << which << ", " << ranks << " ranks, seed " << seed;
      }
    }
  }
}

/// Places a ring in an order that is drawn, on a mesh on which a closed snake has each step on a link.
void expect_that_a_ring_is_unrolled(unsigned side) {
  const Network mesh = grid::make_network(grid::Mesh{{side, side}});
  const auto ranks = static_cast<std::int64_t>(mesh.nodes());
  const Program program = find_workload("allreduce")->make({{"ranks", ranks}, {"bytes", 64 * ranks}}).program;
  const RankTraffic traffic(program, {});
  const HopTable hops = table_of(distances_in(mesh));
  Placement snake;
  for (unsigned x = 0; x < side; ++x) snake.push_back(NodeId{x});
  for (unsigned i = 0; i < side; ++i) {
    for (unsigned y = 1; y < side; ++y) {
      snake.push_back(NodeId{(i % 2 == 0 ? y : side - y) * side + side - 1 - i});
    }
  }
  ASSERT_TRUE(is_placement(snake, mesh.nodes(), mesh.nodes()));
  ASSERT_EQ(flit_hops(traffic, snake, hops), traffic.flits()) << "each step of the snake is a link";
  const auto annealed = place_annealed(traffic, hops, shuffled_nodes(mesh.nodes(), side), 1);
  EXPECT_GT(annealed.before, 4 * traffic.flits());
  EXPECT_LE(annealed.flit_hops, traffic.flits() + traffic.flits() / 10);
  EXPECT_EQ(place_annealed(traffic, hops, snake, 1).flit_hops, traffic.flits()) << "never worse than the start";
}

TEST(Annealing, brings_a_shuffled_ring_back_to_within_a_tenth_of_the_snake) {
  expect_that_a_ring_is_unrolled(8);
}

TEST(Annealing, slow_brings_a_shuffled_ring_of_144_back_to_within_a_tenth_of_the_snake) {
  expect_that_a_ring_is_unrolled(12);
}

TEST(Annealing, returns_the_same_for_the_same_seed_and_reports_its_steps) {
  RandomStream random(34, 0);
  const RankTraffic traffic(random_messages(random, 12), {});
  const HopTable hops = table_of(distances_in(grid::make_network(grid::Mesh{{4, 4}})));
  std::size_t done = 0;
  std::size_t total = 0;
  const auto first = place_annealed(traffic, hops, all_nodes(16), 7, [&](std::size_t steps, std::size_t all) {
    EXPECT_GT(steps, 0u);
    EXPECT_LE(steps, all);
    done = steps;
    total = all;
  });
  EXPECT_EQ(done, total);
  EXPECT_GT(total, 0u);
  const auto again = place_annealed(traffic, hops, all_nodes(16), 7);
  EXPECT_EQ(again.placement, first.placement);
  EXPECT_EQ(again.moves, first.moves);
  EXPECT_NE(place_annealed(traffic, hops, all_nodes(16), 8).placement, first.placement);
}

TEST(Annealing, places_ranks_on_the_nodes_of_the_list_only) {
  RandomStream random(35, 0);
  const RankTraffic traffic(random_messages(random, 6), {});
  const HopTable hops = table_of(distances_in(grid::make_network(grid::Mesh{{4, 4}})));
  const std::vector<NodeId> nodes = {NodeId{15}, NodeId{0}, NodeId{3}, NodeId{12}, NodeId{5}, NodeId{9}, NodeId{10}};
  const auto annealed = place_annealed(traffic, hops, nodes, 1);
  EXPECT_LT(annealed.flit_hops, annealed.before);
  for (const NodeId node : annealed.placement) EXPECT_NE(std::ranges::find(nodes, node), nodes.end());
  EXPECT_TRUE(is_placement(annealed.placement, 6, 16));
}

TEST(Annealing, refuses_too_few_nodes_and_wrong_ones) {
  RandomStream random(36, 0);
  const RankTraffic traffic(random_messages(random, 4), {});
  const HopTable hops = table_of(distances_in(grid::make_network(grid::Mesh{{4}})));
  const auto refusal = [&](std::vector<NodeId> nodes) -> std::string {
    try {
      place_annealed(traffic, hops, nodes, 1);
      return "";
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal({NodeId{0}, NodeId{1}, NodeId{2}}), "the program has 4 ranks, and 3 nodes can have one");
  EXPECT_EQ(refusal({NodeId{0}, NodeId{1}, NodeId{2}, NodeId{4}}), "there is no node 4 among 4");
  EXPECT_EQ(refusal({NodeId{0}, NodeId{1}, NodeId{2}, NodeId{1}}), "node 1 is there twice");
  EXPECT_EQ(refusal(all_nodes(4)), "");
}

TEST(Annealing, leaves_a_program_without_messages_where_it_is) {
  const RankTraffic traffic(ProgramBuilder(3).finish(), {});
  const HopTable hops = table_of(distances_in(grid::make_network(grid::Mesh{{4}})));
  const auto annealed = place_annealed(traffic, hops, all_nodes(4), 1);
  EXPECT_EQ(annealed.placement, (Placement{NodeId{0}, NodeId{1}, NodeId{2}}));
  EXPECT_EQ(annealed.flit_hops, 0u);
  EXPECT_EQ(annealed.moves, 0u);
}

TEST(HopTable, has_what_the_function_returns_and_refuses_a_large_network) {
  std::size_t done = 0;
  const HopTable hops(
      5, [](NodeId from, NodeId to) { return from.value * 10 + to.value; },
      [&](std::size_t nodes, std::size_t all) {
        done = nodes;
        EXPECT_EQ(all, 5u);
      });
  EXPECT_EQ(hops(NodeId{4}, NodeId{1}), 41u);
  EXPECT_EQ(hops(NodeId{1}, NodeId{4}), 14u);
  EXPECT_EQ(hops(NodeId{3}, NodeId{3}), 0u);
  EXPECT_EQ(done, 5u);
  try {
    HopTable large(4097, [](NodeId, NodeId) { return 1u; });
    FAIL() << "a table of 17 million numbers";
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(),
                 "a table of hops is for at most 4096 nodes, and the network has 4097; place the ranks by a list or a "
                 "file");
  }
}

using Lines = std::vector<std::string>;

Lines mistakes_of(const PlacementFile& file) {
  Lines lines;
  for (const FileMistake& mistake : file.mistakes) {
    lines.push_back(std::to_string(mistake.line) + ":" + std::to_string(mistake.column) + ": " + mistake.message);
  }
  return lines;
}

/// Returns a network of so many nodes, n0, n1 ...
Network nodes(int count) {
  Network network("nodes");
  const std::size_t layout = network.add_layout({"e", "w"});
  for (int node = 0; node < count; ++node) network.add_node("n" + std::to_string(node), layout, {0, 0});
  return network;
}

TEST(PlacementFile, has_a_node_for_each_rank) {
  const Placement wanted = {NodeId{3}, NodeId{0}, NodeId{2}};
  for (const char* text :
       {"3 0 2", "3\n0\n2\n", "n3 0 n2", "\xef\xbb\xbf# ranks 0 to 2\r\n3\t0 # two\r\n\r\n  2#last"}) {
    const PlacementFile file = read_placement(text, 3, nodes(4));
    EXPECT_EQ(mistakes_of(file), Lines()) << text;
    EXPECT_EQ(file.placement, wanted) << text;
  }
}

TEST(PlacementFile, with_mistakes_is_refused_with_place_and_remedy) {
  const auto refused = [](const std::string& text) { return mistakes_of(read_placement(text, 3, nodes(4))); };
  EXPECT_EQ(refused(""), Lines{"1:1: the file ends after 0 nodes, and the program has 3 ranks; give each rank a node"});
  EXPECT_EQ(refused("1 2 # 3\n"),
            Lines{"2:1: the file ends after 2 nodes, and the program has 3 ranks; give each rank a node"});
  EXPECT_EQ(refused("1 2\n 3 0\n2"), Lines{"2:4: the program has 3 ranks, and here is one node more; leave it out"});
  EXPECT_EQ(refused("1\n2 1"), Lines{"2:3: node 1 is there twice, first in line 1; give each rank a node of its own"});
  EXPECT_EQ(refused("1 4 0"), Lines{"1:3: a node must be 0 to 3, not '4'"});
  EXPECT_EQ(refused("1 -1 0"), Lines{"1:3: a node must be 0 to 3, or a name such as n0, not '-1'"});
  EXPECT_EQ(refused("1,2,3"), (Lines{"1:1: a node must be 0 to 3, or a name such as n0, not '1,2,3'",
                                     "1:6: the file ends after 1 node, and the program has 3 ranks; give each rank a "
                                     "node"}));
  EXPECT_EQ(refused("x\n99999999999999999999 0x1"),
            (Lines{"1:1: a node must be 0 to 3, or a name such as n0, not 'x'",
                   "2:1: a node must be 0 to 3, or a name such as n0, not '99999999999999999999'",
                   "2:22: a node must be 0 to 3, or a name such as n0, not '0x1'"}));
  EXPECT_EQ(refused(std::string(50, 'n') + " 1 2"),
            Lines{"1:1: a node must be 0 to 3, or a name such as n0, not '" + std::string(40, 'n') + "...'"});
}

TEST(PlacementFile, reports_the_first_hundred_mistakes_and_the_number_of_the_others) {
  std::string text;
  for (int i = 0; i < 150; ++i) text += "x\n";
  const PlacementFile file = read_placement(text, 150, nodes(200));
  EXPECT_EQ(file.mistakes.size(), kMostPlacementMistakes);
  EXPECT_EQ(file.more_mistakes, 50u);
}

}  // namespace
}  // namespace kintsugi::workload::test
