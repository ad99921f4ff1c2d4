#include "models/family/fabric_info.hpp"

#include <algorithm>

#include "models/network/text.hpp"

namespace kintsugi {

std::string ElementSpec::form() const {
  return '[' + with_commas(parts, &ParameterSpec::name) + ']';
}

std::string FabricInfo::pe_form() const {
  return pe.size() == 1 ? "a " + pe.front() : '[' + with_commas(pe) + ']';
}

namespace {

/// Names the parameter as the scenario does.
void check_option_type(const ParameterSpec& option, const ParameterValue& value) {
  try {
    check_type(option, value);
  } catch (const ParameterError& error) {
    throw ParameterError("fabric." + option.name, error.what());
  }
}

}  // namespace

void refuse_unknown_options(const Parameters& given, const std::vector<ParameterSpec>& options) {
  std::vector<std::string> names;
  for (const ParameterSpec& option : options) names.push_back(option.name);
  for (const auto& [name, value] : given) {
    const auto known = std::ranges::find(options, name, &ParameterSpec::name);
    if (known != options.end()) {
      check_option_type(*known, value);
      continue;
    }
    throw ParameterError("fabric." + name, "this fabric has no option '" + name + "'; " +
                                               (names.empty() ? "leave it out" : "valid: " + with_commas(names)));
  }
}

}  // namespace kintsugi
