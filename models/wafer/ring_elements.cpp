#include "models/wafer/ring_elements.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "models/wafer/switch_rule.hpp"

namespace kintsugi {

namespace {

using Literals = std::vector<Literal>;
using Track = TrackSwitchType;

/// Adds the clauses of one element.
class ElementClauses {
 public:
  ElementClauses(RingFormula& formula, const WaferGrid& grid, const Bundle& bundle, Literal guard)
      : formula_(formula), grid_(grid), bundle_(bundle), guard_(guard) {}

  /// Idle wires count as in use: a switch could join two of them that end at nodes.
  void stuck_track_switch(const TrackPlace& at, SwitchState state) {
    for (int ring = 1; ring <= grid_.positions(at.plane); ++ring) {
      const Ends ends(formula_, at, ring);
      if (state == Track::kOpen || state == Track::kD1 || state == Track::kD2) no_straight_pass(ends);
      if (state == Track::kOpen || state == Track::kX || state == Track::kD2) no_turns_ahead(ends);
      if (state == Track::kOpen || state == Track::kX || state == Track::kD1) no_turns_back(ends);
    }
  }

  void cut_track(const TrackPlace& at) {
    for (int ring = 1; ring <= grid_.positions(at.plane); ++ring) {
      if (!uses(at.plane, ring, 0, {at.gap, at.gap + 1})) continue;
      const Ends ends(formula_, at, ring);
      forbid({ends.near, ~ends.far});
      forbid({~ends.near, ends.far});
    }
  }

  void stuck_in_cross(SiteId site, unsigned wire) {
    for_each_home(site, [&](GridPoint home) {
      if (is_attached(home, wire)) add(formula_.is_elsewhere(home, site));
    });
  }

  /// One of the nodes that are attached is there: a variable for each implies all that says that it is.
  void stuck_in_connect(SiteId site, unsigned wire) {
    Literals nodes;
    for_each_home(site, [&](GridPoint home) {
      if (!is_attached(home, wire)) return;
      const Literal here = formula_.variable();
      for (const Literal elsewhere : formula_.is_elsewhere(home, site)) add({~here, ~elsewhere});
      nodes.push_back(here);
    });
    add(std::move(nodes));
  }

  /// `side` is a terminal of the bunch.
  void cut_wire(SiteId site, Plane plane, unsigned wire, TerminalNo side) {
    const int before = line_of(site, plane) - (side == BunchSwitchType::kLineA ? 1 : 0);
    no_pass(site, plane, wire, {before, before + 1});
  }

 private:
  /// Whether a ring is at a position of a track or before it, where it comes to the track and where it leaves it.
  struct Ends {
    Ends(const RingFormula& formula, const TrackPlace& at, int ring)
        : near(formula.enters_up_to(at, ring)),
          near_before(formula.enters_up_to(before(at), ring)),
          far(formula.leaves_up_to(at, ring)),
          far_before(formula.leaves_up_to(before(at), ring)) {}
    static TrackPlace before(TrackPlace at) {
      --at.position;
      return at;
    }
    Literal near;
    Literal near_before;
    Literal far;
    Literal far_before;
  };

  /// Neither across the track nor along it.
  void no_straight_pass(const Ends& ends) {
    forbid({ends.near, ~ends.near_before, ends.far, ~ends.far_before});
    forbid({ends.near_before, ~ends.far});
    forbid({ends.far_before, ~ends.near});
  }

  /// No turn as in D1: from the side of line 0 to higher positions, or from lower ones to the other side.
  void no_turns_ahead(const Ends& ends) {
    forbid({ends.near, ~ends.near_before, ~ends.far});
    forbid({ends.far, ~ends.far_before, ends.near_before});
  }

  /// No turn as in D2.
  void no_turns_back(const Ends& ends) {
    forbid({ends.near, ~ends.near_before, ends.far_before});
    forbid({ends.far, ~ends.far_before, ~ends.near});
  }

  /// A part of the way of a ring: from a line to a higher one.
  struct Stretch {
    int before;
    int behind;
  };

  /// No ring whose wire is in use along the stretch passes the site.
  void no_pass(SiteId site, Plane plane, unsigned wire, Stretch stretch) {
    const GridPoint at = grid_.point(site);
    const int position = plane == Plane::kH ? at.column : at.row;
    const int line = line_of(site, plane);
    for (int ring = 1; ring <= grid_.positions(plane); ++ring) {
      if (!uses(plane, ring, wire, stretch)) continue;
      forbid({formula_.passes_up_to(plane, ring, line, position),
              ~formula_.passes_up_to(plane, ring, line, position - 1)});
    }
  }

