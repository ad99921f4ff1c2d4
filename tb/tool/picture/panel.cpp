#include "tb/tool/picture/panel.hpp"

#include <cmath>
#include <map>

#include "models/wafer/certificate.hpp"

namespace kintsugi::picture {

namespace {

/// Returns a step of length 1 along the axes from one point towards another.
Point step_towards(Point from, Point to) {
  const Point way = to - from;
  if (std::abs(way.x) >= std::abs(way.y)) return {way.x < 0 ? -1.0 : 1.0, 0};
  return {0, way.y < 0 ? -1.0 : 1.0};
}

class Painter {
 public:
  Painter(Element panel, const Scene& scene, GlyphStore& glyphs, const PanelView& view)
      : panel_(panel),
        scene_(scene),
        glyphs_(glyphs),
        view_(view),
        states_(site_states(scene.subject(), *view.setting)) {}

  void paint() {
    if (view_.reference) paint_chains();
    for (std::uint32_t site = 0; site < states_.size(); ++site) paint_site(SiteId{site});
    draw_wires(panel_, scene_, *view_.setting, view_.reference);
    for (const SwitchId id : ids<SwitchId>(scene_.fabric().switches.size())) {
      if (scene_.is_drawn(id)) paint_switch(id);
    }
    draw_rings(panel_, scene_, *view_.setting, view_.id);
    if (view_.reference) paint_chevrons();
    for (const ElementDefect& element : scene_.subject().defects->elements) paint_defective(element);
    for (const LinkDefect& link : scene_.subject().defects->links) paint_dead_link(link);
    if (view_.failed) paint_failure();
  }

 private:
  const Fabric& fabric() const { return scene_.fabric(); }
  std::string id(const std::string& name) const { return view_.id + '.' + scene_.full_name(name); }

  void paint_chains() {
    for (const auto& chain : chains(*view_.reference, *view_.setting)) {
      const std::string& from = fabric().sites[chain.front().value].name;
      const std::string& to = fabric().sites[chain.back().value].name;
      PathData data;
      data.move(scene_.pe(chain.front()));
      for (const SiteId site : chain) data.line(scene_.pe(site));
      Element drawn = panel_.path(data, "chain").set("id", view_.id + ".chain." + from);
      drawn.set("data-from", from).set("data-to", to);
      drawn.title("from " + from + " to " + to + ": " + std::to_string(chain.size() - 1) + " nodes moved");
    }
  }

  void paint_chevrons() {
    PathData data;
    for (const auto& chain : chains(*view_.reference, *view_.setting)) {
      for (std::size_t i = 1; i < chain.size(); ++i) add_hop(data, chain[i - 1], chain[i]);
    }
    panel_.path_if_any(data, "chevrons");
  }

  /// Puts the chevron of a move along a row or column into the gap behind the site that is left, beside the links; that
  /// of any other move half way.
  void add_hop(PathData& data, SiteId left, SiteId entered) const {
    const Point from = scene_.pe(left);
    const Point way = scene_.pe(entered) - from;
    if (way.x != 0 && way.y != 0) {
      add_chevron(data, from + way * 0.5, way * (1 / std::hypot(way.x, way.y)));
      return;
    }
    const Point step = step_towards(from, from + way);
    const Point gap{step.x * scene_.style().pitch.width / 2, step.y * scene_.style().pitch.height / 2};
    const Point shift = scene_.style().pe_middle;
    add_chevron(data, scene_.middle(left) + gap + (step.x != 0 ? Point{0, shift.y} : Point{shift.x, 0}), step);
  }

  std::string style_of(const SiteState& state) const {
    std::string style = state.core ? "site core" : "site spare";
    if (state.node != kNoNode) style += " tint-" + std::to_string(scene_.classes().of_node[state.node.value] % kTints);
    if (state.dead) style += " dead";
    if (state.moved) style += " moved";
    if (state.given_up()) style += " given-up";
    if (state.unused()) style += " unused";
    return style;
  }

