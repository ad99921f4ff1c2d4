#include "tb/tool/scenario/written_parameters.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/family/family.hpp"
#include "models/registry/families.hpp"

namespace kintsugi {

namespace {

using ParameterSpecs = std::span<const ParameterSpec>;

std::string written_value(const ParameterValue& value, const ParameterSpec* spec) {
  const auto* file = std::get_if<ParameterFile>(&value);
  if (file == nullptr) return to_text(value);
  const std::string path = quoted_text(file->path);
  return spec != nullptr && spec->type == ParameterSpec::Type::kFile ? path : "{file: " + path + '}';
}

}  // namespace

std::string quoted_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string written_parameters(const Parameters& parameters, std::span<const ParameterSpec> specs) {
  std::string text;
  for (const auto& [name, value] : parameters) {
    const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
    text += (text.empty() ? "" : ", ") + name + ": " + written_value(value, spec == specs.end() ? nullptr : &*spec);
  }
  return text;
}

/// A family that is not in the list of this program has parameters that name no files.
std::string written_network(const NetworkSection& network) {
  const Family* const family = find_family(network.kind);
  const std::string parameters =
      written_parameters(network.parameters, family == nullptr ? ParameterSpecs() : family->parameters());
  return "kind: " + network.kind + (parameters.empty() ? "" : ", " + parameters);
}

std::string written_options(const NetworkSection& network, const Parameters& options) {
  const Family* const family = find_family(network.kind);
  const FabricInfo* const fabric = family == nullptr ? nullptr : family->fabric_info();
  return written_parameters(options, fabric == nullptr ? ParameterSpecs() : fabric->options);
}

}  // namespace kintsugi
