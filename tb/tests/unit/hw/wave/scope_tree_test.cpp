#include "hw/wave/scope_tree.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kintsugi::wave {
namespace {

std::string written(const ScopeTree& tree) {
  std::string text;
  tree.visit(
      {[&](const std::string& scope) { text += scope + "("; }, [&] { text += ")"; },
       [&](const std::string& name, std::uint32_t signal) { text += name + "=" + std::to_string(signal) + " "; }});
  return text;
}

TEST(ScopeTree, keeps_siblings_in_the_order_first_seen) {
  ScopeTree tree;
  tree.add("z.b.s", 0);
  tree.add("a", 1);
  tree.add("z.s", 2);
  tree.add("z.b.a", 3);
  EXPECT_EQ(written(tree), "z(b(s=0 a=3 )s=2 )a=1 ");
}

TEST(ScopeTree, holds_the_same_name_in_different_scopes) {
  ScopeTree tree;
  tree.add("r1.valid", 0);
  tree.add("r2.valid", 1);
  tree.add("valid", 2);
  EXPECT_EQ(written(tree), "r1(valid=0 )r2(valid=1 )valid=2 ");
}

TEST(ScopeTree, refuses_names_that_viewers_misread) {
  ScopeTree tree;
  for (const auto* name : {"", ".", "a.", ".a", "a..b", "a b", "a\tb", "$end", "a.$end", "bus[3]", "a.b\n",
                           "caf\xc3\xa9", "-a", "(a)", "a.#1", "a\\b", "a{b}", "*"}) {
    EXPECT_THROW(tree.add(name, 0), std::invalid_argument) << name;
  }
  for (const auto* name : {"a", "0", "_a.b-c", "bus(3)", "c:d", "a$b"}) EXPECT_NO_THROW(tree.add(name, 0)) << name;
}

TEST(ScopeTree, is_unchanged_by_a_refusal) {
  ScopeTree tree;
  tree.add("a.b", 0);
  EXPECT_THROW(tree.add("a.b.c", 1), std::invalid_argument);
  EXPECT_THROW(tree.add("a", 1), std::invalid_argument);
  EXPECT_THROW(tree.add("new.scope.bad name", 1), std::invalid_argument);
  EXPECT_EQ(written(tree), "a(b=0 )");
  tree.add("new", 1);
  EXPECT_EQ(written(tree), "a(b=0 )new=1 ");
}

}  // namespace
}  // namespace kintsugi::wave
