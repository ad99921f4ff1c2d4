#include "models/rdt/base_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "models/rdt/assignment.hpp"

namespace kintsugi::rdt {
namespace {

/// The hops by every order of the ranks and every node of them near the first one. The digits of 4 x 4 nodes are their
/// ranks; a class begins in row 0 or 1.
class EveryOrder {
 public:
  explicit EveryOrder(std::string picture) : picture_(std::move(picture)) {}

  /// Returns the fewest hops from (x, y) over nodes of these ranks, which are sorted, to each vector of [-3, 3]^2.
  std::map<std::pair<int, int>, unsigned> hops(int x, int y, std::vector<char> ranks) const {
    std::map<std::pair<int, int>, unsigned> fewest;
    do {
      std::map<std::pair<int, int>, unsigned> ends{{{0, 0}, 0}};
      for (const char rank : ranks) {
        ends = nearest(ends, 7, [&](int h, int v) { return rank_at(x + h, y + v) == rank; });
      }
      for (const auto& [to, count] : nearest(ends, 3, [](int, int) { return true; })) {
        const auto found = fewest.try_emplace(to, count).first;
        found->second = std::min(found->second, count);
      }
    } while (std::ranges::next_permutation(ranks).found);
    return fewest;
  }
  char rank_at(int x, int y) const { return picture_[static_cast<std::size_t>((y & 3) * 4 + (x & 3))]; }

 private:
  template <class Is>
  static std::map<std::pair<int, int>, unsigned> nearest(const std::map<std::pair<int, int>, unsigned>& from, int reach,
                                                         Is is) {
    std::map<std::pair<int, int>, unsigned> to;
    for (int v = -reach; v <= reach; ++v) {
      for (int h = -reach; h <= reach; ++h) {
        if (!is(h, v)) continue;
        unsigned fewest = ~0u;
        for (const auto& [at, count] : from) {
          fewest = std::min(fewest, count + length({h - at.first, v - at.second}));
        }
        to[{h, v}] = fewest;
      }
    }
    return to;
  }

  std::string picture_;
};

/// The sets of at most `most` ranks that these nodes can be asked to meet.
std::vector<std::vector<char>> sets_of(const std::string& ranks, std::size_t most) {
  std::vector<std::vector<char>> sets;
  for (unsigned set = 0; set < 1u << ranks.size(); ++set) {
    std::vector<char> chosen;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if ((set >> i & 1u) != 0) chosen.push_back(ranks[i]);
    }
    if (chosen.size() <= most) sets.push_back(chosen);
  }
  return sets;
}

void expect_the_fewest(const Rdt& rdt, const std::string& picture, const std::string& ranks, std::size_t most) {
  const BasePaths paths(rdt, 3);
  const EveryOrder every(picture);
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    for (const std::vector<char>& set : sets_of(ranks, most)) {
      RankSet wanted = 0;
      for (const char rank : set) wanted = static_cast<RankSet>(wanted | 1u << (rank - '0'));
      const int x = static_cast<int>(node_class % 4);
      const int y = static_cast<int>(node_class / 4);
      for (const auto& [to, count] : every.hops(x, y, set)) {
        ASSERT_EQ(paths.hops(node_class, wanted, {to.first, to.second}), count)
            << picture << " class " << node_class << " ranks " << std::string(set.begin(), set.end()) << " to "
            << to.first << " " << to.second;
      }
    }
  }
}

TEST(RdtBasePaths, they_are_the_shortest_of_every_order_and_every_node) {
  expect_the_fewest({6, Assignment::kAlpha}, "2143432143212143", "123", 3);
  expect_the_fewest({6, Assignment::kBeta}, "2143121243211212", "123", 3);
}

TEST(RdtBasePaths, four_ranks_and_ranks_that_few_nodes_have) {
  expect_the_fewest({7, Assignment::kBeta}, "2143121243211212", "34", 2);
  const auto file = std::get<Rdt>(parse_assignment("3 3 3 2\n3 1 3 3\n", {5}, 0));
  expect_the_fewest(file, "3332313332333331", "123", 3);
}

TEST(RdtBasePaths, another_picture_has_other_paths) {
  const BasePaths paths({6, Assignment::kAlpha}, 3);
  const EveryOrder beta("2143121243211212");
  EXPECT_NE(paths.hops(4, 1u << 3, {0, 0}), beta.hops(0, 1, {'3'}).at({0, 0}));
}

TEST(RdtBasePaths, the_first_hop_leads_one_hop_nearer) {
  const Rdt rdt{7, Assignment::kBeta};
  const BasePaths paths(rdt, 2);
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    for (unsigned ranks = 0; ranks < 1u << kRanks; ranks += 2) {
      const auto set = static_cast<RankSet>(ranks & rdt.used_ranks());
      const unsigned hops = paths.hops(node_class, set, {2, -1});
      const Way way = paths.first(node_class, set, {2, -1});
      const NodeId next = rdt.moved(rdt.node_of_class(node_class), unit(way));
      const auto left = static_cast<RankSet>(set & ~rdt.ranks_of_class(node_class));
      ASSERT_EQ(paths.hops(class_of(rdt, next), left, Vector{2, -1} - unit(way)) + 1, hops)
          << node_class << " " << ranks;
    }
  }
}

}  // namespace
}  // namespace kintsugi::rdt
