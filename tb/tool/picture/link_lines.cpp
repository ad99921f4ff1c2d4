#include "tb/tool/picture/link_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

namespace kintsugi::picture {

namespace {

constexpr double kTooNear = 0.45;      // pitches: a line that passes a node nearer than this goes around it
constexpr double kLeastBend = 0.3;     // pitches, to which the bend of an arc adds with its length
constexpr double kBendOfLength = 0.1;  // of the length of the arc
constexpr double kOutside = 0.5;       // pitches from the last node to the border
constexpr int kArcPieces = 16;         // straight pieces of an arc that leaves over the border
constexpr double kAmid = 0.4;          // of a line that leaves over the border: before it does so

constexpr double kLoopHeight = 0.75;  // pitches, of the controls of a loop above its node
constexpr double kLoopWidth = 0.5;    // pitches, half of it between the controls
constexpr double kClear = 0.3;        // pitches: an arc that passes all nodes at this distance is good on either side
constexpr double kFree = kNodeRadius / kNodePitch + 0.01;  // pitches: an arc at this distance does not pass over a node
constexpr double kSame = 1e-6;                             // pitches: places that differ by less are the same

/// Returns how far the flattest arc of this length is beside the straight line, amid it.
double height_of(double size) {
  return kLeastBend + kBendOfLength * size;
}

/// A node beside a link: along it, from -1 at one end to 1 at the other; beside it, in pitches, on the side of positive
/// bends.
struct Beside {
  double along = 0;
  double beside = 0;
};

/// Returns how far a link with this bend passes the nodes beside it.
double distance_to(const std::vector<Beside>& nodes, double size, double bend) {
  const double height = bend * height_of(size);
  double least = std::numeric_limits<double>::max();
  for (const auto& [along, beside] : nodes) {
    const double slope = 2 * height * along / (size / 2);
    least = std::min(least, std::abs(beside - height * (1 - along * along)) / std::hypot(1, slope));
  }
  return least;
}

/// Returns the side of a flat arc, 1 or -1, on which it is farther from the next node.
double freer_side(const std::vector<Beside>& nodes, double size) {
  double one_side = kClear;
  double other_side = kClear;
  for (const auto& [along, beside] : nodes) {
    const double arc = height_of(size) * (1 - along * along);
    one_side = std::min(one_side, std::abs(beside - arc));
    other_side = std::min(other_side, std::abs(beside + arc));
  }
  return other_side > one_side + kSame ? -1 : 1;
}

/// Returns the flattest bend that passes no node; the flattest of all if there is none.
double bend_between(const std::vector<Beside>& nodes, double size) {
  const double side = freer_side(nodes, size);
  for (const double bend : {1.0, 1.5, 2.0, 3.0}) {
    for (const double sign : {side, -side}) {
      if (distance_to(nodes, size, sign * bend) >= kFree) return sign * bend;
    }
  }
  return side;
}

/// Returns the bend of a further link between two nodes: beside the first one on either side in turn, ever higher.
double bend_of_next(double first, unsigned before) {
  const double side = first < 0 ? -1 : 1;
  const double step = first == 0 ? (before + 1) / 2 : before / 2;
  const bool is_on_side = (before % 2 == 1) == (first == 0);
  return (is_on_side ? side : -side) * (std::abs(first) + step);
}

double length(Point way) {
  return std::hypot(way.x, way.y);
}

std::vector<Point> places_of(const Network& network) {
  std::vector<Point> places;
  std::set<std::pair<double, double>> taken;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    const Position at = network.position(node);
    places.push_back({at.x, at.y});
    taken.insert({at.x, at.y});
  }
  const bool is_ring = network.grid().sides.size() == 1 && network.grid().wraps;
  if (taken.size() == places.size() && !is_ring) return places;
  const auto count = static_cast<double>(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / count;
    const double radius = std::max(count / (2 * std::numbers::pi), 1.0);
    places[i] = {radius * std::sin(angle), -radius * std::cos(angle)};
  }
  return places;
}

/// Returns the shorter way along an axis on which the places repeat after `side`.
double shorter(double way, double side) {
  return 2 * std::abs(way) > side ? way - std::copysign(side, way) : way;
}

/// Adds where a segment from `a` to `b` crosses the borders at `low` and `high`, as shares of its length.
void add_crossings(std::vector<double>& shares, double a, double b, double low, double high) {
  for (const double border : {low, high}) {
    if ((a - border) * (b - border) < 0) shares.push_back((border - a) / (b - a));
  }
}

}  // namespace

