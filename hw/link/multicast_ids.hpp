/// The numbers of multicasts, copies and forks in the multicast table (hw/link/multicast_table.hpp).
#pragma once

#include <cstdint>

namespace kintsugi {

using MulticastId = std::uint32_t;
using CopyId = std::uint32_t;
using ForkId = std::uint32_t;
inline constexpr ForkId kNoFork = 0xffffffff;

}  // namespace kintsugi
