/// Adds clauses to a formula of rings: they forbid the plans to which a defective switch, track or wire does harm.
///
/// Guard       each clause holds only if the guard of its element is true, so that an element can be left out. A caller
///             assumes the guards of the elements that are defective
/// Track       a switch that is stuck in OPEN lets nothing pass; in X nothing turns; in D1 and D2 nothing passes
///             straight on, nor turns the other way. No ring uses a piece that is cut
/// Bunch       a wire stuck in cross: no node of the site is attached to it. Stuck in connect: one that is attached to
///             it is there, since the PE of the site is joined to the wire in any case
/// Wire        no ring passes the site where a wire is cut
/// Harmless    a plan that meets the clauses makes the same network, of the same lengths, with the defects as without;
///             on two tracks with states that are chosen around the defects (track_states). Each element does no harm
///             by itself: plans in which two defects make up for each other are not found
/// Idle        a wire without a wrap is idle before the first and behind the last node of a ring that is attached to
///             it: a cut does no harm there. A switch that is stuck there is taken for harmful, though it need not be
/// Source      the states that a plan needs are those of ring_states.hpp; worked out here, verified by extraction
#pragma once

#include <cstdint>

#include "models/fabric/element_defect.hpp"
#include "models/wafer/bundle.hpp"
#include "models/wafer/ring_formula.hpp"
#include "models/wafer/wafer_elements.hpp"

namespace kintsugi {

class RingElements {
 public:
  /// All must outlive this.
  RingElements(const TrackGrid& tracks, const Bundle& bundle, const BunchSwitches& bunches)
      : tracks_(tracks), bundle_(bundle), bunches_(bunches) {}
  /// Forbids the formula, if the guard is true, plans to which the defect does harm.
  void forbid_harm(RingFormula& formula, const ElementDefect& defect, Literal guard) const;
  /// Returns whether the clauses forbid only plans to which the defect does harm. Around some switches that are stuck
  /// at wires without a wrap they forbid more, and on two tracks, where a ring could pass between them three times.
  bool is_exact(const ElementDefect& defect) const;

 private:
  enum class Kind : std::uint8_t { kStuckTrack, kCutTrack, kStuckInCross, kStuckInConnect, kCutWire };
  /// What is defective; of a bunch or of one of its wires also where.
  struct Element {
    Kind kind = Kind::kStuckTrack;
    SiteId site = {};
    Plane plane = Plane::kH;
    unsigned wire = 0;
    TerminalNo side = 0;
  };
  Element element(const ElementDefect& defect) const;

  const TrackGrid& tracks_;
  const Bundle& bundle_;
  const BunchSwitches& bunches_;
};

}  // namespace kintsugi
