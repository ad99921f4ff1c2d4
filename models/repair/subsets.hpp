/// All subsets of a given size in lexicographic order, by their rank in it, so that threads can share a count over all
/// of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace kintsugi {

/// Returns the number of subsets of `size` elements of a set of `items`, or nullopt if there are 2^63 or more.
std::optional<std::uint64_t> subset_count(std::uint32_t items, std::uint32_t size);

/// Writes the subset of that rank, ascending, to `subset`, whose length is its size. Throws std::out_of_range unless
/// subset_count() has a value and `rank` is below it.
void subset_at(std::uint64_t rank, std::uint32_t items, std::span<std::uint32_t> subset);

/// Replaces `subset` by the next one. Returns false and leaves it unchanged if it is the last.
bool next_subset(std::uint32_t items, std::span<std::uint32_t> subset);

}  // namespace kintsugi
