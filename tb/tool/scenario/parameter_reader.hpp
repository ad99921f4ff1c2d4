/// Reads the parameters of a network, a fabric or a workload from a mapping, by their specifications.
#pragma once

#include <span>

#include "models/family/parameters.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi {

/// Reads what the specifications name, and explains these keys. Returns whether the required ones are there and right.
bool read_parameters(MapReader& map, std::span<const ParameterSpec> specs, Parameters& parameters);

}  // namespace kintsugi
