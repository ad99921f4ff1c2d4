/// A wafer map: which bin each die of a wafer has got, as a prober, an inspection or a script has written it.
///
/// Dies     in rows from the top, each from the left, as the wafer lies in the file; (column, row) counts from 0 there
/// Bins     a code as written, "1", "0A", "PASS", in the order in which the file first has them
/// Quality  whether the file itself says that a bin has passed; good_bins.hpp decides which bins are good
/// Notch    the side of the wafer on which its notch or flat lies in the file
/// Limits   kMostSide columns and rows, kMostBins bins of a map; kMostMaps maps and kMostPlaces places for dies
///          of a file
/// Not modelled  sizes and pitches of dies, reference dies, defects within a die
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/file_mistakes.hpp"
#include "models/network/limits.hpp"

namespace kintsugi::wafermap {

using in_text::Mistakes;
using in_text::Place;
using in_text::Places;

inline constexpr std::size_t kMostSide = 4096;
inline constexpr std::size_t kMostBins = 4096;
inline constexpr std::size_t kMostMaps = 1000;
inline constexpr std::size_t kMostPlaces = std::size_t{1} << 24U;

enum class Side : std::uint8_t { kUnknown, kDown, kLeft, kUp, kRight };
/// "down", "left", "up", "right"; "unknown"
std::string_view to_text(Side side);
/// Returns the side at which a mark lies that turns clockwise by this angle from `from`; kUnknown unless the angle is a
/// multiple of 90.
Side side_at(int degrees, Side from);

enum class Quality : std::uint8_t { kNotSaid, kPass, kFail };

struct Bin {
  std::string code;
  Quality quality = Quality::kNotSaid;
  std::string description = {};
  friend bool operator==(const Bin&, const Bin&) = default;
};

/// The number of a bin of a map, or kNoDie.
using BinIndex = std::uint16_t;
inline constexpr BinIndex kNoDie = 0xFFFF;

struct WaferMap {
  std::string lot;    ///< empty: the file gives none
  std::string wafer;  ///< empty: the file gives none
  std::string device;
  unsigned columns = 0;
  unsigned rows = 0;
  std::vector<BinIndex> dies;  ///< row by row; kNoDie where there is none
  std::vector<Bin> bins;
  Side notch = Side::kUnknown;
  Place place = {};  ///< where the map begins in its file

  BinIndex at(unsigned column, unsigned row) const { return dies[std::size_t{row} * columns + column]; }
  friend bool operator==(const WaferMap& a, const WaferMap& b) {
    return a.lot == b.lot && a.wafer == b.wafer && a.device == b.device && a.columns == b.columns && a.rows == b.rows &&
           a.dies == b.dies && a.bins == b.bins && a.notch == b.notch;
  }
};

/// Returns the number of dies of each bin.
std::vector<std::uint64_t> dies_by_bin(const WaferMap& map);

/// Returns the map turned clockwise, its notch too. `degrees`: 0, 90, 180 or 270; otherwise throws
/// std::invalid_argument.
WaferMap rotated(const WaferMap& map, int degrees);

/// Returns by how much a map is turned clockwise until its notch is down; 0 if the file does not say where it is.
int degrees_to_notch_down(const WaferMap& map);

/// A rectangle of places of a map.
struct Area {
  unsigned column = 0;
  unsigned row = 0;
  unsigned columns = 0;
  unsigned rows = 0;
  friend bool operator==(const Area&, const Area&) = default;
};

/// Returns the smallest area that has all dies; an empty one if there are none.
Area area_of_dies(const WaferMap& map);

/// Returns what a message calls the map: "wafer 3 of lot A7", "wafer 3", "lot A7", or "map 2", by its number from 0.
std::string name_of(const WaferMap& map, std::size_t number);

}  // namespace kintsugi::wafermap
