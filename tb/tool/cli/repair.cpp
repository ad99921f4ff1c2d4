/// `kintsugi repair`: plan, switch states, extraction, bitstream; or all of that for every map of a few defects.
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/map_store.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/picture/picture.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/irreparable.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/states/link_lengths.hpp"
#include "tb/tool/states/repair_states.hpp"
#include "tb/tool/view/page.hpp"
#include "tb/tool/yield/exhaustive.hpp"

namespace kintsugi::cli {

namespace {

constexpr IntegerRange kDefectsRange{0, 1'000'000};  // the number of PEs limits them too

struct RepairCommand {
  CommonOptions common;
  std::optional<std::size_t> exhaustive;             ///< most defects of a map
  std::optional<std::filesystem::path> svg;          ///< of the picture
  std::optional<std::filesystem::path> states;       ///< of the list of states
  std::optional<std::filesystem::path> defects;      ///< of the defect map
  std::optional<std::filesystem::path> page;         ///< for a browser
  std::optional<std::filesystem::path> certificate;  ///< the folder of the refutation
  bool least = false;                                ///< find the least sets of an irreparable map
  unsigned jobs = 1;
  ShardOptions shards = {};  ///< of the maps of --exhaustive
};

/// Writes the picture and the page of the options.
void draw(const RepairCommand& command, const Input& input, const CheckedRepair& repair, OutputDirectory& directory) {
  const picture::Subject subject = picture::subject_of(input.scenario, input.setup, repair);
  if (command.svg) directory.write_elsewhere(*command.svg, picture::to_svg(subject));
  if (command.page) directory.write_elsewhere(*command.page, view::html_of(view::repair_page(subject, input.setup)));
}

bool is_csv(const RepairCommand& command) {
  return command.states && command.states->extension() == ".csv";
}

/// Adds the lists of states to the report, if it is asked for as JSON, and writes the files of them.
void write_states(const RepairCommand& command, const Input& input, const CheckedRepair& repair, Report& report,
                  OutputDirectory& directory) {
  const auto& common = command.common;
  const auto& states = command.states;
  if (!repair.repair.repairable || (!common.json && !common.out && !states)) return;
  const states::RepairStates found = states::states_of(input.setup, input.scenario.repair, repair);
  const Fabric& fabric = input.setup.fabric->fabric();
  report.lists = states::to_rows(found, fabric);
  if (!repair.verified()) return;
  if (common.out) directory.write("bitstream.txt", states::to_text(found.fields));
  if (!states) return;
  const nlohmann::ordered_json head = {{"network", input.setup.network().name()},
                                       {"fabric_number", hex32(fabric.number)}};
  directory.write_elsewhere(*states,
                            is_csv(command) ? states::to_csv(found, fabric) : states::dump(head, report.lists));
}

void add_lengths(const Input& input, const CheckedRepair& repair, const CommonOptions& options, Report& report) {
  if (!repair.verified()) return;
  const ProgressLine progress("measuring the links", "step", progress_style(options), std::cerr);
  const auto lengths = states::link_lengths(input.setup, input.scenario.repair, repair);
  report.json["link_lengths"] = states::to_json(lengths);
  report.text += states::to_text(lengths);
  add_longest_link(input, repair, report);
}

/// Adds the least sets to the report, if they are asked for and there is no repair.
void add_least_sets(const RepairCommand& command, const Input& input, const CheckedRepair& repair, Report& report) {
  if (!command.least) return;
  if (repair.repair.repairable) {
    report.text += "\nleast sets  none needed: the defects are repaired\n";
    return;
  }
  const FoundLeastSets least =
      find_least_sets(input.scenario, input.setup, {}, progress_style(command.common), std::cerr);
  report.json["least_sets"] = to_json(least, input.setup);
  report.text += to_text(least, input.setup);
}

/// Adds the refutation to the report, if it is asked for, and its files.
void write_certificate(const RepairCommand& command, const Input& input, const CheckedRepair& repair, Report& report,
                       OutputDirectory& directory) {
  if (!command.certificate) return;
  const Refutation refutation = refute(input.scenario, input.setup, repair);
  const std::string folder = command.certificate->string();
  report.json["certificate"] = to_json(refutation, folder);
  report.text += to_text(refutation, folder);
  if (!refutation.none_because.empty()) return;
  directory.write_elsewhere(*command.certificate / "formula.cnf", refutation.formula);
  directory.write_elsewhere(*command.certificate / "proof.drat", refutation.proof);
}

/// Writes all files, or none, and adds those of options to the report.
void write_files(const RepairCommand& command, const Input& input, const CheckedRepair& repair, Report& report,
                 OutputDirectory& directory) {
  const bool is_drawn = !repair.repair.repairable || repair.verified();  // not a repair that fails verification
  if (is_drawn && (command.svg || command.page)) draw(command, input, repair, directory);
  write_states(command, input, repair, report, directory);
  write_certificate(command, input, repair, report, directory);
  if (command.defects) directory.write_elsewhere(*command.defects, defect_map_file(input.setup));
  if (repair.verified() && command.common.out) {
    directory.write("bitstream.bin", bitstream_file(repair, input.setup.built_fabric()));
    directory.write("repair.json", dump(report));
  }
  directory.commit();
  if (is_drawn && command.svg) add_written(report, "svg", "picture    ", *command.svg);
  if (is_drawn && command.page) add_written(report, "page", "page       ", *command.page);
  if (command.defects) add_written(report, "defect_map", "defect map ", *command.defects);
  if (command.states && repair.verified()) add_written(report, "states", "states     ", *command.states);
}

int repair_one(const Input& input, const RepairCommand& command, OutputDirectory& directory) {
  const auto& [scenario, setup] = input;
  const CheckedRepair repair = check_repair(scenario, setup, progress_style(command.common), std::cerr);
  Report report;
  report.json["network"] = setup.network().name();
  add_defect_map(setup, report);
  report.json.update(to_json(repair, *setup.fabric, Listing::kSites));
  report.text += to_text(repair, setup.fabric->fabric());
  add_lengths(input, repair, command.common, report);
  add_least_sets(command, input, repair, report);
  write_files(command, input, repair, report, directory);
  return print(std::move(report), command.common, repair.verified());
}

/// A directory is for the counts of blocks; there are no files of all repairs.
void require_use_of_directory(const RepairCommand& command) {
  require_directory(command.shards, command.common, true);
  if (!command.common.out || command.shards.shard || command.shards.resume) return;
  refuse("--out",
         "--exhaustive writes no files; leave --out out, or add --shard I/N or --resume, which keep the "
         "counts of blocks of maps there");
}

/// Returns nullopt, and sets the exit status, if there are not all counts.
std::optional<yield::ExhaustiveRepair> verify(const Input& input, const RepairCommand& command, int& status) {
  const yield::JudgedMaps maps = yield::all_maps(input, *command.exhaustive);
  if (uses_store(command.shards)) {
    const StoredCounts found = count_in_store(maps, input.scenario, command.shards, command.common, {command.jobs});
    status = found.status;
    return found.counts ? std::optional(yield::exhaustive_repair(maps, *found.counts)) : std::nullopt;
  }
  ProgressLine progress("maps", "map", progress_style(command.common), std::cerr);
  return yield::verify_exhaustively(maps, command.jobs, progress.listener());
}

int repair_every_map(const Input& input, const RepairCommand& command) {
  require_use_of_directory(command);
  defer_stop();
  const MapRate rate;
  int status = kDone;
  const auto verified = verify(input, command, status);
  if (!verified) return status;
  const yield::ExhaustiveRepair& result = *verified;
  Report report{yield::to_json(result, input), yield::to_text(result, input)};
  rate.add_to(report, command.common, result.maps());
  status = print(std::move(report), command.common, result.wrong() == 0);
  std::cerr << yield::wrong_repair(result, input);
  return status;
}

/// All maps have no files: --out is then for the counts of blocks.
std::vector<OutputFile> files_to_write(const RepairCommand& command) {
  if (command.exhaustive) return {};
  std::vector<OutputFile> files = files_in_out(
      command.common,
      {{"bitstream.bin", kBitstreamForm}, {"bitstream.txt", kBitstreamTextForm}, {"repair.json", kRepairForm}});
  add_files_in("--certificate", command.certificate, {{"formula.cnf", kFormulaForm}, {"proof.drat", kProofForm}},
               files);
  return files_of_options({{"--svg", command.svg, kPictureForm},
                           {"--states", command.states, is_csv(command) ? kStatesCsvForm : kStatesForm},
                           {"--defects", command.defects, kDefectMapForm},
                           {"--page", command.page, kPageForm}},
                          std::move(files));
}

int repair_command(const RepairCommand& command) {
  const Input input = load_scenario(command.common);
  require_fabric(input);
  OutputDirectory directory(command.common.out, files_to_write(command), files_of(input.scenario));
  return command.exhaustive ? repair_every_map(input, command) : repair_one(input, command, directory);
}

}  // namespace

void add_repair(CLI::App& app, Action& action) {
  auto [command, options] = add_command<RepairCommand>(
      app, action, "repair", "plan a repair, set the switches, extract the network and compare it", repair_command);
  add_scenario(command, options.common);
  add_map_file(command, options.common.map);
  add_report_options(command, options.common);
  add_out(command, options.common,
          "write bitstream.bin (the configuration, then its CRC-32 for this fabric, low byte first), bitstream.txt (a "
          "line for each field) and repair.json there; without it, or when the repair fails, no files are written");
  add_svg(command, "--svg", options.svg, "a picture",
          "draw the chip before and after the repair: sites, nodes, wires, every switch in its state; without a "
          "repair, draw the irreparable set and the reasons");
  add_file(command, "--states", options.states, {".json", ".csv"},
           "write the state of every field and switch, the node of every PE and the link on every wire, "
           "before and after the repair, as JSON or CSV");
  add_page(command, options.page, "the chip before and after the repair, with what became of each PE and switch");
  add_defects(command, options.defects);
  add_directory(command, "--certificate", options.certificate,
                "if planner rings or fabric finds no repair, write why: formula.cnf, clauses that every plan for the "
                "irreparable set would meet, and proof.drat, the solver's proof that nothing meets them, which "
                "is checked before");
  command.add_flag("--least", options.least,
                   "if there is no repair, name the smallest sets of defects that would have to work so that the "
                   "others are repaired, then larger sets of which no part is enough");
  add_integer(command, "--exhaustive K", kDefectsRange, options.exhaustive,
              "plan, set, extract and compare every map of up to K defective PEs instead, and count the results");
  exclude(command, "--exhaustive", {"--svg", "--states", "--page", "--defects", "--certificate", "--least"});
  add_shard_options(command, options.shards, "blocks of maps of --exhaustive");
  for (const char* each : {"--shard", "--resume", "--collect"}) {
    command.get_option(each)->needs(command.get_option("--exhaustive"));
  }
  add_jobs(command, options.jobs, "use this many threads for --exhaustive; the report does not depend on it");
  describe_end(
      command,
      {.notes = "A job array verifies the maps of --exhaustive in blocks: job I of N has --shard I/N --out DIR\n"
                "--resume; then --collect DIR... makes the report of a single run.",
       .examples = {"kintsugi repair traces/two_tracks.yaml --svg out/repair.svg --states out/states.csv",
                    "kintsugi repair '{network: {kind: srt2d, n: 2}, fabric: {}}' --exhaustive 2"},
       .pages = "tb/tool/scenario/README.md has the keys of a scenario, tb/tool/picture/README.md "
                "explains the picture, tb/tool/states/README.md the states, models/repair/README.md the least sets",
       .failed_check = "the defects cannot be repaired, a repair makes another network than the one that is "
                       "wanted, or blocks to collect are missing"});
}

}  // namespace kintsugi::cli
