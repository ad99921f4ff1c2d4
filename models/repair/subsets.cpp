#include "models/repair/subsets.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi {

std::optional<std::uint64_t> subset_count(std::uint32_t items, std::uint32_t size) {
  if (size > items) return 0;
  __extension__ using Wide = unsigned __int128;
  std::uint64_t count = 1;
  for (std::uint32_t i = 1; i <= std::min(size, items - size); ++i) {
    const Wide next = static_cast<Wide>(count) * (items - i + 1) / i;  // exact: it is a binomial coefficient
    if (next >> 63 != 0) return std::nullopt;
    count = static_cast<std::uint64_t>(next);
  }
  return count;
}

void subset_at(std::uint64_t rank, std::uint32_t items, std::span<std::uint32_t> subset) {
  const auto size = static_cast<std::uint32_t>(subset.size());
  if (const auto count = subset_count(items, size); !count || rank >= *count) {
    throw std::out_of_range("there is no subset of this rank");
  }
  std::uint32_t item = 0;
  for (std::uint32_t place = 0; place < size; ++place, ++item) {
    // The subsets whose next element is `item` come before those whose next element is higher.
    for (std::uint64_t with = *subset_count(items - item - 1, size - place - 1); rank >= with;
         with = *subset_count(items - item - 1, size - place - 1)) {
      rank -= with;
      ++item;
    }
    subset[place] = item;
  }
}

bool next_subset(std::uint32_t items, std::span<std::uint32_t> subset) {
  const auto size = static_cast<std::uint32_t>(subset.size());
  std::uint32_t place = size;
  while (place > 0 && subset[place - 1] == items - size + place - 1) --place;
  if (place == 0) return false;
  std::uint32_t item = ++subset[place - 1];
  for (; place < size; ++place) subset[place] = ++item;
  return true;
}

}  // namespace kintsugi
