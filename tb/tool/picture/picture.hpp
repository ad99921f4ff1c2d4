/// Pictures, each one self-contained SVG.
///
/// Bytes   the same for the same subject; no date
/// Titles  full names, for the mouse
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/network/line_layout.hpp"
#include "models/network/network.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {
struct CheckedRepair;
struct Scenario;
struct Setup;
}  // namespace kintsugi

namespace kintsugi::picture {

/// A setting of the fabric as it is built, with its stuck switches and cut wires.
struct Setting {
  Placement placement;
  SwitchStates states;
};

/// A fabric, its defects and its repair. Points at the network, the fabric and the defects, which must outlive it.
struct Subject {
  const Network* network = nullptr;
  const Fabric* fabric = nullptr;
  const Defects* defects = nullptr;
  std::string title;
  std::vector<std::string> facts;   ///< lines below the title
  Setting plain;                    ///< of a defect-free chip, with which the repair is compared
  std::optional<Setting> repaired;  ///< after the repair; nullopt if there is none
  Defects irreparable;              ///< without a repair: an irreparable subset of the defects, if one is known
  std::string irreparable_by;       ///< the plans none of which repairs these; empty: no plan does
  std::vector<BlockedWay> blocked;  ///< why it is irreparable, direction by direction
  std::string reason;
};

/// Makes a repair of the tool the subject of a picture. The scenario must have a fabric. The setup must outlive the
/// subject.
Subject subject_of(const Scenario& scenario, const Setup& setup, const CheckedRepair& checked);

/// Draws a repair: the chip before and after it, side by side or, when it is wide, one below the other, with a legend.
/// A chip that cannot be repaired is one panel with the irreparable set.
///
/// Shown   every site with its name, its logical node and the kinds of links its router has; dead and given-up PEs;
///         every switch in its state; every wire, and whether it carries a link; moved nodes; defective elements
/// Errors  std::invalid_argument for a fabric whose positions are incomplete (tb/tool/picture/scene.hpp)
std::string to_svg(const Subject& subject);

inline constexpr std::size_t kMostDrawnNodes = 4096;
/// Throws std::length_error if the network has more than kMostDrawnNodes nodes, as do the pictures below.
void require_drawable(const Network& network);

struct NetworkSubject {
  const Network* network = nullptr;
  Defects defects = {};  ///< dead nodes and links; node n is site n
  std::string title = {};
  std::vector<std::string> facts = {};  ///< lines below the title
};

/// Draws a directly wired network: all links, then each kind of links alone.
///
/// Nodes    circles with their numbers at their positions
/// Links    class "wire kind-K" for links of kind number K, see link_lines.hpp. Many of them are drawn thinner
/// Panels   "all", and "kind-K" for each kind that has links, if there are at least two such kinds
/// Dead     a node: class "vertex dead": black, with a cross. A link: class "defective": an orange cross on a dashed
///          line; a link defect stands for all links between its nodes. Other links of dead nodes are pale
/// Legend   a line for each kind of link: its colour, its name, its links
std::string to_svg(const NetworkSubject& subject);

/// The route of a packet in a directly wired network.
struct RouteSubject : NetworkSubject {
  NodeId from = kNoNode;
  NodeId to = kNoNode;
  std::vector<PortRef> hops = {};       ///< the ports by which the packet leaves the nodes on its way
  std::vector<PortRef> others = {};     ///< those of other routes, in any order, also several times
  std::vector<PortRef> faultless = {};  ///< the hops without dead nodes and links; empty: no difference
};

/// Draws the network with the route.
///
/// Nodes    as above; class "end": source and destination
/// Route    class "way": its hops, numbered from 1, each with a chevron in its direction
/// Others   class "other-way": hops of other routes
/// Detour   class "faultless-way": the hops that the packet would take if no node and no link were dead, dashed
std::string to_svg(const RouteSubject& subject);

struct LayoutSubject {
  const Network* network = nullptr;
  const LineLayout* layout = nullptr;
  std::string title = {};
  std::vector<std::string> facts = {};  ///< lines below the title
};

/// Draws the wiring of a network in a straight line: the nodes in a row, their links on horizontal tracks above it.
///
/// Nodes   squares with their numbers
/// Wires   class "wire kind-K" for links of kind number K, up from the node, along the track, down to the other node.
///         The wires to the left of a node come down in its left half, those to the right in its right half
/// Legend  a line for each kind of link: its colour, its name, its links and the tracks that they use
std::string to_svg(const LayoutSubject& subject);

}  // namespace kintsugi::picture
