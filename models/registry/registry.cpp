#include <algorithm>

#include "models/registry/family.hpp"

namespace kintsugi {

const Family* find_family(std::string_view kind) {
  const auto& all = families();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Family* family) { return family->kind() == kind; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace kintsugi
