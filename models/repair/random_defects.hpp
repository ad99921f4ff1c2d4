/// Random defect maps: uniform among all sets of that many sites.
#pragma once

#include <cstdint>

#include "models/fabric/defects.hpp"

namespace kintsugi {

/// Returns `count` distinct sites out of 0 .. sites - 1; they depend on the arguments alone. With the same seed a
/// larger count contains the sites of a smaller one. Throws std::invalid_argument if count > sites.
DefectMap random_defects(std::size_t sites, std::size_t count, std::uint64_t seed);

}  // namespace kintsugi
