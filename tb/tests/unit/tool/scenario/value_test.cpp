// YAML as the tool reads it: what is after the document, limits, and texts that are none.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi::test {
namespace {

using Lines = std::vector<std::string>;

Lines mistakes_of(const std::string& text) {
  Diagnostics errors;
  parse_document(text, "a.yaml", errors);
  Lines lines;
  for (const Diagnostic& diagnostic : errors.sorted()) lines.push_back(describe(diagnostic));
  return lines;
}

Value value_of(const std::string& text) {
  Diagnostics errors;
  return parse_document(text, "a.yaml", errors).value();
}

std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

const std::string kAfter = "the document ends before this; only one document is allowed";
const std::string kNoValue = "not valid YAML: no value can begin here";

TEST(Yaml, a_comma_after_the_document_is_a_mistake) {
  EXPECT_EQ(mistakes_of("{kind: mesh, sides: [4, 4]},"), Lines{"a.yaml:1:28: " + kAfter});
  EXPECT_EQ(mistakes_of("[3],"), Lines{"a.yaml:1:4: " + kAfter});
  EXPECT_EQ(mistakes_of("a: {b: 1},\n"), Lines{"a.yaml:1:10: not valid YAML: end of map not found"});
  EXPECT_EQ(mistakes_of("[1],\n, ,"), Lines{"a.yaml:1:4: " + kAfter});
}

TEST(Yaml, a_text_in_which_no_value_begins_is_a_mistake) {
  EXPECT_EQ(mistakes_of(","), Lines{"a.yaml:1:1: " + kNoValue});
  EXPECT_EQ(mistakes_of("\n  , a"), Lines{"a.yaml:2:3: " + kNoValue});
}

TEST(Yaml, a_value_of_an_override_is_one_value) {
  Diagnostics errors;
  const Where where{"--set network.sides=[3],", 0, 0};
  EXPECT_FALSE(parse_value("[3],", where, errors));
  EXPECT_EQ(describe(errors.sorted().front()), "--set network.sides=[3],: " + kAfter);
}

TEST(Yaml, a_second_document_is_a_mistake) {
  EXPECT_EQ(mistakes_of("a: 1\n---\nb: 2\n"), Lines{"a.yaml:2:1: " + kAfter});
  EXPECT_EQ(mistakes_of("{a: 1} b"), Lines{"a.yaml:1:8: " + kAfter});
  EXPECT_EQ(mistakes_of("{a: 1}}"), Lines{"a.yaml:1:7: not valid YAML: illegal flow end"});
}

TEST(Yaml, the_marks_of_a_document_and_comments_after_it_are_no_second_one) {
  for (const std::string text :
       {"--- {a: 1}\n...\n# end\n", "a: 1\n...\n...\n", "%YAML 1.2\n---\na: 1\n", "{a: 1} # x"}) {
    EXPECT_EQ(mistakes_of(text), Lines{}) << text;
  }
}

TEST(Yaml, a_text_without_a_document_is_empty) {
  for (const std::string text : {"", "# nothing\n", "---\n", "...\n"}) {
    EXPECT_EQ(value_of(text).type, Value::Type::kEmpty) << text;
  }
}

TEST(Yaml, nesting_ends_at_32_levels) {
  EXPECT_EQ(mistakes_of(repeated("[", 32) + repeated("]", 32)), Lines{});
  EXPECT_EQ(mistakes_of(repeated("[", 33) + repeated("]", 33)), Lines{"a.yaml:1:33: " + kTooDeep});
  EXPECT_EQ(mistakes_of("\n" + repeated("{a: ", 500)), Lines{"a.yaml:2:125: " + kTooDeep});
}

TEST(Yaml, nesting_without_end_ends_at_once) {
  for (const std::string part : {"[", "{", "[a, ", "{a: ", "[? ", "- ", "? ", ": ", "- ? ", "[{"}) {
    const Lines mistakes = mistakes_of(repeated(part, 1'000'000));
    ASSERT_FALSE(mistakes.empty()) << part;
    EXPECT_NE(mistakes.back().find(kTooDeep), std::string::npos) << mistakes.back();
  }
}

TEST(Yaml, an_alias_stands_for_its_value_at_the_place_of_that) {
  const Value value = value_of("[&x {a: 1}, *x]");
  ASSERT_EQ(value.items.size(), 2u);
  EXPECT_EQ(value.items[1].entries.at(0).value.text, "1");
  EXPECT_EQ(describe(value.items[1].where), "a.yaml:1:2");
}

TEST(Yaml, an_alias_inside_its_anchor_is_a_mistake) {
  EXPECT_EQ(mistakes_of("&x [1, *x]"), Lines{"a.yaml:1:8: this alias is inside the value that it stands for"});
}

TEST(Yaml, aliases_of_aliases_count_as_what_they_stand_for) {
  std::string values = "- &a0 [1, 1]\n";
  std::string text = "- &a0 " + std::string(1 << 20, 'x') + "\n";
  std::string levels = "- &a0 []\n";
  for (int i = 1; i < 40; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    const std::string begin = "- &a" + std::to_string(i) + " [" + last;
    values += begin + ", " + last + "]\n";
    text += begin + ", " + last + "]\n";
    levels += begin + "]\n";
  }
  const Lines too_many = mistakes_of(values);
  ASSERT_EQ(too_many.size(), 1u);
  EXPECT_NE(too_many.front().find(kTooMany), std::string::npos);
  EXPECT_EQ(mistakes_of(text), Lines{"a.yaml:6:8: too much text: more than 64 MiB"});
  EXPECT_EQ(mistakes_of(levels), Lines{"a.yaml:32:9: " + kTooDeep});
}

TEST(YamlSlow, a_million_values_are_the_most) {
  EXPECT_EQ(mistakes_of(repeated("- 1\n", kMostValues - 1)), Lines{});
  EXPECT_EQ(mistakes_of(repeated("- 1\n", kMostValues)), Lines{"a.yaml:1000000:3: " + kTooMany});
  EXPECT_EQ(mistakes_of("[" + repeated(",", 2'000'000)).size(), 1u);
}

TEST(Yaml, a_text_is_utf8_without_control_characters) {
  EXPECT_EQ(mistakes_of("a: caf\xE9"), Lines{"a.yaml:1:7: not UTF-8: the byte \\xe9; save it as UTF-8"});
  EXPECT_EQ(mistakes_of("a: 1\nb: \x1B[31m"), Lines{"a.yaml:2:4: not valid YAML: the control character \\x1b"});
  EXPECT_EQ(mistakes_of(std::string("a\0", 2)), Lines{"a.yaml:1:2: not valid YAML: the control character \\x00"});
  EXPECT_EQ(mistakes_of("[a, \x04"), Lines{"a.yaml:1:5: not valid YAML: the control character \\x04"});
  EXPECT_EQ(value_of("caf\xC3\xA9\t# tab\r\n").text, "caf\xC3\xA9");
  EXPECT_EQ(value_of("\xEF\xBB\xBF"
                     "a")
                .text,
            "a");
  EXPECT_EQ(value_of(std::string("\xFF\xFE"
                                 "a\0",
                                 4))
                .text,
            "a")
      << "UTF-16";
}

TEST(Yaml, strange_texts_end_with_at_most_one_message_or_with_bad_keys) {
  const Lines parts = {"[",          "]",        "{",       "}",       ",",           ":", ": ", "- ",
                       "? ",         "&a ",      "*a ",     "!t ",     "!<x>",        "|", "> ", "'",
                       "\"",         "\\",       "\n",      "\n ",     " ",           "#", " #", "%YAML 1.2\n",
                       "%TAG ! a\n", "--- ",     "\n---\n", "\n...\n", "a",           "~", "\r", "\x04",
                       "\xFF",       "\xC2\x85", "@",       "<<",      "\"\\ud800\"", "''"};
  unsigned state = 1;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (int length = 0; length < 16; ++length) {
      state = state * 1664525U + 1013904223U;
      text += parts[(state >> 16U) % parts.size()];
    }
    for (const std::string& line : mistakes_of(text)) EXPECT_TRUE(line.starts_with("a.yaml:")) << line << '\n' << text;
  }
}

}  // namespace
}  // namespace kintsugi::test
