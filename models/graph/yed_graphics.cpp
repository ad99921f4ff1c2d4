#include "models/graph/yed_graphics.hpp"

#include <cmath>
#include <limits>
#include <string_view>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

namespace {

/// Returns the first element below that has this name, whatever the prefix of its namespace.
pugi::xml_node find_element(pugi::xml_node data, std::string_view name) {
  return data.find_node([name](pugi::xml_node element) {
    std::string_view own = element.name();
    own.remove_prefix(own.find(':') + 1);
    return own == name;
  });
}

/// Returns the middle of a side that begins at `from`, or nullopt if the numbers are none or too large.
std::optional<double> middle(pugi::xml_node geometry, const char* from, const char* length) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const double place = geometry.attribute(from).as_double(kNone) + geometry.attribute(length).as_double() / 2;
  return std::abs(place) <= kFarthest ? std::optional(place) : std::nullopt;
}

}  // namespace

YedGraphics read_yed_graphics(pugi::xml_node data) {
  const pugi::xml_node geometry = find_element(data, "Geometry");
  return {std::string(trimmed(find_element(data, "NodeLabel").text().get())), middle(geometry, "x", "width"),
          middle(geometry, "y", "height")};
}

}  // namespace kintsugi::graph
