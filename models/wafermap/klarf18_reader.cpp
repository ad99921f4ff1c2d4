#include "models/wafermap/klarf18_reader.hpp"

#include <algorithm>
#include <array>

#include "models/network/text.hpp"
#include "models/wafermap/klarf_lexer.hpp"
#include "models/wafermap/klarf_wafers.hpp"

namespace kintsugi::wafermap {

namespace {

class Klarf18Reader {
 public:
  Klarf18Reader(std::string_view text, Corner origin, Draft& draft) : lexer_(text), origin_(origin), draft_(draft) {
    word_ = lexer_.next();
  }

  void read() {
    while (!at_end() && !word_.is("EndOfFile") && !is_broken_) read_item();
    if (!is_broken_ && at_end()) {
      draft_.mistakes.add(open_.empty() ? word_.place : open_.back().place,
                          open_.empty() ? std::string("there is no EndOfFile; the file is cut")
                                        : "the file ends within " + open_.back().name + "; it is cut");
    }
    if (!is_broken_ && draft_.maps().empty() && draft_.mistakes.empty()) {
      draft_.mistakes.add({}, "the file has no WaferRecord with a SampleTestPlan, which says which dies there are");
    }
  }

 private:
  struct Open {
    std::string name;
    Place place;
  };

  bool at_end() const { return word_.text.empty() && !word_.quoted; }
  KlarfWord take() {
    const KlarfWord taken = word_;
    word_ = lexer_.next();
    return taken;
  }
  void fail(std::string message) {
    if (!std::exchange(is_broken_, true)) draft_.mistakes.add(word_.place, std::move(message));
  }
  bool expect(std::string_view sign) {
    if (word_.is(sign)) {
      take();
      return true;
    }
    fail("'" + std::string(sign) + "' must be here, not " +
         (at_end() ? "the end of the file; it is cut" : '\'' + std::string(word_.text) + '\''));
    return false;
  }

  void read_item() {
    if (word_.is("}")) return close();
    if (word_.is("Record")) return read_record();
    if (word_.is("Field")) return read_field();
    if (word_.is("List")) return read_list();
    fail("Record, Field, List or } must be here, not '" + std::string(word_.text) + '\'');
  }

  void read_record() {
    const Place place = take().place;
    const std::string name(take().text);
    const std::string id(word_.quoted ? take().text : std::string_view());
    if (!expect("{")) return;
    open_.push_back({name, place});
    if (name == "LotRecord") wafer_.lot = id;
    if (name != "WaferRecord") return;
    wafer_.wafer = id;
    wafer_.place = place;
    wafer_.has_own_plan = false;  // a plan outside of all wafers is that of the lot
    is_open_ = true;
  }

  void close() {
    if (open_.empty()) return fail("a } too many");
    take();
    const std::string name = open_.back().name;
    open_.pop_back();
    if (name != "WaferRecord" || !is_open_) return;
    is_open_ = false;
    if (draft_.mistakes.empty()) add_wafer(wafer_, origin_, draft_);
    wafer_.begin_next();
  }

  /// Reads the words in braces; commas are left out.
  std::vector<KlarfWord> words_in_braces() {
    std::vector<KlarfWord> words;
    if (!expect("{")) return words;
    while (!at_end() && !word_.is("}")) {
      const KlarfWord word = take();
      if (word.is("{")) {
        fail("a { inside the values of a field");
        return {};
      }
      if (!word.is(",")) words.push_back(word);
    }
    expect("}");
    return words;
  }

  void read_field() {
    take();
    const std::string name(take().text);
    take();  // the number of values
    const std::vector<KlarfWord> values = words_in_braces();
    if (values.empty()) return;
    if (name == "DeviceID") wafer_.device = values.front().text;
    if (name == "OrientationMarkLocation") {
      wafer_.notch = mark_location(values.front().text, values.front().place, draft_.mistakes);
    }
  }