  /// Returns the kinds of links by which the router of this node differs; "" if all routers are alike.
  std::string class_of(NodeId node) const {
    const NodeClasses& classes = scene_.classes();
    return classes.names.size() > 1 ? classes.names[classes.of_node[node.value]] : "";
  }

  std::string title_of(SiteId site, const SiteState& state) const {
    std::string words =
        scene_.full_name(fabric().sites[site.value].name) + ": " + (state.core ? "core" : "spare") + " PE";
    if (state.dead) words += ", dead";
    if (state.given_up()) words += ", healthy, given up";
    if (state.unused()) words += ", not used";
    if (state.node == kNoNode) return words;
    words += (state.dead ? "; should be node " : "; node ") + scene_.subject().network->node_name(state.node);
    if (!class_of(state.node).empty()) words += " (" + class_of(state.node) + ")";
    const SiteId home = scene_.subject().plain.placement.site_of[state.node.value];
    if (state.moved) words += ", moved from " + fabric().sites[home.value].name;
    return words;
  }

  void paint_site(SiteId site) {
    const SiteState& state = states_[site.value];
    const SiteStyle& style = scene_.style();
    const Point middle = scene_.middle(site);
    const Point pe = scene_.pe(site);
    const std::string& name = fabric().sites[site.value].name;
    Element group = panel_.group(style_of(state)).set("id", id(name));
    if (state.node != kNoNode) group.set("data-node", scene_.subject().network->node_name(state.node));
    group.title(title_of(site, state));
    group.box(middle, style.frame, "frame", 3);
    group.box(pe, style.pe, "pe", state.core ? 0 : 10);
    if (state.dead) group.path(PathData().cross(pe, style.pe.height / 2), "dead-cross");
    paint_names(group, pe, name, state.node);
  }

  void paint_names(Element group, Point pe, const std::string& name, NodeId node) {
    if (node == kNoNode) {
      group.text(pe + Point{0, 3}, name, "name");
      return;
    }
    const std::string kind = class_of(node);
    const double up = kind.empty() ? -3 : -8;
    group.text(pe + Point{0, up}, name, "name");
    group.text(pe + Point{0, up + 11}, scene_.subject().network->node_name(node), "node");
    if (!kind.empty()) group.text(pe + Point{0, up + 22}, kind, "kind");
  }

  void paint_switch(SwitchId id_of) {
    const FabricSwitch& drawn = fabric().switches[id_of.value];
    const SwitchState state = view_.setting->states[id_of.value];
    const bool changed = view_.reference && view_.reference->states[id_of.value] != state;
    const std::string name = drawn.type->state_name(state);
    const std::string style = changed ? "switch changed" : "switch";
    const bool alone = scene_.owner(id_of) == kNoSite;
    Element element =
        alone ? panel_.use(glyphs_.id_of(id_of, state), scene_.middle(id_of), style) : panel_.group(style);
    element.set("id", id(drawn.name)).set("data-state", name);
    if (!alone && scene_.is_grid()) element.use(glyphs_.id_of(id_of, state), scene_.middle(id_of), "");
    if (!alone) draw_words(element, scene_, id_of, state);
    element.title(scene_.full_name(drawn.name) + ": " + name);
  }

  Element mark(const ElementDefect& element) { return panel_.group("defective").title(element.name); }

  void paint_defective(const ElementDefect& element) {
    const SwitchId at = element.switch_id();
    const Point middle = scene_.middle(at);
    Element group = mark(element);
    if (const auto* cut = std::get_if<CutWire>(&element.what); cut && scene_.is_grid()) {
      const Position side = fabric().switches[at.value].sides[cut->terminal];
      const Point end = middle + scene_.glyph(at).terminal(cut->terminal) + Point{side.x, side.y} * (2 * kCut);
      group.path(PathData().cross(end, kCut), "");
      return;
    }
    const Size size = scene_.is_grid() ? scene_.glyph(at).size() : scene_.style().frame;
    group.box(middle, {size.width + 5, size.height + 5}, "", 5);
  }

