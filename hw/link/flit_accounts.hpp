/// The flit accounts of a chip: where flits are, kept by the modules as they move them. Checked after every cycle.
#pragma once

#include <cstdint>

namespace kintsugi {

struct FlitAccounts {
  std::uint64_t injected = 0;   ///< flits that left a PE
  std::uint64_t copied = 0;     ///< flits that forks added: each leaves by several ports and came by one
  std::uint64_t delivered = 0;  ///< flits that reached their PE
  std::uint64_t lost = 0;       ///< flits reported lost
  std::uint64_t on_wires = 0;   ///< sent and not yet taken: on a wire or in the pipeline of the router that it leads to
  std::uint64_t moves = 0;      ///< times a router or PE sent a flit, for the watchdog
  std::uint64_t buffered = 0;   ///< taken by a router and not yet sent on

  std::uint64_t in_network() const { return on_wires + buffered; }
  bool balanced() const { return injected + copied == delivered + lost + in_network(); }
};

}  // namespace kintsugi
