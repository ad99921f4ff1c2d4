/// The picture of a directly wired network with the route of a packet, as one self-contained SVG.
///
/// Nodes    at their positions, with their numbers; names as titles, for the mouse; class "end": source and destination
/// Links    straight lines; a link that would pass over another node is an arc beside it
/// Route    class "way": its hops, numbered from 1, each with a chevron in its direction
/// Others   class "other-way": hops of other routes
/// Dead     nodes and links, see dead_parts.hpp
/// Detour   class "faultless-way": the hops that the packet would take if no node and no link were dead, dashed
/// Bytes    the same for the same subject; no date
/// Errors   std::length_error if the network has too many nodes, see drawable.hpp
#pragma once

#include <string>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/network.hpp"

namespace kintsugi::picture {

struct RouteSubject {
  const Network* network = nullptr;
  NodeId from;
  NodeId to;
  std::vector<PortRef> hops = {};       ///< the ports by which the packet leaves the nodes on its way
  std::vector<PortRef> others = {};     ///< those of other routes, in any order, also several times
  Defects defects = {};                 ///< dead nodes and links; node n is site n
  std::vector<PortRef> faultless = {};  ///< the hops that the packet would take without them; empty: no difference
  std::string title = {};
  std::vector<std::string> facts = {};  ///< lines below the title
};

std::string to_svg(const RouteSubject& subject);

}  // namespace kintsugi::picture
