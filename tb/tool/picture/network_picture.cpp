#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>

#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/link_lines.hpp"
#include "tb/tool/picture/panel.hpp"
#include "tb/tool/picture/picture.hpp"

namespace kintsugi::picture {

namespace {

constexpr double kKindSample = 30;          // of a line in the legend
constexpr std::size_t kManyLinks = 4;       // links of a node, on average, from which on lines are thin
constexpr double kPanelGap = 2 * kMargin;   // between panels
constexpr double kPanelHeading = kHeading;  // above a panel

/// The dead nodes and links of a directly wired network: node n is site n.
class DeadParts {
 public:
  explicit DeadParts(const Defects& defects) : links_(defects.links.begin(), defects.links.end()) {
    for (const NodeId node : nodes_of(defects)) nodes_.insert(node);
  }
  bool has(NodeId node) const { return nodes_.contains(node); }
  /// Returns whether the link itself is dead.
  bool has(const Link& link) const { return links_.contains(link_between(link.a.node, link.b.node)); }
  /// Returns whether the link works: neither it nor a node at its ends is dead.
  bool works(const Link& link) const { return !has(link) && !has(link.a.node) && !has(link.b.node); }
  bool empty() const { return nodes_.empty() && links_.empty(); }
  /// Returns "2 dead nodes, 1 dead link"; "" if there is none.
  std::string counts() const {
    std::string words = nodes_.empty() ? "" : counted(nodes_.size(), "dead node");
    if (!links_.empty()) words += (words.empty() ? "" : ", ") + counted(links_.size(), "dead link");
    return words;
  }

 private:
  std::set<NodeId> nodes_;
  std::set<LinkDefect> links_;
};

/// What the two pictures of a directly wired network share.
class DirectSheet {
 protected:
  explicit DirectSheet(const NetworkSubject& subject)
      : network_(*subject.network), names_(network_), lines_(network_), dead_(subject.defects) {
    document_.root().paper();
    below_titles_ = draw_titles(document_.root(), subject.title, subject.facts);
  }

  /// Draws the marks of dead links; their lines too.
  void draw_dead_links(Element drawing) const {
    for (const Link& link : network_.links()) {
      if (!dead_.has(link)) continue;
      Element group = drawing.group("defective");
      group.title("dead link from " + network_.node_name(link.a.node) + " to " + network_.node_name(link.b.node));
      group.path(line_of(std::span(&link.a, 1)), "defective-link");
      group.path(PathData().cross(lines_.middle(link.a).first, 2 * kCut), "");
    }
  }

  /// Draws a node with its number, or its name if that is a number; `style` adds to its class: "end".
  void draw_vertex(Element drawing, NodeId node, const std::string& style = "") const {
    const bool is_dead = dead_.has(node);
    const Point at = lines_.place(node);
    Element group = drawing.group("vertex" + (is_dead ? " dead" : style.empty() ? "" : ' ' + style));
    group.title(network_.node_name(node) + (is_dead ? ": dead" : ""));
    group.circle(at, kNodeRadius, "");
    if (is_dead) group.path(PathData().cross(at, kNodeRadius * 0.7), "dead-cross");
    group.text(at + Point{0, 3}, names_.label(node), "node");
  }

  PathData line_of(std::span<const PortRef> hops) const {
    PathData line;
    for (const PortRef hop : hops) lines_.add(line, hop);
    return line;
  }

  const Network& network_;
  NodeNames names_;
  LinkLines lines_;
  DeadParts dead_;
  Document document_;
  double below_titles_ = 0;
};

class NetworkSheet : DirectSheet {
 public:
  explicit NetworkSheet(const NetworkSubject& subject) : DirectSheet(subject), subject_(subject) {
    links_.resize(network_.kinds().size());
    for (const Link& link : network_.links()) ++links_[link.kind.index()];
    if (!has_several_kinds()) return;
    heading_width_ = titles_width("all links", {});
    for (const std::string& kind : network_.kinds()) {
      heading_width_ = std::max(heading_width_, titles_width(kind, {}));
    }
  }

