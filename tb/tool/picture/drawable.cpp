#include "tb/tool/picture/drawable.hpp"

#include <stdexcept>
#include <string>

namespace kintsugi::picture {

void require_drawable(const Network& network) {
  if (network.nodes() <= kMostDrawnNodes) return;
  throw std::length_error("a network of " + std::to_string(network.nodes()) +
                          " nodes cannot be drawn; valid: at most " + std::to_string(kMostDrawnNodes) + " nodes");
}

}  // namespace kintsugi::picture
