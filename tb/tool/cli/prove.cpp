/// `kintsugi prove`: proves delivery of every pair and freedom from deadlock on the repaired network.
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
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
  return if_not_too_large("--tables",
                          [&] { return route_table_text(setup, command.writes_json(), progress.listener()); });
}

/// The table of a routing whose proof fails is written too: it shows why.
void write_tables(const std::filesystem::path& file, const std::string& text, OutputDirectory& directory,
                  Report& report) {
  write_after_work(report, [&] {
    directory.write_elsewhere(file, text);
    directory.commit();
    add_written(report, "tables", "\nthe routing as a table is in ", file);
  });
}

/// Proves the logical network. A verified repair makes exactly this network, so the proof covers the repaired fabric.
int prove_command(const ProveCommand& command) {
  const CommonOptions& options = command.common;
  const Input input = load_scenario(options);
  const auto& [scenario, setup] = input;
  const FileForm& form = command.writes_json() ? kRouteTableJsonForm : kRouteTableForm;
  OutputDirectory directory({}, files_of_options({{"--tables", command.tables, form}}), files_of(scenario));
  Report report;
  add_network_name(setup, report);
  add_defect_map(setup, report);
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
  return print(std::move(report), options, holds);
}

}  // namespace

void add_prove(CLI::App& app, Action& action) {
  auto [command, options] = add_command<ProveCommand>(
      app, action, "prove", "prove delivery of every pair and freedom from deadlock", prove_command);
  add_scenario(command, options.common);
  add_file(command, "--tables", options.tables, {".csv", ".json"},
           "write the routing as a table to this file, FILE.csv or FILE.json, which router.table reads");
  add_report_options(command, options.common);
  describe_end(command, {.examples = {"kintsugi prove traces/two_tracks.yaml",
                                      "kintsugi prove '{network: {kind: torus, sides: [4, 4]}}' --json"},
                         .pages = "tb/tool/scenario/README.md has the keys of a scenario",
                         .failed_check = "the repair or a proof failed"});
}

}  // namespace kintsugi::cli
