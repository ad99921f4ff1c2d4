/// What a file says of fields, switches and PEs, with its places, before it is compared with a fabric.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi::states {

/// A piece of text and where it stands.
struct Given {
  std::string text;
  Where where;
};

struct StateEntry {
  enum class Kind { kFieldOrSwitch, kField, kSwitch, kPe, kFabric };
  Kind kind = Kind::kFieldOrSwitch;
  Given name;
  /// A number or the name of a state, or both, which then must agree. Of a PE: its node, perhaps by two keys, which
  /// then must agree; empty: none. Of the fabric: its number as eight hexadecimal digits.
  std::vector<Given> states;
  std::optional<Given> address = {};  ///< of a PE whose row has it beside the name: then both must be of one PE
};

/// A row of a wire or a link: what it says follows from the states, and is judged with them (given_repair.hpp).
struct DerivedRow {
  bool is_wire = false;
  Where where;
  std::string from;  ///< the ends: switch and terminal or router port of a wire, node and port of a link
  std::string to;
  std::string lane = {};  ///< of a wire
  /// Cells that the row has, which can be empty. Of a wire its length, and "x0.y0.e > x1.y0.w" or nothing; of a link
  /// its lengths.
  std::optional<std::string> pitches = {};
  std::optional<std::string> before = {};
  std::optional<std::string> after = {};
};

struct ListEntries {
  std::vector<StateEntry> entries;
  std::vector<DerivedRow> derived;
};

/// Reads a JSON or YAML document: a mapping with `fields` or `switches`, and perhaps `pes`, each a list of rows or a
/// mapping from name to state; or one such list or mapping by itself. A row has `name`, and `value`, `state` or
/// `after`, or is a list of a name and a state; of a PE it has `after` or `node`, and its address as `pe` can stand for
/// its name, or beside it. Beside `fields` or `switches` the key `fabric_number` says for which fabric the states are.
/// Beside them too, lists `wires` and `links` as kintsugi writes them are read; rows without ends are skipped, and so
/// are other keys.
ListEntries read_document_entries(const std::string& text, const std::string& source, Diagnostics& errors);

/// Reads a table: lines of cells, separated by commas, in a line without commas by semicolons, in one without these by
/// blanks. The first line can be a header, which has the column `name`, and `value`, `state` or `after`, and perhaps
/// `kind`: field, switch, pe or fabric. Rows of the kinds wire and link are read if they have both ends, `name` and
/// `far`, and a wire its `lane`; others, and other columns, are skipped. The column `after` or `node` has the node of a
/// PE. Without a header a line is a name and a state. Empty lines and comments,
/// from # to the end of the line, are skipped.
ListEntries read_table_entries(std::string_view text, const std::string& source, Diagnostics& errors);

/// Returns the text of a cell as a table has it: the ends of a link are "x0.y0.e > x1.y0.w"; null is an empty cell.
std::string text_of_cell(const Value& value);

/// Reports keys that a mapping has twice, in this value and in all values inside it: for documents that are read
/// without MapReader.
void report_duplicate_keys(const Value& value, Diagnostics& errors);

}  // namespace kintsugi::states
