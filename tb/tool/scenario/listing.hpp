/// Lists every name that a scenario can use, as JSON and as text: networks with their parameters, routings and fabrics;
/// planners, rules and objectives; presets; patterns.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/registry/families.hpp"

namespace kintsugi {

/// The names a scenario can use, twice: for programs and for a reader.
struct NameList {
  nlohmann::ordered_json json;
  std::string text;
};

/// Lists the families of `list`, and what a scenario can name beside them.
NameList list_names(const FamilyList& list = families());

}  // namespace kintsugi
