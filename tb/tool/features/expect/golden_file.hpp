/// The file of `expect.golden`: what it is, and whether a run can be compared with it.
///
/// Report      one JSON document, as `kintsugi run --json` writes it
/// Packet log  as `--packets` writes it; with routes if its first line says so
/// Both are recognised by their content, as `kintsugi diff` does it (tb/tool/diff).
#pragma once

#include <optional>

#include "tb/tool/diff/opened_file.hpp"
#include "tb/tool/features/expect/section_golden.hpp"
#include "tb/tool/packets/log.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// A packet log, by its beginning.
struct GoldenLog {
  bool routes = false;
};

/// Returns nullopt if the scenario has no golden run, or one that is not a packet log.
std::optional<GoldenLog> golden_log_of(const Scenario& scenario);

/// @name Read a golden run as a whole. Throw InputError if it cannot be read, or is wrong
/// @{
packets::Log read_golden_log(const GoldenRun& golden);
Source read_golden_report(const GoldenRun& golden);
/// @}

/// Adds a mistake if the scenario has a golden run with which its run cannot be compared: a file that is not there,
/// that is no report of a run and no packet log, or a packet log without traffic. A packet log is read to its end only
/// by the run, before its first cycle.
void check_golden(const Scenario& scenario, const Setup& setup, Diagnostics& errors);

}  // namespace kintsugi
