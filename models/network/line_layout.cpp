#include "models/network/line_layout.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <span>

namespace kintsugi {

namespace {

std::vector<LineWire> wires_of(const Network& network) {
  std::vector<LineWire> wires;
  for (std::size_t link = 0; link < network.links().size(); ++link) {
    const auto [left, right] = std::minmax(network.links()[link].a.node, network.links()[link].b.node);
    if (left != right) wires.push_back({link, left, right});
  }
  return wires;
}

/// Counts the wires of every cut. Cut i is between node i and the next.
void find_largest_cut(LineLayout& layout, std::size_t nodes) {
  std::vector<int> change(nodes + 1);
  for (const LineWire& wire : layout.wires) {
    ++change[wire.left.index()];
    --change[wire.right.index()];
  }
  int passing = 0;
  for (const NodeId node : ids<NodeId>(nodes)) {
    passing += change[node.index()];
    if (passing <= static_cast<int>(layout.largest_cut)) continue;
    layout.largest_cut = static_cast<unsigned>(passing);
    layout.cut_after = node;
  }
}

/// Gives the wires tracks from `first` on; returns how many they take.
unsigned assign(std::span<LineWire*> wires, unsigned first) {
  std::ranges::stable_sort(wires, {}, [](const LineWire* wire) { return wire->left; });
  const auto ends_later = [](const LineWire* a, const LineWire* b) { return a->right > b->right; };
  std::priority_queue<const LineWire*, std::vector<const LineWire*>, decltype(ends_later)> open(ends_later);
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> free_tracks;
  unsigned taken = 0;
  for (LineWire* wire : wires) {
    for (; !open.empty() && open.top()->right <= wire->left; open.pop()) free_tracks.push(open.top()->track);
    if (free_tracks.empty()) free_tracks.push(first + taken++);
    wire->track = free_tracks.top();
    free_tracks.pop();
    open.push(wire);
  }
  return taken;
}

/// Gives each kind tracks of its own; returns the number of all.
unsigned assign_by_kind(const Network& network, std::vector<LineWire>& wires) {
  std::vector<std::vector<LineWire*>> by_kind(network.kinds().size());
  for (LineWire& wire : wires) by_kind[network.links()[wire.link].kind.index()].push_back(&wire);
  unsigned tracks = 0;
  for (std::vector<LineWire*>& kind : by_kind) tracks += assign(kind, tracks);
  return tracks;
}

unsigned assign_together(std::vector<LineWire>& wires) {
  std::vector<LineWire*> all;
  for (LineWire& wire : wires) all.push_back(&wire);
  return assign(all, 0);
}

}  // namespace

LineLayout lay_out_on_line(const Network& network) {
  LineLayout layout{wires_of(network), 0, 0, NodeId{0}};
  find_largest_cut(layout, network.nodes());
  layout.tracks = assign_by_kind(network, layout.wires);
  if (layout.tracks > layout.largest_cut) layout.tracks = assign_together(layout.wires);
  return layout;
}

std::vector<WireSums> sum_wires(const Network& network, const LineLayout& layout) {
  std::vector<WireSums> sums(network.kinds().size() + 1);
  std::vector<std::set<unsigned>> tracks(sums.size());
  for (const LineWire& wire : layout.wires) {
    for (const std::size_t row : {network.links()[wire.link].kind.index(), sums.size() - 1}) {
      sums[row].lengths.count(wire.pitches());
      tracks[row].insert(wire.track);
    }
  }
  for (std::size_t row = 0; row < sums.size(); ++row) sums[row].tracks = tracks[row].size();
  return sums;
}

}  // namespace kintsugi
