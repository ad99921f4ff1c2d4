#include "tb/tool/setup/build_steps.hpp"

#include <algorithm>

#include "tb/tool/scenario/mistakes_of_file.hpp"

namespace kintsugi {

namespace {

bool is_required(const Family& family, const std::string& parameter) {
  const auto& specs = family.parameters();
  const auto spec = std::ranges::find(specs, parameter, &ParameterSpec::name);
  return spec != specs.end() && spec->required;
}

/// In a network section with mistakes a wrong value is replaced by its default, so a message about any but a required
/// parameter would be about another network than the one in the scenario.
std::unique_ptr<Design> design_of(const ReadScenario& read, Diagnostics& errors) {
  if (!read.network_known) return nullptr;
  const Family& family = *read.family;
  try {
    return family.build(read.scenario.network.parameters);
  } catch (const ParameterFileError& error) {
    // What the file must hold depends on the parameters beside it.
    if (!read.network_intact) return nullptr;
    add_mistakes(error.path(), error.mistakes(), errors);
    return nullptr;
  } catch (const ParameterError& error) {
    const std::string path = with_section("network", error.parameter());
    const std::string name = path.substr(path.rfind('.') + 1);
    if (read.network_intact || is_required(family, name)) {
      errors.add(read.scenario.where(path), path + ": " + error.what());
    }
    return nullptr;
  }
}

}  // namespace

std::string with_section(const std::string& section, const std::string& parameter) {
  return parameter.find('.') == std::string::npos ? section + '.' + parameter : parameter;
}

void build_network(const Building& building) {
  building.setup.family = building.read.family;
  building.setup.design = design_of(building.read, building.errors);
}

}  // namespace kintsugi
