/// A repair that a file gives in place of a planner: a plan, the states of all switches, or the stream with them. The
/// file is read and judged; a scenario runs with it only if its states make the network that is wanted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/states/state_entry.hpp"
#include "tb/tool/states/state_list.hpp"
#include "tb/tool/states/states_check.hpp"

namespace kintsugi::states {

/// A file that was judged.
struct JudgedFile {
  std::string text;  ///< what was read: "bitstream.bin: 70 bytes, the checksum is right"
  CheckedStates result;
  std::optional<Checksum> checksum = {};     ///< of a stream
  std::optional<std::size_t> left_out = {};  ///< of a list: the switches that it does not name
};

/// Returns the name of a form, which is its key and its option: "states".
const char* form_name(GivenRepair::Form form);

/// Reads and judges a file. `file` can also be the text itself if it begins with `{`, or a list of states with `[`; `-`
/// is standard input. Throws InputError for a file that cannot be read, with all its mistakes.
JudgedFile judge_file(GivenRepair::Form form, const std::string& file, const Scenario& scenario, const Setup& setup);

/// Judges the text of a file that has been read.
JudgedFile judge_source(GivenRepair::Form form, const Source& source, const Scenario& scenario, const Setup& setup);

/// Returns the repair that a file gives, for the defects of the scenario. Throws InputError as judge_file() does; for
/// states that do not make the network, with the differences, unless the scenario accepts them as given and they tell
/// the PE of each node; and for states that no stream sets. `checking`: check_repair() of tb/tool/setup.
CheckedRepair given_repair(const GivenRepair& given, const Scenario& scenario, const Setup& setup,
                           const Progress& checking = {});

/// Judges rows of wires and links in a list of states: what they say follows from the states and the placement.
///
/// A wire   its length; the link of the network that each lane carries, before the repair and after it
/// A link   its lengths before the repair and after it
/// Ends     in either order; names are the same in upper and lower case
///
/// Reports the rows that contradict the states, at their places. States that make another network have their
/// differences already, and no row is judged by them. `options` are those of the repair.
void judge_derived(const std::vector<DerivedRow>& rows, const Setup& setup, const RepairOptions& options,
                   const CheckedStates& checked, Diagnostics& errors);

}  // namespace kintsugi::states
