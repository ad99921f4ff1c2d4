#include "models/wafermap/csv_reader.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "models/network/cells.hpp"
#include "models/network/text.hpp"

namespace kintsugi::wafermap {

namespace {

enum Column : std::size_t { kX, kY, kBin, kWafer, kLot, kOther };
constexpr std::array<std::string_view, 3> kRequired{"x", "y", "bin"};
constexpr const char* kHeader = "the first row names the columns, in any order: x,y,bin and, if wanted, wafer and lot";

struct ColumnName {
  std::string_view name;
  Column column;
};
/// Names as plain_name() writes them. Of several columns of one meaning the first counts.
constexpr auto kNames = std::to_array<ColumnName>(
    {{"x", kX},         {"diex", kX},        {"xdie", kX},        {"xcoord", kX},     {"xcoordinate", kX},
     {"xindex", kX},    {"xpos", kX},        {"col", kX},         {"column", kX},     {"xaddr", kX},
     {"dieposx", kX},   {"y", kY},           {"diey", kY},        {"ydie", kY},       {"ycoord", kY},
     {"yindex", kY},    {"ycoordinate", kY}, {"ypos", kY},        {"row", kY},        {"yaddr", kY},
     {"dieposy", kY},   {"bin", kBin},       {"bincode", kBin},   {"softbin", kBin},  {"sbin", kBin},
     {"hardbin", kBin}, {"hbin", kBin},      {"binnumber", kBin}, {"result", kBin},   {"status", kBin},
     {"wafer", kWafer}, {"waferid", kWafer}, {"waferno", kWafer}, {"waf", kWafer},    {"substrateid", kWafer},
     {"lot", kLot},     {"lotid", kLot},     {"lotno", kLot},     {"lotnumber", kLot}});

Column column_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, plain_name(name), &ColumnName::name);
  return found == kNames.end() ? kOther : found->column;
}

/// The dies of one wafer.
struct Wafer {
  WaferMap map;
  std::vector<PlacedDie> dies;
  BinTable bins{map.bins};
};

class CsvReader {
 public:
  CsvReader(Corner origin, Draft& draft) : origin_(origin), draft_(draft) {}

  void read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      line_ = number;
      read_line(cells_of(line, Separator::kFound).all);
      return is_usable_ && !draft_.mistakes.full();
    });
    if (columns_.empty()) draft_.mistakes.add({}, "the file has no dies; ", kHeader);
    for (const auto& wafer : wafers_) draft_.add_dies(std::move(wafer->map), wafer->dies, origin_);
  }

 private:
  Place place_of(const Cell& cell) const { return {line_, cell.column}; }

  void read_line(std::span<const Cell> cells) {
    if (cells.empty()) return;
    if (!columns_.empty()) return read_row(cells);
    if (!read_coordinate(cells.front().text)) return read_header(cells);
    columns_ = {kX, kY, kBin};
    has_header_ = false;
    is_usable_ = cells.size() == columns_.size();  // else no row of the table has these columns
    draft_.note("no header: the columns are x, y, bin");
    read_row(cells);
  }

  void read_header(std::span<const Cell> cells) {
    std::array<bool, kOther> has{};
    std::string others;
    for (const Cell& cell : cells) {
      Column column = column_named(cell.text);
      if (column != kOther && std::exchange(has[column], true)) column = kOther;
      if (column == kOther) others += (others.empty() ? "" : ", ") + cell.text;
      columns_.push_back(column);
    }
    for (std::size_t column = 0; column < kRequired.size(); ++column) {
      if (has[column]) continue;
      is_usable_ = false;
      draft_.mistakes.add(place_of(cells.front()), "there is no column ", kRequired[column], "; ", kHeader);
    }
    if (!others.empty()) draft_.note("columns left out: " + others);
  }

  void read_row(std::span<const Cell> cells) {
    if (cells.size() != columns_.size()) {
      return draft_.mistakes.add(place_of(cells.front()), "the row has ", counted(cells.size(), "cell"), "; valid are ",
                                 columns_.size(), ", ", names_of_columns(),
                                 (has_header_ ? "" : ", or a first row that names the columns"));
    }
    std::array<const Cell*, kOther> found{};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].mistake != nullptr) return draft_.mistakes.add(place_of(cells[i]), cells[i].mistake);
      if (columns_[i] != kOther) found[columns_[i]] = &cells[i];
    }
    const auto x = coordinate(*found[kX], "x");
    const auto y = coordinate(*found[kY], "y");
    const Cell& bin = *found[kBin];
    if (bin.text.empty())
      draft_.mistakes.add(place_of(bin), "the bin is missing; leave the row out if there is no die");
    if (!x || !y || bin.text.empty()) return;
    Wafer& wafer = wafer_of(found[kLot] == nullptr ? "" : found[kLot]->text,
                            found[kWafer] == nullptr ? "" : found[kWafer]->text, place_of(cells.front()));
    wafer.dies.push_back(
        {*x, *y, wafer.bins.number_of(bin.text, place_of(bin), draft_.mistakes), place_of(cells.front())});
  }

  std::optional<int> coordinate(const Cell& cell, const char* name) {
    const auto number = read_coordinate(cell.text);
    if (!number) {
      draft_.mistakes.add(place_of(cell), name, " must be an integer, -10^6 to 10^6, not '", cell.text, '\'');
    }
    return number;
  }

  Wafer& wafer_of(const std::string& lot, const std::string& wafer, Place place) {
    const auto [found, is_new] = by_ids_.try_emplace({lot, wafer}, nullptr);
    if (!is_new) return *found->second;
    if (wafers_.size() == kMostMaps) {
      draft_.mistakes.add(place, "more than ", kMostMaps, " maps; split the file");
      is_usable_ = false;
    }
    wafers_.push_back(std::make_unique<Wafer>());
    found->second = wafers_.back().get();
    found->second->map.lot = lot;
    found->second->map.wafer = wafer;
    found->second->map.place = place;
    return *found->second;
  }

  std::string names_of_columns() const {
    constexpr std::array<const char*, kOther + 1> kMeanings{"x", "y", "bin", "wafer", "lot", "another"};
    std::string names;
    for (const Column column : columns_) names += (names.empty() ? "" : ",") + std::string(kMeanings[column]);
    return names;
  }

  Corner origin_;
  Draft& draft_;
  std::vector<Column> columns_;
  std::vector<std::unique_ptr<Wafer>> wafers_;  // in the order of the file
  std::map<std::pair<std::string, std::string>, Wafer*> by_ids_;
  int line_ = 1;
  bool has_header_ = true;
  bool is_usable_ = true;
};

}  // namespace

bool begins_csv(std::string_view line) {
  const std::vector<Cell> cells = cells_of(line, Separator::kFound).all;
  if (cells.size() < 3) return false;
  if (cells.size() == 3 && read_coordinate(cells[0].text) && read_coordinate(cells[1].text)) return true;
  const auto has = [&](Column column) {
    return std::ranges::any_of(cells, [column](const Cell& cell) { return column_named(cell.text) == column; });
  };
  return has(kX) && has(kY);
}

void read_csv(std::string_view text, Corner origin, Draft& draft) {
  CsvReader(origin, draft).read(text);
}

}  // namespace kintsugi::wafermap
