/// Compares two lists of states: what `repair --states` writes as CSV or JSON, the report of `repair`, bitstream.txt,
/// or lines of NAME STATE.
///
/// Row      of a fabric, a field, a switch, a PE, a wire or a link, by its name; of a plain list: a state. A row that
///          differs is one difference, whose kind is that of the row
/// Columns  those that both files have: a CSV and a JSON of one repair are equal
/// Kinds    a kind of which one file has no row at all is left out, with a note
#pragma once

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

/// Mistakes of the files are added to `errors`; the comparison has no meaning then. Throws InputError if the lists have
/// no kind of row in common.
Comparison compare_states(const Source& a, const Source& b, std::size_t most_listed, Diagnostics& errors);

}  // namespace kintsugi::diff
