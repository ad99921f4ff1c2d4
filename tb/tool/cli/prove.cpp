/// `kintsugi prove`: proves delivery of every pair and freedom from deadlock on the repaired network.
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/file_forms.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/values.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/route_table_text.hpp"
#include "tb/tool/run/routing_tables.hpp"

namespace kintsugi::cli {

namespace {

struct ProveCommand {
  CommonOptions common;
  std::optional<std::filesystem::path> tables;

  bool writes_json() const { return tables && tables->extension() == ".json"; }
};

constexpr std::size_t kMostForAllPairs = 65536;  // nodes, unless run.proof says full: some minutes

/// Returns nullopt if the program is asked to stop.
std::optional<ProofResult> prove_with_progress(const Scenario& scenario, const Setup& setup,
                                               const CommonOptions& options) {
  ProgressLine progress("proof", "destination", progress_style(options), std::cerr);
  const bool all_pairs = setup.network().nodes() <= kMostForAllPairs || scenario.run.proof == RunSection::Proof::kFull;
  return prove_unless_stopped(scenario, setup, all_pairs, progress.listener());
}

/// Returns the routing as the text of a table; the command is refused where it is too large.
std::string tables_of(const ProveCommand& command, const Setup& setup) {
  ProgressLine progress("tables", "destination", progress_style(command.common), std::cerr);
  try {
    return route_table_text(setup, command.writes_json(), progress.listener());
  } catch (const std::length_error& error) {
    throw InputError({{{"--tables", 0, 0}, error.what()}});
  }
}

/// The table of a routing whose proof fails is written too: it shows why.
void write_tables(const std::filesystem::path& file, const std::string& text, OutputDirectory& directory,
                  Report& report) {
  write_after_work(report, [&] {
    directory.write_elsewhere(file, text);
    directory.commit();
    report.json["tables"] = file.string();
    report.text += "\nthe routing as a table is in " + file.string() + '\n';
  });
}

/// Proves the logical network. A verified repair makes exactly this network, so the proof covers the repaired fabric.
int prove_command(const ProveCommand& command) {
  const CommonOptions& options = command.common;
  const Input input = load_scenario(options);
  const auto& [scenario, setup] = input;
  std::vector<OutputFile> files;
  add_file_of("--tables", command.tables, command.writes_json() ? kRouteTableJsonForm : kRouteTableForm, files);
  OutputDirectory directory(std::nullopt, files, files_of(scenario));
  Report report;
  report.json["network"] = setup.network().name();
  add_notes(setup.design->notes(), report.json);
  report.json["defects"] = defect_map(setup);
  add_wafer_map(report.json, setup);
  report.text += wafer_map_text(setup);
  bool holds = true;
  if (setup.fabric) {
    const CheckedRepair repair = check_repair(scenario, setup, progress_style(options), std::cerr);
    report.json["repair"] = to_json(repair, *setup.fabric);
    report.text += to_text(repair, setup.fabric->fabric());
    add_longest_link(input, repair, report);
    report.text += '\n';
    holds = repair.verified();
  }
  if (holds) {
    make_tables(setup.plain_relation(), progress_style(options), std::cerr);
    const std::optional<std::string> tables = command.tables ? std::optional(tables_of(command, setup)) : std::nullopt;
    defer_stop();
    const std::optional<ProofResult> proof = prove_with_progress(scenario, setup, options);
    report.json["routing"] = setup.routing.name;
    if (const std::string weight = setup.weight(setup.routing.name); !weight.empty()) report.json["weight"] = weight;
    if (proof) {
      report.json.update(to_json(*proof, setup));
      report.text += notes_rows(setup.design->notes(), 14) + to_text(*proof, setup);
    } else {
      report.text += "proof    not complete: no verdict\n";
    }
    holds = proof && proof->holds();
    if (tables && proof) write_tables(*command.tables, *tables, directory, report);
  }
  const bool is_written = !report.unwritten;
  print(std::move(report), options);
  if (!is_written) return kBadInput;
  return holds ? kDone : kCheckFailed;
}

}  // namespace

void add_prove(CLI::App& app, Action& action) {
  auto options = std::make_shared<ProveCommand>();
  CLI::App* command = app.add_subcommand("prove", "prove delivery of every pair and freedom from deadlock");
  add_scenario(*command, options->common);
  command
      ->add_option("--tables", options->tables,
                   "write the routing as a table to this file, FILE.csv or FILE.json, which router.table reads")
      ->type_name("FILE")
      ->check(file_ending_in({".csv", ".json"}));
  add_report_options(*command, options->common);
  describe_end(*command, {.notes = "",
                          .examples = {"kintsugi prove traces/two_tracks.yaml",
                                       "kintsugi prove '{network: {kind: torus, sides: [4, 4]}}' --json"},
                          .pages = "tb/tool/scenario/README.md has the keys of a scenario",
                          .failed_check = "the repair or a proof failed"});
  on_chosen(*command, options, action, prove_command);
}

}  // namespace kintsugi::cli
