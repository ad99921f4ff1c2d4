/// Writes a value of a document: as JSON, for the process that runs it, and as text, for the reader of a report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi::sweep {

/// Returns JSON from which read_scenario reads the same scenario as from the value. A plain value that is a number
/// becomes a number, any other one a text. A key that comes twice stays twice.
nlohmann::ordered_json to_json(const Value& value);

/// Returns the value on one line, as in YAML: {kind: mesh, sides: [16, 16]}. A text in a list or mapping has quotes
/// where it would be something else without them: values that differ inside brackets have different lines.
std::string to_flow(const Value& value);

}  // namespace kintsugi::sweep
