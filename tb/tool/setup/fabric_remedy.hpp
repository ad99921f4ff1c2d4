/// The remedy for a scenario that needs a fabric and has none.
#pragma once

#include <string>

#include "models/family/family.hpp"

namespace kintsugi {

/// Returns what to do, or why nothing can be done: "add fabric: {}"; "networks of this kind have no fabric"; "this
/// network can have none: ...". Takes as long as building the fabric.
std::string fabric_remedy(const Design& design);

/// Returns whether the remedy is to add `fabric: {}`.
bool can_have_fabric(const Design& design);

}  // namespace kintsugi