  std::string draw() {
    top_ = draw_legend_lines(below_titles_ + 2 * kNoteLine);
    draw_panel(std::nullopt);
    if (has_several_kinds()) {
      for (std::size_t kind = 0; kind < links_.size(); ++kind) {
        if (links_[kind] != 0) draw_panel(kind);
      }
    }
    const double rows = std::ceil(static_cast<double>(panels_) / columns());
    const double width = columns() * (panel().width + kPanelGap) - kPanelGap + 2 * kMargin;
    document_.set_size({std::max(width, titles_width(subject_.title, notes_)), top_ + rows * row_height() + kMargin});
    return document_.text();
  }

 private:
  bool has_several_kinds() const {
    return std::ranges::count_if(links_, [](std::size_t links) { return links != 0; }) > 1;
  }

  /// Returns the panels side by side, for a picture that is about as wide as high.
  double columns() const {
    if (!has_several_kinds()) return 1;
    const auto all = static_cast<double>(1 + std::ranges::count_if(links_, [](std::size_t n) { return n != 0; }));
    const double wanted = std::round(std::sqrt(all * row_height() / (panel().width + kPanelGap)));
    return std::clamp(wanted, 1.0, all);
  }

  Size panel() const {
    const Point size = lines_.high_corner() - lines_.low_corner();
    return {std::max(size.x + 2 * kNodeRadius, heading_width_), size.y + 2 * kNodeRadius};
  }
  double row_height() const { return panel().height + kPanelGap + kPanelHeading; }

  std::string style_of(std::size_t kind) const {
    std::string style = "wire kind-" + std::to_string(kind % kLineColours);
    if (kind >= kLineColours) style += " again";
    if (network_.links().size() > kManyLinks * network_.nodes() / 2) style += " thin";
    return style;
  }

  void note(double y, const std::string& words) {
    document_.root().text({kMargin + kKindSample + 10, y}, words, "note");
    notes_.push_back(words + "      ");
  }

  /// Draws a line for each kind that has links; returns the y below them.
  double draw_legend_lines(double y) {
    notes_ = subject_.facts;
    for (std::size_t kind = 0; kind < links_.size(); ++kind) {
      if (links_[kind] == 0) continue;
      document_.root().path(PathData().segment({kMargin, y - 4}, {kMargin + kKindSample, y - 4}), style_of(kind));
      note(y, network_.kinds()[kind] + ": " + counted(links_[kind], "link"));
      y += kNoteLine;
    }
    if (lines_.has_border()) {
      note(y, "a line that leaves on one side comes back on the opposite side");
      y += kNoteLine;
    }
    if (dead_.empty()) return y;
    document_.root().path(PathData().cross({kMargin + kKindSample / 2, y - 4}, 2 * kCut), "defective");
    note(y, dead_.counts() + ": black nodes with a cross, links with an orange cross");
    return y + kNoteLine;
  }

  /// Draws the links of one kind, or all.
  void draw_panel(std::optional<std::size_t> kind) {
    const auto column = static_cast<double>(panels_ % static_cast<std::size_t>(columns()));
    const auto row = static_cast<double>(panels_ / static_cast<std::size_t>(columns()));
    const Point corner{kMargin + column * (panel().width + kPanelGap), top_ + row * row_height()};
    if (has_several_kinds()) {
      document_.root().text(corner + Point{0, kPanelHeading + 4}, kind ? network_.kinds()[*kind] : "all links",
                            "heading");
    }
    const Point origin = corner + Point{kNodeRadius, kPanelHeading + kMargin + kNodeRadius} - lines_.low_corner();
    Element drawing = document_.root().group("network").set("id", kind ? "kind-" + std::to_string(*kind) : "all");
    drawing.move(origin);
    draw_links(drawing, kind);
    if (kind) {
      drawing.use("nodes", {0, 0}, "");
    } else {
      Element nodes = drawing.group("").set("id", "nodes");
      for (const NodeId node : ids<NodeId>(network_.nodes())) draw_vertex(nodes, node);
    }
    ++panels_;
  }

