/// Lines of text files, and the cells of a line.
///
/// Columns   count bytes from 1
/// Blanks    spaces, tabs, and the \r of files from other systems; those around a cell are not part of it
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi {

/// Returns the text without the mark that some editors write in front of UTF-8.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

/// Calls take(line, number) for each line without its end, from line 1 on, as long as it returns true.
template <class Take>
void take_lines(std::string_view text, Take take) {
  text = without_byte_order_mark(text);
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!take(text.substr(0, end), number)) return;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

struct Cell {
  std::string text;
  int column = 1;
  const char* mistake = nullptr;  ///< in its quotes; nullptr: none
};

/// What separates the cells of a line. A line of blanks, and one that begins with #, have none.
enum class Separator {
  kComma,   ///< quotes are characters as others; the column of an empty cell is that behind the comma before it
  kBlanks,  ///< quotes are characters as others
  /// Commas, else semicolons, as spreadsheets of some countries write, else blanks. A cell may be in quotes, in which
  /// two quotes stand for one. A # that begins a cell, or follows a blank, begins a comment.
  kFound,
};

struct Cells {
  std::vector<Cell> all;
  bool by_blanks = false;  ///< what separates them
};

Cells cells_of(std::string_view line, Separator separator);

/// How the lines of a file are cut, all of them alike. Cells may be in quotes as with Separator::kFound. One that
/// begins with ( [ or { has whatever stands up to the bracket that closes it: "(0, 1)" is one cell.
struct CellForm {
  char separator = ',';      ///< ' ': any number of blanks
  bool has_comments = true;  ///< as with Separator::kFound; else only lines that begin with #
};

/// Returns what separates the cells of a line: commas outside quotes and brackets, else semicolons, else tabs, else
/// blanks.
char separator_in(std::string_view line);

Cells cells_of(std::string_view line, const CellForm& form);

/// Returns the letters, in lower case, and the digits: the names of columns are compared so.
std::string plain_name(std::string_view text);

}  // namespace kintsugi
