#include "models/family/fabric_info.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

std::string comma_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::string ElementSpec::form() const {
  std::vector<std::string> names;
  for (const ParameterSpec& part : parts) names.push_back(part.name);
  return '[' + comma_list(names) + ']';
}

std::string FabricInfo::pe_form() const {
  return pe.size() == 1 ? "a " + pe.front() : '[' + comma_list(pe) + ']';
}

void refuse_unknown_options(const Parameters& given, const std::vector<ParameterSpec>& options) {
  std::vector<std::string> names;
  for (const ParameterSpec& option : options) names.push_back(option.name);
  for (const auto& [name, value] : given) {
    if (std::ranges::find(names, name) != names.end()) continue;
    throw ParameterError("fabric." + name, "this fabric has no option '" + name + "'; " +
                                               (names.empty() ? "leave it out" : "valid: " + comma_list(names)));
  }
}

}  // namespace kintsugi
