/// Scenarios to begin with: a small network of a kind, and the sections that a purpose needs.
///
/// Comments  each key has what it means, its type, range and default, from tb/tool/scenario/key_list.hpp; a key that is
///           left out stands in a comment, with a value. It can be taken out of the comment; if it needs another key or
///           excludes one, the text says so
/// Values    of the network: the examples of the family's parameters; of a fabric or not: what the family offers
/// Holds     kintsugi prove and kintsugi run take each of them unchanged; a test holds that for all kinds and purposes
#pragma once

#include <optional>
#include <span>
#include <string>

#include "models/registry/families.hpp"

namespace kintsugi::cli {

/// Returns the purposes with what their scenarios show; the first is the default.
std::span<const Term> starter_purposes();

struct Starter {
  std::string scenario;               ///< YAML
  std::optional<ParameterFile> file;  ///< that the network is read from: its text, and its name beside the scenario
};

/// `stem` names the file beside the scenario, without the extension.
Starter starter(const Family& family, const std::string& purpose, const std::string& stem);

}  // namespace kintsugi::cli
