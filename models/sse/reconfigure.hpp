/// Reconfiguration: from the faults of an array to the logical number of every PE and the links it selects.
///
/// Isolated units take no part. Of the others, those of a module move down within it, and the modules after a dropped
/// one take over the number of the one before: a logical number is the physical one less the isolated ones below, first
/// within the module, then in lockstep. Spares take part; what is then beyond the last logical position or module stays
/// idle, with all its ports open.
///
/// role_of    what one PE computes by itself from its own number and the broadcast isolation, in O(k): no list longer
///            than the number of spares is looked at. That all PEs together select the plain network is what the tests
///            show.
/// Selection  for each port the index of the chosen candidate in the list of the array: the setting of a 1-of-n
///            selector
/// Errors     std::invalid_argument for a fault that names a PE or link the array does not have
/// Source     H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, equation (4) and section 4
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/sse/isolation.hpp"

namespace kintsugi::sse {

/// A PE after a reconfiguration. kNoNode and kNoSite when it is isolated or idle.
struct Role {
  NodeId logical = kNoNode;
  SiteId shuffle_out = kNoSite;  ///< the PE at the far end
  SiteId shuffle_in = kNoSite;
  SiteId exchange = kNoSite;
  friend bool operator==(const Role&, const Role&) = default;
};

Role role_of(const Sse& sse, const Isolation& isolation, SiteId pe);

/// Where a logical PE is.
SiteId pe_of(const Sse& sse, const Isolation& isolation, NodeId node);

/// Indices into shuffle_outs(pe), shuffle_ins(pe) and exchanges(pe) of the array; nothing: the port is open.
struct Selection {
  std::optional<std::uint32_t> shuffle_out;
  std::optional<std::uint32_t> shuffle_in;
  std::optional<std::uint32_t> exchange;
  friend bool operator==(const Selection&, const Selection&) = default;
};

struct Reconfiguration {
  bool repairable = false;
  /// When not repairable: some of the faults, irreparable by themselves, but not without any one of them; and why.
  Faults irreparable;
  std::string reason;
  /// The rest is meaningful only when repairable.
  Isolation isolation;
  Placement placement;
  std::vector<Selection> selections;  ///< by PE
  unsigned moved = 0;                 ///< logical PEs that are not where they are without faults
};

Reconfiguration reconfigure(const Array& array, const Faults& faults);

}  // namespace kintsugi::sse
