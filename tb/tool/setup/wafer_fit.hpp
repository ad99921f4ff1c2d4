/// Puts a wafer map on the array of a fabric, or on a network whose nodes are on a grid.
///
/// Place    the die of column x and row y is the PE of row y and column x of the array, spares included, from its upper
///          left corner on
/// Size     the map must have as many columns and rows as the array; else, without the rows and columns at its rim in
///          which there is no die
/// Spares   can be left out: then the array is that of the PEs in use without defects, and the others are good
/// Defects  PEs whose die is bad, and PEs without a die. Dies where the array has no PE are left out
#pragma once

#include <string>

#include "models/fabric/defects.hpp"
#include "tb/tool/scenario/wafer_file.hpp"
#include "tb/tool/setup/defect_sites.hpp"

namespace kintsugi {

struct FittedMap {
  Defects defects;
  std::string file;
  std::string format;  ///< by its name: "sinf"
  std::string wafer;   ///< "wafer 3 of lot A7"
  unsigned columns = 0;
  unsigned rows = 0;
  std::size_t good = 0;              ///< PEs whose die is good
  std::size_t bad = 0;               ///< PEs whose die is bad
  std::size_t missing = 0;           ///< PEs without a die
  std::vector<std::string> notes{};  ///< what was mended and left out, of the file and of the map

  /// Returns all of that in one line.
  std::string text() const;
};

/// Returns the only view. Throws std::invalid_argument, with the names of all, if there are several.
const wafermap::View& only_view(const WaferMaps& maps);

/// Throws std::invalid_argument if the places are on no grid or the map does not fit: with its size, its first lines as
/// they were understood, and an example that would fit.
FittedMap fit(const wafermap::View& view, const WaferMaps& of, const Places& places);

}  // namespace kintsugi
