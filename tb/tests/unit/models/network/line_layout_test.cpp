#include "models/network/line_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace kintsugi {
namespace {

/// Nodes with as many ports as it takes.
class Row {
 public:
  explicit Row(std::uint32_t nodes) : network("row"), used_(nodes) {
    network.add_kind("even");
    network.add_kind("odd");
    const std::size_t router = network.add_layout(PortLayout(24, "p"));
    for (std::uint32_t node = 0; node < nodes; ++node) network.add_node("n" + std::to_string(node), router);
  }
  void link(std::uint32_t a, std::uint32_t b, unsigned kind = 0) {
    const PortRef from{NodeId{a}, PortId{used_[a]++}};
    const PortRef to{NodeId{b}, PortId{used_[b]++}};
    network.connect(from, to, KindId{static_cast<std::uint8_t>(kind)});
  }
  Network network;

 private:
  std::vector<std::uint16_t> used_;
};

bool overlap(const LineWire& a, const LineWire& b) {
  return a.left < b.right && b.left < a.right;
}

/// Returns whether two wires on one track overlap: every pair is compared.
bool has_overlap(const std::vector<LineWire>& wires) {
  for (std::size_t i = 0; i < wires.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (wires[i].track == wires[j].track && overlap(wires[i], wires[j])) return true;
    }
  }
  return false;
}

/// Tries every assignment of the wires from `next` on to `tracks` tracks.
bool some_assignment(std::vector<LineWire>& wires, std::size_t next, unsigned tracks) {
  if (next == wires.size()) return true;
  for (unsigned track = 0; track < tracks; ++track) {
    wires[next].track = track;
    const bool fits =
        std::all_of(wires.begin(), wires.begin() + static_cast<std::ptrdiff_t>(next),
                    [&](const LineWire& wire) { return wire.track != track || !overlap(wire, wires[next]); });
    if (fits && some_assignment(wires, next + 1, tracks)) return true;
  }
  return false;
}

unsigned fewest_tracks(std::vector<LineWire> wires) {
  unsigned tracks = 0;
  while (!some_assignment(wires, 0, tracks)) ++tracks;
  return tracks;
}

TEST(LineLayout, wires_on_a_track_meet_at_most_at_a_node) {
  Row row(3);
  row.link(0, 1);
  row.link(1, 2);
  const LineLayout layout = lay_out_on_line(row.network);
  EXPECT_EQ(layout.tracks, 1u);
  EXPECT_FALSE(has_overlap(layout.wires));
}

TEST(LineLayout, the_check_of_overlaps_sees_one) {
  EXPECT_TRUE(has_overlap({{0, NodeId{0}, NodeId{2}, 4}, {1, NodeId{1}, NodeId{3}, 4}}));
  EXPECT_FALSE(has_overlap({{0, NodeId{0}, NodeId{2}, 4}, {1, NodeId{1}, NodeId{3}, 5}}));
}

TEST(LineLayout, a_link_from_a_node_to_itself_takes_no_track) {
  Row row(2);
  row.link(1, 1);
  const LineLayout layout = lay_out_on_line(row.network);
  EXPECT_EQ(layout.tracks, 0u);
  EXPECT_TRUE(layout.wires.empty());
}

TEST(LineLayout, the_width_of_random_networks_is_the_least_that_any_assignment_has) {
  std::mt19937 random(96);
  for (int round = 0; round < 100; ++round) {
    Row row(6);
    for (int links = 0; links < 9; ++links) {
      const auto a = static_cast<std::uint32_t>(random() % 6);
      row.link(a, static_cast<std::uint32_t>((a + 1 + random() % 5) % 6), static_cast<unsigned>(random() % 2));
    }
    const LineLayout layout = lay_out_on_line(row.network);
    ASSERT_EQ(layout.tracks, fewest_tracks(layout.wires));
    ASSERT_EQ(layout.tracks, layout.largest_cut);
    ASSERT_FALSE(has_overlap(layout.wires));
    for (const LineWire& wire : layout.wires) ASSERT_LT(wire.track, layout.tracks);
  }
}

TEST(LineLayout, kinds_share_tracks_only_where_that_saves_some) {
  Row apart(4);
  apart.link(0, 3, 0);
  apart.link(0, 2, 1);
  EXPECT_EQ(lay_out_on_line(apart.network).wires[1].track, 1u);
  Row shared(3);
  shared.link(0, 1, 0);
  shared.link(1, 2, 1);
  EXPECT_EQ(lay_out_on_line(shared.network).tracks, 1u);
}

}  // namespace
}  // namespace kintsugi
