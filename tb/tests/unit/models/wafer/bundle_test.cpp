#include "models/wafer/bundle.hpp"

#include <gtest/gtest.h>

#include "models/grid/topology.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"

namespace kintsugi {
namespace {

unsigned wrapped(const Network& network, Plane plane) {
  return Bundle(network).wrapped(plane);
}

TEST(BundleOfANetwork, a_torus_has_one_wire_with_a_wrap_along_every_side_longer_than_two) {
  EXPECT_EQ(Bundle(grid::make_network(grid::Torus{{4, 4}})).wires(), 1u);
  for (const auto& [x, y] : {std::pair{4u, 4u}, {2u, 5u}, {5u, 2u}, {2u, 2u}, {3u, 8u}}) {
    const Network torus = grid::make_network(grid::Torus{{x, y}});
    EXPECT_EQ(wrapped(torus, Plane::kV), x > 2 ? 1u : 0u);
    EXPECT_EQ(wrapped(torus, Plane::kH), y > 2 ? 1u : 0u);
  }
}

TEST(BundleOfANetwork, a_mesh_has_no_wraps) {
  const Network mesh = grid::make_network(grid::Mesh{{4, 3}});
  EXPECT_EQ(Bundle(mesh).wires(), 1u);
  for (const Plane plane : {Plane::kV, Plane::kH}) EXPECT_EQ(wrapped(mesh, plane), 0u);
}

TEST(BundleOfANetwork, ports_are_found_by_the_names_of_their_sides) {
  const Bundle torus(grid::make_network(grid::Torus{{4, 4}}));
  EXPECT_EQ(torus.port(Direction::kEast, false), PortId{0});
  EXPECT_EQ(torus.port(Direction::kSouth, false), PortId{2});
  EXPECT_EQ(torus.port(Direction::kEast, true), kNoPort);
  const srt::Torus recursive{3, 3, 1};
  const Bundle srt(srt::make_network(recursive), srt::second_wires(recursive));
  EXPECT_EQ(srt.port(Direction::kNorth, false), srt::torus_port::kNorth);
  EXPECT_EQ(srt.port(Direction::kNorth, true), srt::torus_port::kBypassNorth);
}

TEST(BundleOfANetwork, a_ring_has_the_wires_of_a_row_of_the_torus) {
  for (unsigned n = 2; n <= 6; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      const srt::Torus ring{n, T, 1, 1};
      const srt::Torus torus{n, T, 1, 2};
      const Bundle of_ring(srt::make_network(ring), srt::second_wires(ring));
      const Bundle of_torus(srt::make_network(torus), srt::second_wires(torus));
      EXPECT_EQ(of_ring.wires(), of_torus.wires());
      EXPECT_EQ(of_ring.wrapped(Plane::kV), of_torus.wrapped(Plane::kV));
      for (std::uint32_t node = 0; node < ring.nodes(); ++node) {
        EXPECT_EQ(of_ring.wire_of(NodeId{node}), of_torus.wire_of(NodeId{node}));
      }
    }
  }
}

// --- What no bundle carries -----------------------------------------------------------------------------------------

std::string bundle_refusal(const Network& network, std::vector<unsigned> second_wires = {}) {
  try {
    const Bundle bundle(network, std::move(second_wires));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BundleOfANetwork, only_grids_of_one_or_two_dimensions_are_carried) {
  EXPECT_EQ(bundle_refusal(grid::make_network(grid::Hypercube{3})),
            "a wafer carries nodes on a grid of 1 or 2 dimensions, not those of 'hypercube 3'");
  EXPECT_EQ(bundle_refusal(grid::make_network(grid::Torus{{2, 3, 4}})),
            "a wafer carries nodes on a grid of 1 or 2 dimensions, not those of 'torus 2x3x4'");
}

TEST(BundleOfANetwork, links_that_no_wire_carries_are_noticed) {
  EXPECT_EQ(bundle_refusal(srt::make_network(srt::Torus{2, 2, 1})),
            "the wires of a bundle carry 32 of the 40 links of '2D-SRT(2,2,1)'");
}

TEST(BundleOfANetwork, a_node_on_the_wrong_wire_is_noticed) {
  const srt::Torus torus{3, 3, 1};
  const Network network = srt::make_network(torus);
  const std::vector<unsigned> right = srt::second_wires(torus);
  EXPECT_EQ(bundle_refusal(network, right), "accepted");
  for (std::size_t node = 0; node < right.size(); ++node) {
    for (unsigned wire = 0; wire < 3; ++wire) {
      std::vector<unsigned> wrong = right;
      wrong[node] = wire;
      EXPECT_EQ(bundle_refusal(network, wrong) == "accepted", wire == right[node]) << node;
    }
  }
  EXPECT_EQ(bundle_refusal(network, {1, 2}), "a bundle needs the second wire of every node, or of none");
}

/// A grid of 3 x 2 nodes with the links of a mesh but `left_out`, and with a wrap in the first row if asked for.
Network some_grid(std::size_t left_out, bool wrap_in_first_row) {
  Network network("some grid");
  const KindId base = network.add_kind("base");
  const std::size_t layout = network.add_layout({"e", "w", "s", "n"});
  for (int node = 0; node < 6; ++node) network.add_node("n" + std::to_string(node), layout);
  std::size_t number = 0;
  const auto join = [&](std::uint32_t a, std::uint16_t p, std::uint32_t b, std::uint16_t q) {
    if (number++ != left_out) network.connect({NodeId{a}, PortId{p}}, {NodeId{b}, PortId{q}}, base);
  };
  for (const std::uint32_t node : {0u, 1u, 3u, 4u}) join(node, 0, node + 1, 1);
  for (const std::uint32_t node : {0u, 1u, 2u}) join(node, 2, node + 3, 3);
  if (wrap_in_first_row) join(2, 0, 0, 1);
  network.set_grid({{3, 2}, false});
  return network;
}

TEST(BundleOfANetwork, a_missing_link_is_named) {
  EXPECT_EQ(bundle_refusal(some_grid(99, false)), "accepted");
  EXPECT_EQ(bundle_refusal(some_grid(1, false)),
            "wire 0 of a bundle would join n1 and n2, but 'some grid' has no such link");
  EXPECT_EQ(bundle_refusal(some_grid(6, false)),
            "wire 0 of a bundle would join n2 and n5, but 'some grid' has no such link");
}

/// A grid of 4 x 2 nodes whose rows are rings or lines. In the first rows, two nodes are joined by a ring of bypasses.
Network grid_with_bypasses(bool rows_wrap, std::uint32_t rows_with_bypasses) {
  Network network("bypasses");
  const KindId base = network.add_kind("base");
  const std::size_t layout = network.add_layout({"e", "w", "s", "n", "bypass_e", "bypass_w"});
  for (int node = 0; node < 8; ++node) network.add_node("n" + std::to_string(node), layout);
  const auto join = [&](std::uint32_t a, std::uint16_t p, std::uint32_t b, std::uint16_t q) {
    network.connect({NodeId{a}, PortId{p}}, {NodeId{b}, PortId{q}}, base);
  };
  for (std::uint32_t row = 0; row < 2; ++row) {
    const std::uint32_t first = 4 * row;
    for (std::uint32_t x = 0; x < (rows_wrap ? 4u : 3u); ++x) join(first + x, 0, first + (x + 1) % 4, 1);
    if (row < rows_with_bypasses) join(first + row, 4, first + row + 2, 5);
    if (row < rows_with_bypasses) join(first + row + 2, 4, first + row, 5);
  }
  for (std::uint32_t x = 0; x < 4; ++x) join(x, 2, x + 4, 3);
  network.set_grid({{4, 2}, false});
  return network;
}

TEST(BundleOfANetwork, a_wire_with_a_wrap_has_a_node_on_every_line) {
  EXPECT_EQ(bundle_refusal(grid_with_bypasses(true, 1), {1, 0, 1, 0, 0, 0, 0, 0}),
            "wire 1 of a bundle has a wrap, but on some lines of 'bypasses' it has no node");
}

TEST(BundleOfANetwork, wires_with_a_wrap_come_first) {
  EXPECT_EQ(bundle_refusal(grid_with_bypasses(false, 2), {1, 0, 1, 0, 0, 1, 0, 1}),
            "the wires with a wrap must be the first ones of a bundle");
}

TEST(BundleOfANetwork, all_lines_of_an_axis_have_the_same_wraps) {
  EXPECT_EQ(bundle_refusal(some_grid(99, true)), "wire 0 of a bundle has a wrap at some lines of 'some grid' only");
}

}  // namespace
}  // namespace kintsugi
