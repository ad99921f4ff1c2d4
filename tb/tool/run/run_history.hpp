/// The history of a run, for its page: what each link carried over time, and what the chip was between two changes.
///
/// Directions  of links: network ports of routers that have one, by site and port (linked_ports.hpp)
/// Bins        of equal width, from cycle 0; the last one may reach beyond the run. Flits sent by a direction in a bin.
///             The width follows from the scenario, and doubles when a run drains long; it does not depend on the
///             schedule, nor on the number of threads
/// Epochs      ascending by the first cycle in which they hold; the first holds when the traffic begins
/// Cost        time proportional to the chip in each cycle, and none without an object of this class
#pragma once

#include <optional>
#include <vector>

#include "hw/chip/chip.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunHistory {
  struct Epoch {
    Cycle cycle = 0;              ///< the first in which it holds
    std::vector<NodeId> node_at;  ///< by site
    SwitchStates states;          ///< by switch; none without a fabric
    Defects dead;                 ///< at the start of the epoch
  };
  std::optional<Epoch> without_defects;  ///< the fabric without defects; nullopt: no fabric
  std::vector<SitePort> directions;
  Cycle bin = 1;                     ///< cycles
  std::vector<std::uint32_t> flits;  ///< bin by bin, in a bin by direction
  std::vector<Epoch> epochs;
  std::vector<SiteId> site_of_router;  ///< by ModuleIndex, for the hops of packets; kNoSite for other modules

  std::size_t bins() const { return directions.empty() ? 0 : flits.size() / directions.size(); }
};

class HistoryRecorder {
 public:
  /// Call when the traffic begins, in cycle `begin`. All must outlive the recorder.
  HistoryRecorder(const Scenario& scenario, const Setup& setup, const Chip& chip, Cycle begin);
  /// Call at the end of every cycle.
  void watch(Cycle cycle);
  RunHistory finish() &&;

 private:
  using Phase = ReconfigurationPhase;
  void enter_epoch(Cycle cycle);
  Defects dead_in(Cycle cycle) const;
  bool changes_after(Cycle cycle);
  void join_bins();

  const Scenario& scenario_;
  const Setup& setup_;
  const Chip& chip_;
  RunHistory history_;
  std::size_t most_bins_ = 0;
  std::vector<Cycle> changes_;  // cycles of faults and of their ends, descending
  Phase phase_ = Phase::kIdle;
};

}  // namespace kintsugi
