#include "models/wafermap/draft.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "models/network/text.hpp"

namespace kintsugi::wafermap {

namespace {

constexpr int kFarthest = 1'000'000;
constexpr std::size_t kMostNamed = 12;  // in a note

std::string size_text(std::size_t columns, std::size_t rows) {
  return std::to_string(columns) + " x " + std::to_string(rows);
}

}  // namespace

std::string compared_code(std::string_view code, CodeKind kind) {
  if (kind == CodeKind::kText) return std::string(code);
  std::string number(code.substr(std::min(code.find_first_not_of('0'), code.empty() ? 0 : code.size() - 1)));
  for (char& c : number) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return number;
}

std::optional<BinIndex> BinTable::find(std::string_view code) const {
  const auto found = kind_ == CodeKind::kText ? number_of_.find(code) : number_of_.find(compared_code(code, kind_));
  return found == number_of_.end() ? std::nullopt : std::optional(found->second);
}

BinIndex BinTable::number_of(std::string_view code, Place place, Mistakes& mistakes) {
  if (const auto found = find(code)) return *found;
  if (is_full()) {
    mistakes.add(place, "more than ", kMostBins, " different bins in a map; is this column the bin?");
    return kNoDie;
  }
  define(code);
  return static_cast<BinIndex>(bins_.size() - 1);
}

Bin& BinTable::define(std::string_view code) {
  const auto [found, is_new] = number_of_.try_emplace(compared_code(code, kind_), static_cast<BinIndex>(bins_.size()));
  if (is_new) bins_.push_back({std::string(code)});
  return bins_[found->second];
}

bool Draft::has_room(std::size_t columns, std::size_t rows, Place place) {
  if (columns > kMostSide || rows > kMostSide) {
    mistakes.add(place, "the map has ", size_text(columns, rows), " dies; valid is up to ",
                 size_text(kMostSide, kMostSide));
    return false;
  }
  if (maps_.size() >= kMostMaps) {
    mistakes.add(place, "more than ", kMostMaps, " maps; split the file");
    return false;
  }
  if (places_ + columns * rows > kMostPlaces) {
    mistakes.add(place, "the maps of the file have more than ", kMostPlaces, " places for dies; split the file");
    return false;
  }
  return true;
}

void Draft::add_rows(WaferMap map, std::span<const RowOfBins> rows, Corner corner) {
  const std::size_t columns = rows.empty() ? 0 : rows.front().bins.size();
  if (columns == 0) return mistakes.add(map.place, "the map has no dies");
  if (!has_room(columns, rows.size(), map.place)) return;
  places_ += columns * rows.size();
  map.columns = static_cast<unsigned>(columns);
  map.rows = static_cast<unsigned>(rows.size());
  map.dies.reserve(columns * rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<BinIndex>& row = rows[is_lower(corner) ? rows.size() - 1 - i : i].bins;
    if (is_right(corner)) {
      map.dies.insert(map.dies.end(), row.rbegin(), row.rend());
    } else {
      map.dies.insert(map.dies.end(), row.begin(), row.end());
    }
  }
  maps_.push_back(std::move(map));
}

void Draft::add_dies(WaferMap map, std::span<const PlacedDie> dies, Corner corner) {
  if (dies.empty()) return mistakes.add(map.place, "the map has no dies");
  const auto [left, right] = std::ranges::minmax(dies, {}, &PlacedDie::x);
  const auto [top, bottom] = std::ranges::minmax(dies, {}, &PlacedDie::y);
  const auto columns = static_cast<std::size_t>(right.x - left.x) + 1;
  const auto rows = static_cast<std::size_t>(bottom.y - top.y) + 1;
  if (!has_room(columns, rows, map.place)) return;
  places_ += columns * rows;
  map.columns = static_cast<unsigned>(columns);
  map.rows = static_cast<unsigned>(rows);
  map.dies.assign(columns * rows, kNoDie);
  constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::vector<std::uint32_t> first(columns * rows, kNone);
  for (std::size_t i = 0; i < dies.size(); ++i) {
    const PlacedDie& die = dies[i];
    const auto x = static_cast<std::size_t>(die.x - left.x);
    const auto y = static_cast<std::size_t>(die.y - top.y);
    const std::size_t column = is_right(corner) ? columns - 1 - x : x;
    const std::size_t row = is_lower(corner) ? rows - 1 - y : y;
    std::uint32_t& before = first[row * columns + column];
    if (before != kNone) {
      mistakes.add(die.place, "a die at x = ", die.x, ", y = ", die.y, " is there already, in line ",
                   dies[before].place.line, "; leave one out, or add a column wafer if these are several wafers");
      continue;
    }
    before = static_cast<std::uint32_t>(i);
    map.dies[row * columns + column] = die.bin;
  }
  maps_.push_back(std::move(map));
}

void NamesLeftOut::add(std::string_view name) {
  if (names_.size() > kMostNamed || std::ranges::find(names_, name) != names_.end()) return;
  names_.emplace_back(name);
}

std::string NamesLeftOut::list() const {
  std::string list;
  for (std::size_t i = 0; i < std::min(names_.size(), kMostNamed); ++i) list += (i == 0 ? "" : ", ") + names_[i];
  return list + (names_.size() > kMostNamed ? " and others" : "");
}

std::string MapsOfNote::list() const {
  return first_ + (count_ > 1 ? " and " + counted(count_ - 1, "other map") : "");
}

void Draft::note(std::string text) {
  if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
}

std::optional<int> read_coordinate(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || std::abs(static_cast<long>(number)) > kFarthest) return std::nullopt;
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (rest.starts_with('.')) rest = rest.substr(std::min(rest.find_first_not_of('0', 1), rest.size()));
  return rest.empty() ? std::optional(number) : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(", \t\r\n", begin), text.size());
    if (end > begin) words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace kintsugi::wafermap
