/// The list of all network families: the one place outside its room that a family is named.
#pragma once

#include <string_view>
#include <vector>

#include "models/family/family.hpp"

namespace kintsugi {

/// All families, in the order in which they are listed.
const std::vector<const Family*>& families();

/// Returns the family of that kind, or nullptr.
const Family* find_family(std::string_view kind);

}  // namespace kintsugi
