#include "tb/tool/picture/legend.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "models/network/text.hpp"
#include "tb/tool/picture/panel.hpp"

namespace kintsugi::picture {

namespace {

constexpr double kSample = 22;       ///< side of a sample
constexpr double kWordsIndent = 58;  ///< from a sample to its words

class Legend : private Column {
 public:
  Legend(Element root, const Scene& scene, GlyphStore& glyphs, Point corner)
      : Column(root.group("key"), corner, {30, kWordsIndent / 2 - 6}), scene_(scene), glyphs_(glyphs) {
    if (subject().repaired) rings_ = closed_rings(scene.fabric(), subject().repaired->states);
  }

  double draw() {
    heading("Legend");
    sites();
    classes();
    switches();
    wires();
    rings();
    if (scene_.subject().repaired) changes();
    defects();
    notes();
    return down();
  }

 private:
  const Subject& subject() const { return scene_.subject(); }

  Element site_sample(const std::string& style) {
    Element group = element().group("site " + style);
    group.box(sample(), {kSample, kSample}, "pe", style.find("spare") == std::string::npos ? 0 : 7);
    return group;
  }
  void site(const std::string& style, const std::string& what) {
    site_sample(style);
    words(what);
  }

  bool any(bool (*is)(const SiteState&)) const {
    const auto states = site_states(subject(), subject().repaired ? *subject().repaired : subject().plain);
    return std::ranges::any_of(states, is);
  }

  void sites() {
    site("core", "PE of the core, with its name and its logical node");
    if (any([](const SiteState& s) { return !s.core; })) {
      site("spare", "spare PE in use");
      site("spare unused", "spare PE that is not used");
    }
    if (any([](const SiteState& s) { return s.dead; })) {
      site_sample("core dead").path(PathData().cross(sample(), kSample / 2), "dead-cross");
      words("dead PE");
    }
    if (any([](const SiteState& s) { return s.moved; })) site("core moved", "PE with a node that has moved here");
    if (any([](const SiteState& s) { return s.given_up(); })) site("core given-up", "healthy PE that is given up");
  }

  void classes() {
    const NodeClasses& classes = scene_.classes();
    if (classes.names.size() < 2) return;
    for (std::size_t i = 0; i < classes.names.size(); ++i) {
      const auto count = std::ranges::count(classes.of_node, i);
      site("core tint-" + std::to_string(i % kTints),
           "router with " + classes.names[i] + " links: " + counted(static_cast<std::uint64_t>(count), "node"));
    }
  }

  /// Shows one switch of each kind: of those with the same terminals.
  void switches() {
    std::set<std::vector<std::string>> seen;
    for (std::uint32_t id = 0; id < scene_.fabric().switches.size() && scene_.is_grid(); ++id) {
      const FabricSwitch& each = scene_.fabric().switches[id];
      if (!scene_.is_drawn(SwitchId{id}) || !seen.insert(each.type->terminals()).second) continue;
      if (scene_.owner(SwitchId{id}) == kNoSite) {
        lone_switch(SwitchId{id}, *each.type);
      } else {
        kinds_of_states(SwitchId{id}, *each.type);
      }
    }
    if (scene_.is_grid()) return;
    element().text(sample() + Point{0, 3}, "port p7", "code");
    words("switch of a port: the PE that it is joined to");
  }

  void lone_switch(SwitchId id, const SwitchType& type) {
    words(type.name() + ", by its state:");
    Point at = words_begin();
    for (unsigned state = 0; state < type.states(); ++state) {
      const auto as = static_cast<SwitchState>(state);
      element().use(glyphs_.id_of(id, as), {at.x + kGlyph / 2, sample().y}, "switch");
      element().text(at + Point{kGlyph + 5, 0}, type.state_name(as), "note");
      at.x += 72;
    }
    words("");
  }

  /// Shows a switch of a site as it passes the PE by, in the last state with wires that end there, and isolated.
  void kinds_of_states(SwitchId id, const SwitchType& type) {
    std::optional<SwitchState> attached, isolated;
    for (SwitchState state = 1; state < type.states(); ++state) {
      const bool open = joined(type, state).empty();
      if (open || scene_.words(id, state) != scene_.words(id, 0)) (open ? isolated : attached) = state;
    }
    switch_of_site(id, 0, "switch of a PE, bypass: all wires pass it by");
    if (attached) switch_of_site(id, *attached, "switch of a PE: these wires of the bundle end there");
    if (isolated) switch_of_site(id, *isolated, "switch of a PE, isolated: all wires are open");
  }

  void switch_of_site(SwitchId id, SwitchState state, const std::string& what) {
    Element group = element().group("switch");
    group.use(glyphs_.id_of(id, state), sample(), "");
    group.text(sample() + Point{0, 3}, scene_.words(id, state), "code");
    words(what);
  }

  void wires() {
    line_sample("wires");
    words("wires that carry a link");
    line_sample(scene_.is_grid() ? "wires-idle" : "choices");
    words("wires that carry none");
    if (!scene_.is_grid()) return;
    PathData stub;
    add_stub(stub, sample() - Point{kStub, 0}, {1, 0});
    element().path(stub, "wires");
    words("return wire, to the other end of the line");
  }

