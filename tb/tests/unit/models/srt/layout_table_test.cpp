#include "models/srt/layout_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/network/line_layout.hpp"
#include "models/network/metrics.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {
namespace {

/// Returns the most links over a place between two nodes, counted link by link.
unsigned counted_cut(const Network& network) {
  unsigned most = 0;
  for (std::uint32_t place = 0; place + 1 < network.nodes(); ++place) {
    unsigned passing = 0;
    for (const Link& link : network.links()) {
      const auto [left, right] = std::minmax(link.a.node.value, link.b.node.value);
      if (left <= place && place < right) ++passing;
    }
    most = std::max(most, passing);
  }
  return most;
}

TEST(LayoutTable, every_variant_has_the_width_of_the_formulas_from_8_to_4096_nodes) {
  for (unsigned n = 3; n <= 12; ++n) {
    const auto tracks = [&](Variant variant) {
      return lay_out_on_line(make_network(Ring{n, period_exponent(variant, n)})).tracks;
    };
    EXPECT_EQ(tracks(Variant::kStandard), 2 * (n - 1) + 1) << n;  // theorem 2
    EXPECT_EQ(tracks(Variant::kLong), 2 * (n - 1) + 2) << n;      // corollary 2
    EXPECT_EQ(tracks(Variant::kShort), 2 * (n - 1) + 2) << n;     // corollary 3
  }
}

TEST(LayoutTable, the_levels_of_the_standard_ring_have_the_tracks_of_the_proof) {
  const Network network = make_network(Ring{5, 5});
  const LineLayout layout = lay_out_on_line(network);
  std::vector<std::vector<unsigned>> tracks(network.kinds().size());
  for (const LineWire& wire : layout.wires) tracks[network.links()[wire.link].kind.index()].push_back(wire.track);
  for (std::size_t level = 0; level < tracks.size(); ++level) {
    std::ranges::sort(tracks[level]);
    tracks[level].erase(std::unique(tracks[level].begin(), tracks[level].end()), tracks[level].end());
    EXPECT_EQ(tracks[level].size(), level + 1 < tracks.size() ? 2u : 1u) << level;
  }
}

TEST(LayoutTable, no_network_of_the_comparison_has_more_tracks_than_links_in_its_largest_cut) {
  for (unsigned n = 3; n <= 8; ++n) {
    for (const Network& network : {make_chordal_ring(n), make_barrel_shifter(n), make_network(Ring{n, n})}) {
      EXPECT_EQ(lay_out_on_line(network).tracks, counted_cut(network)) << network.name();
    }
  }
}

TEST(LayoutTable, the_networks_of_the_comparison_have_the_degrees_of_the_paper) {
  for (unsigned n = 3; n <= 8; ++n) {
    EXPECT_EQ(measure(make_chordal_ring(n)).degree_max, 3u) << n;
    EXPECT_EQ(measure(make_barrel_shifter(n)).degree_max, 2 * n - 1) << n;
  }
}

TEST(LayoutTable, other_networks_grow_faster_than_the_logarithm) {
  const PaperTable table = layout_table();
  const auto at = [&](std::size_t row, std::size_t column) {
    return std::stoul(table.rows.at(row).computed.at(column));
  };
  for (std::size_t column = 3; column + 2 < table.columns.size(); column += 2) {
    EXPECT_EQ(at(0, column + 2), at(0, column) + 4);      // four times the nodes: four tracks more
    EXPECT_GT(at(3, column + 2), at(3, column) * 3 / 2);  // twice sqrt(N)
    EXPECT_GT(at(4, column + 2), at(4, column) * 3);      // in proportion to N
  }
}

}  // namespace
}  // namespace kintsugi::srt
