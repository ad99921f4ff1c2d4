/// Wires a network whose nodes stand on a straight line, in the order of their numbers.
///
/// Wire    a link between two nodes takes the part of a horizontal track between their columns. On one track two wires
///         may meet at a node, where one ends and the other begins, but not overlap. A link from a node to itself takes
///         no track
/// Width   the number of tracks. Between two neighbouring nodes each wire that passes needs its own track, so the cut
///         with most wires is a lower bound. The assignment reaches it: from left to right, each wire takes a track
///         that is free again
/// Kinds   each kind of link gets tracks of its own, in the order of Network::kinds(), if that takes no track more;
///         otherwise kinds share tracks
/// Unit    one pitch, from one column to the next
/// Source  Inoguchi and Horiguchi 1996, section 2.2, theorem 2 and figure 3; A. Hashimoto and J. Stevens, "Wire routing
///         by optimizing channel assignment within large apertures", 1971
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/network/length_sums.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

struct LineWire {
  std::size_t link = 0;  ///< index into Network::links()
  NodeId left;           ///< left < right
  NodeId right;
  unsigned track = 0;  ///< 0 is next to the nodes

  unsigned pitches() const { return right.value - left.value; }
};

struct LineLayout {
  std::vector<LineWire> wires;  ///< in the order of the links
  unsigned tracks = 0;
  unsigned largest_cut = 0;  ///< the most wires between two neighbouring nodes; no assignment has fewer tracks
  NodeId cut_after;          ///< the first node with that many wires between it and the next; 0 without wires
};

/// Lays out a network. Takes O(links log links).
LineLayout lay_out_on_line(const Network& network);

/// The wires of one kind of link, or of all.
struct WireSums {
  LengthSums lengths;
  std::size_t tracks = 0;  ///< on which there are such wires
};

/// Returns the sums of each kind of link, by KindId, and in the end those of all wires.
std::vector<WireSums> sum_wires(const Network& network, const LineLayout& layout);

}  // namespace kintsugi
