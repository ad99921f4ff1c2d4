#include "models/network/cells.hpp"

#include <unordered_map>
#include <utility>

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

/// The brackets of a line that are closed in it.
class Brackets {
 public:
  explicit Brackets(std::string_view line) {
    std::vector<std::pair<std::size_t, char>> open;  // where, and what closes it
    for (std::size_t i = line.find_first_of(kOpening); i < line.size(); ++i) {
      if (const std::size_t kind = kOpening.find(line[i]); kind != std::string_view::npos) {
        open.emplace_back(i, ")]}"[kind]);
      } else if (!open.empty() && line[i] == open.back().second) {
        behind_[open.back().first] = i + 1;
        open.pop_back();
      }
    }
  }
  /// Returns what follows the bracket that closes the one at `begin`, or `begin` if there is none.
  std::size_t behind(std::size_t begin) const {
    const auto found = behind_.find(begin);
    return found == behind_.end() ? begin : found->second;
  }

 private:
  static constexpr std::string_view kOpening = "([{";
  std::unordered_map<std::size_t, std::size_t> behind_;
};

class CellReader {
 public:
  CellReader(std::string_view line, const CellForm& form)
      : line_(form.has_comments ? without_comment(line) : line),
        has_quotes_(true),
        separator_(form.separator),
        brackets_(line_) {}
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
  /// A tab is no blank where it separates.
  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_]) && (by_blanks() || line_[at_] != separator_)) ++at_;
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
    at_ = brackets_.behind(at_);
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
  Brackets brackets_{""};
  std::size_t at_ = 0;
};

bool is_comment(std::string_view line) {
  const auto first = std::ranges::find_if_not(line, is_blank);
  return first != line.end() && *first == '#';
}

}  // namespace

Cells cells_of(std::string_view line, Separator separator) {
  if (is_comment(line)) return {};
  CellReader reader(line, separator);
  return {reader.all(), reader.by_blanks()};
}

Cells cells_of(std::string_view line, const CellForm& form) {
  if (is_comment(line)) return {};
  CellReader reader(line, form);
  return {reader.all(), reader.by_blanks()};
}

char separator_in(std::string_view line) {
  line = without_comment(line);
  const Brackets brackets(line);
  std::string found;  // the line with a letter in the place of what is in quotes or brackets
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (const std::size_t behind = brackets.behind(i); behind > i) {
      i = behind - 1;
      found += 'x';
    } else if (line[i] == '"') {
      i = std::min(line.find('"', i + 1), line.size());
      found += 'x';
    } else {
      found += line[i];
    }
  }
  // Blanks around the cells of a line are no separators.
  while (!found.empty() && is_blank(found.back())) found.pop_back();
  found.erase(0, static_cast<std::size_t>(std::ranges::find_if_not(found, is_blank) - found.begin()));
  for (const char separator : {',', ';', '\t'}) {
    if (found.find(separator) != std::string::npos) return separator;
  }
  return ' ';
}

std::string plain_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') name += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) name += c;
  }
  return name;
}

}  // namespace kintsugi
