/// The picture of a directly wired network, as one self-contained SVG: all links, then each kind of links alone.
///
/// Nodes    circles with their numbers at their positions; names as titles, for the mouse
/// Links    class "wire kind-K" for links of kind number K, see link_lines.hpp. Many of them are drawn thinner
/// Panels   "all", and "kind-K" for each kind that has links, if there are at least two such kinds
/// Dead     nodes and links, see dead_parts.hpp; links of dead nodes are pale
/// Legend   a line for each kind of link: its colour, its name, its links
/// Bytes    the same for the same subject; no date
/// Errors   std::length_error if the network has too many nodes, see drawable.hpp
#pragma once

#include <string>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/network.hpp"

namespace kintsugi::picture {

struct NetworkSubject {
  const Network* network = nullptr;
  Defects defects = {};  ///< node n is site n
  std::string title = {};
  std::vector<std::string> facts = {};  ///< lines below the title
};

std::string to_svg(const NetworkSubject& subject);

}  // namespace kintsugi::picture
