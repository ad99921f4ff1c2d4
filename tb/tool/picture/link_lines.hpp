/// The nodes and links of a directly wired network as points and lines in a picture.
///
/// Nodes   at the positions that the network gives; on a circle if they are a ring, or if several have one position
/// Links   straight, or an arc around nodes on its way, and beside another link between its nodes; it bends the more,
///         the more is in its way. A link from a node to itself is a loop above it, a second one below it
/// Border  in a grid that wraps, a link that is shorter across the border leaves there, half a pitch outside of the
///         nodes, and comes back at the opposite border. The planes of three dimensions have a border each
/// Unit    pixels; the origin is that of the network's positions. The same bytes for the same network
#pragma once

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "models/network/network.hpp"
#include "tb/tool/picture/svg.hpp"

namespace kintsugi::picture {

inline constexpr double kNodePitch = 64;   ///< from a node to its neighbour
inline constexpr double kNodeRadius = 13;  ///< wide enough for four digits

class LinkLines {
 public:
  /// The network must outlive it.
  explicit LinkLines(const Network& network);

  Point place(NodeId node) const { return places_[node.index()] * kNodePitch; }

  /// Adds the line of the link at a port, from its node to the far end.
  void add(PathData& data, PortRef out) const;

  /// Returns a point amid the line, and the direction there towards the far end, of length 1.
  std::pair<Point, Point> middle(PortRef out) const;

  /// Returns whether a line leaves the picture at its border.
  bool has_border() const { return has_border_; }

  /// Return the corners of the rectangle around the middles of all nodes, all arcs and the border.
  Point low_corner() const { return low_; }
  Point high_corner() const { return high_; }

 private:
  /// A line in pitches, as it is on a plane on which the network repeats at its borders.
  struct Line {
    Point from, control, to;
    bool bends = false;
    bool loops = false;  ///< then it has a second control
    Point second = {};
    std::array<bool, 2> leaves{};  ///< over the border, in x and in y
    Point at(double t) const;
    bool leaves_any() const { return leaves[0] || leaves[1]; }
  };

  void find_planes();
  void find_bends();
  void find_corners();
  Line line(PortRef out) const;
  Line loop(PortRef out) const;
  Point way(NodeId from, NodeId to) const;
  bool share_a_plane(NodeId a, NodeId b) const;
  double bend_around_nodes(NodeId a, NodeId b) const;
  Point nearest(Point offset) const;
  Point plane_of(NodeId node) const;
  Point back_inside(const Line& line, NodeId node, Point at) const;
  void add_pieces(PathData& data, const Line& line, NodeId node) const;

  const Network* network_;
  std::vector<Point> places_;  // in pitches
  Point sides_;                // of a plane that wraps; 0: none does
  /// 0: straight. An arc: the side, seen from the lower node, as the sign, and how many times the least height. A loop:
  /// how many there were before
  std::map<PortRef, double> bends_;
  bool has_border_ = false;
  Point low_;
  Point high_;
};

}  // namespace kintsugi::picture
