#include "models/network/cells.hpp"

namespace kintsugi {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Returns the line without the comment at its end: from a # on that begins a cell, or that follows a blank.
std::string_view without_comment(std::string_view line) {
  bool in_quotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    in_quotes = in_quotes != (line[i] == '"');
    const bool begins = i == 0 || is_blank(line[i - 1]) || line[i - 1] == ',' || line[i - 1] == ';';
    if (line[i] == '#' && begins && !in_quotes) return line.substr(0, i);
  }
  return line;
}

class CellReader {
 public:
  CellReader(std::string_view line, Separator separator) : line_(line), has_quotes_(separator == Separator::kFound) {
    if (separator == Separator::kComma) separator_ = ',';
    if (!has_quotes_) return;
    line_ = without_comment(line);
    for (const char found : {';', ','}) {
      if (line_.find(found) != std::string_view::npos) separator_ = found;
    }
  }

  bool by_blanks() const { return separator_ == ' '; }
  std::vector<Cell> all() {
    std::vector<Cell> cells;
    while (true) {
      const std::size_t begin = at_;
      skip_blanks();
      if (at_ == line_.size() && (by_blanks() || cells.empty())) return cells;
      cells.push_back(next());
      if (!has_quotes_ && cells.back().text.empty()) cells.back().column = static_cast<int>(begin) + 1;
      if (at_ == line_.size()) return cells;
      if (!by_blanks()) ++at_;  // the separator
    }
  }

 private:
  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }

  Cell next() {
    Cell cell{"", static_cast<int>(at_) + 1};
    if (has_quotes_ && at_ < line_.size() && line_[at_] == '"') {
      if (!read_quoted(cell.text)) cell.mistake = "the quote is not closed";
      for (; at_ < line_.size() && !ends_cell(); ++at_) {
        if (!is_blank(line_[at_])) cell.mistake = "there is text after the closing quote; a quote in a text is doubled";
      }
      return cell;
    }
    const std::size_t begin = at_;
    while (at_ < line_.size() && !ends_cell()) ++at_;
    cell.text = line_.substr(begin, at_ - begin);
    while (!cell.text.empty() && is_blank(cell.text.back())) cell.text.pop_back();
    return cell;
  }

  bool ends_cell() const { return by_blanks() ? is_blank(line_[at_]) : line_[at_] == separator_; }

  /// Reads up to the closing quote; two quotes stand for one. Returns whether there is a closing quote.
  bool read_quoted(std::string& text) {
    for (++at_; at_ < line_.size(); ++at_) {
      if (line_[at_] == '"' && (at_ + 1 == line_.size() || line_[at_ + 1] != '"')) {
        ++at_;
        return true;
      }
      if (line_[at_] == '"') ++at_;
      text += line_[at_];
    }
    return false;
  }

  std::string_view line_;
  bool has_quotes_;
  char separator_ = ' ';
  std::size_t at_ = 0;
};

}  // namespace

Cells cells_of(std::string_view line, Separator separator) {
  const auto first = std::ranges::find_if_not(line, is_blank);
  if (first != line.end() && *first == '#') return {};
  CellReader reader(line, separator);
  return {reader.all(), reader.by_blanks()};
}

}  // namespace kintsugi
