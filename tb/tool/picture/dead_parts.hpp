/// The dead nodes and links of a directly wired network in a picture.
///
/// Node    class "vertex dead": black, with a cross
/// Link    class "defective": an orange cross on a dashed line. A link defect stands for all links between its nodes
/// Other   links of dead nodes are drawn as idle lines
#pragma once

#include <set>
#include <string>

#include "models/fabric/defects.hpp"
#include "models/network/node_names.hpp"
#include "tb/tool/picture/link_lines.hpp"

namespace kintsugi::picture {

class DeadParts {
 public:
  /// The defects are those of a directly wired network: node n is site n.
  explicit DeadParts(const Defects& defects);

  bool has(NodeId node) const { return nodes_.contains(node); }
  /// Returns whether the link itself is dead.
  bool has(const Link& link) const { return links_.contains(link_between(link.a.node, link.b.node)); }
  /// Returns whether the link works: neither it nor a node at its ends is dead.
  bool works(const Link& link) const { return !has(link) && !has(link.a.node) && !has(link.b.node); }
  bool empty() const { return nodes_.empty() && links_.empty(); }
  /// Returns "2 dead nodes, 1 dead link"; "" if there is none.
  std::string counts() const;

 private:
  std::set<NodeId> nodes_;
  std::set<LinkDefect> links_;
};

/// Draws the marks of dead links; their lines too.
void draw_dead_links(Element drawing, const Network& network, const LinkLines& lines, const DeadParts& dead);

/// Draws a node with its number, or its name if that is a number; `style` adds to its class: "end".
void draw_vertex(Element drawing, const NodeNames& names, const LinkLines& lines, const DeadParts& dead, NodeId node,
                 const std::string& style = "");

}  // namespace kintsugi::picture