  void paint_dead_link(const LinkDefect& link) {
    const Point a = scene_.middle(link.a);
    const Point b = scene_.middle(link.b);
    const std::string words = fabric().sites[link.a.value].name + " to " + fabric().sites[link.b.value].name;
    Element group = panel_.group("defective").title("dead link from " + words);
    const double half = scene_.style().frame.height / 2 + 6;
    const double down = a.y == b.y && a.y < scene_.panel().height / 2 ? -half : half;
    const Point from = a + Point{0, a.y == b.y ? down : std::copysign(half, b.y - a.y)};
    const Point to = b + Point{0, a.y == b.y ? down : std::copysign(half, a.y - b.y)};
    group.path(PathData().segment(from, to), "defective-link");
    group.path(PathData().cross((from + to) * 0.5, 2 * kCut), "");
  }

  void paint_failure() {
    const SiteStyle& style = scene_.style();
    for (const SiteId site : scene_.subject().irreparable.sites) {
      const Size around{style.frame.width + 8, style.frame.height + 8};
      Element ring = panel_.box(scene_.middle(site), around, "culprit", 6);
      ring.set("data-site", fabric().sites[site.value].name);
      ring.title(fabric().sites[site.value].name + " is one of the irreparable set");
    }
    for (const BlockedWay& way : scene_.subject().blocked) {
      if (way.reason != kOpenPath) paint_blocked(way);
    }
  }

  void paint_blocked(const BlockedWay& way) {
    static const std::map<std::string, Point> kSteps{
        {"north", {0, -1}}, {"east", {1, 0}}, {"south", {0, 1}}, {"west", {-1, 0}}};
    const auto step = kSteps.find(way.direction);
    if (step == kSteps.end()) return;
    const SiteStyle& style = scene_.style();
    const Point edge{step->second.x * style.frame.width / 2, step->second.y * style.frame.height / 2};
    const Point shift = step->second.x != 0 ? Point{0, style.pe_middle.y} : Point{style.pe_middle.x, 0};
    PathData data;
    add_blocked(data, scene_.middle(way.defect) + edge + shift, step->second);
    Element drawn = panel_.path(data, "blocked").set("data-direction", way.direction);
    drawn.title(fabric().sites[way.defect.value].name + ' ' + way.direction + ": " + way.reason);
  }

  Element panel_;
  const Scene& scene_;
  GlyphStore& glyphs_;
  const PanelView& view_;
  std::vector<SiteState> states_;
};

}  // namespace

void add_chevron(PathData& path, Point middle, Point step) {
  constexpr double kHalf = 6;
  const Point across{-step.y, step.x};
  path.move(middle + step * (kHalf + 1))
      .line(middle - step * kHalf + across * kHalf)
      .line(middle - step * (kHalf / 2))
      .line(middle - step * kHalf - across * kHalf);
}

void add_blocked(PathData& path, Point from, Point step) {
  constexpr double kLength = 12;
  constexpr double kBar = 7;
  const Point end = from + step * kLength;
  const Point across{step.y * kBar, step.x * kBar};
  path.segment(from, end).segment(end - across, end + across);
}

void draw_words(Element group, const Scene& scene, SwitchId id, SwitchState state) {
  const Point middle = scene.switch_middle(id);
  const Size size = scene.switch_size(id);
  if (!scene.is_grid()) {
    group.box(middle, size, "box");
    group.text(middle + Point{5 - size.width / 2, 3.5}, scene.words(id, state), "row");
    return;
  }
  Element words = group.text(middle + Point{0, 3}, scene.words(id, state), "code");
  if (size.height > size.width) words.turn_up(middle);
}

void draw_panel(Element panel, const Scene& scene, GlyphStore& glyphs, const PanelView& view) {
  Painter(panel, scene, glyphs, view).paint();
}

}  // namespace kintsugi::picture
