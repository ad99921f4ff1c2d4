/// All subsets of a given size, for exhaustive tests.
#pragma once

#include <cstdint>

#include "models/repair/reconfigurable.hpp"

namespace kintsugi::test {

/// Calls `visit` with every set of `count` of the sites 0 .. sites - 1, ascending.
template <class Visit>
void for_each_subset(std::uint32_t sites, std::uint32_t count, Visit visit) {
  DefectMap subset;
  for (std::uint32_t i = 0; i < count; ++i) subset.push_back(SiteId{i});
  for (;;) {
    visit(subset);
    std::uint32_t last = count;
    while (last > 0 && subset[last - 1].value == sites - count + last - 1) --last;
    if (last == 0) return;
    std::uint32_t next = ++subset[last - 1].value;
    for (std::uint32_t i = last; i < count; ++i) subset[i] = SiteId{++next};
  }
}

}  // namespace kintsugi::test
