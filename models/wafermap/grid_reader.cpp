#include "models/wafermap/grid_reader.hpp"

#include <algorithm>

#include "models/network/cells.hpp"
#include "models/network/text.hpp"

namespace kintsugi::wafermap {

namespace {

using Characters = std::vector<std::string_view>;  // of a line

/// Returns whether every second character is a blank.
bool has_blanks_between(const Characters& characters) {
  for (std::size_t i = 1; i < characters.size(); i += 2) {
    if (characters[i] != " ") return false;
  }
  return true;
}

struct Line {
  Characters characters;
  int number = 1;
};

class GridReader {
 public:
  GridReader(Corner origin, Draft& draft) : origin_(origin), draft_(draft) {}

  void read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      if (number == 1 && line.starts_with(kGridHead)) return true;
      while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
      if (line.empty()) {
        end_map();
      } else if (!read_heading(line, "lot", lot_) && !read_heading(line, "wafer", wafer_)) {
        read_line(line, number);
      }
      return !draft_.mistakes.full();
    });
    end_map();
    if (draft_.maps().empty() && draft_.mistakes.empty()) draft_.mistakes.add({}, "the file has no dies");
  }

 private:
  bool read_heading(std::string_view line, std::string_view word, std::string& id) {
    if (!line.starts_with(word) || line.size() <= word.size()) return false;
    if (line[word.size()] != ' ' && line[word.size()] != ':') return false;
    end_map();
    id = trimmed(line.substr(word.size() + 1));
    return true;
  }

  void read_line(std::string_view line, int number) {
    if (const std::size_t tab = line.find('\t'); tab != std::string_view::npos) {
      return draft_.mistakes.add({number, static_cast<int>(tab) + 1},
                                 "a tab; a grid has one character for each die, with blanks where there is none");
    }
    lines_.push_back({characters_of(line), number});
  }

  /// Leaves out the blanks, if there is one between any two characters.
  void leave_out_blanks() {
    std::size_t longest = 0;
    for (const Line& line : lines_) {
      longest = std::max(longest, line.characters.size());
      if (!has_blanks_between(line.characters)) return;
    }
    if (longest < 3) return;
    for (Line& line : lines_) {
      Characters kept;
      for (std::size_t i = 0; i < line.characters.size(); i += 2) kept.push_back(line.characters[i]);
      line.characters = std::move(kept);
    }
    draft_.note("blanks between the characters are left out");
  }

  bool has(std::string_view character) const {
    return std::ranges::any_of(lines_, [&](const Line& line) {
      return std::ranges::find(line.characters, character) != line.characters.end();
    });
  }

  /// Makes all lines as long as the longest one.
  void level_lines() {
    std::size_t longest = 0;
    for (const Line& line : lines_) longest = std::max(longest, line.characters.size());
    const bool has_blanks = has(" ");
    std::size_t shorter = 0;
    for (Line& line : lines_) {
      if (line.characters.size() == longest) continue;
      ++shorter;
      if (has_blanks) {
        line.characters.resize(longest, " ");
      } else {
        draft_.mistakes.add({line.number, 1}, "the line has ", counted(line.characters.size(), "character"),
                            ", the longest one of the map ", longest, "; write - where there is no die");
      }
    }
    if (shorter > 0) draft_.note(counted(shorter, "line") + " that end early have no dies in the rest");
  }

  void end_map() {
    if (lines_.empty()) return;
    leave_out_blanks();
    WaferMap map{.lot = lot_, .wafer = wafer_, .device = {}, .dies = {}, .bins = {}, .place = {lines_[0].number, 1}};
    std::size_t longest = 0;
    for (const Line& line : lines_) longest = std::max(longest, line.characters.size());
    if (!draft_.has_room(longest, lines_.size(), map.place)) return lines_.clear();
    level_lines();
    const bool stop_is_none = has(".") && (has("1") || has("G") || has("P"));
    if (stop_is_none) draft_.note("a full stop is no die, since 1, G or P is a good one");
    const std::string none = std::string(" -_~") + (stop_is_none ? "." : "");
    BinTable bins(map.bins);
    std::vector<RowOfBins> rows;
    for (const Line& line : lines_) {
      RowOfBins row{{}, {line.number, 1}};
      for (const std::string_view character : line.characters) {
        const bool is_none = none.find(character) != std::string::npos;
        row.bins.push_back(is_none ? kNoDie : bins.number_of(character, row.place, draft_.mistakes));
      }
      rows.push_back(std::move(row));
    }
    lines_.clear();
    if (draft_.mistakes.empty()) draft_.add_rows(std::move(map), rows, origin_);
  }

  Corner origin_;
  Draft& draft_;
  std::string lot_;
  std::string wafer_;
  std::vector<Line> lines_;  // of the map that is being read
};

}  // namespace

bool is_spaced_row(std::string_view line) {
  const Characters characters = characters_of(line);
  const auto blanks = std::ranges::count(characters, std::string_view(" "));
  return has_blanks_between(characters) && std::ssize(characters) - blanks >= 3;
}

void read_grid(std::string_view text, Corner origin, Draft& draft) {
  GridReader(origin, draft).read(text);
}

}  // namespace kintsugi::wafermap
