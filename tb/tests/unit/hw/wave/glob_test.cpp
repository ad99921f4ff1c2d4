#include "hw/wave/glob.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kintsugi::wave {
namespace {

TEST(Glob, a_star_reaches_through_dots) {
  EXPECT_TRUE(matches("wafer.r3.*", "wafer.r3.c4.router.vc0"));
  EXPECT_TRUE(matches("wafer.r3.*", "wafer.r3.vc0"));
  EXPECT_TRUE(matches("*", "wafer.r3.vc0"));
  EXPECT_TRUE(matches("*.vc0", "wafer.r3.vc0"));
  EXPECT_TRUE(matches("wafer.*.router.*", "wafer.r3.c4.router.in.vc1"));
}

TEST(Glob, a_scope_is_not_its_neighbour_nor_itself) {
  EXPECT_FALSE(matches("wafer.r3.*", "wafer.r31.vc0"));
  EXPECT_FALSE(matches("wafer.r3.*", "wafer.r3"));
  EXPECT_FALSE(matches("wafer.r3", "wafer.r3.vc0"));
}

TEST(Glob, a_star_matches_the_empty_run) {
  EXPECT_TRUE(matches("wafer*", "wafer"));
  EXPECT_TRUE(matches("***", ""));
  EXPECT_TRUE(matches("a**b", "ab"));
}

TEST(Glob, a_question_mark_is_exactly_one_character) {
  EXPECT_TRUE(matches("vc?", "vc0"));
  EXPECT_FALSE(matches("vc?", "vc"));
  EXPECT_FALSE(matches("vc?", "vc10"));
  EXPECT_TRUE(matches("a?b", "a.b"));
}

TEST(Glob, other_characters_stand_for_themselves) {
  EXPECT_TRUE(matches("bus(3)", "bus(3)"));
  EXPECT_FALSE(matches("r[3]", "r3"));
  EXPECT_FALSE(matches("r.3", "rx3"));
  EXPECT_FALSE(matches("R3", "r3"));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_TRUE(matches("", ""));
}

TEST(Glob, a_star_gives_back_what_follows_need) {
  EXPECT_TRUE(matches("*ab", "aab"));
  EXPECT_TRUE(matches("*a*b", "xaxxb"));
  EXPECT_TRUE(matches("*.vc0", "a.vc0.vc0"));
  EXPECT_FALSE(matches("*a*b", "xbxxa"));
}

TEST(Glob, many_stars_do_not_explode) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(matches(pattern + "b", std::string(2000, 'a')));
}

/// Matches by the definition, trying every length of every `*`.
bool by_definition(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  const auto rest = pattern.substr(1);
  if (pattern[0] == '*') return by_definition(rest, name) || (!name.empty() && by_definition(pattern, name.substr(1)));
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) && by_definition(rest, name.substr(1));
}

std::vector<std::string> words(const std::string& alphabet, std::size_t longest) {
  std::vector<std::string> all{""};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == longest) continue;
    for (const char c : alphabet) all.push_back(all[i] + c);
  }
  return all;
}

TEST(Glob, agrees_with_its_definition_on_all_short_words) {
  for (const auto& pattern : words("a.*?", 4)) {
    for (const auto& name : words("a.", 5)) {
      EXPECT_EQ(matches(pattern, name), by_definition(pattern, name)) << pattern << " on " << name;
    }
  }
}

TEST(Glob, one_of_several_patterns_is_enough) {
  const std::vector<std::string> patterns{"wafer.r3.*", "*.valid"};
  EXPECT_TRUE(matches_any(patterns, "wafer.r3.vc0"));
  EXPECT_TRUE(matches_any(patterns, "wafer.r1.valid"));
  EXPECT_FALSE(matches_any(patterns, "wafer.r1.vc0"));
  EXPECT_FALSE(matches_any({}, "wafer"));
}

}  // namespace
}  // namespace kintsugi::wave