  /// Returns false if the wire of a ring is idle along the stretch, whatever the plan. Otherwise the clauses that
  /// follow hold only if it is in use.
  bool uses(Plane plane, int ring, unsigned wire, Stretch stretch) {
    unless_.clear();
    if (wire < bundle_.wrapped(plane)) return true;
    const std::vector<int> homes = homes_of(plane, ring, wire);
    if (homes.empty()) return false;
    const auto is_low = [&](int home) { return ~formula_.low_moves_at_most(plane, ring, home - 1); };
    const auto is_high = [&](int home) { return ~formula_.high_moves_at_most(plane, ring, grid_.lines(plane) - home); };
    const int first = homes.front();
    const int last = homes.back();
    // The first one is behind the line before, or the last one before the line behind.
    if (first - 1 > stretch.before || last + 1 < stretch.behind) return false;
    if (first - 1 == stretch.before) unless_.push_back(~is_low(first));
    if (first == stretch.before) unless_.push_back(is_high(first));
    if (last + 1 == stretch.behind) unless_.push_back(~is_high(last));
    if (last == stretch.behind) unless_.push_back(is_low(last));
    return true;
  }

  /// Returns the default lines of the nodes of a ring that are attached to a wire.
  std::vector<int> homes_of(Plane plane, int ring, unsigned wire) const {
    std::vector<int> homes;
    for (int line = 1; line <= grid_.lines(plane); ++line) {
      if (is_attached(point(plane, line, ring), wire)) homes.push_back(line);
    }
    return homes;
  }

  bool is_attached(GridPoint home, unsigned wire) const {
    return wire == 0 || bundle_.wire_of(grid_.node(home)) == wire;
  }

  int line_of(SiteId site, Plane plane) const {
    const GridPoint at = grid_.point(site);
    return plane == Plane::kH ? at.row : at.column;
  }

  /// The literals are not all true.
  void forbid(Literals literals) {
    for (Literal& each : literals) each = ~each;
    add(std::move(literals));
  }

  void add(Literals clause) {
    clause.insert(clause.end(), unless_.begin(), unless_.end());
    clause.push_back(~guard_);
    formula_.require(clause);
  }

  template <class Visit>
  void for_each_home(SiteId site, Visit visit) {
    const GridPoint at = grid_.point(site);
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        const GridPoint home{at.row - down, at.column - right};
        if (grid_.in_core(home)) visit(home);
      }
    }
  }

  RingFormula& formula_;
  const WaferGrid& grid_;
  const Bundle& bundle_;
  Literal guard_;
  Literals unless_;
};

}  // namespace

RingElements::Element RingElements::element(const ElementDefect& defect) const {
  const SwitchId id = defect.switch_id();
  const auto* const stuck = std::get_if<StuckSwitch>(&defect.what);
  const auto* const lane = std::get_if<StuckLane>(&defect.what);
  if (id.value < tracks_.switches()) return {stuck != nullptr ? Kind::kStuckTrack : Kind::kCutTrack};
  Element element;
  element.site = bunches_.site(id);
  element.plane = bunches_.plane(id);
  if (const auto* const cut = std::get_if<CutWire>(&defect.what)) {
    element.kind = Kind::kCutWire;
    element.wire = cut->lane.value();
    element.side = cut->terminal;
    return element;
  }
  element.wire = lane != nullptr ? lane->lane : bunches_.wire(id);
  const bool in_cross =
      lane != nullptr ? lane->state == BunchSwitchType::kBypassAll : stuck->state == TwoModeSwitchType::kCross;
  element.kind = in_cross ? Kind::kStuckInCross : Kind::kStuckInConnect;
  return element;
}

void RingElements::forbid_harm(RingFormula& formula, const ElementDefect& defect, Literal guard) const {
  ElementClauses clauses(formula, tracks_.wafer(), bundle_, guard);
  const Element what = element(defect);
  const SwitchId id = defect.switch_id();
  switch (what.kind) {
    case Kind::kStuckTrack:
      return clauses.stuck_track_switch(tracks_.place(id.value), std::get<StuckSwitch>(defect.what).state);
    case Kind::kCutTrack:
      return clauses.cut_track(tracks_.place(id.value));
    case Kind::kStuckInCross:
      return clauses.stuck_in_cross(what.site, what.wire);
    case Kind::kStuckInConnect:
      return clauses.stuck_in_connect(what.site, what.wire);
    case Kind::kCutWire:
      return clauses.cut_wire(what.site, what.plane, what.wire, what.side);
  }
}

bool RingElements::is_exact(const ElementDefect& defect) const {
  if (tracks_.tracks() > 1) return false;
  const Element what = element(defect);
  if (what.kind == Kind::kStuckTrack) return bundle_.wrapped(tracks_.place(defect.switch_id().value).plane) > 0;
  return what.kind != Kind::kStuckInConnect || what.wire == 0 || what.wire < bundle_.wrapped(what.plane);
}

}  // namespace kintsugi
