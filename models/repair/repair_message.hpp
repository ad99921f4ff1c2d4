/// The message that a central observer sends to all sites when a fabric is reconfigured.
#pragma once

#include <cstdint>
#include <vector>

namespace kintsugi {

/// As 32-bit words.
using RepairMessage = std::vector<std::uint32_t>;

}  // namespace kintsugi
