/// Parameters as a scenario has them, in one line: `kind`, `n: 3, shift: uniform`, `file: "my ring.csv"`.
///
/// Texts  names of files are in quotes, so that they can have any characters; other values as to_text() writes them
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "models/family/parameters.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// Returns a text in quotes, as YAML and JSON have it. What is no UTF-8 is replaced.
std::string quoted_text(const std::string& text);
/// Returns "name: value, name: value". `specs` has all of them: whether a file is a value of its own, or under `file`.
std::string written_parameters(const Parameters& parameters, std::span<const ParameterSpec> specs);
/// Returns what is within the braces of the section network.
std::string written_network(const NetworkSection& network);
/// Returns what is within the braces of the section fabric of such a network, with these options.
std::string written_options(const NetworkSection& network, const Parameters& options);

/// A parameter in a report: a number, a name, a list of numbers, or the path of its file.
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
