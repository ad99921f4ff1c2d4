/// Limits the size of the networks whose nodes a picture shows.
#pragma once

#include <cstddef>

#include "models/network/network.hpp"

namespace kintsugi::picture {

inline constexpr std::size_t kMostDrawnNodes = 4096;

/// Throws std::length_error if the network has more than kMostDrawnNodes nodes.
void require_drawable(const Network& network);

}  // namespace kintsugi::picture
