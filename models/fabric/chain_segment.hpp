/// The configuration chain in segments, each with a bypass: what a dead segment costs.
///
/// Serial     the chain has one way through all fields. Where a segment of it is dead, no stream comes into force
/// Segmented  a fabric with `Fabric::segments`. Its first fields, one bit for each segment in their order, are the
///            header of the stream: 0 loads the segment, 1 (kBypassed) bypasses it. Field i is that of segment i, and
///            sets the switch "bypass.NAME" of the segment, which has no terminals
/// Bypass     all switches of a bypassed segment are in its state `fallback`, whatever the stream says of them and
///            whether they take a word or not. The bits of their fields stay in the stream, so every field keeps its
///            place; their values are not looked at, and the checksum covers them as all others
/// Dead       a dead segment takes no word: it must be bypassed. Then its sites are as good as dead, and where it has
///            none, its switches are stuck in the fallback. That is all that a planner has to know
/// Not modelled: defects of the header, of the bypasses, and of the wires on which words come to the segments
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/fabric/switch_state.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

using SegmentId = Strong<struct SegmentTag, std::uint32_t>;  ///< a segment of a configuration chain

struct ChainSegment {
  std::string name;             ///< "r3", "sh.g2"
  std::size_t first_field = 0;  ///< its fields are consecutive
  std::size_t end_field = 0;    ///< behind the last
  std::vector<SiteId> sites;    ///< whose switches these fields set; ascending
  SwitchState fallback = 0;     ///< of all its switches
  bool has_field(std::size_t field) const { return field >= first_field && field < end_field; }
};

/// The values of the field of a bypass.
enum BypassState : SwitchState { kLoaded, kBypassed };

}  // namespace kintsugi
