/// Measures the defect maps tested per second, for --timing.
#pragma once

#include <cstdint>

#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// The clock starts at construction. A map counts once, however many curves use it.
class MapRate {
 public:
  /// Adds `maps_per_second` to the report if `options.timing`.
  void add_to(Report& report, const CommonOptions& options, std::uint64_t maps) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace kintsugi::cli
