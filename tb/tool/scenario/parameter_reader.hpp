/// Reads parameters by their specifications: those of a network, the options of a fabric, those of a program.
#pragma once

#include <span>

#include "models/family/parameters.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi {

/// Reads what the specifications name. Returns whether the required ones are there and right.
bool read_parameters(MapReader& map, std::span<const ParameterSpec> specs, Parameters& parameters);

}  // namespace kintsugi
