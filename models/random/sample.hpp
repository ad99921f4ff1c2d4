/// A sample: some numbers of many, drawn by a seed.
#pragma once

#include <cstdint>
#include <vector>

namespace kintsugi {

/// Returns `most` distinct numbers below `count`, ascending, or all of them if there are no more than that. Over all
/// seeds every set of so many numbers is equally likely.
/// Source: R. Floyd's algorithm, in J. Bentley, "Programming Pearls: A Sample of Brilliance", 1987.
std::vector<std::uint32_t> sample(std::uint32_t count, std::uint32_t most, std::uint64_t seed);

}  // namespace kintsugi
