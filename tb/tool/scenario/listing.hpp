/// Lists every name that a scenario can use, as JSON and as text: networks with their parameters, routings and fabrics;
/// planners, rules and objectives; presets; patterns; workloads.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "models/registry/families.hpp"

namespace kintsugi {

/// The names a scenario can use, twice: for programs and for a reader.
struct NameList {
  nlohmann::ordered_json json;
  std::string text;
};

/// Adds a list of names with what they mean, under a key and a title.
void add_terms(const std::string& key, const std::string& title, std::span<const Term> terms, NameList& listing);

/// Adds the workloads of the catalogue with their parameters.
void add_workloads(NameList& listing);

/// Lists the families of `list`, and what a scenario can name beside them.
NameList list_names(const FamilyList& list = families());

}  // namespace kintsugi
