// Each rival against another algorithm, or against all choices, at small size.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "models/registry/families.hpp"
#include "models/repair/defect_maps.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/rivals/harvest.hpp"
#include "models/rivals/shift_repair.hpp"
#include "models/rivals/spare_cores.hpp"
#include "models/rivals/worth.hpp"

namespace kintsugi::rivals {
namespace {

constexpr GridSize kWanted{4, 3};
constexpr GridSize kArray{5, 5};

std::unique_ptr<Design> grid_design(const std::string& kind, GridSize size) {
  const std::vector<std::int64_t> sides = {size.columns, size.rows};
  return find_family(kind)->build({{"sides", sides}});
}

bool any_size(GridSize size) {
  return size.rows >= 1 && size.columns >= 1;
}

/// Hops between all nodes without the dead ones, after Floyd and Warshall; `far` where there is no path.
std::vector<std::vector<unsigned>> hops(const Network& network, const DefectMap& dead, unsigned far) {
  const std::size_t nodes = network.nodes();
  std::vector<std::vector<unsigned>> hop(nodes, std::vector<unsigned>(nodes, far));
  const auto is_dead = [&](NodeId node) { return std::ranges::find(dead, SiteId{node.value}) != dead.end(); };
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (!is_dead(NodeId{node})) hop[node][node] = 0;
  }
  for (const Link& link : network.links()) {
    if (is_dead(link.a.node) || is_dead(link.b.node)) continue;
    hop[link.a.node.value][link.b.node.value] = hop[link.b.node.value][link.a.node.value] = 1;
  }
  for (std::size_t by = 0; by < nodes; ++by) {
    for (std::size_t a = 0; a < nodes; ++a) {
      for (std::size_t b = 0; b < nodes; ++b) hop[a][b] = std::min(hop[a][b], hop[a][by] + hop[by][b]);
    }
  }
  return hop;
}

/// The largest number of rows, or columns, that can be kept without a defect, over all choices.
unsigned best_choice(Line line, GridSize array, const DefectMap& dead) {
  const unsigned lines = line == Line::kRow ? array.rows : array.columns;
  unsigned best = 0;
  for (unsigned kept = 0; kept < 1u << lines; ++kept) {
    const bool is_clean = std::ranges::none_of(dead, [&](SiteId site) {
      const unsigned at = line == Line::kRow ? site.value / array.columns : site.value % array.columns;
      return (kept >> at & 1) != 0;
    });
    if (is_clean) best = std::max(best, static_cast<unsigned>(std::popcount(kept)));
  }
  return best;
}

TEST(Harvest, keeps_as_many_lines_as_the_best_of_all_choices) {
  for (const Line line : {Line::kRow, Line::kColumn}) {
    const Harvest harvest(line, kWanted, kArray, any_size, std::nullopt);
    const Delivery deliver = harvest.delivery();
    const unsigned lines = line == Line::kRow ? kWanted.rows : kWanted.columns;
    unsigned repaired = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const DefectMap dead = random_defects(kArray.nodes(), seed % 7, seed);
      const unsigned best = best_choice(line, kArray, dead);
      const auto delivered = deliver(dead);
      ASSERT_EQ(delivered.has_value(), best > 0);
      if (!delivered) continue;
      EXPECT_EQ(delivered->repaired, best >= lines);
      const unsigned kept = line == Line::kRow ? delivered->size.rows : delivered->size.columns;
      EXPECT_EQ(kept, std::min(best, lines));
      EXPECT_EQ(line == Line::kRow ? delivered->size.columns : delivered->size.rows,
                line == Line::kRow ? kWanted.columns : kWanted.rows);
      repaired += delivered->repaired ? 1 : 0;
    }
    EXPECT_GT(repaired, 50u);
    EXPECT_LT(repaired, 280u);
  }
}

TEST(Harvest, delivers_no_network_that_the_family_does_not_have) {
  const Harvest harvest(
      Line::kRow, kWanted, kArray, [](GridSize size) { return size.rows > 1; }, std::nullopt);
  EXPECT_TRUE(harvest.delivery()({SiteId{0}, SiteId{5}, SiteId{10}}).has_value());
  EXPECT_FALSE(harvest.delivery()({SiteId{0}, SiteId{5}, SiteId{10}, SiteId{15}}).has_value());
}

