/// Reads a sweep from a document: {base, axes, plot}, every key checked for its name, type and range.
///
///   base   a scenario, or the name of its file, relative to the file of the sweep
///   axes   by the path of a key: a list of values, or {from, to, step}, decimal and exact
///          by a name of its own: a list of groups, {name, set: {path: value, ...}}
///   plot   see PlotSection; optional: without it there is no plot
///
/// Errors  InputError with every mistake in the sweep; tb/tool/sweep/points.hpp finds those of its scenarios
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/key_spec.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/value.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

/// `argument`: a file name, or the text itself when it begins with `{`. `overrides` ("key.path=value") change the base.
Sweep load_sweep(const std::string& argument, std::span<const std::string> overrides);

/// Reads a sweep from a document that `source` names, and collects the mistakes; use it only if there are none. `specs`
/// gets what is checked of each key, given or not.
Sweep read_sweep(const Value& document, const std::string& source, std::span<const std::string> overrides,
                 Diagnostics& errors, KeySpecs* specs = nullptr);

/// Returns every key that a sweep can have, with what its readers check, in their order. KEY stands for the path of a
/// key of the scenario, NAME for the name of an axis of groups.
KeySpecs keys_of_sweep();

/// Returns the axes of the section `axes`, in their order. Mistakes go to the context of the reader.
std::vector<Axis> read_axes(MapReader& map);

/// Refuses a text for tables and plots that has a line break or another control character; `what` it is: "the title".
void require_one_line(const std::string& what, std::string_view text, const Where& where, Diagnostics& errors);

}  // namespace kintsugi::sweep
