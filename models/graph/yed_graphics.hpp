/// What yEd's data about the look of a node says: elements of a namespace of its own inside <data>.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>

namespace kintsugi::graph {

struct YedGraphics {
  std::string label;        ///< the first text of NodeLabel; empty: none
  std::optional<double> x;  ///< of the middle of Geometry, in pixels
  std::optional<double> y;
};

YedGraphics read_yed_graphics(pugi::xml_node data);

}  // namespace kintsugi::graph
