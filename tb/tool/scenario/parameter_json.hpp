/// A parameter in a report: a number, a name, a list of numbers, or the path of its file.
#pragma once

#include <nlohmann/json.hpp>

#include "models/family/parameters.hpp"

namespace kintsugi {

inline nlohmann::ordered_json parameter_json(const ParameterValue& value) {
  if (const auto* file = std::get_if<ParameterFile>(&value)) return file->path;
  nlohmann::ordered_json json;
  std::visit(
      [&json]<class T>(const T& each) {
        if constexpr (!std::is_same_v<T, ParameterFile>) json = each;
      },
      value);
  return json;
}

}  // namespace kintsugi
