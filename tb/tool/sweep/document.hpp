/// A document as text again: for the reader of a report, and for the process that runs it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi::sweep {

/// The same document: read_scenario finds in this JSON what it finds in the value. Numbers are numbers, everything else
/// that is plain is text.
nlohmann::ordered_json to_json(const Value& value);

/// On one line; the bytes of names that are not UTF-8 are replaced.
std::string to_text(const nlohmann::ordered_json& json);

/// On one line, as in YAML: {kind: mesh, sides: [16, 16]}.
std::string to_flow(const Value& value);

}  // namespace kintsugi::sweep
