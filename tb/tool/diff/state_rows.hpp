/// Reads the rows of a list of states, whatever fabric they are of.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

/// What is compared of a row: the most telling column first.
inline const std::vector<std::string> kStateColumns = {"state",  "after", "node",   "value",
                                                       "before", "bits",  "offset", "pitches"};

struct StateRow {
  std::string kind;                     ///< fabric, field, switch, pe, wire, link; state in a plain list
  std::string name;                     ///< of a wire or link both its ends, "x0.y0.e > x1.y0.w"
  std::vector<std::string> cells = {};  ///< as kStateColumns; an empty cell has an empty text
  std::vector<bool> has = {};           ///< whether the file has this column in such rows
  Where where = {};
};

class StateRows {
 public:
  /// Adds a row. A row that is there twice is a mistake.
  void add(StateRow row, Diagnostics& errors);
  const std::vector<StateRow>& all() const { return rows_; }
  /// Returns the row of that kind and name, or nullptr.
  const StateRow* find(const std::string& kind, const std::string& name) const;

 private:
  std::vector<StateRow> rows_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

/// Reads a document if the text begins with { or [ or has the keys `fields` or `switches`, else a table or lines.
StateRows read_state_rows(const Source& source, Diagnostics& errors);

}  // namespace kintsugi::diff
