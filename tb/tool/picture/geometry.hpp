/// The geometry that the pictures and the page share: where the sites, switches and lines of a chip are.
///
/// Directly wired   sites are the nodes, by NodeId; lines are the links, in the order of Network::links(); no switches
/// On a fabric      sites are the PEs, by SiteId; switches by SwitchId; lines are the wires in the order of
///                  Fabric::wires, between switches, then Fabric::links, between sites
/// Unit             pixels at natural size, y downwards, all in the rectangle from (0, 0) to `size`
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/tool/picture/svg.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::picture {

/// A box around its middle; a node of a directly wired network is the circle in it.
struct PlacedBox {
  std::string name;  ///< unique among boxes of its list: "x3.y4", "r3.c4", "sh.g2.c5"
  Point middle;
  Size size;
};

struct PlacedLine {
  enum class Ends { kSites, kSwitches };
  Ends ends = Ends::kSites;  ///< what `from` and `to` number
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::string kind;  ///< of the link; empty on a fabric
  std::string path;  ///< as the attribute d of an SVG path, from `from` to `to`; in parts if it leaves over a border
};

struct Geometry {
  Size size;
  std::vector<PlacedBox> sites;
  std::vector<PlacedBox> switches;
  std::vector<PlacedLine> lines;
};

/// Returns the geometry of the fabric as it is built, or of a directly wired network. Throws std::length_error if the
/// network is too large for a picture (picture.hpp), std::invalid_argument for a fabric without positions (scene.hpp).
Geometry geometry_of(const Setup& setup);

}  // namespace kintsugi::picture
