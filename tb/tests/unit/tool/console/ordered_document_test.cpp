// Documents that keep the order of their keys.
#include "tb/tool/console/ordered_document.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kintsugi::test {
namespace {

TEST(OrderedDocument, is_the_same_as_the_parser_of_the_library_makes) {
  for (const std::string text :
       {R"({"z": 1, "a": [true, null, -2, 1.5e3, "x"], "m": {"b": {}, "a": [[], [{"k": "v"}]]}})", "[]", "{}", "7",
        R"("text")", "null", R"([{"a": 1}, {"a": 2}])"}) {
    EXPECT_EQ(parse_ordered(text).dump(), nlohmann::ordered_json::parse(text).dump());
  }
}

TEST(OrderedDocument, is_null_for_what_is_none) {
  for (const std::string text : {"", "{", "[1,]", "{\"a\": 1} x", R"({"a": 1, "b": 2, "a": 3})"}) {
    EXPECT_TRUE(parse_ordered(text).is_null()) << text;
  }
  EXPECT_TRUE(parse_ordered(std::string(100, '[') + std::string(100, ']')).is_null());
}

/// The parser of the library compares five thousand million keys.
TEST(OrderedDocument, of_many_keys_is_read_at_once) {
  std::string text = "{\"k\":0";
  constexpr int kKeys = 100'000;
  for (int key = 1; key < kKeys; ++key) text += ",\"k" + std::to_string(key) + "\":0";
  EXPECT_EQ(parse_ordered(text + '}').size(), std::size_t{kKeys});
}

}  // namespace
}  // namespace kintsugi::test
