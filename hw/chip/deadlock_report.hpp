/// Who waits for whom: what stands in every buffer of a chip in which nothing moves.
#pragma once

#include <string>
#include <vector>

#include "hw/chip/chip.hpp"

namespace kintsugi {

/// One line per input channel that holds flits: where, whose packet, and what it waits for (an output channel that is
/// held by another packet, or a credit from the router that has the full buffer). In order of sites and ports.
std::vector<std::string> who_waits_for_whom(const Chip& chip);

}  // namespace kintsugi
