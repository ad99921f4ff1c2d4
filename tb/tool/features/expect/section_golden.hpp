/// The key `golden` of the section `expect`: a file that an earlier run has written.
#pragma once

#include <optional>

#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

inline constexpr const char* kGoldenKey = "golden";

/// Reads the key; nullopt if it is not given, or wrong.
std::optional<GoldenRun> read_golden(MapReader& map);

/// Returns the golden run of a scenario; nullptr if it has none.
const GoldenRun* golden_of(const Scenario& scenario);

}  // namespace kintsugi
