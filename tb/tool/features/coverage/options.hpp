/// The option --coverage of `run`: which states, ways and kinds the run has reached, in a file.
#pragma once

#include <cstddef>
#include <filesystem>

namespace kintsugi {

struct CoverageOptions {
  std::filesystem::path file;
};

/// The largest network that is covered: all pairs of nodes are followed for the turns that they use.
inline constexpr std::size_t kMostCoveredNodes = 4096;

}  // namespace kintsugi
