#include "tb/tool/picture/dead_parts.hpp"

#include "models/network/text.hpp"
#include "tb/tool/picture/style.hpp"

namespace kintsugi::picture {

DeadParts::DeadParts(const Defects& defects) : links_(defects.links.begin(), defects.links.end()) {
  for (const NodeId node : nodes_of(defects)) nodes_.insert(node);
}

std::string DeadParts::counts() const {
  std::string words = nodes_.empty() ? "" : counted(nodes_.size(), "dead node");
  if (!links_.empty()) words += (words.empty() ? "" : ", ") + counted(links_.size(), "dead link");
  return words;
}

void draw_dead_links(Element drawing, const Network& network, const LinkLines& lines, const DeadParts& dead) {
  for (const Link& link : network.links()) {
    if (!dead.has(link)) continue;
    Element group = drawing.group("defective");
    group.title("dead link from " + network.node_name(link.a.node) + " to " + network.node_name(link.b.node));
    PathData line;
    lines.add(line, link.a);
    group.path(line, "defective-link");
    group.path(PathData().cross(lines.middle(link.a).first, 2 * kCut), "");
  }
}

void draw_vertex(Element drawing, const NodeNames& names, const LinkLines& lines, const DeadParts& dead, NodeId node,
                 const std::string& style) {
  const bool is_dead = dead.has(node);
  const Point at = lines.place(node);
  Element group = drawing.group("vertex" + (is_dead ? " dead" : style.empty() ? "" : ' ' + style));
  group.title(names.network().node_name(node) + (is_dead ? ": dead" : ""));
  group.circle(at, kNodeRadius, "");
  if (is_dead) group.path(PathData().cross(at, kNodeRadius * 0.7), "dead-cross");
  group.text(at + Point{0, 3}, names.label(node), "node");
}

}  // namespace kintsugi::picture