LinkLines::LinkLines(const Network& network) : network_(&network), places_(places_of(network)) {
  find_planes();
  find_bends();
  find_corners();
}

/// The network wraps in the picture only if its nodes are drawn as a grid: a user's graph can have other positions.
void LinkLines::find_planes() {
  const Grid& grid = network_->grid();
  if (!grid.wraps || grid.sides.size() < 2) return;
  const auto width = static_cast<double>(grid.sides[0]);
  const auto height = static_cast<double>(grid.sides[1]);
  sides_ = {width, height};
  for (std::uint32_t node = 0; node < places_.size(); ++node) {
    const Point in_plane{static_cast<double>(node % grid.sides[0]),
                         static_cast<double>(node / grid.sides[0] % grid.sides[1])};
    if (places_[node] == plane_of(NodeId{node}) + in_plane) continue;
    sides_ = {};
    return;
  }
}

/// Returns the place of the first node of the plane.
Point LinkLines::plane_of(NodeId node) const {
  const double nodes_in_plane = sides_.x * sides_.y;
  return {std::floor(node.value / nodes_in_plane) * (sides_.x + 1), 0};
}

bool LinkLines::share_a_plane(NodeId a, NodeId b) const {
  return sides_.x != 0 && plane_of(a) == plane_of(b);
}

Point LinkLines::nearest(Point offset) const {
  return {shorter(offset.x, sides_.x), shorter(offset.y, sides_.y)};
}

Point LinkLines::way(NodeId from, NodeId to) const {
  const Point way = places_[to.index()] - places_[from.index()];
  return share_a_plane(from, to) ? nearest(way) : way;
}

void LinkLines::find_bends() {
  struct Joined {
    double first = 0;  // bend
    unsigned links = 0;
  };
  std::map<std::pair<NodeId, NodeId>, Joined> joined;
  for (const Link& link : network_->links()) {
    const auto [low, high] = std::minmax(link.a.node, link.b.node);
    Joined& before = joined[{low, high}];
    double bend = before.links;
    if (low != high) {
      if (before.links == 0) before.first = bend_around_nodes(low, high);
      bend = before.links == 0 ? before.first : bend_of_next(before.first, before.links);
    }
    ++before.links;
    bends_[link.a] = bends_[link.b] = bend;
  }
}

/// An arc is on the side on which it is farther from the next node.
double LinkLines::bend_around_nodes(NodeId a, NodeId b) const {
  const Point all = way(a, b);
  const double size = length(all);
  if (size == 0) return 1;
  const Point step = all * (1 / size);
  const Point amid = places_[a.index()] + all * 0.5;
  const bool repeats = share_a_plane(a, b);
  bool is_straight = true;
  std::vector<Beside> nodes;
  for (const NodeId node : ids<NodeId>(places_.size())) {
    if (node == a || node == b || (repeats && !share_a_plane(a, node))) continue;
    const Point offset = repeats ? nearest(places_[node.index()] - amid) : places_[node.index()] - amid;
    const double along = (offset.x * step.x + offset.y * step.y) / (size / 2);
    if (std::abs(along) >= 1) continue;
    nodes.push_back({along, offset.x * step.y - offset.y * step.x});
    if (std::abs(nodes.back().beside) < kTooNear) is_straight = false;
  }
  return is_straight ? 0 : bend_between(nodes, size);
}

Point LinkLines::Line::at(double t) const {
  const double rest = 1 - t;
  if (!loops) return from * (rest * rest) + control * (2 * t * rest) + to * (t * t);
  return from * (rest * rest * rest) + control * (3 * t * rest * rest) + second * (3 * t * t * rest) + to * (t * t * t);
}

LinkLines::Line LinkLines::loop(PortRef out) const {
  const auto before = static_cast<unsigned>(bends_.at(out));
  const double height = kLoopHeight * (1 + before / 2 * 0.5) * (before % 2 == 0 ? -1 : 1);
  Line line;
  line.from = line.to = places_[out.node.index()];
  line.control = line.from + Point{-kLoopWidth, height};
  line.second = line.from + Point{kLoopWidth, height};
  line.bends = line.loops = true;
  return line;
}

