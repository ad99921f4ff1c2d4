#include "tb/tool/console/printable.hpp"

#include <gtest/gtest.h>

namespace kintsugi::test {
namespace {

TEST(Printable, text_stays_as_it_is) {
  EXPECT_EQ(printable("run.seed: caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"),
            "run.seed: caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
}

TEST(Printable, control_characters_become_escapes) {
  EXPECT_EQ(printable(std::string("a\0b\n\t\r\x1B[31m\x7F", 12)), "a\\x00b\\n\\t\\r\\x1b[31m\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\xc2\\x9b31m")
      << "a control sequence of one character";
}

TEST(Printable, bytes_that_are_not_utf8_become_escapes) {
  EXPECT_EQ(printable("\xE9"), "\\xe9");
  EXPECT_EQ(printable("\xC3(\xE2\x82"), "\\xc3(\\xe2\\x82");
  EXPECT_EQ(printable("\xC0\xAF"), "\\xc0\\xaf") << "a form that is too long";
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond U+10FFFF";
}

TEST(Printable, of_a_long_text_only_the_ends_are_printed) {
  const std::string text = "begin" + std::string(1'000'000, 'x') + "end";
  const std::string short_text = printable(text);
  EXPECT_LT(short_text.size(), kMostPrintable + 100);
  EXPECT_TRUE(short_text.starts_with("begin"));
  EXPECT_TRUE(short_text.ends_with("end"));
  EXPECT_NE(short_text.find("[... 998008 bytes ...]"), std::string::npos) << short_text;
}

TEST(Printable, a_long_text_is_not_cut_inside_a_character) {
  std::string text;
  for (int i = 0; i < 1001; ++i) text += "\xE2\x82\xAC";
  EXPECT_EQ(printable(text).find('\\'), std::string::npos);
  EXPECT_EQ(printable("a" + text).find('\\'), std::string::npos);
  EXPECT_EQ(printable("ab" + text).find('\\'), std::string::npos);
}

TEST(Printable, a_long_text_in_quotes_is_shortened_and_the_message_is_not) {
  const std::string list = "; valid: " + std::string(900, 'v');
  EXPECT_EQ(with_short_quotes("no key 'abc'; it's the file's 'd e'" + list),
            "no key 'abc'; it's the file's 'd e'" + list);
  const std::string text(3000, 'x');
  const std::string message = with_short_quotes("the fabric's key '" + text + "' and '" + text + "' differ" + list);
  EXPECT_LT(message.size(), 600 + list.size());
  EXPECT_TRUE(message.starts_with("the fabric's key '" + std::string(150, 'x') + "[... 2800 bytes ...]")) << message;
  EXPECT_TRUE(message.ends_with("x' differ" + list)) << message;
  EXPECT_EQ(with_short_quotes(message), message) << "once";
  EXPECT_EQ(with_short_quotes("cannot be 'a 'b"), "cannot be 'a 'b") << "a quote that is not closed";
}

TEST(Printable, characters_that_change_the_direction_of_writing_become_escapes) {
  EXPECT_EQ(printable("a\u202Eb"), "a\\u202eb");
  for (const char* character : {"\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C", "\u202D", "\u202E",
                                "\u2066", "\u2067", "\u2068", "\u2069"}) {
    EXPECT_TRUE(printable(character).starts_with("\\u")) << printable(character);
  }
  for (const char* neighbour : {"\u061B", "\u200D", "\u2010", "\u2029", "\u202F", "\u2065", "\u206A", "\u05D0"}) {
    EXPECT_EQ(printable(neighbour), neighbour);
  }
}

TEST(Printable, what_is_kept_is_no_escape) {
  EXPECT_EQ(escaped("a\n\t\r\x1B", "\n\t"), "a\n\t\\r\\x1b");
}

TEST(Printable, a_character_that_has_only_begun_is_counted) {
  EXPECT_EQ(begun_character(""), 0u);
  EXPECT_EQ(begun_character("a"), 0u);
  EXPECT_EQ(begun_character("\u202E"), 0u);
  EXPECT_EQ(begun_character("a\xE2"), 1u);
  EXPECT_EQ(begun_character("a\xE2\x80"), 2u);
  EXPECT_EQ(begun_character("\xF0\x9F\x98"), 3u);
  EXPECT_EQ(begun_character("\x80\x80\x80\x80"), 0u) << "these continue nothing";
}

}  // namespace
}  // namespace kintsugi::test
