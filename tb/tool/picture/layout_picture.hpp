/// Draws the wiring of a network in a straight line as one self-contained SVG: the nodes in a row, their links on
/// horizontal tracks above it.
///
/// Nodes   squares with their numbers; names as titles, for the mouse
/// Wires   class "wire kind-K" for links of kind number K, up from the node, along the track, down to the other node.
///         The wires to the left of a node come down in its left half, those to the right in its right half
/// Legend  a line for each kind of link: its colour, its name, its links and the tracks that they use
/// Bytes   the same for the same subject; no date
/// Errors  std::length_error if the network has too many nodes, see drawable.hpp
#pragma once

#include <string>

#include "models/network/line_layout.hpp"
#include "models/network/network.hpp"

namespace kintsugi::picture {

struct LayoutSubject {
  const Network* network = nullptr;
  const LineLayout* layout = nullptr;
  std::string title = {};
  std::vector<std::string> facts = {};  ///< lines below the title
};

std::string to_svg(const LayoutSubject& subject);

}  // namespace kintsugi::picture
