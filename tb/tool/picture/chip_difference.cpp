#include "tb/tool/picture/chip_difference.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

#include "models/fabric/link_path.hpp"
#include "models/network/text.hpp"
#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/panel.hpp"
#include "tb/tool/picture/scene.hpp"
#include "tb/tool/picture/wiring.hpp"

namespace kintsugi::picture {

namespace {

constexpr std::size_t kMostListedItems = 100;  // of a list beside the panel
constexpr double kEntryOfKey = 24;             // from one entry of the legend to the next

/// Joins as they are compared: their ends.
std::vector<Join> joins_without(const std::vector<Join>& joins, const std::vector<Join>& others) {
  const auto comes_before = [](const Join& x, const Join& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); };
  std::vector<Join> left;
  std::ranges::set_difference(joins, others, std::back_inserter(left), comes_before);
  return left;
}

std::string port_text(const Fabric& fabric, SitePort port) {
  return fabric.sites[port.site.value].name + '.' + fabric.layout[port.port.value];
}

class DifferenceSheet {
 public:
  DifferenceSheet(const SettingPair& pair, const ChipDifference& difference, const std::string& name_a,
                  const std::string& name_b)
      : pair_(pair),
        found_(difference),
        name_a_(name_a),
        name_b_(name_b),
        subject_(subject_of(pair)),
        scene_(subject_),
        glyphs_(scene_, document_.definitions()),
        paths_(*pair.built) {}

  std::string draw() {
    const std::string title = "Difference: " + summary(found_);
    const std::vector<std::string> facts = {"a: " + name_a_, "b: " + name_b_,
                                            pair_.network->name() + " on " + pair_.fabric->name};
    document_.root().paper();
    const double top = draw_titles(document_.root(), title, facts) + kMargin;
    Element panel = document_.root().group("panel").set("id", "difference");
    panel.set("transform", "translate(" + number(kMargin) + ' ' + number(top) + ')');
    draw_moves(panel);
    for (const SiteId site : ids<SiteId>(pair_.fabric->sites.size())) draw_site(panel, site);
    for (const Join& link : found_.only_in_b) draw_link(panel, link, pair_.b, "b");
    for (const Join& link : found_.only_in_a) draw_link(panel, link, pair_.a, "a");  // dashed: both are seen
    for (const SwitchId id : found_.switches) draw_switch(panel, id);
    left_ = scene_.panel().width + 2 * kMargin;
    down_ = top;
    draw_key();
    const double width = std::max(left_ + kLegendWidth, titles_width(title, facts));
    document_.set_size({width, std::max(top + scene_.panel().height, down_) + kMargin});
    return document_.text();
  }

 private:
  static Subject subject_of(const SettingPair& pair) {
    static const Defects kNone;
    Subject subject;
    subject.network = pair.network;
    subject.fabric = pair.fabric;
    subject.defects = &kNone;
    subject.plain = pair.a;
    return subject;
  }

  const std::string& site_name(SiteId site) const { return pair_.fabric->sites[site.value].name; }
  std::string site_or_none(SiteId site) const { return site == kNoSite ? "no PE" : site_name(site); }
  std::string node_or_none(NodeId node) const { return node == kNoNode ? "none" : pair_.network->node_name(node); }

  /// The two sites are where the node is in the first and in the second setting.
  std::pair<SiteId, SiteId> sites_of(NodeId node) const {
    return {pair_.a.placement.site_of[node.value], pair_.b.placement.site_of[node.value]};
  }

  std::string move_text(NodeId node) const {
    const auto [from, to] = sites_of(node);
    return pair_.network->node_name(node) + ": " + site_or_none(from) + " to " + site_or_none(to);
  }

  void draw_moves(Element panel) {
    for (const NodeId node : found_.nodes) {
      const auto [from, to] = sites_of(node);
      Element move = panel.group("move").set("data-node", pair_.network->node_name(node));
      move.set("data-a", site_or_none(from)).set("data-b", site_or_none(to));
      move.title("node " + move_text(node));
      if (from == kNoSite || to == kNoSite) continue;
      const Point begin = scene_.pe(from), way = scene_.pe(to) - begin;
      move.path(PathData().segment(begin, begin + way), "chain");
      const double length = std::hypot(way.x, way.y);
      PathData chevron;
      if (length > 0) add_chevron(chevron, begin + way * 0.5, way * (1 / length));
      if (length > 0) move.path(chevron, "chevrons");
    }
  }

