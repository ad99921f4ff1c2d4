/// The data of a collective: bytes in blocks of nearly the same size, and parts of them.
#pragma once

#include <vector>

#include "models/workload/collectives/composer.hpp"

namespace kintsugi::workload {

/// Block i of n has the bytes from floor(b i / n) to floor(b (i + 1) / n) of b.
struct Buffer {
  std::uint64_t bytes = 0;  ///< at most 2^40
  std::uint32_t blocks = 1;

  std::uint64_t offset(std::uint32_t block) const { return bytes / blocks * block + bytes % blocks * block / blocks; }
  std::uint64_t size(Slice slice) const { return offset(slice.first + slice.count) - offset(slice.first); }
  Slice all() const { return {0, blocks}; }
};

/// Returns `parts` parts of a slice, whose blocks are a multiple of that number.
inline std::vector<Slice> parts_of(Slice slice, std::uint32_t parts) {
  std::vector<Slice> found;
  const std::uint32_t each = slice.count / parts;
  for (std::uint32_t i = 0; i < parts; ++i) found.push_back({slice.first + i * each, each});
  return found;
}

using Members = std::vector<RankId>;

}  // namespace kintsugi::workload
