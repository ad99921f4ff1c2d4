/// What both versions of KLARF say of wafers: the dies of the plan, and the dies in which defects lie.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

inline constexpr const char* kClean = "clean";    ///< the bin of a die without a defect, which has passed
inline constexpr const char* kDefect = "defect";  ///< the bin of a die with one or more

struct DiePlace {
  int x = 0;
  int y = 0;
  friend auto operator<=>(const DiePlace&, const DiePlace&) = default;
};

struct KlarfWafer {
  std::string lot;
  std::string wafer;
  std::string device;
  Side notch = Side::kUnknown;
  Place place = {};
  std::vector<DiePlace> plan;     ///< the dies that were inspected
  std::vector<DiePlace> defects;  ///< the die of each
};

/// Adds the map of a wafer. A die that the plan has twice counts once; a defect in a die that the plan lacks adds the
/// die, with a note. A wafer without a plan is a mistake.
void add_wafer(const KlarfWafer& wafer, Corner origin, Draft& draft);

/// Returns the side that OrientationMarkLocation names: DOWN, UP, LEFT or RIGHT, or degrees clockwise from below; adds
/// a mistake if it is none.
Side mark_location(std::string_view text, Place place, Mistakes& mistakes);

/// Returns a coordinate of a die; adds a mistake, and returns 0, if the word is none.
int die_coordinate(std::string_view text, Place place, Mistakes& mistakes);

}  // namespace kintsugi::wafermap
