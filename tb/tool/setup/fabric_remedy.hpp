/// What to tell a user whose scenario needs a fabric and has none.
#pragma once

#include <string>

#include "models/family/family.hpp"

namespace kintsugi {

/// Returns what to do, or why nothing can be done: "add fabric: {}"; "networks of this kind have no fabric"; "this
/// network can have none: ...". Takes as long as building the fabric.
std::string fabric_remedy(const Design& design);

/// Whether `add fabric: {}` is what to do.
bool can_have_fabric(const Design& design);

}  // namespace kintsugi
