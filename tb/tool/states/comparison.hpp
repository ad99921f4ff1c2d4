/// Compares the network that switch states make with the wanted one, and names each difference and the switch to blame.
///
/// Differences   kPe        a PE with a node that no switch attaches, an attached PE without node, a dead PE in use
///               kLink      a link that the states do not make; both its ends say what they meet
///               kExcess    two joined router ports, neither of which has a link in the network
///               kDefect    a link over a dead link, or a detour that happens to join the right ports: past a stuck or
///                          cut element where it makes a difference
///               kConflict  a plan that no states carry
///               kNetwork   anything else that the models find
/// Blame         a wrong link is followed in these states and in those that are right for the placement: the switch at
///               which the ways part is to blame, and if it is in the right state, its defect
/// Judge         the models' difference() (models/fabric/extraction.hpp) decides whether the networks are the same
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "models/fabric/fabric.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::states {

/// A switch that is to blame.
struct Blame {
  std::string switch_name;
  std::string field;
  std::string state;
  std::string expected;  ///< the same as `state`: its defect is to blame
  std::string defect;    ///< "sh.g2.c5 stuck in D1"; empty: none
};

struct Difference {
  enum class Kind : std::uint8_t { kPe, kLink, kExcess, kDefect, kConflict, kNetwork };
  Kind kind = Kind::kNetwork;
  std::string message;
  /// The router ports, "r3.c4.e", of a link: what should meet, and what each end meets instead; empty: nothing.
  std::string from = {};
  std::string to = {};
  std::string from_meets = {};
  std::string to_meets = {};
  std::string node_from = {};  ///< the same ports by their nodes: "x3.y3.e"
  std::string node_to = {};
  std::string pe = {};  ///< of kPe: its name
  /// Whether no packet can notice it: a link from a node to itself, a join of ports that have no link in the network,
  /// an attached PE without a node that meets no port with a link.
  bool unused = false;
  std::vector<Blame> blame = {};
};

/// Returns the name of a kind for a report: "link".
const std::string& name(Difference::Kind kind);

/// States to be judged, on the fabric as it is built.
struct Judged {
  const Setup* setup = nullptr;
  const SwitchStates* states = nullptr;
  const ExtractedNetwork* extracted = nullptr;  ///< from these states
  const Placement* placement = nullptr;         ///< a node can be without a site
  const SwitchStates* right = nullptr;          ///< for this placement, on the sound fabric; nullptr: not known
};

/// Returns all differences: PEs by site, then links in the order of the network, then joins that are not wanted, then
/// defects that are used.
std::vector<Difference> differences(const Judged& judged);

}  // namespace kintsugi::states
