/// What readers of tables check of a cell, and say of it if it is wrong: "rate must be 0 to 7, not '8'".
#pragma once

#include <string_view>

#include "models/family/file_mistakes.hpp"
#include "models/network/cells.hpp"
#include "models/network/limits.hpp"
#include "models/network/node_names.hpp"
#include "models/network/number_in.hpp"

namespace kintsugi::in_text {

/// A cell has `text` and `column`, as Cell does (cells.hpp). `what` is the name of its column.
class CellChecks {
 public:
  explicit CellChecks(Mistakes& mistakes) : mistakes_(mistakes) {}

  /// The cells are those of this line from now on.
  void begin_line(int line) { line_ = line; }
  int line() const { return line_; }

  template <class AnyCell, class... Parts>
  void complain(const AnyCell& cell, const Parts&... parts) const {
    mistakes_.add({line_, cell.column}, parts...);
  }
  /// The same; returns false, for readers that return whether a cell is right.
  template <class AnyCell, class... Parts>
  bool refuse(const AnyCell& cell, const Parts&... parts) const {
    complain(cell, parts...);
    return false;
  }
  /// Refuses the text of a cell; says what is valid.
  template <class AnyCell>
  bool refuse_value(const AnyCell& cell, std::string_view what, std::string_view valid) const {
    return refuse(cell, what, " must be ", valid, ", not '", cell.text, "'");
  }
  /// Reads an integer in a range. `or_else` says what else is valid: ", or empty".
  template <class AnyCell, class Number>
  bool integer(const AnyCell& cell, std::string_view what, IntegerRange range, Number& into,
               std::string_view or_else = "") const {
    const auto read = number_in<std::int64_t>(cell.text);
    if (!read || !range.contains(*read)) return refuse_value(cell, what, joined(to_text(range), or_else));
    into = static_cast<Number>(*read);
    return true;
  }
  /// Reads a node, by its name or number.
  template <class AnyCell>
  bool node(const AnyCell& cell, std::string_view what, const NodeNames& names, NodeId& into) const {
    const auto found = names.find(cell.text);
    if (!found) return refuse_value(cell, what, names.valid(cell.text));
    into = *found;
    return true;
  }
  /// Reads a node that has a PE.
  template <class AnyCell>
  bool node_with_pe(const AnyCell& cell, std::string_view what, const NodeNames& names, NodeId& into) const {
    if (!node(cell, what, names, into)) return false;
    return names.network().has_pe(into) || refuse(cell, what, ": ", names.refusal_of_router(cell.text));
  }

 private:
  Mistakes& mistakes_;
  int line_ = 1;
};

}  // namespace kintsugi::in_text
