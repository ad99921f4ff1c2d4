#include "models/wafermap/sinf_reader.hpp"

#include <algorithm>

#include "models/network/cells.hpp"
#include "models/network/text.hpp"
#include "models/wafermap/good_bins.hpp"

namespace kintsugi::wafermap {

namespace {

class SinfReader {
 public:
  SinfReader(Corner origin, Draft& draft) : origin_(origin), draft_(draft) {}

  void read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      line_ = number;
      if (!trimmed(line).empty()) read_line(line);
      return !draft_.mistakes.full();
    });
    end_map();
    if (!left_out_.empty()) draft_.note("keys left out: " + left_out_.list());
    if (!none_passed_.empty()) draft_.note("BCEQU names no bin of " + none_passed_.list());
  }

 private:
  struct Count {
    std::size_t number = 0;
    Place place;
  };

  void read_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      return draft_.mistakes.add({line_, 1}, "a line of SINF is KEY:value, or RowData: and the codes of a row");
    }
    const std::string key = plain_name(line.substr(0, colon));
    if (key == "rowdata") return read_row(line.substr(colon + 1), static_cast<int>(colon) + 2);
    if (!rows_.empty()) end_map();
    if (!has_place_) begin_map();
    read_key(key, std::string(trimmed(line.substr(colon + 1))), std::string(trimmed(line.substr(0, colon))));
  }

  void begin_map() {
    map_.place = {line_, 1};
    has_place_ = true;
  }

  void read_key(const std::string& key, const std::string& value, const std::string& written) {
    if (key == "lot") {
      lot_ = value;
    } else if (key == "device") {
      device_ = value;
    } else if (key == "wafer") {
      map_.wafer = value;
    } else if (key == "rowct") {
      read_count(value, "ROWCT", row_count_);
    } else if (key == "colct") {
      read_count(value, "COLCT", column_count_);
    } else if (key == "bcequ") {
      passed_ = words_of(value);
    } else if (key == "fnloc") {
      read_notch(value);
    } else {
      left_out_.add(written);
    }
  }

  void read_count(const std::string& value, const char* key, std::optional<Count>& into) {
    const auto number = read_coordinate(value);
    if (number && *number > 0 && static_cast<std::size_t>(*number) <= kMostSide) {
      into = Count{static_cast<std::size_t>(*number), {line_, 1}};
    } else {
      draft_.mistakes.add({line_, 1}, key, " must be 1 to ", kMostSide, ", not '", value, '\'');
    }
  }

  void read_notch(const std::string& value) {
    if (value.empty()) return;
    const auto degrees = read_coordinate(value);
    map_.notch = degrees ? side_at(*degrees % 360, Side::kUp) : Side::kUnknown;
    if (map_.notch == Side::kUnknown) {
      draft_.mistakes.add({line_, 1}, "FNLOC must be 0, 90, 180 or 270 degrees, not '", value, '\'');
    }
  }

  void read_row(std::string_view codes, int column) {
    if (!has_place_) begin_map();
    if (rows_.empty()) bins_.emplace(map_.bins);
    RowOfBins row{{}, {line_, column}};
    for (const Cell& cell : cells_of(codes, Separator::kBlanks).all) {
      const bool is_none = cell.text.find_first_not_of('_') == std::string::npos;
      row.bins.push_back(is_none ? kNoDie
                                 : bins_->number_of(cell.text, {line_, column + cell.column - 1}, draft_.mistakes));
    }
    const std::size_t wanted = column_count_   ? column_count_->number
                               : rows_.empty() ? row.bins.size()
                                               : rows_[0].bins.size();
    if (row.bins.size() != wanted) {
      draft_.mistakes.add(row.place, "the row has ", counted(row.bins.size(), "code"), "; ",
                          (column_count_ ? "COLCT says " : "the first row has "), wanted);
    }
    rows_.push_back(std::move(row));
  }

  void end_map() {
    if (rows_.empty()) {
      if (draft_.maps().empty() || has_place_) {
        draft_.mistakes.add(map_.place, "there is no RowData: below this header; is the file cut?");
      }
      return;
    }
    if (row_count_ && row_count_->number != rows_.size()) {
      draft_.mistakes.add(row_count_->place, "ROWCT says ", row_count_->number, ", but there ",
                          (rows_.size() == 1 ? "is " : "are "), counted(rows_.size(), "row"),
                          " of RowData; is the file cut?");
    }
    map_.lot = lot_;
    map_.device = device_;
    mark_passed();
    if (draft_.mistakes.empty()) draft_.add_rows(std::move(map_), rows_, origin_);
    map_ = {};
    rows_.clear();
    bins_.reset();
    row_count_.reset();
    column_count_.reset();
    has_place_ = false;
  }

  void mark_passed() {
    if (passed_.empty()) return;
    bool any = false;
    for (Bin& bin : map_.bins) {
      const auto names_bin = [&](const std::string& code) { return same_code(code, bin.code); };
      const bool has_passed = std::ranges::any_of(passed_, names_bin);
      bin.quality = has_passed ? Quality::kPass : Quality::kFail;
      any = any || has_passed;
    }
    if (!any && !map_.bins.empty()) none_passed_.add(name_of(map_, draft_.maps().size()));
  }

  Corner origin_;
  Draft& draft_;
  std::string lot_;
  std::string device_;
  std::vector<std::string> passed_;
  NamesLeftOut left_out_;
  MapsOfNote none_passed_;
  WaferMap map_;  // that is being read
  bool has_place_ = false;
  std::optional<BinTable> bins_;
  std::optional<Count> row_count_;
  std::optional<Count> column_count_;
  std::vector<RowOfBins> rows_;
  int line_ = 1;
};

}  // namespace

void read_sinf(std::string_view text, Corner origin, Draft& draft) {
  SinfReader(origin, draft).read(text);
}

}  // namespace kintsugi::wafermap
