#include "models/grid/geometry.hpp"

#include <stdexcept>

#include "models/network/limits.hpp"

namespace kintsugi::grid {

namespace {

void check_range(const char* name, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value >= low && value <= high) return;
  throw std::invalid_argument(std::string(name) + " must be " +
                              to_text(IntegerRange{static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)}) +
                              ", not " + std::to_string(value));
}

void validate(const Sides& sides) {
  check_range("dimensions", sides.size(), 1, kMostDimensions);
  std::uint64_t product = 1;  // no overflow: each side is at most 2^20
  for (const unsigned side : sides) {
    check_range("a side", side, kSmallestSide, kMostNodes);
    product *= side;
  }
  check_range("the number of nodes", product, kSmallestSide, kMostNodes);
}

}  // namespace

unsigned nodes(const Sides& sides) {
  unsigned product = 1;
  for (const unsigned side : sides) product *= side;
  return product;
}

Sides coordinates(const Sides& sides, NodeId node) {
  Sides found;
  unsigned rest = node.value;
  for (const unsigned side : sides) {
    found.push_back(rest % side);
    rest /= side;
  }
  return found;
}

std::string text(const Sides& sides) {
  std::string words;
  for (const unsigned side : sides) {
    if (!words.empty()) words += 'x';
    words += std::to_string(side);
  }
  return words;
}

void validate(const Mesh& mesh) {
  validate(mesh.sides);
}
void validate(const Torus& torus) {
  validate(torus.sides);
}
void validate(const Hypercube& cube) {
  check_range("n", cube.n, 1, kLargestCube);
}
void validate(const Full& full) {
  check_range("nodes", full.nodes, kFewestFull, kMostFull);
}

}  // namespace kintsugi::grid
