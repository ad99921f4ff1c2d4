#include "tb/tool/picture/network_picture.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/network/text.hpp"
#include "tb/tool/picture/dead_parts.hpp"
#include "tb/tool/picture/drawable.hpp"
#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/link_lines.hpp"
#include "tb/tool/picture/style.hpp"
#include "tb/tool/picture/svg.hpp"

namespace kintsugi::picture {

namespace {

constexpr double kKindSample = 30;          // of a line in the legend
constexpr std::size_t kManyLinks = 4;       // links of a node, on average, from which on lines are thin
constexpr double kPanelGap = 2 * kMargin;   // between panels
constexpr double kPanelHeading = kHeading;  // above a panel

class NetworkSheet {
 public:
  explicit NetworkSheet(const NetworkSubject& subject)
      : subject_(subject), network_(*subject.network), names_(network_), lines_(network_), dead_(subject.defects) {
    links_.resize(network_.kinds().size());
    for (const Link& link : network_.links()) ++links_[link.kind.index()];
    if (!has_several_kinds()) return;
    heading_width_ = titles_width("all links", {});
    for (const std::string& kind : network_.kinds()) {
      heading_width_ = std::max(heading_width_, titles_width(kind, {}));
    }
  }

  std::string draw() {
    document_.root().paper();
    const double below_titles = draw_titles(document_.root(), subject_.title, subject_.facts);
    top_ = draw_legend_lines(below_titles + 2 * kNoteLine);
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
    drawing.set("transform", "translate(" + number(origin.x) + ' ' + number(origin.y) + ')');
    draw_links(drawing, kind);
    if (kind) {
      drawing.use("nodes", {0, 0}, "");
    } else {
      Element nodes = drawing.group("").set("id", "nodes");
      for (const NodeId node : ids<NodeId>(network_.nodes())) draw_vertex(nodes, names_, lines_, dead_, node);
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
    if (!idle.empty()) drawing.path(idle, "wires-idle");
    for (std::size_t kind = 0; kind < paths.size(); ++kind) {
      if (!paths[kind].empty()) drawing.path(paths[kind], style_of(kind)).set("data-kind", network_.kinds()[kind]);
    }
    if (!only) draw_dead_links(drawing, network_, lines_, dead_);
  }

  const NetworkSubject& subject_;
  const Network& network_;
  NodeNames names_;
  LinkLines lines_;
  DeadParts dead_;
  std::vector<std::size_t> links_;  // of each kind
  std::vector<std::string> notes_;  // all lines that need room in width
  Document document_;
  double top_ = 0;            // of the panels
  double heading_width_ = 0;  // in which each heading of a panel has room
  std::size_t panels_ = 0;
};

}  // namespace

std::string to_svg(const NetworkSubject& subject) {
  require_drawable(*subject.network);
  return NetworkSheet(subject).draw();
}

}  // namespace kintsugi::picture