  void draw_site(Element panel, SiteId site) {
    const NodeId before = pair_.a.placement.node_at[site.value], after = pair_.b.placement.node_at[site.value];
    const bool is_other = before != after;
    const SiteStyle& style = scene_.style();
    const Point pe = scene_.pe(site);
    Element group = panel.group(is_other ? "site core moved" : "site unused");
    group.rect(pe - Point{style.pe.width / 2, style.pe.height / 2}, style.pe, "pe");
    group.text(pe + Point{0, is_other ? -8.0 : 3.0}, site_name(site), "name");
    if (!is_other) return;
    group.text(pe + Point{0, 3}, before == kNoNode ? "-" : node_or_none(before), "kind");
    group.text(pe + Point{0, 14}, after == kNoNode ? "-" : node_or_none(after), "node");
    group.title(scene_.full_name(site_name(site)) + ": node " + node_or_none(before) + " in a, " + node_or_none(after) +
                " in b");
  }

  /// "x0.y0.e to x1.y0.w", by the nodes at the ends if both have one; else ""
  std::string nodes_text(const Join& link, const Setting& setting) const {
    const NodeId from = setting.placement.node_at[link.a.site.value];
    const NodeId to = setting.placement.node_at[link.b.site.value];
    return from == kNoNode || to == kNoNode ? "" : node_or_none(from) + " to " + node_or_none(to);
  }

  std::string link_text(const Join& link, const Setting& setting) const {
    const std::string nodes = nodes_text(link, setting);
    return port_text(*pair_.fabric, link.a) + " to " + port_text(*pair_.fabric, link.b) +
           (nodes.empty() ? "" : " (" + nodes + ")");
  }

  void draw_link(Element panel, const Join& link, const Setting& setting, const std::string& in) {
    PathData data;
    const LinkPath path = paths_.from(link.a, setting.states);
    if (path.fixed) add_fixed_link(data, scene_, pair_.fabric->links[*path.fixed]);
    for (const Passage& passage : path.passages) {
      if (scene_.is_grid()) {
        scene_.glyph(passage.switch_id)
            .add_line(data, scene_.middle(passage.switch_id), passage.in.terminal, passage.out.terminal);
      }
      if (passage.wire) add_wire(data, scene_, pair_.fabric->wires[*passage.wire]);
    }
    Element drawn = panel.path(data, "only-" + in).set("data-from", port_text(*pair_.fabric, link.a));
    drawn.set("data-to", port_text(*pair_.fabric, link.b));
    drawn.title("only in " + in + ": " + link_text(link, setting));
  }

  std::string state_in(const Setting& setting, SwitchId id) const {
    return pair_.fabric->switches[id.value].type->state_name(setting.states[id.value]);
  }
  std::string switch_text(SwitchId id) const {
    return pair_.fabric->switches[id.value].name + ": " + state_in(pair_.a, id) + " to " + state_in(pair_.b, id);
  }

  /// A switch shows its state in the second setting; on a grid the lines of the first one are dashed.
  void draw_switch(Element panel, SwitchId id) {
    const FabricSwitch& drawn = pair_.fabric->switches[id.value];
    const SwitchState after = pair_.b.states[id.value];
    Element group = panel.group("switch changed").set("id", scene_.full_name(drawn.name));
    group.set("data-a", state_in(pair_.a, id)).set("data-b", state_in(pair_.b, id));
    group.title(scene_.full_name(drawn.name) + ": " + state_in(pair_.a, id) + " in a, " + state_in(pair_.b, id) +
                " in b");
    const bool is_alone = scene_.owner(id) == kNoSite;
    const Point middle = scene_.switch_middle(id);
    if (!scene_.is_grid()) {
      const Size size = scene_.switch_size(id);
      group.rect(middle - Point{size.width / 2, size.height / 2}, size, "box");
      group.text(middle + Point{5 - size.width / 2, 3.5}, scene_.words(id, after), "row");
      return;
    }
    group.use(glyphs_.id_of(id, after), middle, "");
    const Glyph glyph = scene_.glyph(id);
    PathData earlier(middle);
    for (const auto& [from, to] : joined(*drawn.type, pair_.a.states[id.value])) glyph.add_line(earlier, {}, from, to);
    if (!earlier.empty()) group.path(earlier, "earlier");
    if (is_alone) return;
    Element words = group.text(middle + Point{0, 3}, scene_.words(id, after), "code");
    if (glyph.size().height > glyph.size().width) {
      words.set("transform", "rotate(-90 " + number(middle.x) + ' ' + number(middle.y) + ')');
    }
  }

