/// Every name a scenario can use, as JSON and as text: networks with their parameters, routings and fabrics; planners,
/// rules and objectives; presets; patterns.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/registry/families.hpp"

namespace kintsugi {

struct Listing {
  nlohmann::ordered_json json;
  std::string text;
};

Listing list_names(const FamilyList& list = families());

}  // namespace kintsugi
