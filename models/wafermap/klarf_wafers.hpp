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
  /// Adds the dies of a plan. The plans of one wafer are joined; the first of them replaces that of the wafer before.
  void add_plan(const std::vector<DiePlace>& dies);
  /// Begins the next wafer: what it does not say of itself it has in common with this one, except the defects.
  void begin_next();

  std::string lot;
  std::string wafer;
  std::string device;
  Side notch = Side::kUnknown;
  Place place = {};
  std::vector<DiePlace> plan;     ///< the dies that were inspected
  std::vector<DiePlace> defects;  ///< the die of each
  bool has_own_plan = false;      ///< else `plan` is of the wafer before, or of the lot
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
