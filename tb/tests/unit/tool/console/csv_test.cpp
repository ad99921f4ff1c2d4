#include "tb/tool/console/csv.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

TEST(CsvCell, a_text_is_quoted_only_where_it_must_be) {
  EXPECT_EQ(csv_cell(""), "");
  EXPECT_EQ(csv_cell("x0.y1"), "x0.y1");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("say \"a\""), "\"say \"\"a\"\"\"");
  EXPECT_EQ(csv_cell("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_cell("a;=1"), "\"a;=1\"") << "where ; separates cells, the second one would be a formula";
}

TEST(CsvCell, a_text_is_no_formula) {
  EXPECT_EQ(csv_cell("=1+1"), "'=1+1");
  EXPECT_EQ(csv_cell("+cmd"), "'+cmd");
  EXPECT_EQ(csv_cell("-x"), "'-x");
  EXPECT_EQ(csv_cell("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_cell("\t=1"), "\"'\t=1\"");
  EXPECT_EQ(csv_cell("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(csv_cell("=HYPERLINK(\"x\",\"y\")"), "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
  EXPECT_EQ(csv_cell("-2+3"), "'-2+3") << "this is no number";
}

TEST(CsvCell, a_number_stays_one) {
  for (const char* number : {"-1", "-0.5", "-1e-07", "12"}) EXPECT_EQ(csv_cell(number), number);
}

}  // namespace
}  // namespace kintsugi
