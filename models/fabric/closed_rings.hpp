/// Closed rings: lanes that lead through switches and wires back to where they begin, with no router port on them.
///
/// Extraction begins at the routers and never meets such a ring, and no router can see it: a repair with rings is
/// right. But in hardware a ring is a loop that nothing drives. Static timing and lint report it, a simulation with
/// unknown values keeps them in it, and an edge that is caught in it circulates.
///
/// Ring    a cycle of passages through switches: a wire leads from each passage to the next, and from the last to the
///         first. It can pass a switch several times. If the wires at both ends of a lane come straight back, the lane
///         is a ring that passes each of its switches there and back
/// Lanes   rings that pass the same terminals in the same order are one ClosedRing with several lanes; each lane is a
///         loop of its own
/// Order   a ring begins with its lowest SwitchId and leaves that switch by its lowest terminal on the ring, which
///         fixes the direction too. The rings are ascending by this switch, terminal and lane
/// States  decide alone: a bypassed PE is one whose switches join none of its taps. In a state that the type of a
///         switch does not have, all its lanes are open. Links without a switch join routers: they are on no ring
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

/// One passage through a switch.
struct RingPassage {
  SwitchId switch_id;
  TerminalNo in = 0;
  TerminalNo out = 0;  ///< the wire at this terminal leads to `in` of the next passage
  friend constexpr auto operator<=>(RingPassage, RingPassage) = default;
};

struct ClosedRing {
  std::vector<RingPassage> passages;
  std::vector<Lane> lanes;  ///< ascending: those of the terminal by which the first passage leaves
  friend bool operator==(const ClosedRing&, const ClosedRing&) = default;
};

/// Returns all closed rings of a fabric whose switches are in these states. The fabric must be one that
/// NetworkExtractor takes: a terminal has at most one wire. Time and memory grow in proportion to the lanes of all
/// terminals. Throws std::invalid_argument unless there is one state for every switch.
std::vector<ClosedRing> closed_rings(const Fabric& fabric, const SwitchStates& states);

/// Returns the number of lanes of all rings: of loops.
std::size_t count_lanes(std::span<const ClosedRing> rings);

/// Returns the names of the switches that a ring passes, in its order.
std::vector<std::string> element_names(const Fabric& fabric, const ClosedRing& ring);

}  // namespace kintsugi
