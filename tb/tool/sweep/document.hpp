/// Writes a value of a document: as YAML, for the process that runs it, as JSON, for what is stored of it, and as text,
/// for the reader of a report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi::sweep {

/// Returns the value as JSON. A plain value that is a number becomes a number, any other one a text. A key that comes
/// twice stays twice.
nlohmann::ordered_json to_json(const Value& value);

/// Returns a line of YAML from which read_scenario reads the same scenario as from the value: the JSON, in which plain
/// numbers stand as they are written, for 1.50 and 007 can be names of nodes and of files.
std::string to_yaml(const Value& value);

/// Returns the plain numbers that JSON writes in another way, such as 1.50 and 007, in their order.
std::vector<std::string> written_otherwise(const Value& value);

/// Returns the value on one line, as in YAML: {kind: mesh, sides: [16, 16]}. A text in a list or mapping has quotes
/// where it would be something else without them: values that differ inside brackets have different lines.
std::string to_flow(const Value& value);

}  // namespace kintsugi::sweep
