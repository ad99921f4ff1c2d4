/// The commands of `kintsugi`, one file each, and what all of them are made of.
#pragma once

#include <iostream>

#include "tb/tool/cli/command.hpp"     // IWYU pragma: export
#include "tb/tool/cli/file_forms.hpp"  // IWYU pragma: export
#include "tb/tool/cli/help.hpp"        // IWYU pragma: export
#include "tb/tool/cli/place.hpp"
#include "tb/tool/cli/values.hpp"          // IWYU pragma: export
#include "tb/tool/console/output.hpp"      // IWYU pragma: export
#include "tb/tool/console/text_table.hpp"  // IWYU pragma: export

namespace kintsugi::cli {

void add_demo(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_topo(CLI::App& app, Action& action);
void add_route(CLI::App& app, Action& action);
void add_prove(CLI::App& app, Action& action);
void add_repair(CLI::App& app, Action& action);
void add_map(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_yield(CLI::App& app, Action& action, const Place& place);
void add_sweep(CLI::App& app, Action& action, const Place& place);
void add_saturate(CLI::App& app, Action& action);
void add_packets(CLI::App& app, Action& action);
void add_diff(CLI::App& app, Action& action);
void add_explain(CLI::App& app, Action& action);
void add_coverage(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_workload(CLI::App& app, Action& action);
void add_new(CLI::App& app, Action& action);
/// Keeps `app`, of which it prints the help.
void add_help(CLI::App& app, Action& action);

}  // namespace kintsugi::cli
