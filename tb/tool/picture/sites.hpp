/// What the sites of a fabric are in a setting, and along which chains its nodes have moved there.
///
/// Core       a site that has a node on the sound chip; all others are spares
/// Moved      it has a node that is another's on the sound chip
/// Given up   a core PE that is healthy and has no node
/// Chain      a site whose node has moved on, the site it has moved to, the one to which that one's node has moved, and
///            so on to the end: on a wafer a compensation path, from the defect to the spare
/// Class      of a node: the kinds of its links that not every node has ("level 3"); none where all have the same
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

/// One for each site.
std::vector<SiteState> site_states(const Subject& subject, const Setting& setting);

/// Ascending by their first site; each has at least two.
std::vector<std::vector<SiteId>> chains(const Setting& plain, const Setting& repaired);

struct NodeClasses {
  std::vector<std::string> names;    ///< of the classes, those with fewer kinds first; no more than one: all are alike
  std::vector<std::size_t> of_node;  ///< index into names
};
NodeClasses node_classes(const Network& network);

}  // namespace kintsugi::picture
