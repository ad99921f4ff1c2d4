#include "models/search/refutation_check.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "models/random/random.hpp"
#include "models/search/exact_search.hpp"
#include "tb/tests/unit/models/search/temporary_refutation.hpp"

namespace kintsugi {
namespace {

RefutationCheck checked(const std::string& formula, const std::string& proof) {
  std::istringstream clauses(formula);
  std::istringstream steps(proof);
  return check_refutation(clauses, steps);
}

std::string mistake(const std::string& formula, const std::string& proof) {
  return checked(formula, proof).mistake.value_or("none");
}

/// A search whose clauses say that one pigeon more than there are holes has a hole of its own.
void add_pigeons(ExactSearch& search, int holes) {
  std::vector<std::vector<Literal>> in(static_cast<std::size_t>(holes) + 1);
  for (std::vector<Literal>& pigeon : in) {
    for (int hole = 0; hole < holes; ++hole) pigeon.push_back(search.variable());
    search.add(pigeon);
  }
  for (std::size_t a = 0; a < in.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      for (std::size_t hole = 0; hole < in[a].size(); ++hole) search.add({~in[a][hole], ~in[b][hole]});
    }
  }
}

// Both have all four clauses of two variables, which no values meet.
constexpr const char* kAllOfTwo = "c no values\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

TEST(RefutationCheck, follows_the_steps_of_a_proof) {
  const RefutationCheck check = checked(kAllOfTwo, "1 0\n");
  EXPECT_EQ(check.mistake, std::nullopt);
  EXPECT_EQ(check.variables, 2u);
  EXPECT_EQ(check.clauses, 4u);
  EXPECT_EQ(check.lemmas, 1u);
}

TEST(RefutationCheck, needs_the_contradiction) {
  EXPECT_EQ(mistake(kAllOfTwo, ""), "proof, line 0: the proof ends without a contradiction");
  EXPECT_EQ(mistake("p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n", "1 0\n0\n"), "proof, line 2: this clause does not follow");
}

TEST(RefutationCheck, takes_clauses_back) {
  EXPECT_EQ(mistake(kAllOfTwo, "d 2 -1 0\n1 0\n"), "proof, line 2: the proof ends without a contradiction");
  EXPECT_EQ(mistake(kAllOfTwo, "d 1 0\n"), "proof, line 1: there is no such clause to take back");
}

TEST(RefutationCheck, accepts_a_definition_by_its_first_literal) {
  // The variable 3 is new: 3 is true if, and only if, 1 and 2 are. The first literal of each clause is that of 3.
  const std::string formula = "p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
  EXPECT_EQ(mistake(formula, "3 -1 -2 0\n-3 1 0\n-3 2 0\n1 0\n"), "none");
  const std::string open = "p cnf 3 2\n1 2 0\n-3 1 0\n";
  EXPECT_EQ(mistake(open, "3 -2 0\n0\n"), "proof, line 1: this clause does not follow") << "for 1 or not 2 does not";
}

TEST(RefutationCheck, says_where_a_text_is_wrong) {
  EXPECT_EQ(mistake("", ""), "formula, line 0: there is no formula");
  EXPECT_EQ(mistake("1 0\n", ""), "formula, line 1: \"p cnf VARIABLES CLAUSES\" is missing");
  EXPECT_EQ(mistake("p cnf 1 1\n2 0\n", ""), "formula, line 2: a variable beyond the last");
  EXPECT_EQ(mistake("p cnf 1 1\n1x 0\n", ""), "formula, line 2: this is no literal: 1x 0");
  EXPECT_EQ(mistake("p cnf 1 1\n1\n", ""), "formula, line 2: the last clause does not end with 0");
  EXPECT_EQ(mistake("p cnf 1 2\n1 0\n", ""), "formula, line 2: 2 clauses are announced, 1 are there");
  EXPECT_EQ(mistake(kAllOfTwo, "1\n"), "proof, line 1: the clause does not end with 0");
  EXPECT_EQ(mistake(kAllOfTwo, "1 0 2\n"), "proof, line 1: a clause ends with 0, and the line with it");
}

TEST(RefutationCheck, accepts_what_the_solver_writes_and_not_a_part_of_it) {
  const test::TemporaryRefutation files;
  ExactSearch search(files.both);
  add_pigeons(search, 5);
  ASSERT_EQ(search.solve(), Decision::kNo);
  search.write_refutation();
  const std::string formula = files.formula();
  const std::string proof = files.proof();
  const RefutationCheck check = checked(formula, proof);
  EXPECT_EQ(check.mistake, std::nullopt);
  EXPECT_GT(check.lemmas, 5u);
  EXPECT_EQ(mistake(formula, "0\n"), "proof, line 1: this clause does not follow");
  // Without the first clause every pigeon but one has a hole.
  std::string fewer = formula;
  const std::size_t first = fewer.find('\n') + 1;
  fewer.erase(first, fewer.find('\n', first) + 1 - first);
  fewer.replace(0, first, "p cnf 30 " + std::to_string(check.clauses - 1) + "\n");
  EXPECT_NE(mistake(fewer, proof), "none");
}

TEST(RefutationCheck, agrees_with_the_search_on_drawn_formulas) {
  RandomStream random(1, 1);
  const test::TemporaryRefutation files;
  int refuted = 0;
  for (int each = 0; each < 60; ++each) {
    ExactSearch search(files.both);
    std::vector<Literal> variables(20);
    for (Literal& variable : variables) variable = search.variable();
    for (int clause = 0; clause < 90; ++clause) {
      std::vector<Literal> literals;
      for (int i = 0; i < 3; ++i) {
        const Literal variable = variables[random.below(variables.size())];
        literals.push_back(random.below(2) == 0 ? variable : ~variable);
      }
      search.add(literals);
    }
    if (search.solve() != Decision::kNo) continue;
    search.write_refutation();
    ASSERT_EQ(mistake(files.formula(), files.proof()), "none") << "formula " << each;
    ++refuted;
  }
  EXPECT_GT(refuted, 15);
  EXPECT_LT(refuted, 60);
}

}  // namespace
}  // namespace kintsugi