  Point sample() const { return {left_ + 22, down_ + kEntryOfKey / 2}; }
  void heading(const std::string& words) {
    down_ += 10 + kNoteLine;
    document_.root().text({left_, down_}, words, "note-bold");
    down_ += 6;
  }
  void entry(const std::string& words) {
    document_.root().text({left_ + 58, down_ + kEntryOfKey / 2 + 4}, words, "note");
    down_ += kEntryOfKey;
  }
  void line_entry(const std::string& style, const std::string& words) {
    document_.root().path(PathData().segment(sample() - Point{18, 0}, sample() + Point{18, 0}), style);
    entry(words);
  }

  void draw_key() {
    if (found_.empty()) return heading("No difference");
    heading("Legend");
    if (!found_.switches.empty()) {
      const Point corner = sample() - Point{kGlyph / 2, kGlyph / 2};
      document_.root().group("changed").rect(corner, {kGlyph, kGlyph}, "box", 2);
      entry("switch whose state differs: as in b");
      if (scene_.is_grid()) line_entry("earlier", "what it joins in a");
    }
    if (!found_.only_in_a.empty()) line_entry("only-a", "link that only a has");
    if (!found_.only_in_b.empty()) line_entry("only-b", "link that only b has");
    if (!found_.nodes.empty()) {
      line_entry("chain", "node that moves from its PE in a to that in b");
      entry("PE of which the node differs: above in a, below in b");
    }
    list("Switches", found_.switches, [this](SwitchId id) { return switch_text(id); });
    list("Links that only a has", found_.only_in_a, [this](const Join& link) { return link_text(link, pair_.a); });
    list("Links that only b has", found_.only_in_b, [this](const Join& link) { return link_text(link, pair_.b); });
    list("Nodes", found_.nodes, [this](NodeId node) { return move_text(node); });
  }

  template <class Items, class Text>
  void list(const std::string& name, const Items& items, const Text& text_of) {
    if (items.empty()) return;
    heading(name);
    for (std::size_t i = 0; i < std::min(items.size(), kMostListedItems); ++i) line(text_of(items[i]));
    if (items.size() > kMostListedItems) line("and " + std::to_string(items.size() - kMostListedItems) + " more");
  }
  void line(const std::string& words) {
    for (const std::string& part : wrap_words(words, kNoteWords)) {
      down_ += kNoteLine;
      document_.root().text({left_, down_}, part, "note");
    }
  }

  const SettingPair& pair_;
  const ChipDifference& found_;
  const std::string& name_a_;
  const std::string& name_b_;
  Subject subject_;
  Scene scene_;
  Document document_;
  GlyphStore glyphs_;
  LinkPaths paths_;
  double left_ = 0;  // of the legend, and how far down it is
  double down_ = 0;
};

}  // namespace

ChipDifference difference_of(const SettingPair& pair) {
  ChipDifference found;
  for (const SwitchId id : ids<SwitchId>(pair.fabric->switches.size())) {
    if (pair.a.states[id.value] != pair.b.states[id.value]) found.switches.push_back(id);
  }
  const NetworkExtractor extractor(*pair.built);
  const std::vector<Join> a = extractor.extract(pair.a.states).joins, b = extractor.extract(pair.b.states).joins;
  found.only_in_a = joins_without(a, b);
  found.only_in_b = joins_without(b, a);
  for (const NodeId node : ids<NodeId>(pair.network->nodes())) {
    if (pair.a.placement.site_of[node.value] != pair.b.placement.site_of[node.value]) found.nodes.push_back(node);
  }
  return found;
}

std::string summary(const ChipDifference& difference) {
  if (difference.empty()) return "no difference";
  std::string text;
  const auto add = [&text](std::size_t number, const std::string& words) {
    if (number > 0) text += (text.empty() ? "" : ", ") + words;
  };
  const std::size_t switches = difference.switches.size();
  add(switches, std::to_string(switches) + (switches == 1 ? " switch" : " switches"));
  add(difference.only_in_a.size(), counted(difference.only_in_a.size(), "link") + " of a alone");
  add(difference.only_in_b.size(), counted(difference.only_in_b.size(), "link") + " of b alone");
  add(difference.nodes.size(), counted(difference.nodes.size(), "node") + " moved");
  return text;
}

std::string to_svg(const SettingPair& pair, const ChipDifference& difference, const std::string& name_a,
                   const std::string& name_b) {
  return DifferenceSheet(pair, difference, name_a, name_b).draw();
}

}  // namespace kintsugi::picture
