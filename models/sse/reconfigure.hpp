/// Reconfiguration: from the faults of an array to the logical number of every PE and the links it selects.
///
/// Isolated units take no part. The other units of a module move down within it, and each module after a dropped one
/// takes over the number of the one before. So a logical number is the physical one less the number of isolated units
/// below, first those of the module itself, then those in lockstep. Spares take part. A unit or module beyond the last
/// logical number stays idle, with all its ports open.
///
/// Plan       the central view: all units are numbered in order, and each logical PE looks up the PEs of its partners.
///            role.hpp finds the same from the side of a single PE.
/// Selection  for each port the index of the chosen candidate in the list of the array: the setting of a 1-of-n
///            selector
/// Errors     throws std::invalid_argument if a fault names a PE or link that the array does not have
/// Source     H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, equation (4) and section 4
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/sse/isolation.hpp"

namespace kintsugi::sse {

/// Indices into shuffle_outs(pe), shuffle_ins(pe) and exchanges(pe) of the array; nullopt: the port is open.
struct Selection {
  std::optional<std::uint32_t> shuffle_out;
  std::optional<std::uint32_t> shuffle_in;
  std::optional<std::uint32_t> exchange;
  friend bool operator==(const Selection&, const Selection&) = default;
};

struct Reconfiguration {
  bool repairable = false;
  /// If not repairable: an inclusion-minimal irreparable subset of the faults, and why it is irreparable.
  Defects irreparable;
  std::string reason;
  /// The other members are meaningful only if repairable.
  Isolation isolation;
  Placement placement;
  std::vector<Selection> selections;  ///< by PE
  unsigned moved = 0;                 ///< logical PEs that are at another PE than without faults
};

Reconfiguration reconfigure(const Array& array, const Defects& faults);
/// Returns `repairable` of reconfigure(), in less time.
bool is_repairable(const Array& array, const Defects& faults);

}  // namespace kintsugi::sse
