/// Division of a row of blocks of modules among threads, in contiguous shares of about equal work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kintsugi {

/// Returns the first block of each share, and behind them the number of blocks: share s is [first[s], first[s + 1]).
///
/// Shares   each has at least one block, and the first at least `least_first`; 1 <= shares, and
///          least_first + shares - 1 <= blocks, with least_first >= 1
/// Even     share s begins at the boundary between blocks at which the work before it is nearest to s / shares of all
///          work, so no share has more than the mean and the work of the largest block, or than the first `least_first`
///          blocks
std::vector<std::size_t> even_shares(std::span<const std::uint64_t> work_of_block, std::size_t shares,
                                     std::size_t least_first = 1);

/// Returns the work of the share that has most.
std::uint64_t largest_share(std::span<const std::uint64_t> work_of_block, std::span<const std::size_t> first);

}  // namespace kintsugi
