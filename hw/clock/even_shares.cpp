#include "hw/clock/even_shares.hpp"

#include <algorithm>
#include <numeric>

namespace kintsugi {

std::vector<std::size_t> even_shares(std::span<const std::uint64_t> work_of_block, std::size_t shares,
                                     std::size_t least_first) {
  const std::size_t blocks = work_of_block.size();
  const std::uint64_t all = std::accumulate(work_of_block.begin(), work_of_block.end(), std::uint64_t{0});
  std::vector<std::size_t> first = {0};
  std::size_t block = 0;
  std::uint64_t before = 0;  // work of the blocks below `block`
  for (std::size_t share = 1; share < shares; ++share) {
    const std::uint64_t wanted = all / shares * share + all % shares * share / shares;
    const std::size_t least = share == 1 ? least_first : first.back() + 1;
    const std::size_t most = blocks - (shares - share);
    // The next block is worth having if more than half of it is wanted.
    while (block < most && (block < least || before + work_of_block[block] / 2 < wanted)) {
      before += work_of_block[block++];
    }
    first.push_back(block);
  }
  first.push_back(blocks);
  return first;
}

std::uint64_t largest_share(std::span<const std::uint64_t> work_of_block, std::span<const std::size_t> first) {
  std::uint64_t largest = 0;
  for (std::size_t share = 0; share + 1 < first.size(); ++share) {
    const auto part = work_of_block.subspan(first[share], first[share + 1] - first[share]);
    largest = std::max(largest, std::accumulate(part.begin(), part.end(), std::uint64_t{0}));
  }
  return largest;
}

}  // namespace kintsugi
