#include "tb/tool/picture/route_picture.hpp"

#include <algorithm>
#include <set>

#include "tb/tool/picture/dead_parts.hpp"
#include "tb/tool/picture/drawable.hpp"
#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/link_lines.hpp"
#include "tb/tool/picture/panel.hpp"
#include "tb/tool/picture/style.hpp"
#include "tb/tool/picture/svg.hpp"

namespace kintsugi::picture {

namespace {

class RouteSheet {
 public:
  explicit RouteSheet(const RouteSubject& subject)
      : subject_(subject), names_(*subject.network), lines_(*subject.network), dead_(subject.defects) {}

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
    for (const Link& link : subject_.network->links()) {
      if (!dead_.has(link)) lines_.add(links, link.a);
    }
    if (!links.empty()) drawing.path(links, "wires-idle");
    draw_dead_links(drawing, *subject_.network, lines_, dead_);
  }

  void draw_ways(Element drawing) const {
    PathData others;
    for (const PortRef hop : std::set<PortRef>(subject_.others.begin(), subject_.others.end())) lines_.add(others, hop);
    if (!others.empty()) drawing.path(others, "other-way");
    PathData faultless;
    for (const PortRef hop : subject_.faultless) lines_.add(faultless, hop);
    if (!faultless.empty()) drawing.path(faultless, "faultless-way");
    PathData way;
    for (const PortRef hop : subject_.hops) lines_.add(way, hop);
    if (!way.empty()) drawing.path(way, "way");
  }

  void draw_node(Element drawing, NodeId node) const {
    const bool is_end = node == subject_.from || node == subject_.to;
    const bool is_passed = std::ranges::any_of(subject_.hops, [&](PortRef hop) { return hop.node == node; });
    draw_vertex(drawing, names_, lines_, dead_, node, is_end ? "end" : is_passed ? "passed" : "");
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
  NodeNames names_;
  LinkLines lines_;
  DeadParts dead_;
  Document document_;
};

}  // namespace

std::string to_svg(const RouteSubject& subject) {
  require_drawable(*subject.network);
  return RouteSheet(subject).draw();
}

}  // namespace kintsugi::picture
