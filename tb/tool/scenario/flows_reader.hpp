/// Reads the keys `flows` and `scale` of the section `traffic`.
#pragma once

#include <optional>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/written_flows.hpp"

namespace kintsugi {

/// `flows` is set if the key is there.
void read_flows(MapReader& traffic, std::optional<FlowsSection>& flows);

}  // namespace kintsugi
