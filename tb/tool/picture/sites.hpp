/// The state of each site in a setting, and the chains along which its nodes have moved.
///
/// Core       a site that has a node on the defect-free chip; all others are spares
/// Moved      a site whose node has another site on the defect-free chip
/// Given up   a healthy core PE without a node
/// Chain      sites of which each has passed its node to the next: on a wafer a compensation path, from the defect to
///            the spare
/// Class      of a node: the kinds of its links that not every node has ("level 3"); none if all nodes have the same
#pragma once

#include <string>
#include <vector>

#include "tb/tool/picture/subject.hpp"

namespace kintsugi::picture {

struct SiteState {
  NodeId node = kNoNode;
  bool core = false;
  bool dead = false;
  bool moved = false;
  bool given_up() const { return core && !dead && node == kNoNode; }
  bool unused() const { return !core && !dead && node == kNoNode; }
};

/// Returns the state of each site.
std::vector<SiteState> site_states(const Subject& subject, const Setting& setting);

/// Returns the chains, each of at least two sites, in ascending order of their first site.
std::vector<std::vector<SiteId>> chains(const Setting& plain, const Setting& repaired);

struct NodeClasses {
  std::vector<std::string> names;    ///< of the classes, those with fewer kinds first; at most one: all are alike
  std::vector<std::size_t> of_node;  ///< index into names
};
NodeClasses node_classes(const Network& network);

}  // namespace kintsugi::picture
