#include "models/search/count.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

namespace kintsugi {
namespace {

/// For all values of up to six literals, some of them negations: the k-th count must be true if more than k are, and
/// can be false if not.
TEST(Count, is_the_number_of_true_literals_for_all_values) {
  for (int size = 0; size <= 6; ++size) {
    ExactSearch search;
    std::vector<Literal> literals;
    for (int i = 0; i < size; ++i) literals.push_back(i % 3 == 0 ? ~search.variable() : search.variable());
    const std::vector<Literal> counted = count(search, literals);
    ASSERT_EQ(counted.size(), literals.size());
    for (unsigned values = 0; values < 1u << size; ++values) {
      std::vector<Literal> assumptions;
      for (int i = 0; i < size; ++i) {
        const Literal literal = literals[static_cast<std::size_t>(i)];
        assumptions.push_back((values >> i & 1u) != 0 ? literal : ~literal);
      }
      for (int most = 0; most < size; ++most) {
        assumptions.push_back(~counted[static_cast<std::size_t>(most)]);
        EXPECT_EQ(search.solve(assumptions), std::popcount(values) <= most ? Decision::kYes : Decision::kNo);
        assumptions.pop_back();
      }
    }
  }
}

TEST(AtMostOne, allows_none_and_each_alone_and_no_two) {
  for (unsigned size = 0; size <= 8; ++size) {
    ExactSearch search;
    std::vector<Literal> literals;
    for (unsigned i = 0; i < size; ++i) literals.push_back(i % 3 == 0 ? ~search.variable() : search.variable());
    at_most_one(
        literals, [&] { return search.variable(); },
        [&](Literal a, Literal b) {
          search.add({a, b});
        });
    for (unsigned values = 0; values < 1u << size; ++values) {
      std::vector<Literal> assumptions;
      for (unsigned i = 0; i < size; ++i) assumptions.push_back((values >> i & 1u) != 0 ? literals[i] : ~literals[i]);
      EXPECT_EQ(search.solve(assumptions), std::popcount(values) <= 1 ? Decision::kYes : Decision::kNo);
    }
  }
}

}  // namespace
}  // namespace kintsugi
