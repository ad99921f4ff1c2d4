// The search for an assignment, against networks that are built and measured.
#include "models/rdt/assignment_search.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "models/network/metrics.hpp"
#include "models/rdt/topology.hpp"
#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::rdt {
namespace {

const SearchResult& at_side_16() {
  static const SearchResult result = search_assignment({4}, 1, {});
  return result;
}

std::string text(const ParameterValue& value) {
  return std::get<std::string>(value);
}

/// Returns the RDT of a value such as "2143-1212".
Rdt rdt_of(unsigned exponent, const std::string& value) {
  ClassRanks ranks{};
  unsigned i = 0;
  for (const char digit : value) {
    if (digit != '-') ranks[i++] = static_cast<RankSet>(1u << (digit - '0'));
  }
  return with_ranks({exponent}, ranks);
}

TEST(RdtAssignmentSearch, every_assignment_is_alike_exactly_one_that_was_tried) {
  EXPECT_GE(at_side_16().rows.size(), std::min(at_side_16().tried, SearchResult::kMostRows));
  const SearchResult two = search_assignment({4, 2, 2}, 1, {});
  ASSERT_EQ(two.rows.size(), two.tried);
  std::set<std::string> all;
  std::size_t sum = 0;
  for (const SearchResult::Row& row : two.rows) {
    sum += row.alike.size();
    for (const ParameterValue& value : row.alike) all.insert(text(value));
    EXPECT_EQ(text(row.value), text(row.alike.front()));
  }
  EXPECT_EQ(sum, 256u) << "2 ranks for each of 8 classes";
  EXPECT_EQ(all.size(), 256u);
}

TEST(RdtAssignmentSearch, what_is_alike_has_the_same_distances_and_what_is_not_may_differ) {
  std::set<std::pair<unsigned, double>> different;
  for (std::size_t i = 0; i < at_side_16().rows.size(); i += 97) {
    const SearchResult::Row& row = at_side_16().rows[i];
    for (std::size_t j = 0; j < row.alike.size(); j += 7) {
      const Metrics metrics = measure(make_network(rdt_of(4, text(row.alike[j]))));
      EXPECT_EQ(metrics.diameter, row.diameter) << text(row.alike[j]);
      EXPECT_DOUBLE_EQ(metrics.average_distance, row.average_distance) << text(row.alike[j]);
      different.insert({metrics.diameter, metrics.average_distance});
    }
  }
  EXPECT_GT(different.size(), 3u);
}

TEST(RdtAssignmentSearch, no_assignment_of_two_ranks_is_better_than_the_best) {
  const SearchResult result = search_assignment({4, 2, 2}, 1, {});
  for (unsigned number = 0; number < 256; ++number) {
    ClassRanks ranks{};
    for (unsigned i = 0; i < kClasses; ++i) ranks[i] = (number >> i & 1u) != 0 ? 4 : 2;
    const Metrics metrics = measure(make_network(with_ranks({4, 2, 2}, ranks)));
    EXPECT_GE(std::pair(metrics.diameter, metrics.average_distance + 1e-9),
              std::pair(result.rows.front().diameter, result.rows.front().average_distance));
  }
}

TEST(RdtAssignmentSearch, alpha_beta_and_cyclic_are_labelled_and_have_their_known_distances) {
  std::map<std::string, const SearchResult::Row*> labelled;
  for (const SearchResult::Row& row : at_side_16().rows) {
    if (!row.label.empty()) labelled[row.label] = &row;
  }
  double alpha = 0;
  double beta = 0;
  for (const auto& [label, row] : labelled) {
    if (label.find("alpha") != std::string::npos) alpha = row->average_distance;
    if (label.find("beta") != std::string::npos) beta = row->average_distance;
  }
  EXPECT_NEAR(alpha, 3.8108, 5e-5);
  EXPECT_NEAR(beta, 3.4676, 5e-5);
  EXPECT_LE(at_side_16().rows.front().average_distance, beta);
}

TEST(RdtAssignmentSearch, rows_are_sorted_and_the_file_is_the_best) {
  const SearchResult& result = at_side_16();
  EXPECT_EQ(result.parameter, "assignment");
  EXPECT_EQ(result.network, "RDT(2,4,1) 16x16");
  for (std::size_t i = 1; i < result.rows.size(); ++i) {
    EXPECT_LE(std::pair(result.rows[i - 1].diameter, result.rows[i - 1].average_distance),
              std::pair(result.rows[i].diameter, result.rows[i].average_distance));
  }
  ASSERT_TRUE(result.file);
  const Rdt best = std::get<Rdt>(parse_assignment(result.file->text, {4}, 0));
  EXPECT_EQ(assignment_entries(best), text(result.rows.front().value));
  EXPECT_EQ(measure(make_network(best)).diameter, result.rows.front().diameter);
}

TEST(RdtAssignmentSearch, two_searches_find_the_same_and_report_their_progress) {
  test::LastProgress progress;
  const SearchResult again = search_assignment({4}, 1, progress.listener());
  EXPECT_EQ(progress.done(), 65536u);
  ASSERT_EQ(again.rows.size(), at_side_16().rows.size());
  for (std::size_t i = 0; i < again.rows.size(); ++i)
    EXPECT_EQ(text(again.rows[i].value), text(at_side_16().rows[i].value));
}

/// Turns, mirrors and moves the picture of 4 x 4 nodes; returns the entries of its first two rows.
std::set<std::string> images(const std::string& picture) {
  std::set<std::string> all;
  for (unsigned turn = 0; turn < 8; ++turn) {
    for (unsigned shift = 0; shift < 16; ++shift) {
      std::string moved;
      for (unsigned node = 0; node < 8; ++node) {
        unsigned x = (node + shift) % 4, y = (node / 4 + shift / 4) % 4;
        if (turn >= 4) x = (4 - x) % 4;
        for (unsigned quarter = 0; quarter < turn % 4; ++quarter) x = std::exchange(y, (4 - x) % 4);
        moved += (node == 4 ? "-" : "") + std::string(1, picture[4 * y + x]);
      }
      all.insert(moved);
    }
  }
  return all;
}

TEST(RdtAssignmentSearch, turned_mirrored_and_moved_assignments_are_alike) {
  for (const std::string picture : {"2143432143212143", "1112113212113211"}) {
    std::set<std::string> found;
    const std::string first = picture.substr(0, 4) + '-' + picture.substr(4, 4);
    for (const ClassRanks& ranks : alike({4}, rdt_of(4, first).ranks)) {
      found.insert(assignment_entries(Rdt(4, Assignment::kOther, 2, 4, ranks)));
    }
    EXPECT_EQ(found, images(picture));
  }
  EXPECT_EQ(images("2143432143212143").size(), 32u);
  EXPECT_EQ(images("1112113212113211").size(), 64u) << "a mirror counts";
}

TEST(RdtAssignmentSearch, what_cannot_be_tried_is_refused) {
  EXPECT_THROW(search_assignment({3, 4, 2}, 1, {}), ParameterError);
  EXPECT_THROW(search_assignment({4, 2, 5}, 2, {}), ParameterError);
  EXPECT_THROW(search_assignment({4, 2, 4}, 0, {}), ParameterError);
  EXPECT_THROW(search_assignment({4, 2, 4}, 5, {}), ParameterError);
  EXPECT_THROW(search_assignment({4, 2, 40}, 1, {}), std::invalid_argument);
  EXPECT_THROW(search_assignment({40, 2, 4}, 1, {}), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::rdt
