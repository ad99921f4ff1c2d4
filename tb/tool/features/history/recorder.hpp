/// The history of a run, for its page: what each link carried over time, and what the chip was between two changes.
///
/// Directions  of links: network ports of routers that have one, by site and port (setup.hpp)
/// Bins        of equal width, from cycle 0; the last one may reach beyond the run. Flits sent by a direction in a bin.
///             The width follows from the scenario, and doubles when a run drains long; it does not depend on the
///             schedule, nor on the number of threads
/// Epochs      ascending by the first cycle in which they hold; the first holds when the traffic begins
/// Cost        time proportional to the chip in each cycle, and none without an object of this class
#pragma once

#include <optional>
#include <vector>

#include "hw/chip/chip.hpp"

namespace kintsugi {

struct RunResult;

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

/// Returns the history; nullptr if it was not wanted, or there was no traffic.
const RunHistory* history_of(const RunResult& result);

}  // namespace kintsugi
