/// Configurations in which every switch of a fabric takes each of its states, for benches: a port shows a wrong switch
/// if that switch is on the way from another port to it.
#pragma once

#include <cstddef>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

struct StateSweep {
  std::vector<Configuration> configurations;
  /// A passage is the way from one lane of a switch to another in one of its states.
  std::size_t passages = 0;  ///< of all switches
  std::size_t passed = 0;    ///< of these: on the way from one port to another in one of the configurations
};

/// Returns configurations, the same in every call: each field has each of its states in one of them, and as many
/// passages as are found are on the way from port to port. They are at most kMostTargeted, and one more for each state
/// of the field that has most.
StateSweep state_sweep(const Fabric& fabric);

inline constexpr std::size_t kMostTargeted = 24;

}  // namespace kintsugi::rtl
