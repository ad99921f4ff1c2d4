// Lines and cells of text files.
#include "models/network/cells.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

/// "a@1 b@4": the cells with their columns; a mistake is added with !.
std::string shown(const std::string& line, Separator separator) {
  std::string text;
  for (const Cell& cell : cells_of(line, separator).all) {
    text += (text.empty() ? "" : " ") + cell.text + '@' + std::to_string(cell.column) +
            (cell.mistake == nullptr ? "" : "!");
  }
  return text;
}

TEST(Cells, are_separated_by_commas_and_lose_the_blanks_around_them) {
  EXPECT_EQ(shown("a, b c ,\td\r", Separator::kComma), "a@1 b c@4 d@10");
  EXPECT_EQ(shown(" ,x,", Separator::kComma), "@1 x@3 @5");
  EXPECT_EQ(shown("a, ,c", Separator::kComma), "a@1 @3 c@5");
}

TEST(Cells, are_separated_by_any_number_of_blanks) {
  EXPECT_EQ(shown("  a\t\tb  c ", Separator::kBlanks), "a@3 b@6 c@9");
  EXPECT_EQ(shown("a,b", Separator::kBlanks), "a,b@1");
}

TEST(Cells, a_line_says_by_itself_what_separates_them) {
  EXPECT_EQ(shown("a;b c", Separator::kFound), "a@1 b c@3");
  EXPECT_EQ(shown("a;b,c", Separator::kFound), "a;b@1 c@5");
  EXPECT_TRUE(cells_of("a b", Separator::kFound).by_blanks);
  EXPECT_FALSE(cells_of("a;b", Separator::kFound).by_blanks);
}

TEST(Cells, are_in_quotes_only_where_the_format_has_them) {
  EXPECT_EQ(shown(R"("a ""b, c""",d)", Separator::kFound), R"(a "b, c"@1 d@14)");
  EXPECT_EQ(shown(R"("a,b)", Separator::kFound), "a,b@1!");
  EXPECT_EQ(shown(R"("a"b,c)", Separator::kFound), "a@1! c@6");
  EXPECT_EQ(shown(R"("a,b")", Separator::kComma), R"("a@1 b"@4)");
}

TEST(Cells, comments_and_blank_lines_have_none) {
  for (const Separator separator : {Separator::kComma, Separator::kBlanks, Separator::kFound}) {
    for (const char* line : {"", " \t\r", "# a,b", "  # a"}) EXPECT_EQ(shown(line, separator), "") << line;
  }
  EXPECT_EQ(shown("a # b", Separator::kFound), "a@1");
  EXPECT_EQ(shown("a,#b", Separator::kComma), "a@1 #b@3");
  EXPECT_EQ(shown("a#b", Separator::kFound), "a#b@1");
}

std::string cut(const std::string& line, const CellForm& form) {
  std::string text;
  for (const Cell& cell : cells_of(line, form).all) {
    text += (text.empty() ? "" : " | ") + cell.text + (cell.mistake == nullptr ? "" : "!");
  }
  return text;
}

TEST(Cells, a_file_is_cut_by_what_its_first_line_has_outside_quotes_and_brackets) {
  EXPECT_EQ(separator_in("a\tb,c"), ',');
  EXPECT_EQ(separator_in("a;b\tc"), ';');
  EXPECT_EQ(separator_in("(0, 0)\t[1; 1]"), '\t');
  EXPECT_EQ(separator_in("\"a, b\" \"c;d\"\t"), ' ');
  EXPECT_EQ(separator_in("(a, b"), ',') << "the bracket is not closed";
  EXPECT_EQ(separator_in("a b # c, d"), ' ');
  EXPECT_EQ(separator_in("\"a, b"), ' ') << "the quote is not closed";
}

TEST(Cells, of_one_form_may_be_in_quotes_or_brackets) {
  EXPECT_EQ(cut("(0, 1) (1, [2 3])  {'a': 1}", {' '}), "(0, 1) | (1, [2 3]) | {'a': 1}");
  EXPECT_EQ(cut("(0, 1)x,y", {','}), "(0, 1)x | y");
  EXPECT_EQ(cut("(0, 1", {','}), "(0 | 1");
  EXPECT_EQ(cut("a b\t\tc", {'\t'}), "a b |  | c");
  EXPECT_EQ(cut("\"a;\"\"b\";c # d", {';'}), "a;\"b | c");
  EXPECT_EQ(cut("\"a;b", {';'}), "a;b!");
  EXPECT_EQ(cut("a,#b", {',', false}), "a | #b");
  EXPECT_EQ(cut("#a,b", {',', false}), "");
}

TEST(Cells, brackets_that_are_never_closed_take_no_time) {
  EXPECT_EQ(cells_of(std::string(1'000'000, '('), CellForm{' '}).all.size(), 1u);
  std::string apart;
  for (int i = 0; i < 300'000; ++i) apart += "( ";
  EXPECT_EQ(cells_of(apart, CellForm{' '}).all.size(), 300'000u);
}

TEST(Cells, plain_names_of_columns_are_letters_and_digits) {
  EXPECT_EQ(plain_name(" Source_Node 1"), "sourcenode1");
}

TEST(Lines, are_numbered_from_1_without_their_ends_and_without_a_byte_order_mark) {
  std::string taken;
  take_lines("\xEF\xBB\xBFone\n\nthree\n", [&](std::string_view line, int number) {
    taken += std::to_string(number) + ':' + std::string(line) + ' ';
    return true;
  });
  EXPECT_EQ(taken, "1:one 2: 3:three ");
}

TEST(Lines, end_where_no_more_are_wanted) {
  int last = 0;
  take_lines("a\nb\nc", [&](std::string_view, int number) { return (last = number) < 2; });
  EXPECT_EQ(last, 2);
}

}  // namespace
}  // namespace kintsugi
