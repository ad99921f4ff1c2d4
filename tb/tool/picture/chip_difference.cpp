#include "tb/tool/picture/chip_difference.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

#include "models/fabric/link_path.hpp"
#include "models/network/text.hpp"
#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/panel.hpp"

namespace kintsugi::picture {

namespace {

constexpr std::size_t kMostListedItems = 100;  // of a list beside the panel

/// Joins as they are compared: their ends.
std::vector<Join> joins_without(const std::vector<Join>& joins, const std::vector<Join>& others) {
  const auto comes_before = [](const Join& x, const Join& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); };
  std::vector<Join> left;
  std::ranges::set_difference(joins, others, std::back_inserter(left), comes_before);
  return left;
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
    panel.move({kMargin, top});
    draw_moves(panel);
    for (const SiteId site : ids<SiteId>(pair_.fabric->sites.size())) draw_site(panel, site);
    for (const Join& link : found_.only_in_b) draw_link(panel, link, pair_.b, "b");
    for (const Join& link : found_.only_in_a) draw_link(panel, link, pair_.a, "a");  // dashed: both are seen
    for (const SwitchId id : found_.switches) draw_switch(panel, id);
    const double left = scene_.panel().width + 2 * kMargin;
    Column column(document_.root(), {left, top}, {24, 22});
    draw_key(column);
    const double width = std::max(left + kLegendWidth, titles_width(title, facts));
    document_.set_size({width, std::max(top + scene_.panel().height, column.down()) + kMargin});
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
    group.box(pe, style.pe, "pe");
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
    return pair_.fabric->describe(link.a) + " to " + pair_.fabric->describe(link.b) +
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
    Element drawn = panel.path(data, "only-" + in).set("data-from", pair_.fabric->describe(link.a));
    drawn.set("data-to", pair_.fabric->describe(link.b));
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
    if (!scene_.is_drawn(id)) return;
    const FabricSwitch& drawn = pair_.fabric->switches[id.value];
    const SwitchState after = pair_.b.states[id.value];
    Element group = panel.group("switch changed").set("id", scene_.full_name(drawn.name));
    group.set("data-a", state_in(pair_.a, id)).set("data-b", state_in(pair_.b, id));
    group.title(scene_.full_name(drawn.name) + ": " + state_in(pair_.a, id) + " in a, " + state_in(pair_.b, id) +
                " in b");
    if (scene_.is_grid()) {
      const Point middle = scene_.switch_middle(id);
      group.use(glyphs_.id_of(id, after), middle, "");
      PathData earlier(middle);
      for (const auto& [from, to] : joined(*drawn.type, pair_.a.states[id.value])) {
        scene_.glyph(id).add_line(earlier, {}, from, to);
      }
      group.path_if_any(earlier, "earlier");
    }
    if (scene_.owner(id) != kNoSite || !scene_.is_grid()) draw_words(group, scene_, id, after);
  }

  void draw_key(Column& column) {
    if (found_.empty()) return column.heading("No difference");
    column.heading("Legend");
    const auto line_entry = [&column](const char* style, const std::string& words) {
      column.line_sample(style);
      column.words(words);
    };
    if (!found_.switches.empty()) {
      document_.root().group("changed").box(column.sample(), {kGlyph, kGlyph}, "box", 2);
      column.words("switch whose state differs: as in b");
      if (scene_.is_grid()) line_entry("earlier", "what it joins in a");
    }
    if (!found_.only_in_a.empty()) line_entry("only-a", "link that only a has");
    if (!found_.only_in_b.empty()) line_entry("only-b", "link that only b has");
    if (!found_.nodes.empty()) {
      line_entry("chain", "node that moves from its PE in a to that in b");
      column.words("PE of which the node differs: above in a, below in b");
    }
    const auto in = [this](const Setting& setting) {
      return [this, &setting](const Join& link) { return link_text(link, setting); };
    };
    list(column, "Switches", found_.switches, [this](SwitchId id) { return switch_text(id); });
    list(column, "Links that only a has", found_.only_in_a, in(pair_.a));
    list(column, "Links that only b has", found_.only_in_b, in(pair_.b));
    list(column, "Nodes", found_.nodes, [this](NodeId node) { return move_text(node); });
  }

  template <class Items, class Text>
  static void list(Column& column, const std::string& name, const Items& items, const Text& text_of) {
    if (items.empty()) return;
    column.heading(name);
    for (std::size_t i = 0; i < std::min(items.size(), kMostListedItems); ++i) column.line(text_of(items[i]));
    if (items.size() > kMostListedItems)
      column.line("and " + std::to_string(items.size() - kMostListedItems) + " more");
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
  add(difference.switches.size(), counted(difference.switches.size(), "switch"));
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
