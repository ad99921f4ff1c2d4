/// Wafer maps as a user wants to see them: chosen, turned, cut to a window, each die good or bad.
///
/// Order   the wafer is chosen, its map is turned, then cut to the window; bins are good by good_bins.hpp
/// Errors  are returned as a list; each names the option that is wrong
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/wafermap/good_bins.hpp"
#include "models/wafermap/read_maps.hpp"

namespace kintsugi::wafermap {

struct ViewOptions {
  std::string wafer = {};           ///< its ID, "wafer 3 of lot A7", or the number of the map from 1; empty: all
  int degrees = 0;                  ///< clockwise: 0, 90, 180 or 270
  bool notch_down = false;          ///< in place of `degrees`
  std::optional<Area> window = {};  ///< of the turned map; nullopt: all of it
  BinChoice bins = {};
};

enum class Die : std::uint8_t { kNone, kGood, kBad };

struct View {
  std::string name;        ///< "wafer 3 of lot A7"
  WaferMap map;            ///< as it is seen
  std::vector<bool> good;  ///< by bin

  Die at(unsigned column, unsigned row) const {
    const BinIndex bin = map.at(column, row);
    return bin == kNoDie ? Die::kNone : good[bin] ? Die::kGood : Die::kBad;
  }
};

struct DieCounts {
  std::uint64_t good = 0;
  std::uint64_t bad = 0;
  std::uint64_t absent = 0;  ///< places without a die
  friend bool operator==(const DieCounts&, const DieCounts&) = default;
};
DieCounts count_dies(const View& view);

/// A mistake in an option of a view: "wafer", "good", "bad", "rotate" or "window".
struct OptionMistake {
  std::string option;
  std::string message;
};

/// Returns the views, at least one.
std::variant<std::vector<View>, std::vector<OptionMistake>> views_of(const MapFile& file, const ViewOptions& options);

/// Returns the part of a view. The area must lie within it.
View part_of(const View& view, const Area& area);

/// Characters of pictures: a good die, a bad one, none. A grid of them is read as the same map.
inline constexpr char kGoodCharacter = '.';
inline constexpr char kBadCharacter = 'X';
inline constexpr char kNoCharacter = '-';

/// Returns the upper left part of a view as lines of characters, at most so many columns and rows.
std::vector<std::string> picture_of(const View& view, unsigned most_columns, unsigned most_rows);

/// Returns "8 x 6", columns by rows.
std::string size_text(unsigned columns, unsigned rows);

/// Returns what was taken of a map as a phrase: "8 x 6 dies, 40 good and 4 bad, 4 places without a die".
std::string dies_text(const View& view);

}  // namespace kintsugi::wafermap
