/// How many defect maps a second were gone through: a wall-clock figure, for --timing.
#pragma once

#include <cstdint>

#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// Runs from where it is made. A map counts once, whatever is asked about it.
class MapRate {
 public:
  /// Adds `maps_per_second` to the report when wall-clock figures are wanted.
  void add_to(Report& report, const CommonOptions& options, std::uint64_t maps) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace kintsugi::cli
