#include "models/grid/wafer.hpp"

#include <algorithm>

#include "models/repair/segmented_fabric.hpp"

namespace kintsugi::grid {

namespace {

void require_plane(const Sides& sides) {
  const std::string valid = "; valid is two sides of " + to_text(IntegerRange{kSmallestSide, kLargestWaferSide}) +
                            " each, such as [8, 8], or no fabric";
  if (sides.size() != 2) {
    throw ParameterError("network.sides", "a wafer carries a mesh or torus of 2 dimensions, not of " +
                                              std::to_string(sides.size()) + valid);
  }
  if (std::ranges::max(sides) > kLargestWaferSide) {
    throw ParameterError("network.sides", "a wafer does not carry " + grid::text(sides) + " nodes" + valid);
  }
}

}  // namespace

std::unique_ptr<ReconfigurableFabric> make_wafer(const Sides& sides, const Network& network, const FabricInfo& info,
                                                 const Parameters& options) {
  require_plane(sides);
  return with_chain(std::make_unique<Wafer>(network, info, read_wafer_options(options, info)), network, options);
}

}  // namespace kintsugi::grid