TEST(Harvest, arrays_have_no_more_pes_than_the_silicon) {
  EXPECT_EQ(array_of(Line::kRow, {16, 16}, 320), (GridSize{16, 20}));
  EXPECT_EQ(array_of(Line::kColumn, {8, 4}, 59), (GridSize{14, 4}));
}

/// Checks a placement without making one: every node that can stay stays, all spares are used when nodes are left over,
/// and no node and free or farther-serving spare would both rather have each other.
void expect_stable(const SpareCores& scheme, const Delivered& delivered, const std::vector<NodeId>& live) {
  ASSERT_TRUE(delivered.repaired) << "a list with gaps has no logical numbers";
  std::vector<unsigned> serves_at(kArray.nodes(), ~0u);
  for (std::uint32_t logical = 0; logical < delivered.users.size(); ++logical) {
    const NodeId user = delivered.users[logical];
    EXPECT_TRUE(std::ranges::binary_search(live, user));
    EXPECT_EQ(serves_at[user.value], ~0u) << "one core for two nodes";
    serves_at[user.value] = scheme.steps(scheme.home(NodeId{logical}), user);
    if (std::ranges::binary_search(live, scheme.home(NodeId{logical}))) {
      EXPECT_EQ(user, scheme.home(NodeId{logical}));
    }
  }
  for (std::uint32_t logical = 0; logical < delivered.users.size(); ++logical) {
    const NodeId home = scheme.home(NodeId{logical});
    for (const NodeId other : live) {
      if (serves_at[other.value] == 0) continue;
      const unsigned steps = scheme.steps(home, other);
      EXPECT_FALSE(steps < scheme.steps(home, delivered.users[logical]) && steps < serves_at[other.value]);
    }
  }
}

TEST(SpareCores, no_node_and_spare_are_nearer_to_each_other_than_to_their_own) {
  const auto design = grid_design("mesh", kArray);
  const SpareCores scheme(kWanted, kArray, design->network());
  const Delivery deliver = scheme.delivery();
  EXPECT_EQ(scheme.home(NodeId{0}), NodeId{5});
  unsigned repaired = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const DefectMap dead = random_defects(kArray.nodes(), seed % 14, seed);
    const std::vector<NodeId> live = largest_part(design->network(), dead);
    const auto delivered = deliver(dead);
    ASSERT_TRUE(delivered);
    EXPECT_EQ(delivered->repaired, live.size() >= kWanted.nodes()) << "spares that are connected are enough";
    EXPECT_EQ(delivered->usable(), std::min(live.size(), kWanted.nodes()));
    if (!delivered->repaired) continue;
    expect_stable(scheme, *delivered, live);
    ++repaired;
  }
  EXPECT_GT(repaired, 100u);
  EXPECT_LT(repaired, 400u);
}

TEST(Holes, users_are_the_largest_set_of_nodes_that_reach_each_other) {
  const auto design = grid_design("mesh", kArray);
  const Holes scheme(kWanted, kArray, design->network());
  unsigned parted = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const DefectMap dead = random_defects(kArray.nodes(), 4 + seed % 12, seed);
    const auto hop = hops(design->network(), dead, 1000);
    std::size_t largest = 0;
    for (const auto& from : hop) {
      largest =
          std::max(largest, static_cast<std::size_t>(std::ranges::count_if(from, [](unsigned h) { return h < 1000; })));
    }
    const auto delivered = scheme.delivery()(dead);
    ASSERT_TRUE(delivered);
    EXPECT_EQ(delivered->users.size(), largest);
    EXPECT_EQ(delivered->repaired, largest >= kWanted.nodes());
    for (const NodeId user : delivered->users) EXPECT_LT(hop[delivered->users[0].value][user.value], 1000u);
    parted += largest + dead.size() < kArray.nodes() ? 1 : 0;
  }
  EXPECT_GT(parted, 30u) << "else no map cuts nodes off";
  DefectMap all;
  for (std::uint32_t site = 0; site < kArray.nodes(); ++site) all.push_back(SiteId{site});
  EXPECT_FALSE(scheme.delivery()(all).has_value());
}

