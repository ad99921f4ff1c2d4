/// Lists of states and plans as rows, whatever fabric they are of, and their comparison row by row.
///
/// Row         has a kind and a name. One that differs is one difference, of the first cell that does, whose kind is
///             that of the row
/// Cells       those that both rows have: a CSV and a JSON of one repair are equal
/// Kinds       a kind of which one file has no row at all is left out, with a note
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

struct Row {
  std::string kind;
  std::string name;         ///< as a difference of a cell calls the row
  std::string single_name;  ///< as a difference calls it that only one file has
  Where where;
  std::vector<std::optional<std::string>> cells = {};  ///< an empty cell has an empty text; nullopt: the file has none
};

class Rows {
 public:
  /// Adds a row; returns the one of that kind and name that is there before, in place of which it is not added.
  const Row* add(Row row);
  const std::vector<Row>& all() const { return rows_; }
  /// Returns the row of that kind and name, or nullptr.
  const Row* find(const std::string& kind, const std::string& name) const;

 private:
  std::vector<Row> rows_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

/// Compares two lists of states: what `repair --states` writes as CSV or JSON, the report of `repair`, bitstream.txt,
/// or lines of NAME STATE. Its rows are of a fabric, a field, a switch, a PE, a wire or a link; of a plain list states.
///
/// Mistakes of the files are added to `errors`; the comparison has no meaning then. Throws InputError if the files have
/// no kind of row in common.
Comparison compare_states(const Source& a, const Source& b, std::size_t most_listed, Diagnostics& errors);

/// Compares two plans of a repair, as `check --plan` reads them, with the same errors. The report of `repair` is a plan
/// too: its keys that are no plan are skipped.
///
/// Kinds   `path`: the direction of the path of a PE; `ring`: the PEs that a ring passes; `node`: the PE of a node;
///         `pe`: the node of a PE, null if it has none; `fabric`: the number of the fabric
/// Fabric  none is needed: names and addresses are compared as they are written, [1,1] as [1, 1]
Comparison compare_plans(const Source& a, const Source& b, std::size_t most_listed, Diagnostics& errors);

/// How a form of files is compared by its rows.
struct RowForm {
  std::vector<std::string> columns;  ///< of each cell what a difference adds to the name of the row: ", offset"
  const char* unit;                  ///< what is compared: "row"
  const char* remedy;                ///< for two files without a kind in common
  const char* empty;                 ///< the value of a row without a text; nullptr: null
};
Comparison compare_rows(const Rows& a, const Rows& b, const std::string& source_b, const RowForm& form,
                        std::size_t most_listed);

}  // namespace kintsugi::diff
