/// What one PE of an array computes by itself: its logical number and the PEs that it is joined to.
///
/// Message     the repair message that the central observer broadcasts to all PEs lists what is isolated, and no more.
///             Its layout is fixed, so that a PE can pick the words that concern it:
///                 spare modules      words: the dropped modules
///                 lockstep units     words: positions isolated in every module
///                 local units        words for each physical module: positions that it isolates itself
///             Each list is ascending and filled up with kNoUnit. The list of a dropped module is empty.
/// role_of     reads the lists for all modules, and those of its own module and of the modules of its partners: O(k),
///             k the number of spares, although O(N) PEs may move
/// Errors      throws std::invalid_argument if the message has a wrong length
/// Source      H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, equation (4) and section 4
#pragma once

#include <span>
#include <vector>

#include "models/sse/isolation.hpp"

namespace kintsugi::sse {

inline constexpr std::uint32_t kNoUnit = 0xffffffff;

/// Returns the repair message for an isolation.
std::vector<std::uint32_t> repair_message(const Sse& sse, const Isolation& isolation);

/// A PE after a reconfiguration. kNoNode and kNoSite if it is isolated or idle.
struct Role {
  NodeId logical = kNoNode;
  SiteId shuffle_out = kNoSite;  ///< the PE at the far end
  SiteId shuffle_in = kNoSite;
  SiteId exchange = kNoSite;
  friend bool operator==(const Role&, const Role&) = default;
};

/// Returns the PE that a logical PE is at.
SiteId pe_of(const Sse& sse, std::span<const std::uint32_t> message, NodeId node);

/// Returns the role of a PE.
Role role_of(const Sse& sse, std::span<const std::uint32_t> message, SiteId pe);

}  // namespace kintsugi::sse
