/// Reads the program of a `traffic` section, and the keys beside it that say how it is sent and where it runs.
#pragma once

#include <optional>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// Leaves `workload` empty if the section has none.
void read_workload(MapReader& traffic, std::optional<WorkloadSection>& workload);

}  // namespace kintsugi
