/// Writes the states of a repair: as lists of JSON, as CSV, and the bitstream as a text. The page of this room
/// describes the columns and keys.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/states/repair_states.hpp"

namespace kintsugi::states {

/// A long list of a JSON document: each row is a JSON value on a line of its own.
struct RowList {
  std::string key;
  std::vector<std::string> rows;
};

/// Returns `fields`, `switches`, `pes`, `wires` and `links`.
std::vector<RowList> to_rows(const RepairStates& states, const Fabric& fabric);

/// Returns the document with the lists after its keys.
std::string dump(const nlohmann::ordered_json& document, const std::vector<RowList>& lists);

/// Returns a table with a header; the first column says what a row is: fabric, field, switch, pe, wire or link.
std::string to_csv(const RepairStates& states, const Fabric& fabric);

/// Returns a line for each field, below a header: offset, bits, name, value and the name of the state.
std::string to_text(const std::vector<FieldRow>& fields);

}  // namespace kintsugi::states
