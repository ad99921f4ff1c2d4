#include "tb/tool/picture/route_picture.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "tb/tool/picture/drawable.hpp"
#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/panel.hpp"
#include "tb/tool/picture/style.hpp"
#include "tb/tool/picture/svg.hpp"

namespace kintsugi::picture {

namespace {

constexpr double kPitch = 64;          // pixels from a node to its neighbour
constexpr double kNodeRadius = 13;     // wide enough for four digits
constexpr double kTooNear = 0.45;      // pitches: a line that passes a node nearer than this goes around it
constexpr double kLeastBend = 0.3;     // pitches, to which the bend of an arc adds with its length
constexpr double kBendOfLength = 0.1;  // of the length of the arc

double length(Point way) {
  return std::hypot(way.x, way.y);
}

/// Returns where the nodes are, in pitches: as the network says, or on a circle if they are a ring or the network gives
/// several the same place.
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

/// The lines of all links, straight or bent.
class Lines {
 public:
  Lines(const Network& network, std::vector<Point> places) : network_(&network), places_(std::move(places)) {
    std::set<std::pair<NodeId, NodeId>> joined;
    for (const Link& link : network.links()) {
      const auto ends = std::minmax(link.a.node, link.b.node);
      const bool is_second = !joined.insert(ends).second;
      bends_[link.a] = bends_[link.b] = is_second || passes_a_node(ends.first, ends.second);
    }
  }

  const std::vector<Point>& places() const { return places_; }

  /// Adds the line of the link at a port, from its node to the far end.
  void add(PathData& data, PortRef out) const {
    const auto [from, control, to] = curve(out);
    data.move(from);
    if (bends_.at(out)) {
      data.bend(control, to);
    } else {
      data.line(to);
    }
  }

  /// Returns the middle of the line, and the direction there towards the far end, of length 1.
  std::pair<Point, Point> middle(PortRef out) const {
    const auto [from, control, to] = curve(out);
    const Point at = from * 0.25 + control * 0.5 + to * 0.25;
    return {at, (to - from) * (1 / std::max(length(to - from), 1e-9))};
  }

  /// Return the corners of the rectangle around all nodes and arcs.
  Point low_corner() const {
    return corner([](double a, double b) { return std::min(a, b); });
  }
  Point high_corner() const {
    return corner([](double a, double b) { return std::max(a, b); });
  }

 private:
  struct Curve {
    Point from, control, to;
  };

  Curve curve(PortRef out) const {
    const PortRef far = *network_->peer(out);
    const Point from = places_[out.node.index()] * kPitch;
    const Point to = places_[far.node.index()] * kPitch;
    const Point middle = (from + to) * 0.5;
    if (!bends_.at(out)) return {from, middle, to};
    // the arc is on the same side of the link whichever end asks
    const Point way = out.node < far.node ? to - from : from - to;
    const double size = std::max(length(way), 1e-9);
    const double bend = 2 * (kLeastBend * kPitch + kBendOfLength * size);
    return {from, middle + Point{way.y, -way.x} * (bend / size), to};
  }

  bool passes_a_node(NodeId a, NodeId b) const {
    const Point from = places_[a.index()];
    const Point way = places_[b.index()] - from;
    const double size = length(way);
    if (size == 0) return true;
    const Point step = way * (1 / size);
    for (const NodeId node : ids<NodeId>(places_.size())) {
      if (node == a || node == b) continue;
      const Point offset = places_[node.index()] - from;
      const double along = offset.x * step.x + offset.y * step.y;
      const double beside = std::abs(offset.x * step.y - offset.y * step.x);
      if (along > 0 && along < size && beside < kTooNear) return true;
    }
    return false;
  }

  template <class Choose>
  Point corner(Choose choose) const {
    Point found = places_.front() * kPitch;
    const auto include = [&](Point point) { found = {choose(found.x, point.x), choose(found.y, point.y)}; };
    for (const Point place : places_) include(place * kPitch);
    for (const auto& [port, bends] : bends_) {
      if (bends) include(middle(port).first);
    }
    return found;
  }

  const Network* network_;
  std::vector<Point> places_;
  std::map<PortRef, bool> bends_;
};

class RouteSheet {
 public:
  explicit RouteSheet(const RouteSubject& subject)
      : subject_(subject), lines_(*subject.network, places_of(*subject.network)) {}

  std::string draw() {
    document_.root().paper();
    const double top = draw_titles(document_.root(), subject_.title, subject_.facts);
    const Point low = lines_.low_corner();
    const Point high = lines_.high_corner();
    constexpr double kBorder = kMargin + kNodeRadius;
    Element drawing = document_.root().group("network");
    drawing.set("transform", "translate(" + number(kBorder - low.x) + ' ' + number(top + kBorder - low.y) + ')');
    draw_links(drawing);
    draw_ways(drawing);
    for (const NodeId node : ids<NodeId>(subject_.network->nodes())) draw_node(drawing, node);
    draw_numbers(drawing);
    const double width = std::max(high.x - low.x + 2 * kBorder, titles_width(subject_.title, subject_.facts));
    document_.set_size({width, top + high.y - low.y + 2 * kBorder});
    return document_.text();
  }

 private:
  void draw_links(Element drawing) const {
    PathData links;
    for (const Link& link : subject_.network->links()) lines_.add(links, link.a);
    if (!links.empty()) drawing.path(links, "wires-idle");
  }

  void draw_ways(Element drawing) const {
    PathData others;
    for (const PortRef hop : std::set<PortRef>(subject_.others.begin(), subject_.others.end())) lines_.add(others, hop);
    if (!others.empty()) drawing.path(others, "other-way");
    PathData way;
    for (const PortRef hop : subject_.hops) lines_.add(way, hop);
    if (!way.empty()) drawing.path(way, "way");
  }

  void draw_node(Element drawing, NodeId node) const {
    const Point at = lines_.places()[node.index()] * kPitch;
    const bool is_end = node == subject_.from || node == subject_.to;
    const bool is_passed = std::ranges::any_of(subject_.hops, [&](PortRef hop) { return hop.node == node; });
    Element group = drawing.group(is_end ? "vertex end" : is_passed ? "vertex passed" : "vertex");
    group.title(subject_.network->node_name(node));
    group.circle(at, kNodeRadius, "");
    group.text(at + Point{0, 3}, std::to_string(node.value), "node");
  }

  /// Chevrons and numbers of the hops, above all lines.
  void draw_numbers(Element drawing) const {
    PathData chevrons;
    for (std::size_t i = 0; i < subject_.hops.size(); ++i) {
      const auto [at, step] = lines_.middle(subject_.hops[i]);
      add_chevron(chevrons, at, step);
      drawing.text(at + Point{-step.y, step.x} * 12 + Point{0, 3}, std::to_string(i + 1), "hop");
    }
    if (!chevrons.empty()) drawing.path(chevrons, "way-chevrons");
  }

  const RouteSubject& subject_;
  Lines lines_;
  Document document_;
};

}  // namespace

std::string to_svg(const RouteSubject& subject) {
  require_drawable(*subject.network);
  return RouteSheet(subject).draw();
}

}  // namespace kintsugi::picture