TEST(Worth, distances_are_those_of_another_algorithm) {
  for (const std::string kind : {"mesh", "torus"}) {
    const auto design = grid_design(kind, kArray);
    const SpareCores scheme(kWanted, kArray, design->network());
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const DefectMap dead = random_defects(kArray.nodes(), seed % 10, seed);
      const auto hop = hops(design->network(), dead, 1000);
      const auto delivered = scheme.delivery()(dead);
      ASSERT_TRUE(delivered);
      const Worth worth = worth_of(*delivered, design->network());
      unsigned diameter = 0, sum = 0;
      for (const NodeId a : delivered->users) {
        for (const NodeId b : delivered->users) {
          diameter = std::max(diameter, hop[a.value][b.value]);
          sum += hop[a.value][b.value];
        }
      }
      const std::size_t users = delivered->users.size();
      EXPECT_EQ(worth.diameter, diameter);
      EXPECT_DOUBLE_EQ(worth.average_distance, users < 2 ? 0 : double(sum) / double(users * (users - 1)));
      EXPECT_EQ(worth.usable, users);
    }
  }
}

TEST(Worth, of_a_whole_network_is_that_of_all_its_nodes) {
  const auto design = grid_design("mesh", {4, 4});
  const Worth worth = worth_of({true, {4, 4}, {}, {}}, design->network());
  EXPECT_EQ(worth, (Worth{true, 16, 6, worth.average_distance}));
  EXPECT_DOUBLE_EQ(worth.average_distance, 8.0 / 3);
}

TEST(Worth, a_quantile_is_the_value_of_the_nearest_rank) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 0.05), 1);
  EXPECT_EQ(quantile(values, 0.5), 5);
  EXPECT_EQ(quantile(values, 0.95), 10);
  EXPECT_EQ(quantile(values, 1), 10);
}

TEST(ShiftRepair, delivers_the_wanted_network_or_nothing_as_the_fabric_says) {
  const auto design = grid_design("mesh", {4, 4});
  const auto fabric = design->fabric({});
  const ShiftRepair scheme("shift", *fabric, design->network(), {4, 4}, {.planner = "straight"});
  EXPECT_EQ(scheme.silicon().pes, 32u);
  EXPECT_EQ(scheme.places().front().column, 1) << "the corners have no PE";
  const Delivery deliver = scheme.delivery();
  unsigned repaired = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const DefectMap dead = random_defects(32, 8, seed);
    const auto delivered = deliver(dead);
    EXPECT_EQ(delivered.has_value(), fabric->repair(dead, {.planner = "straight"}).repairable);
    if (!delivered) continue;
    EXPECT_EQ(*delivered, (Delivered{true, {4, 4}, {}, {}}));
    ++repaired;
  }
  EXPECT_GT(repaired, 5u);
  EXPECT_LT(repaired, 60u);
}

TEST(ShiftRepair, delivers_nothing_where_it_is_not_decided) {
  const auto design = grid_design("torus", {4, 4});
  const auto fabric = design->fabric({});
  const ShiftRepair scheme("shift", *fabric, design->network(), {4, 4}, {.planner = "fabric", .conflicts = 1});
  EXPECT_TRUE(scheme.can_be_undecided());
  EXPECT_FALSE(ShiftRepair("shift", *fabric, design->network(), {4, 4}, {}).can_be_undecided());
  const Delivery deliver = scheme.delivery();
  int open = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto delivered = deliver(random_defects(fabric->fabric().sites.size(), 14, seed));
    if (!delivered || delivered->decided) continue;
    ++open;
    EXPECT_FALSE(delivered->repaired);
    EXPECT_EQ(delivered->usable(), 0u);
  }
  EXPECT_GT(open, 2);
}

}  // namespace
}  // namespace kintsugi::rivals