  void read_list() {
    take();
    const std::string name(take().text);
    if (!expect("{")) return;
    std::vector<std::string> columns;
    while (!at_end() && !word_.is("}") && !is_broken_) {
      if (word_.is("Columns")) {
        columns = read_columns();
      } else if (word_.is("Data")) {
        read_data(name, columns);
      } else {
        fail("Columns, Data or } must be here, not '" + std::string(word_.text) + '\'');
      }
    }
    expect("}");
  }

  /// Returns the names of the columns: of "int32 XINDEX" the second word.
  std::vector<std::string> read_columns() {
    take();
    take();  // their number
    std::vector<std::string> names;
    if (!expect("{")) return names;
    std::string last;
    while (!at_end() && !word_.is("}")) {
      const KlarfWord word = take();
      if (word.is(",")) names.push_back(std::exchange(last, ""));
      if (!word.is(",")) last = word.text;
    }
    if (!last.empty()) names.push_back(last);
    expect("}");
    return names;
  }

  void read_data(const std::string& name, const std::vector<std::string>& columns) {
    const Place place = take().place;
    const KlarfWord stated = take();
    const bool is_plan = name.starts_with("SampleTestPlan") || name.starts_with("SampleDieMap");
    const bool is_used = is_plan || name == "DefectList";
    const std::size_t x = place_of({"XINDEX", "DIEX", "X"}, columns);
    const std::size_t y = place_of({"YINDEX", "DIEY", "Y"}, columns);
    if (is_used && (x >= columns.size() || y >= columns.size())) {
      draft_.mistakes.add(place, name, " has no columns XINDEX and YINDEX");
    }
    if (!expect("{")) return;
    std::size_t rows = 0;
    std::vector<DiePlace> dies;
    while (!at_end() && !word_.is("}")) {
      const std::vector<KlarfWord> row = read_row();
      ++rows;
      if (!is_used || x >= columns.size() || y >= columns.size() || draft_.mistakes.full()) continue;
      if (row.size() <= std::max(x, y)) {
        draft_.mistakes.add(row.empty() ? place : row.front().place, "the row has ", counted(row.size(), "word"), "; ",
                            name, " has ", counted(columns.size(), "column"));
        continue;
      }
      dies.push_back({die_coordinate(row[x].text, row[x].place, draft_.mistakes),
                      die_coordinate(row[y].text, row[y].place, draft_.mistakes)});
    }
    if (is_plan) wafer_.add_plan(dies);
    if (is_used && !is_plan) wafer_.defects.insert(wafer_.defects.end(), dies.begin(), dies.end());
    expect("}");
    if (is_used && !is_broken_ && std::to_string(rows) != stated.text) {
      draft_.mistakes.add(stated.place, name, " says ", stated.text, " rows, but has ", rows);
    }
  }

  /// Reads up to a semicolon. Words in braces, with the count and the name before them, "Images 1 {...}", are one.
  std::vector<KlarfWord> read_row() {
    std::vector<KlarfWord> row;
    std::size_t depth = 0;
    while (!at_end() && (depth > 0 || (!word_.is(";") && !word_.is("}")))) {
      const KlarfWord word = take();
      if (word.is("}")) {
        --depth;
      } else if (word.is("{")) {
        const bool has_name = row.size() >= 2 && row[row.size() - 2].is("Images");
        if (depth == 0 && has_name) row.pop_back();
        if (depth == 0 && !has_name) row.push_back(word);
        ++depth;
      } else if (depth == 0 && !word.is(",")) {
        row.push_back(word);
      }
    }
    if (word_.is(";")) take();
    return row;
  }

  static std::size_t place_of(const std::array<std::string_view, 3>& names, const std::vector<std::string>& columns) {
    for (const std::string_view name : names) {
      const auto found = std::ranges::find(columns, name);
      if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
    }
    return columns.size();
  }

  KlarfLexer lexer_;
  Corner origin_;
  Draft& draft_;
  KlarfWord word_;  // the next one
  std::vector<Open> open_;
  KlarfWafer wafer_;
  bool is_open_ = false;
  bool is_broken_ = false;  // what follows cannot be understood
};

}  // namespace

void read_klarf18(std::string_view text, Corner origin, Draft& draft) {
  Klarf18Reader(text, origin, draft).read();
}

}  // namespace kintsugi::wafermap
