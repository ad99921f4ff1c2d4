/// What a scenario can specify for a wafer: options, addresses of defects, planners, rules and objectives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/family/fabric_info.hpp"
#include "models/srt/bundle.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi::srt {

struct WaferOptions {
  std::int64_t tracks = 1;                        ///< in every gap, in kTracks
  std::optional<std::int64_t> wrap_pitches = {};  ///< length of a return wire, in kWrapPitches; empty: the wafer's side
  bool isolate = false;                           ///< idle bunches open instead of passing straight, see wafer.hpp
};

inline constexpr IntegerRange kTracks{1, 2};
inline constexpr IntegerRange kWrapPitches{1, 1024};

/// Returns the numbers in kTracks as text: "1 or 2".
std::string valid_tracks();

const FabricInfo& wafer_info();

/// Throws ParameterError "fabric.NAME" for an option that wafer_info() does not have. The Wafer checks the values.
WaferOptions read_wafer_options(const Parameters& options);

/// Returns the elements of wafer_info() with the ranges of this wafer.
std::vector<ElementSpec> wafer_elements(const TrackGrid& tracks, const Bundle& bundle);

}  // namespace kintsugi::srt