  void draw_links(Element drawing, std::optional<std::size_t> only) const {
    PathData idle;
    std::vector<PathData> paths(links_.size());
    for (const Link& link : network_.links()) {
      if (only && link.kind.index() != *only) continue;
      if (!dead_.has(link)) lines_.add(dead_.works(link) ? paths[link.kind.index()] : idle, link.a);
    }
    drawing.path_if_any(idle, "wires-idle");
    for (std::size_t kind = 0; kind < paths.size(); ++kind) {
      if (!paths[kind].empty()) drawing.path(paths[kind], style_of(kind)).set("data-kind", network_.kinds()[kind]);
    }
    if (!only) draw_dead_links(drawing);
  }

  const NetworkSubject& subject_;
  std::vector<std::size_t> links_;  // of each kind
  std::vector<std::string> notes_;  // all lines that need room in width
  double top_ = 0;                  // of the panels
  double heading_width_ = 0;        // in which each heading of a panel has room
  std::size_t panels_ = 0;
};

class RouteSheet : DirectSheet {
 public:
  explicit RouteSheet(const RouteSubject& subject) : DirectSheet(subject), subject_(subject) {}

  std::string draw() {
    const Point low = lines_.low_corner();
    const Point high = lines_.high_corner();
    constexpr double kBorder = kMargin + kNodeRadius;
    Element drawing = document_.root().group("network");
    drawing.move({kBorder - low.x, below_titles_ + kBorder - low.y});
    draw_links(drawing);
    draw_ways(drawing);
    for (const NodeId node : ids<NodeId>(network_.nodes())) draw_node(drawing, node);
    draw_numbers(drawing);
    const double width = std::max(high.x - low.x + 2 * kBorder, titles_width(subject_.title, subject_.facts));
    document_.set_size({width, below_titles_ + high.y - low.y + 2 * kBorder});
    return document_.text();
  }

 private:
  void draw_links(Element drawing) const {
    PathData links;
    for (const Link& link : network_.links()) {
      if (!dead_.has(link)) lines_.add(links, link.a);
    }
    drawing.path_if_any(links, "wires-idle");
    draw_dead_links(drawing);
  }

  void draw_ways(Element drawing) const {
    const std::set<PortRef> others(subject_.others.begin(), subject_.others.end());
    drawing.path_if_any(line_of(std::vector<PortRef>(others.begin(), others.end())), "other-way");
    drawing.path_if_any(line_of(subject_.faultless), "faultless-way");
    drawing.path_if_any(line_of(subject_.hops), "way");
  }

  void draw_node(Element drawing, NodeId node) const {
    const bool is_end = node == subject_.from || node == subject_.to;
    const bool is_passed = std::ranges::any_of(subject_.hops, [&](PortRef hop) { return hop.node == node; });
    draw_vertex(drawing, node, is_end ? "end" : is_passed ? "passed" : "");
  }

  /// Chevrons and numbers of the hops, above all lines.
  void draw_numbers(Element drawing) const {
    PathData chevrons;
    for (std::size_t i = 0; i < subject_.hops.size(); ++i) {
      const auto [at, step] = lines_.middle(subject_.hops[i]);
      add_chevron(chevrons, at, step);
      drawing.text(at + Point{-step.y, step.x} * 12 + Point{0, 3}, std::to_string(i + 1), "hop");
    }
    drawing.path_if_any(chevrons, "way-chevrons");
  }

  const RouteSubject& subject_;
};

}  // namespace

std::string to_svg(const NetworkSubject& subject) {
  require_drawable(*subject.network);
  return NetworkSheet(subject).draw();
}

std::string to_svg(const RouteSubject& subject) {
  require_drawable(*subject.network);
  return RouteSheet(subject).draw();
}

}  // namespace kintsugi::picture
