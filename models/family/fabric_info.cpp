#include "models/family/fabric_info.hpp"

#include <algorithm>

#include "models/network/text.hpp"

namespace kintsugi {

std::string ElementSpec::form() const {
  return '[' + listed_words(parts, SIZE_MAX, &ParameterSpec::name) + ']';
}

std::string FabricInfo::pe_form() const {
  return pe.size() == 1 ? "a " + pe.front() : '[' + listed_words(pe) + ']';
}

void refuse_unknown_options(const Parameters& given, const std::vector<ParameterSpec>& options) {
  std::vector<std::string> names;
  for (const ParameterSpec& option : options) names.push_back(option.name);
  for (const auto& [name, value] : given) {
    if (std::ranges::find(names, name) != names.end()) continue;
    throw ParameterError("fabric." + name, "this fabric has no option '" + name + "'; " +
                                               (names.empty() ? "leave it out" : "valid: " + listed_words(names)));
  }
}

}  // namespace kintsugi
