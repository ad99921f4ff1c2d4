/// Reconfiguration: from the faults of an array to the logical number of every PE and the links it selects.
///
/// Isolated units take no part. Of the others, those of a module move down within it, and the modules after a dropped
/// one take over the number of the one before: a logical number is the physical one less the isolated ones below, first
/// within the module, then in lockstep. Spares take part; what is then beyond the last logical position or module stays
/// idle, with all its ports open.
///
/// Plan       the central view: all units are counted through in order, and each logical PE looks up where its partners
///            have come to be. role.hpp finds the same from the side of a single PE.
/// Selection  for each port the index of the chosen candidate in the list of the array: the setting of a 1-of-n
///            selector
/// Errors     std::invalid_argument for a fault that names a PE or link the array does not have
/// Source     H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, equation (4) and section 4
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/sse/isolation.hpp"

namespace kintsugi::sse {

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
  Defects irreparable;
  std::string reason;
  /// The rest is meaningful only when repairable.
  Isolation isolation;
  Placement placement;
  std::vector<Selection> selections;  ///< by PE
  unsigned moved = 0;                 ///< logical PEs that are not where they are without faults
};

Reconfiguration reconfigure(const Array& array, const Defects& faults);
/// Its `repairable` alone.
bool is_repairable(const Array& array, const Defects& faults);

}  // namespace kintsugi::sse
