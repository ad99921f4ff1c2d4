/// What one PE of an array computes by itself: its logical number and the PEs that it is joined to.
///
/// RepairMessage   what the central observer tells all PEs: what is isolated, and no more. A fixed number of words, so
///             that a PE can take out those that concern it:
///                 spare modules      words: the dropped modules
///                 lockstep units     words: positions isolated in every module
///                 local units        words for each physical module: positions that it isolates itself
///             Each list is ascending and filled up with kNoUnit. A dropped module has no list of its own.
/// role_of     looks at the lists for all modules, and at those of its own module and of the modules of its partners:
///             O(k), k the number of spares, though O(N) PEs may move
/// Errors      std::invalid_argument for a broadcast of another length
/// Source      H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, equation (4) and section 4
#pragma once

#include <span>
#include <vector>

#include "models/sse/isolation.hpp"

namespace kintsugi::sse {

inline constexpr std::uint32_t kNoUnit = 0xffffffff;

std::vector<std::uint32_t> to_broadcast(const Sse& sse, const Isolation& isolation);

/// A PE after a reconfiguration. kNoNode and kNoSite when it is isolated or idle.
struct Role {
  NodeId logical = kNoNode;
  SiteId shuffle_out = kNoSite;  ///< the PE at the far end
  SiteId shuffle_in = kNoSite;
  SiteId exchange = kNoSite;
  friend bool operator==(const Role&, const Role&) = default;
};

/// Where a logical PE is.
SiteId pe_of(const Sse& sse, std::span<const std::uint32_t> broadcast, NodeId node);

Role role_of(const Sse& sse, std::span<const std::uint32_t> broadcast, SiteId pe);

}  // namespace kintsugi::sse
