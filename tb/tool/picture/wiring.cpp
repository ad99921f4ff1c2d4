#include <cmath>

#include "models/network/text.hpp"
#include "tb/tool/picture/panel.hpp"

namespace kintsugi::picture {

namespace {

constexpr double kRing = 2.5;

/// Returns whether a wire leaves away from its far end: a return wire, of which only the ends are drawn.
bool leads_away(Position side, Point from, Point to) {
  return side.x * (to.x - from.x) + side.y * (to.y - from.y) < 0;
}

void add_straight(PathData& path, const Scene& scene, const Wire& wire) {
  const auto end = [&](TerminalRef terminal) {
    return scene.middle(terminal.switch_id) + scene.glyph(terminal.switch_id).terminal(terminal.terminal);
  };
  const auto side = [&](TerminalRef t) { return scene.fabric().switches[t.switch_id.value].sides[t.terminal]; };
  const Point a = end(wire.a);
  const Point b = end(wire.b);
  if (leads_away(side(wire.a), scene.middle(wire.a.switch_id), scene.middle(wire.b.switch_id))) {
    add_stub(path, a, side(wire.a));
    add_stub(path, b, side(wire.b));
  } else {
    path.segment(a, b);
  }
}

/// Draws an arc outside of the rows for sites of one row, else a curve between the rows.
class Arcs {
 public:
  explicit Arcs(const Scene& scene) : scene_(scene) {}

  void add(PathData& path, SiteId a, double place_a, SiteId b, double place_b) const {
    const Point middle_a = scene_.middle(a);
    const Point middle_b = scene_.middle(b);
    const double half = scene_.style().frame.height / 2;
    const bool above = middle_a.y < scene_.panel().height / 2;
    const double out_a = middle_a.y == middle_b.y ? (above ? -half : half) : (middle_b.y > middle_a.y ? half : -half);
    const double out_b = middle_a.y == middle_b.y ? out_a : -out_a;
    const Point from = middle_a + Point{place_a, out_a};
    const Point to = middle_b + Point{place_b, out_b};
    const double rise = middle_a.y == middle_b.y ? rise_of(from, to) : std::abs(to.y - from.y) / 2;
    path.move(from).curve(from + Point{0, std::copysign(rise, out_a)}, to + Point{0, std::copysign(rise, out_b)}, to);
  }

 private:
  /// Returns the height of an arc; the longest just fits between the row and the edge of the panel.
  double rise_of(Point from, Point to) const {
    const double room = (scene_.style().pitch.height - scene_.style().frame.height) / 2;
    const double share = std::sqrt(std::abs(to.x - from.x) / scene_.panel().width);
    return room * (0.2 + 1.05 * share);
  }
  const Scene& scene_;
};

double place_on_frame(const Scene& scene, SwitchId id) {
  const double switches = static_cast<double>(scene.switches_of(scene.owner(id)).size());
  return ((static_cast<double>(scene.row(id)) + 1) / (switches + 1) - 0.5) * scene.style().frame.width;
}

/// Draws the links without switches; one is in use if nodes are at both of its ends.
PathData fixed_links(const Scene& scene, const Setting& setting, bool in_use) {
  PathData path;
  const auto has_node = [&](SitePort end) { return setting.placement.node_at[end.site.value] != kNoNode; };
  for (const FixedLink& link : scene.fabric().links) {
    if ((has_node(link.a) && has_node(link.b)) == in_use) add_fixed_link(path, scene, link);
  }
  return path;
}

constexpr double kAround = 2.5;  ///< from a switch to the box around it

std::string title_of_ring(const Fabric& fabric, const ClosedRing& ring) {
  std::string words = "closed ring with no router on it, " + counted(ring.lanes.size(), "lane") + ": ";
  for (const std::string& name : element_names(fabric, ring)) words += name + " - ";
  return words + "back";
}

class RingPainter {
 public:
  RingPainter(Element group, const Scene& scene) : group_(group), scene_(scene) {}

  void paint(const ClosedRing& ring) {
    for (const RingPassage& passage : ring.passages) {
      if (scene_.is_grid()) pass(passage);
      const TerminalRef out{passage.switch_id, passage.out};
      if (const auto next = scene_.paths().far_end(out)) add_wire(lines_, scene_, {out, *next, 0, 0});
    }
    group_.path(lines_, "");
  }

 private:
  void pass(const RingPassage& passage) {
    const Glyph glyph = scene_.glyph(passage.switch_id);
    const Point middle = scene_.middle(passage.switch_id);
    if (scene_.owner(passage.switch_id) == kNoSite) {
      glyph.add_line(lines_, middle, passage.in, passage.out);
      return;
    }
    group_.box(middle, {glyph.size().width + 2 * kAround, glyph.size().height + 2 * kAround}, "", 3);
  }

  Element group_;
  const Scene& scene_;
  PathData lines_;
};

}  // namespace

void add_wire(PathData& path, const Scene& scene, const Wire& wire) {
  if (scene.is_grid()) {
    add_straight(path, scene, wire);
  } else {
    const SwitchId a = wire.a.switch_id;
    const SwitchId b = wire.b.switch_id;
    Arcs(scene).add(path, scene.owner(a), place_on_frame(scene, a), scene.owner(b), place_on_frame(scene, b));
  }
}

void add_fixed_link(PathData& path, const Scene& scene, const FixedLink& link) {
  Arcs(scene).add(path, link.a.site, 0, link.b.site, 0);
}

void add_stub(PathData& path, Point from, Position side) {
  const Point step{side.x, side.y};
  const Point end = from + step * kStub;
  const Point across{side.y * kRing, side.x * kRing};
  path.segment(from, end);
  const Point far = end + step * (2 * kRing);
  path.move(end).bend(end + across * 2, far).bend(end - across * 2, end);
}

void draw_wires(Element panel, const Scene& scene, const Setting& setting, const Setting* reference) {
  const auto in_use = [&scene](const SwitchStates& states) {
    return lanes_in_use(scene.fabric(), scene.paths(), states);
  };
  const std::vector<unsigned> now = in_use(setting.states);
  const std::vector<unsigned> then = reference ? in_use(reference->states) : now;
  PathData idle = fixed_links(scene, setting, false);
  PathData used = fixed_links(scene, setting, true);
  PathData fresh;
  for (std::size_t wire = 0; wire < now.size(); ++wire) {
    PathData& path = now[wire] == 0 ? idle : then[wire] == 0 ? fresh : used;
    add_wire(path, scene, scene.fabric().wires[wire]);
  }
  panel.path(idle, scene.is_grid() ? "wires-idle" : "choices");
  panel.path(used, "wires");
  panel.path_if_any(fresh, "wires-new");
}

void draw_rings(Element panel, const Scene& scene, const Setting& setting, const std::string& panel_id) {
  std::size_t number = 0;
  for (const ClosedRing& ring : closed_rings(scene.fabric(), setting.states)) {
    Element group = panel.group("ring").set("id", panel_id + ".ring." + std::to_string(++number));
    group.set("data-lanes", std::to_string(ring.lanes.size()));
    group.title(title_of_ring(scene.fabric(), ring));
    RingPainter(group, scene).paint(ring);
  }
}

}  // namespace kintsugi::picture
