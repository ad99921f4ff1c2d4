/// Reports and draws the wiring of a network in a straight line.
#pragma once

#include <string>

#include "models/network/line_layout.hpp"
#include "models/network/network.hpp"
#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// Adds the tracks and the lengths of the wires, in all and for each kind of link.
void add_layout(const Network& network, const LineLayout& layout, Report& report);

/// Throws InputError for --svg if the network is too large for a picture.
void require_picture(const Network& network);
/// Returns the picture of a network that is not too large.
std::string layout_svg(const Network& network, const LineLayout& layout);

}  // namespace kintsugi::cli
