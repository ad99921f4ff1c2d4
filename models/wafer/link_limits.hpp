/// Limits of the links of a plan of rings (ring_plan.hpp) or of passes (pass_plan.hpp), the return wires not included.
///
/// Piece    of a track, from one position to the next. Links that use one piece in a gap at most are those of rule
///          "strict"
/// Longest  a base link leads from a node to the next one of its ring. It has a pitch for each gap that it enters from
///          the side of line 0 or leaves to that side, and one for each piece that it uses
#pragma once

#include <limits>

namespace kintsugi {

struct LinkLimits {
  static constexpr int kAny = std::numeric_limits<int>::max();
  bool one_piece = false;  ///< a link uses one piece of a track in a gap at most; for one track
  int longest = kAny;      ///< pitches of a base link; at least 2
};

}  // namespace kintsugi
