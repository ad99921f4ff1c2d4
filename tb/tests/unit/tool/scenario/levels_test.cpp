// A document that is nested too deeply is refused at the first level beyond the limit, however it goes on.
#include "tb/tool/console/levels.hpp"

#include <gtest/gtest.h>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi {
namespace {

std::string refusal(const std::string& text) {
  Diagnostics errors;
  EXPECT_FALSE(parse_document(text, "deep", errors));
  return errors.empty() ? "" : describe(errors.sorted().front());
}

TEST(Levels, beyond_the_limit_are_named_where_they_begin) {
  for (const std::size_t depth : {33u, 40u, 1000u, 1001u, 20'000u}) {
    const std::string there = ": nested too deeply: more than 32 levels";
    EXPECT_EQ(refusal(std::string(depth, '[') + std::string(depth, ']')), "deep:1:33" + there) << depth;
    EXPECT_EQ(refusal("[[1], [2],\n" + std::string(depth, '[') + std::string(depth, ']') + ']'), "deep:2:32" + there)
        << depth;
  }
}

TEST(Levels, of_a_json_text_are_counted_before_it_is_parsed) {
  const std::string brackets(40, '[');
  EXPECT_FALSE(too_deep_at(R"({"a:)" + brackets + R"(": [1, {"b\"": ":"}], "c": {}})"));
  EXPECT_FALSE(too_deep_at(std::string(32, '[')));
  EXPECT_EQ(too_deep_at(R"({"a": )" + std::string(32, '[')), std::optional<std::size_t>(6 + 31));
}

}  // namespace
}  // namespace kintsugi
