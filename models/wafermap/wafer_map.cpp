#include "models/wafermap/wafer_map.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace kintsugi::wafermap {

namespace {

constexpr std::array<std::string_view, 5> kSides{"unknown", "down", "left", "up", "right"};

int quarters(Side side) {
  return static_cast<int>(side) - static_cast<int>(Side::kDown);
}

}  // namespace

std::string_view to_text(Side side) {
  return kSides[static_cast<std::size_t>(side)];
}

Side side_at(int degrees, Side from) {
  if (degrees % 90 != 0 || from == Side::kUnknown) return Side::kUnknown;
  const int turned = ((degrees / 90 + quarters(from)) % 4 + 4) % 4;
  return static_cast<Side>(turned + static_cast<int>(Side::kDown));
}

std::vector<std::uint64_t> dies_by_bin(const WaferMap& map) {
  std::vector<std::uint64_t> counts(map.bins.size(), 0);
  for (const BinIndex die : map.dies) {
    if (die != kNoDie) ++counts[die];
  }
  return counts;
}

WaferMap rotated(const WaferMap& map, int degrees) {
  if (degrees != 0 && degrees != 90 && degrees != 180 && degrees != 270) {
    throw std::invalid_argument("a map is turned by 0, 90, 180 or 270 degrees, not " + std::to_string(degrees));
  }
  WaferMap turned = map;
  turned.notch = side_at(degrees, map.notch);
  if (degrees % 180 != 0) std::swap(turned.columns, turned.rows);
  for (unsigned row = 0; row < map.rows; ++row) {
    for (unsigned column = 0; column < map.columns; ++column) {
      const unsigned right = map.columns - 1 - column;
      const unsigned below = map.rows - 1 - row;
      const auto [to_column, to_row] = degrees == 90    ? std::pair(below, column)
                                       : degrees == 180 ? std::pair(right, below)
                                       : degrees == 270 ? std::pair(row, right)
                                                        : std::pair(column, row);
      turned.dies[std::size_t{to_row} * turned.columns + to_column] = map.at(column, row);
    }
  }
  return turned;
}

int degrees_to_notch_down(const WaferMap& map) {
  return map.notch == Side::kUnknown ? 0 : (4 - quarters(map.notch)) % 4 * 90;
}

Area area_of_dies(const WaferMap& map) {
  unsigned left = map.columns, top = map.rows, right = 0, bottom = 0;
  for (unsigned row = 0; row < map.rows; ++row) {
    for (unsigned column = 0; column < map.columns; ++column) {
      if (map.at(column, row) == kNoDie) continue;
      left = std::min(left, column);
      right = std::max(right, column + 1);
      top = std::min(top, row);
      bottom = std::max(bottom, row + 1);
    }
  }
  if (right == 0) return {};
  return {left, top, right - left, bottom - top};
}

std::string name_of(const WaferMap& map, std::size_t number) {
  if (map.wafer.empty() && map.lot.empty()) return "map " + std::to_string(number + 1);
  if (map.wafer.empty()) return "lot " + map.lot;
  return "wafer " + map.wafer + (map.lot.empty() ? "" : " of lot " + map.lot);
}

}  // namespace kintsugi::wafermap