LinkLines::Line LinkLines::line(PortRef out) const {
  const PortRef far = *network_->peer(out);
  if (far.node == out.node) return loop(out);
  Line line;
  line.from = places_[out.node.index()];
  const Point all = way(out.node, far.node);
  line.to = line.from + all;
  const Point end = places_[far.node.index()];
  line.leaves = {std::abs(line.to.x - end.x) > kSame, std::abs(line.to.y - end.y) > kSame};
  const double side = bends_.at(out);
  line.bends = side != 0;
  line.control = line.from + all * 0.5;
  if (!line.bends) return line;
  // the arc is on the same side of the link whichever end asks
  const Point along = out.node < far.node ? all : all * -1;
  const double size = std::max(length(along), 1e-9);
  const double bend = 2 * side * height_of(size);
  line.control = line.control + Point{along.y, -along.x} * (bend / size);
  return line;
}

/// Moves a point beyond the borders over which the line leaves to the opposite side.
Point LinkLines::back_inside(const Line& line, NodeId node, Point at) const {
  const Point low = plane_of(node) - Point{kOutside, kOutside};
  const auto moved = [](double value, double from, double side) {
    return value < from ? value + side : value > from + side ? value - side : value;
  };
  return {line.leaves[0] ? moved(at.x, low.x, sides_.x) : at.x, line.leaves[1] ? moved(at.y, low.y, sides_.y) : at.y};
}

void LinkLines::add_pieces(PathData& data, const Line& line, NodeId node) const {
  const Point low = plane_of(node) - Point{kOutside, kOutside};
  const int pieces = line.bends ? kArcPieces : 1;
  Point last_end{-1e9, -1e9};
  for (int piece = 0; piece < pieces; ++piece) {
    const Point a = line.at(static_cast<double>(piece) / pieces);
    const Point b = line.at(static_cast<double>(piece + 1) / pieces);
    std::vector<double> shares{0, 1};
    if (line.leaves[0]) add_crossings(shares, a.x, b.x, low.x, low.x + sides_.x);
    if (line.leaves[1]) add_crossings(shares, a.y, b.y, low.y, low.y + sides_.y);
    std::ranges::sort(shares);
    for (std::size_t i = 1; i < shares.size(); ++i) {
      const Point from = a + (b - a) * shares[i - 1];
      const Point to = a + (b - a) * shares[i];
      const Point amid = (from + to) * 0.5;
      const Point shift = back_inside(line, node, amid) - amid;
      if (length(from + shift - last_end) > kSame) data.move((from + shift) * kNodePitch);
      data.line((to + shift) * kNodePitch);
      last_end = to + shift;
    }
  }
}

void LinkLines::add(PathData& data, PortRef out) const {
  const Line drawn = line(out);
  if (drawn.leaves_any()) {
    add_pieces(data, drawn, out.node);
    return;
  }
  data.move(drawn.from * kNodePitch);
  if (drawn.loops) {
    data.curve(drawn.control * kNodePitch, drawn.second * kNodePitch, drawn.to * kNodePitch);
  } else if (drawn.bends) {
    data.bend(drawn.control * kNodePitch, drawn.to * kNodePitch);
  } else {
    data.line(drawn.to * kNodePitch);
  }
}

std::pair<Point, Point> LinkLines::middle(PortRef out) const {
  const Line drawn = line(out);
  const Point all = drawn.loops ? drawn.second - drawn.control : drawn.to - drawn.from;
  const Point step = all * (1 / std::max(length(all), 1e-9));
  if (!drawn.leaves_any()) return {drawn.at(0.5) * kNodePitch, step};
  return {back_inside(drawn, out.node, drawn.at(kAmid)) * kNodePitch, step};
}

void LinkLines::find_corners() {
  if (places_.empty()) return;
  low_ = high_ = places_.front() * kNodePitch;
  const auto include = [this](Point point) {
    low_ = {std::min(low_.x, point.x), std::min(low_.y, point.y)};
    high_ = {std::max(high_.x, point.x), std::max(high_.y, point.y)};
  };
  for (const Point place : places_) include(place * kNodePitch);
  for (const Link& link : network_->links()) {
    const Line drawn = line(link.a);
    has_border_ = has_border_ || drawn.leaves_any();
    if (drawn.bends) include(middle(link.a).first);
  }
  if (!has_border_) return;
  const Point outside = Point{kOutside, kOutside} * kNodePitch;
  const Point low = low_ - outside;
  const Point high = high_ + outside;
  include(low);
  include(high);
}

}  // namespace kintsugi::picture
