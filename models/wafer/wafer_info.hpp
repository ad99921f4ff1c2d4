/// What a scenario can specify for a wafer: options, addresses of defects, planners, rules and objectives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/family/fabric_info.hpp"
#include "models/wafer/bundle.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi {

struct WaferOptions {
  std::int64_t tracks = 1;                        ///< in every gap, in kTracks
  std::optional<std::int64_t> wrap_pitches = {};  ///< length of a return wire, in kWrapPitches; empty: the wafer's side
  bool isolate = false;                           ///< idle bunches open instead of passing straight, see wafer.hpp
  bool per_wire = false;                          ///< the switches of a bunch are set one by one, not by a code
  bool corners = false;                           ///< PEs in the four corners, see grid.hpp
};

inline constexpr IntegerRange kTracks{1, 2};
inline constexpr IntegerRange kWrapPitches{1, 1024};

/// Returns the numbers in kTracks as text: "1 or 2".
std::string valid_tracks();

/// Returns what a scenario can specify for the wafer of a torus.
const FabricInfo& wafer_info();
/// Returns the same for a mesh, which has no return wires.
const FabricInfo& mesh_wafer_info();
/// Returns the same for a row (grid.hpp), which has no tracks, and where no ring can close. The address of a PE is its
/// column.
const FabricInfo& row_wafer_info();

/// Throws ParameterError "fabric.NAME" for an option that the info does not have. The Wafer checks the values.
WaferOptions read_wafer_options(const Parameters& options, const FabricInfo& info);

/// Returns the elements of the info with the ranges of this wafer.
std::vector<ElementSpec> wafer_elements(const FabricInfo& info, const TrackGrid& tracks, const Bundle& bundle);

}  // namespace kintsugi
