/// What a delivered network is worth: PEs and distances.
///
/// Distance  in hops over live nodes, between ordered pairs of distinct users; 0 if there are fewer than two
#pragma once

#include "models/network/network.hpp"
#include "models/rivals/scheme.hpp"

namespace kintsugi::rivals {

struct Worth {
  bool repaired = false;
  std::size_t usable = 0;  ///< PEs
  unsigned diameter = 0;   ///< hops
  double average_distance = 0;
  bool decided = true;  ///< false: the die may be repairable or not
  friend bool operator==(const Worth&, const Worth&) = default;
};

/// Measures a delivered network; `network` is of its size, without the dead nodes being taken out. Users must reach
/// each other.
Worth worth_of(const Delivered& delivered, const Network& network);

/// Returns the value below or at which the given share (0 .. 1) of the values lies: the nearest rank, the smallest
/// for 0. The values are ascending and not empty.
double quantile(const std::vector<double>& values, double share);

}  // namespace kintsugi::rivals
