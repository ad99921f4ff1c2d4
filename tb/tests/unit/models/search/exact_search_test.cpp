#include "models/search/exact_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "models/random/random.hpp"

namespace kintsugi {
namespace {

using Decision::kNo;
using Decision::kYes;
using Clause = std::vector<int>;  ///< numbers of variables, negative for a negation
using Formula = std::vector<Clause>;

constexpr int kVariables = 8;

int draw_literal(RandomStream& random) {
  const int variable = 1 + static_cast<int>(random.below(kVariables));
  return random.below(2) == 0 ? variable : -variable;
}

Formula draw(RandomStream& random, std::size_t clauses) {
  Formula formula(clauses);
  for (Clause& clause : formula) {
    for (std::uint64_t left = 1 + random.below(3); left > 0; --left) clause.push_back(draw_literal(random));
  }
  return formula;
}

bool holds(const Clause& clause, unsigned values) {
  return std::ranges::any_of(
      clause, [&](int literal) { return ((values >> (std::abs(literal) - 1)) & 1u) == (literal > 0 ? 1u : 0u); });
}

/// Tries all values of all variables.
bool has_values(const Formula& formula, const std::vector<int>& assumptions) {
  for (unsigned values = 0; values < 1u << kVariables; ++values) {
    const bool all = std::ranges::all_of(formula, [&](const Clause& clause) { return holds(clause, values); });
    if (all && std::ranges::all_of(assumptions, [&](int each) { return holds({each}, values); })) return true;
  }
  return false;
}

/// A search with the variables 1 to kVariables.
class SmallSearch {
 public:
  SmallSearch() {
    for (int i = 0; i < kVariables; ++i) variables_.push_back(search.variable());
  }
  Literal literal(int number) const {
    const Literal variable = variables_[static_cast<std::size_t>(std::abs(number)) - 1];
    return number > 0 ? variable : ~variable;
  }
  std::vector<Literal> literals(const std::vector<int>& numbers) const {
    std::vector<Literal> all;
    for (const int number : numbers) all.push_back(literal(number));
    return all;
  }
  void add(const Formula& formula) {
    for (const Clause& clause : formula) search.add(literals(clause));
  }

  ExactSearch search;

