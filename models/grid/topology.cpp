#include "models/grid/topology.hpp"

#include <cmath>
#include <numbers>
#include <optional>

namespace kintsugi::grid {

namespace {

const PortLayout kGridPorts{"e", "w", "s", "n", "d", "u"};
constexpr char kAxes[] = "xyz";

std::string grid_name(const Sides& at) {
  std::string name;
  for (std::size_t d = 0; d < at.size(); ++d) name += (d == 0 ? "" : ".") + (kAxes[d] + std::to_string(at[d]));
  return name;
}

Position grid_place(const Sides& sides, const Sides& at) {
  const double plane = at.size() < 3 ? 0 : at[2] * (sides[0] + 1.0);
  return {plane + at[0], at.size() < 2 ? 0.0 : at[1]};
}

void add_grid_nodes(Network& network, const Sides& sides) {
  const auto end = kGridPorts.begin() + static_cast<std::ptrdiff_t>(2 * sides.size());
  const std::size_t router = network.add_layout({kGridPorts.begin(), end});
  for (std::uint32_t node = 0; node < nodes(sides); ++node) {
    const Sides at = coordinates(sides, NodeId{node});
    network.add_node(grid_name(at), router, grid_place(sides, at));
  }
}

/// The kinds of the links along a dimension.
struct KindsAlong {
  KindId inner;
  std::optional<KindId> wrap;  ///< nullopt: a mesh
};

/// Joins every node but the last of its row to the next, and the last to the first in a torus.
void connect_dimension(Network& network, const Sides& sides, unsigned dimension, const KindsAlong& kinds) {
  const unsigned side = sides[dimension];
  std::uint32_t stride = 1;
  for (unsigned d = 0; d < dimension; ++d) stride *= sides[d];
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    const bool last = node / stride % side == side - 1;
    if (last && (!kinds.wrap || side == 2)) continue;
    const NodeId next{last ? node - (side - 1) * stride : node + stride};
    network.connect({NodeId{node}, ahead(dimension)}, {next, behind(dimension)}, last ? *kinds.wrap : kinds.inner);
  }
}

/// Adds nodes and links; a torus has links around.
void build_grid(Network& network, const Sides& sides, bool kinds_by_dimension, bool is_torus) {
  std::vector<KindsAlong> kinds;
  if (kinds_by_dimension) {
    for (std::size_t d = 0; d < sides.size(); ++d) {
      const KindId kind = network.add_kind(std::string(1, kAxes[d]));
      kinds.push_back({kind, is_torus ? std::optional(kind) : std::nullopt});
    }
  } else {
    const KindId base = network.add_kind("base");
    kinds.resize(sides.size(), {base, is_torus ? std::optional(network.add_kind("wrap")) : std::nullopt});
  }
  add_grid_nodes(network, sides);
  for (unsigned d = 0; d < sides.size(); ++d) connect_dimension(network, sides, d, kinds[d]);
}

/// Distances in a mesh are the sums of those along its dimensions; in a line of n nodes those of all ordered pairs add
/// up to n (n^2 - 1) / 3.
KnownDistances mesh_distances(const Sides& sides) {
  KnownDistances distances;
  for (const unsigned side : sides) {
    const std::uint64_t lines = nodes(sides) / side;
    distances.sum += lines * lines * ((std::uint64_t{side} * side - 1) * side / 3);
    distances.largest += side - 1;
  }
  return distances;
}

/// Rounds, so that a picture does not depend on the last digit of the mathematics library.
Position on_circle(unsigned node, unsigned count) {
  const double angle = 2 * std::numbers::pi * node / count;
  const double radius = count / (2 * std::numbers::pi);
  const auto rounded = [](double value) { return std::round(value * 1000) / 1000 + 0.0; };
  return {rounded(radius * std::sin(angle)), rounded(-radius * std::cos(angle))};
}

}  // namespace

Network make_network(const Mesh& mesh) {
  validate(mesh);
  Network network("mesh " + text(mesh.sides));
  build_grid(network, mesh.sides, mesh.kinds_by_dimension, false);
  network.set_grid({{mesh.sides.begin(), mesh.sides.end()}, false});
  network.set_known_distances(mesh_distances(mesh.sides));
  return network;
}

Network make_network(const Torus& torus) {
  validate(torus);
  Network network("torus " + text(torus.sides));
  build_grid(network, torus.sides, torus.kinds_by_dimension, true);
  network.set_grid({{torus.sides.begin(), torus.sides.end()}, true});
  network.set_representatives({NodeId{0}});
  return network;
}

Network make_network(const Hypercube& cube) {
  validate(cube);
  Network network("hypercube " + std::to_string(cube.n));
  PortLayout ports;
  for (unsigned k = 0; k < cube.n; ++k) {
    network.add_kind("dimension " + std::to_string(k));
    ports.push_back("d" + std::to_string(k));
  }
  const std::size_t router = network.add_layout(ports);
  const unsigned low_bits = (cube.n + 1) / 2;
  for (std::uint32_t node = 0; node < cube.nodes(); ++node) {
    network.add_node("n" + std::to_string(node), router,
                     {double(node & ((1u << low_bits) - 1)), double(node >> low_bits)});
  }
  for (std::uint32_t node = 0; node < cube.nodes(); ++node) {
    for (unsigned k = 0; k < cube.n; ++k) {
      const PortId port{static_cast<std::uint16_t>(k)};
      const NodeId far{node ^ (1u << k)};
      if (node < far.value) network.connect({NodeId{node}, port}, {far, port}, KindId{static_cast<std::uint8_t>(k)});
    }
  }
  network.set_representatives({NodeId{0}});
  return network;
}

Network make_network(const Full& full) {
  validate(full);
  Network network("full " + std::to_string(full.nodes));
  network.add_kind("base");
  PortLayout ports;
  for (unsigned k = 1; k < full.nodes; ++k) ports.push_back("p" + std::to_string(k));
  const std::size_t router = network.add_layout(ports);
  for (std::uint32_t node = 0; node < full.nodes; ++node) {
    network.add_node("n" + std::to_string(node), router, on_circle(node, full.nodes));
  }
  for (std::uint32_t a = 0; a < full.nodes; ++a) {
    for (std::uint32_t b = a + 1; b < full.nodes; ++b) {
      network.connect({NodeId{a}, full.port(a, b)}, {NodeId{b}, full.port(b, a)}, KindId{0});
    }
  }
  network.set_representatives({NodeId{0}});
  return network;
}

}  // namespace kintsugi::grid
