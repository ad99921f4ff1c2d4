/// All subsets of a size, in lexicographic order and by their place in it: so that a count over all of them can be
/// shared among threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace kintsugi {

/// How many subsets of `size` a set of `items` has; nothing when there are 2^63 or more.
std::optional<std::uint64_t> subset_count(std::uint32_t items, std::uint32_t size);

/// Puts the subset of that rank, ascending, into `subset`, whose length is its size. `rank` is below subset_count,
/// which must be there; std::out_of_range otherwise.
void subset_at(std::uint64_t rank, std::uint32_t items, std::span<std::uint32_t> subset);

/// The next one. False, and `subset` as it was, when it is the last.
bool next_subset(std::uint32_t items, std::span<std::uint32_t> subset);

}  // namespace kintsugi
