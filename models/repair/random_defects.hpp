/// Random defect maps: uniform among all sets of that many sites.
#pragma once

#include <cstdint>

#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

/// `count` distinct sites out of 0 .. sites - 1; depends on the arguments alone. A larger count under the same seed
/// contains the smaller one's sites. std::invalid_argument when count > sites.
DefectMap random_defects(std::size_t sites, std::size_t count, std::uint64_t seed);

}  // namespace kintsugi