 private:
  std::vector<Literal> variables_;
};

void expect_values(const SmallSearch& small, const Formula& formula, const std::vector<int>& assumptions) {
  const auto is_true = [&](int number) { return small.search.value(small.literal(number)); };
  for (const Clause& clause : formula) EXPECT_TRUE(std::ranges::any_of(clause, is_true));
  EXPECT_TRUE(std::ranges::all_of(assumptions, is_true));
  for (const int number : assumptions) EXPECT_FALSE(is_true(-number));
}

void expect_failed(const SmallSearch& small, const Formula& formula, const std::vector<int>& assumptions) {
  std::vector<int> failed;
  for (const int each : assumptions) {
    if (small.search.failed(small.literal(each))) failed.push_back(each);
  }
  EXPECT_FALSE(has_values(formula, failed)) << "the failed assumptions alone must fail";
}

TEST(ExactSearch, agrees_with_all_values_of_small_formulas_call_after_call) {
  int yes = 0;
  int no = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomStream random(seed, 0);
    SmallSearch small;
    Formula formula;
    for (int call = 0; call < 6; ++call) {
      const Formula more = draw(random, 3);
      small.add(more);
      formula.insert(formula.end(), more.begin(), more.end());
      std::vector<int> assumptions;
      for (std::uint64_t left = random.below(4); left > 0; --left) assumptions.push_back(draw_literal(random));
      const bool expected = has_values(formula, assumptions);
      ASSERT_EQ(small.search.solve(small.literals(assumptions)), expected ? kYes : kNo) << "seed " << seed;
      if (expected) expect_values(small, formula, assumptions);
      if (!expected) expect_failed(small, formula, assumptions);
      ++(expected ? yes : no);
    }
  }
  EXPECT_GT(yes, 400);
  EXPECT_GT(no, 400);
}

TEST(ExactSearch, an_assumption_holds_for_one_call_only) {
  SmallSearch small;
  small.add({{1, 2}});
  EXPECT_EQ(small.search.solve({small.literal(-1), small.literal(-2)}), kNo);
  EXPECT_EQ(small.search.solve({small.literal(-1)}), kYes);
  EXPECT_TRUE(small.search.value(small.literal(2)));
}

TEST(ExactSearch, names_only_assumptions_that_take_part) {
  SmallSearch small;
  small.add({{-1, -2}});
  EXPECT_EQ(small.search.solve(small.literals({3, 1, 4, 2})), kNo);
  EXPECT_TRUE(small.search.failed(small.literal(1)));
  EXPECT_TRUE(small.search.failed(small.literal(2)));
  EXPECT_FALSE(small.search.failed(small.literal(3)));
  EXPECT_FALSE(small.search.failed(small.literal(4)));
}

TEST(ExactSearch, an_empty_clause_never_holds) {
  ExactSearch search;
  EXPECT_EQ(search.solve(), kYes);
  search.add({});
  EXPECT_EQ(search.solve(), kNo);
}

TEST(ExactSearch, always_is_one_literal) {
  ExactSearch search;
  const Literal always = search.always();
  EXPECT_EQ(search.always(), always);
  EXPECT_EQ(search.solve({~always}), kNo);
  EXPECT_EQ(search.solve({always}), kYes);
}

/// Adds clauses by which each of `pigeons` is in a hole of its own; there are none fewer than pigeons.
void add_pigeons(ExactSearch& search, std::size_t pigeons, std::size_t holes) {
  std::vector<std::vector<Literal>> in(pigeons);
  for (auto& pigeon : in) {
    for (std::size_t hole = 0; hole < holes; ++hole) pigeon.push_back(search.variable());
    search.add(pigeon);
  }
  for (std::size_t hole = 0; hole < holes; ++hole) {
    for (std::size_t i = 0; i < pigeons; ++i) {
      for (std::size_t j = 0; j < i; ++j) search.add({~in[i][hole], ~in[j][hole]});
    }
  }
}

TEST(ExactSearch, a_limit_ends_the_search_undecided_and_holds_once) {
  ExactSearch search;
  add_pigeons(search, 7, 6);
  EXPECT_EQ(search.solve({}, 10), Decision::kNotDecided);
  EXPECT_EQ(search.solve(), kNo);
}

TEST(ExactSearch, a_limit_that_is_not_reached_changes_nothing) {
  ExactSearch search;
  add_pigeons(search, 4, 4);
  EXPECT_EQ(search.solve({}, 0xffffffff), kYes);
  add_pigeons(search, 4, 3);
  EXPECT_EQ(search.solve({}, 0xffffffff), kNo);
}

TEST(ExactSearch, values_and_failed_assumptions_need_the_result_that_they_belong_to) {
  SmallSearch small;
  const Literal one = small.literal(1);
  EXPECT_THROW(small.search.value(one), std::logic_error);
  EXPECT_THROW(small.search.failed(one), std::logic_error);
  ASSERT_EQ(small.search.solve({one}), kYes);
  EXPECT_TRUE(small.search.value(one));
  EXPECT_THROW(small.search.failed(one), std::logic_error);
  small.add({{-1}});
  EXPECT_THROW(small.search.value(one), std::logic_error) << "a clause ends what is known";
  ASSERT_EQ(small.search.solve({one}), kNo);
  EXPECT_TRUE(small.search.failed(one));
  EXPECT_THROW(small.search.value(one), std::logic_error);
}

TEST(ExactSearch, can_be_moved) {
  ExactSearch first;
  const Literal a = first.variable();
  first.keep(a);
  first.add({a});
  ExactSearch second = std::move(first);
  EXPECT_EQ(second.solve({~a}), kNo);
  const Literal b = second.variable();
  EXPECT_EQ(second.solve({~b}), kYes);
  EXPECT_EQ(second.variables(), 2);
}

}  // namespace
}  // namespace kintsugi
