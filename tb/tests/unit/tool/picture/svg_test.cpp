// The document: numbers, quoting, order.
#include "tb/tool/picture/svg.hpp"

#include <gtest/gtest.h>

#include "tb/tool/picture/legend.hpp"

namespace kintsugi::picture::test {
namespace {

TEST(Svg, numbers_have_at_most_one_decimal_and_no_minus_zero) {
  EXPECT_EQ(number(12), "12");
  EXPECT_EQ(number(12.34), "12.3");
  EXPECT_EQ(number(-0.04), "0");
  EXPECT_EQ(number(-7.5), "-7.5");
  EXPECT_EQ(number(1234567), "1234567");
}

TEST(Svg, texts_are_never_markup) {
  Document document;
  document.root().text({1, 2}, "a < b & \"c\" </text>", "note").title("<x>");
  pugi::xml_document back;
  ASSERT_TRUE(back.load_string(document.text().c_str()));
  const pugi::xml_node text = back.child("svg").child("text");
  EXPECT_STREQ(text.text().get(), "a < b & \"c\" </text>");
  EXPECT_STREQ(text.child("title").text().get(), "<x>");
  EXPECT_STREQ(text.first_child().name(), "title");
}

TEST(Svg, paths_are_written_as_they_are_drawn) {
  EXPECT_EQ(PathData().move({1, 2}).line({3, 4.25}).text(), "M1 2L3 4.3");
  EXPECT_EQ(PathData().segment({0, 0}, {1, 0}).bend({2, 0}, {2, 1}).text(), "M0 0L1 0Q2 0 2 1");
  EXPECT_EQ(PathData().cross({5, 5}, 1).text(), "M4 4L6 6M4 6L6 4");
  EXPECT_TRUE(PathData().empty());
}

TEST(Svg, long_notes_are_broken_at_blanks) {
  EXPECT_EQ(wrap_words("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrap_words("unbreakable", 4), std::vector<std::string>{"unbreakable"});
  EXPECT_EQ(wrap_words("", 4), std::vector<std::string>{""});
}

}  // namespace
}  // namespace kintsugi::picture::test
