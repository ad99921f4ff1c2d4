/// Draws a network; reports and draws its wiring in a straight line.
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
/// Return pictures of a network that is not too large: with the dead nodes and links of direct wiring, and in a
/// straight line.
std::string network_svg(const Setup& setup);
std::string layout_svg(const Network& network, const LineLayout& layout);

}  // namespace kintsugi::cli
