/// Reports and draws the wiring of a network in a straight line.
#pragma once

#include <string>

#include "models/network/line_layout.hpp"
#include "models/network/network.hpp"
#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// Adds the tracks and the lengths of the wires, in all and for each kind of link.
void add_layout(const Network& network, const LineLayout& layout, Report& report);

/// Returns the picture. Throws InputError if the network is too large for one.
std::string layout_svg(const Network& network, const LineLayout& layout);

}  // namespace kintsugi::cli
