/// Reads the section `waves` of a scenario.
#pragma once

#include <optional>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// The ends of the window that are given by faults.
struct FaultWindow {
  std::optional<FaultTime> from = {};
  std::optional<FaultTime> to = {};
};

/// Reads all keys; the cycles of faults are put in by complete_waves().
FaultWindow read_waves(MapReader& map, WavesSection& waves);
/// Puts the cycles of faults in, once all sections have been read, and refuses a window that ends before it begins.
void complete_waves(const FaultWindow& window, Scenario& scenario, Diagnostics& errors);

}  // namespace kintsugi
