/// The list of all network families: the one place outside its room that a family is named.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "models/family/family.hpp"

namespace kintsugi {

/// In the order in which they are listed.
using FamilyList = std::vector<const Family*>;

/// Returns all families.
const FamilyList& families();

/// Returns the family of that kind in the list, or nullptr.
inline const Family* find_family(std::string_view kind, const FamilyList& list = families()) {
  const auto found = std::ranges::find(list, kind, &Family::kind);
  return found == list.end() ? nullptr : *found;
}

}  // namespace kintsugi
