/// Decides when a chip is stalled: it holds flits, and none of them can move any more.
///
/// Rule     no flit has moved for `limit` cycles and as many as the time wheel has slots, though there are flits in the
///          network. A flit on the longest wire makes no move for at most so many cycles. The patience of heads adds
///          none: some packet moves by candidates that are not deferred, unless there is a deadlock
/// Links    a flit that leaves a module of the user in a link, or waits in it for a cycle that the module has set
///          (LinkRelay), is on its way: the cycles count from the last of these on. How long flits outside the chip
///          take (LinkPins), and flits that a router of the user keeps, the rule does not know: `limit` must be longer
/// Looks    observe() after each cycle in which a module was active, and after the one of certain_after(): so no cycle
///          needs to be evaluated for the rule
#pragma once

#include <algorithm>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/flit_counters.hpp"

namespace kintsugi {

struct ChipModules;

class StallRule {
 public:
  /// limit: at least 1.
  explicit StallRule(Cycle limit) : limit_(limit) {}

  /// Tells it the counters of the chip after a cycle.
  void observe(Cycle cycle, const FlitCounters& counters) {
    has_flits_ = counters.in_network() != 0;
    if (counters.moves == moves_ && has_flits_) return;
    moves_ = counters.moves;
    last_move_ = cycle;
  }
  /// Returns whether there were flits in the network.
  bool has_flits() const { return has_flits_; }
  /// Returns the last cycle in which a flit moved or none was in the network, as far as it was told.
  Cycle last_move() const { return last_move_; }
  /// Returns the cycle after which the chip is stalled for certain, if no flit moves until then, as far as is known.
  Cycle certain_after(const ClockDomain& clock) const {
    return std::max(last_move_, last_passing_) + limit_ + clock.slots();
  }
  /// Returns whether the chip is stalled for certain after a cycle. It looks at the modules in links only if all else
  /// says so; certain_after() may be later then.
  bool is_certain(Cycle cycle, const ClockDomain& clock, const ChipModules& modules);

 private:
  Cycle limit_;
  std::uint64_t moves_ = 0;
  Cycle last_move_ = 0;
  Cycle last_passing_ = 0;  // of the modules in links, when they were looked at
  bool has_flits_ = false;
};

}  // namespace kintsugi