  void rings() {
    if (rings_.empty()) return;
    element().group("ring").box(sample(), {36, 16}, "", 3);
    words("closed ring: idle wires, no router drives them");
  }

  void changes() {
    line_sample("wires-new");
    words("wires that carry a link only since the repair");
    if (scene_.is_grid()) {
      element().group("switch changed").box(sample(), {kGlyph, kGlyph}, "box", 2);
    } else {
      element().group("switch changed").text(sample() + Point{0, 3}, "port p7", "code");
    }
    words("switch whose state is another than before");
    line_sample("chain");
    PathData chevron;
    add_chevron(chevron, sample(), {1, 0});
    element().path(chevron, "chevrons");
    words("nodes move one on, from the defect to a spare");
  }

  void defects() {
    const Defects& defects = *subject().defects;
    if (!defects.elements.empty() || !defects.links.empty()) {
      Element group = element().group("defective");
      group.rect(sample() - Point{18, 8}, {16, 16}, "", 5);
      group.path(PathData().cross(sample() + Point{10, 0}, kCut), "");
      words("stuck switch; cut wire, track or link");
    }
    if (subject().repaired) return;
    if (!subject().irreparable.empty()) {
      element().box(sample(), {kSample, kSample}, "culprit", 6);
      words("irreparable together");
    }
    if (subject().blocked.empty()) return;
    PathData bar;
    add_blocked(bar, sample() - Point{6, 0}, {1, 0});
    element().path(bar, "blocked");
    words("no path that way: why, see below");
  }

  void notes() {
    if (!subject().defects->elements.empty()) {
      heading("Defects beside PEs");
      for (const ElementDefect& element : subject().defects->elements) line(element.name);
    }
    if (subject().repaired) {
      moves();
      list_rings();
    } else {
      failure();
    }
  }

  const std::string& name_of(SiteId site) const { return scene_.fabric().sites[site.value].name; }

  void moves() {
    const auto all = chains(subject().plain, *subject().repaired);
    heading(all.empty() ? "No node has moved" : "Nodes that have moved");
    for (const auto& chain : all) {
      line(name_of(chain.front()) + " to " + name_of(chain.back()) + ": " + counted(chain.size() - 1, "node"));
    }
  }

  void list_rings() {
    if (rings_.empty()) return;
    heading("Closed rings");
    for (std::size_t i = 0; i < rings_.size(); ++i) {
      line("ring " + std::to_string(i + 1) + ": " + counted(rings_[i].lanes.size(), "lane") + ", " +
           counted(rings_[i].passages.size(), "element") + ", from " +
           element_names(scene_.fabric(), rings_[i]).front());
    }
  }

  void failure() {
    const std::string& by = subject().irreparable_by;
    heading(subject().irreparable.empty() ? "No repair was found"
                                          : "There is no repair" + (by.empty() ? "" : " by " + by));
    for (const SiteId site : subject().irreparable.sites) line(name_of(site) + " is one of the irreparable set");
    for (const LinkDefect link : subject().irreparable.links) {
      line("the link from " + name_of(link.a) + " to " + name_of(link.b) + " is one of the irreparable set");
    }
    for (const ElementDefect& element : subject().irreparable.elements) line("irreparable: " + element.name);
    if (!subject().blocked.empty()) heading("because");
    for (const BlockedWay& way : subject().blocked) line(name_of(way.defect) + ' ' + way.direction + ": " + way.reason);
    if (!subject().reason.empty()) line(subject().reason);
  }

  const Scene& scene_;
  GlyphStore& glyphs_;
  std::vector<ClosedRing> rings_;  // after the repair
};

}  // namespace

double draw_titles(Element root, const std::string& title, const std::vector<std::string>& facts) {
  double down = kMargin + kHeading;
  root.text({kMargin, down}, title, "heading");
  for (const std::string& fact : facts) {
    down += kNoteLine;
    root.text({kMargin, down + 3}, fact, "fact");
  }
  return down;
}

double titles_width(const std::string& title, const std::vector<std::string>& facts) {
  double width = kHeading * 0.75 * static_cast<double>(title.size());
  for (const std::string& fact : facts) width = std::max(width, kNoteText * 0.65 * static_cast<double>(fact.size()));
  return width + 2 * kMargin;
}

void Column::heading(const std::string& words) {
  down_ += 10 + kNoteLine;
  parent_.text({left_, down_}, words, "note-bold");
  down_ += 6;
}

void Column::line(const std::string& words) {
  for (const std::string& part : wrap_words(words, kNoteWords)) {
    down_ += kNoteLine;
    parent_.text({left_, down_}, part, "note");
  }
}

Point Column::words_begin() const {
  return {left_ + kWordsIndent, down_ + style_.entry / 2 + 4};
}

void Column::words(const std::string& words) {
  if (!words.empty()) parent_.text(words_begin(), words, "note");
  down_ += style_.entry;
}

void Column::line_sample(const std::string& style) {
  parent_.path(PathData().segment(sample() - Point{18, 0}, sample() + Point{18, 0}), style);
}

double draw_legend(Element root, const Scene& scene, GlyphStore& glyphs, Point corner) {
  return Legend(root, scene, glyphs, corner).draw();
}

std::vector<std::string> wrap_words(const std::string& text, std::size_t most) {
  std::vector<std::string> lines{""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > most) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

}  // namespace kintsugi::picture
