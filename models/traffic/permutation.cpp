#include "models/traffic/permutation.hpp"

#include <bit>

namespace kintsugi {

namespace {

using Sides = std::vector<unsigned>;

[[noreturn]] void refuse(const std::string& pattern, const std::string& need, const Network& network) {
  throw PatternError("pattern", pattern + " needs " + need + "; this network has " + std::to_string(network.nodes()) +
                                    " nodes" + (network.grid().sides.empty() ? ", not on a grid" : ""));
}

/// Returns the m of a network of 2^m nodes.
unsigned address_bits(const std::string& pattern, const Network& network) {
  if (!std::has_single_bit(network.nodes())) refuse(pattern, "2^m nodes", network);
  return static_cast<unsigned>(std::countr_zero(network.nodes()));
}

const Sides& sides_of(const std::string& pattern, const Network& network) {
  if (network.grid().sides.empty()) refuse(pattern, "nodes on a grid", network);
  return network.grid().sides;
}

std::unique_ptr<const TrafficPattern> permutation(Permutation::Image image) {
  return std::make_unique<Permutation>(std::move(image));
}

std::uint32_t reversed(std::uint32_t number, unsigned bits) {
  std::uint32_t result = 0;
  for (unsigned bit = 0; bit < bits; ++bit) result |= (number >> bit & 1) << (bits - 1 - bit);
  return result;
}

/// Half the ring less one, half of an odd ring rounded up.
std::uint32_t tornado_image(const Sides& sides, std::uint32_t node) {
  std::uint32_t image = 0;
  std::uint32_t weight = 1;
  for (const unsigned side : sides) {
    image += (node % side + (side + 1) / 2 - 1) % side * weight;
    weight *= side;
    node /= side;
  }
  return image;
}

}  // namespace

std::unique_ptr<const TrafficPattern> make_transpose(const Network& network, const PatternOptions&) {
  const Sides& sides = network.grid().sides;
  if (sides.size() == 2 && sides[0] == sides[1]) {
    return permutation([side = sides[0]](std::uint32_t node) { return node % side * side + node / side; });
  }
  const auto bits = static_cast<unsigned>(std::countr_zero(network.nodes()));
  if (!std::has_single_bit(network.nodes()) || bits % 2 != 0) {
    refuse("transpose", "a square grid or 2^(2m) nodes", network);
  }
  const unsigned half = bits / 2;
  const std::uint32_t low = (1u << half) - 1;
  return permutation([half, low](std::uint32_t node) { return (node & low) << half | node >> half; });
}

std::unique_ptr<const TrafficPattern> make_bit_complement(const Network& network, const PatternOptions&) {
  const std::uint32_t mask = (1u << address_bits("bit_complement", network)) - 1;
  return permutation([mask](std::uint32_t node) { return ~node & mask; });
}

std::unique_ptr<const TrafficPattern> make_bit_reverse(const Network& network, const PatternOptions&) {
  const unsigned bits = address_bits("bit_reverse", network);
  return permutation([bits](std::uint32_t node) { return reversed(node, bits); });
}

std::unique_ptr<const TrafficPattern> make_shuffle(const Network& network, const PatternOptions&) {
  const unsigned bits = address_bits("shuffle", network);
  if (bits == 0) refuse("shuffle", "2 nodes or more", network);
  const std::uint32_t mask = (1u << bits) - 1;
  return permutation([bits, mask](std::uint32_t node) { return (node << 1 | node >> (bits - 1)) & mask; });
}

std::unique_ptr<const TrafficPattern> make_tornado(const Network& network, const PatternOptions&) {
  return permutation([sides = sides_of("tornado", network)](std::uint32_t node) { return tornado_image(sides, node); });
}

std::unique_ptr<const TrafficPattern> make_neighbour(const Network& network, const PatternOptions&) {
  return permutation([side = sides_of("neighbour", network).front()](std::uint32_t node) {
    return node - node % side + (node % side + 1) % side;
  });
}

}  // namespace kintsugi
