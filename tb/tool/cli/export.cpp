/// `kintsugi export`: a checked repair as SystemVerilog, with its bench.
#include <algorithm>
#include <cctype>

#include "models/detection/parameters.hpp"
#include "models/network/text.hpp"
#include "models/version.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/export/exported_files.hpp"
#include "tb/tool/export/rtl_export.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/delivery_cycles.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/routing_tables.hpp"

namespace kintsugi::cli {

namespace {

const std::string kFabric = "fabric", kRouters = "routers", kChip = "chip";
const std::string kLoose = "loose", kPacked = "packed";

struct ExportCommand {
  CommonOptions common;
  std::string part = {};  ///< empty: fabric if the scenario has one, else routers
  std::optional<unsigned> flit_bits = {};
  bool preconfigured = false;
  bool systemc = false;
  std::string ports = kLoose;
  std::string prefix = {};

  RtlExport request() const {
    RtlExport request{.preconfigured = preconfigured, .systemc = systemc, .packed = ports == kPacked, .prefix = prefix};
    request.flit_bits = flit_bits.value_or(request.flit_bits);
    request.flit_bits_fixed = flit_bits.has_value();
    return request;
  }
};

/// Returns a text in which files that are named from the root of the machine have no directories.
std::string without_directories(const std::string& text) {
  constexpr std::string_view kBetween = " \t\n\r,:={}[]\"'";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (const char each = text[at]; kBetween.find(each) != std::string_view::npos) {
      out += each;
      ++at;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    std::string word = text.substr(at, end - at);
    while (word.size() > 1 && word.starts_with('/') && word.ends_with('/')) word.pop_back();
    out += word.starts_with('/') ? word.substr(word.find_last_of('/') + 1) : word;
    at = end;
  }
  return out;
}

/// Returns a word as a shell takes it.
std::string for_shell(const std::string& word) {
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [](char each) {
    return std::isalnum(static_cast<unsigned char>(each)) != 0 ||
           std::string_view("-_./=:,+@%").find(each) != std::string_view::npos;
  });
  if (is_plain) return word;
  std::string text = "'";
  for (const char each : word) text += each == '\'' ? "'\\''" : std::string(1, each);
  return text + "'";
}

/// Returns the command for the heads of files: what decides their texts, in an order of its own, and no directories.
std::string written_command(const ExportCommand& command, const std::string& part) {
  const auto file_name = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
  const CommonOptions& common = command.common;
  std::vector<std::string> words{"kintsugi", "export"};
  words.push_back(common.input.starts_with('{') ? without_directories(common.input) : file_name(common.input));
  if (!common.map.empty()) words.insert(words.end(), {"--map", file_name(common.map)});
  if (!common.routing.empty()) words.insert(words.end(), {"--routing", without_directories(common.routing)});
  for (const std::string& each : common.overrides) words.insert(words.end(), {"--set", without_directories(each)});
  words.insert(words.end(), {"--part", part});
  if (command.flit_bits) words.insert(words.end(), {"--flit-bits", std::to_string(*command.flit_bits)});
  if (command.preconfigured) words.emplace_back("--preconfigured");
  if (command.systemc) words.emplace_back("--systemc");
  if (command.ports != kLoose) words.insert(words.end(), {"--ports", command.ports});
  if (!command.prefix.empty()) words.insert(words.end(), {"--prefix", command.prefix});
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + for_shell(word);
  std::ranges::replace_if(
      text, [](char each) { return static_cast<unsigned char>(each) < ' '; }, ' ');
  return text;
}

/// Returns the files of a part as a user gets them, with the list of them.
std::vector<RtlFile> all_files(std::vector<RtlFile> files, const ExportCommand& command, const std::string& part,
                               const Setup& setup, const RtlExport& request, const ExportedFiles& exported) {
  return exported.with_list(
      finished_export(std::move(files), setup, request, {version(), written_command(command, part)}));
}

std::string part_of(const ExportCommand& command, const Setup& setup) {
  if (!command.part.empty()) return command.part;
  return setup.fabric ? kFabric : kRouters;
}

std::vector<RtlFile> router_files(const Input& input, const CommonOptions& options, RtlExport& request) {
  const auto& [scenario, setup] = input;
  make_tables(setup.plain_relation(), progress_style(options), std::cerr);
  ProgressLine progress("routing as a table", "destination", progress_style(options), std::cerr);
  request.progress = progress.listener();
  request.delivery_cycles = [&](const auto& packets) { return delivery_cycles(scenario, setup, nullptr, packets); };
  return export_routers(scenario, setup, request, link_cycles(scenario, setup));
}

std::vector<RtlFile> rtl_files(const std::string& part, const Input& input, const CheckedRepair& repair,
                               const CommonOptions& options, RtlExport& request) {
  const auto& [scenario, setup] = input;
  if (!repair.verified()) return {};
  ProgressLine progress("routing as a table", "destination", progress_style(options), std::cerr);
  request.progress = progress.listener();
  request.delivery_cycles = [&](const auto& packets) {
    return delivery_cycles(scenario, setup, &repair.repair, packets);
  };
  const std::vector<unsigned> cycles = link_cycles(scenario, setup, repair.repair);
  if (part == kFabric) return export_fabric(scenario, setup, repair, request, cycles);
  return export_chip(scenario, setup, repair, request, cycles);
}

/// Throws InputError, before anything is written, if a file of the user would be replaced.
void keep_files_of_the_user(const std::vector<RtlFile>& files, const ExportedFiles& exported,
                            const std::filesystem::path& out) {
  const std::string names = with_commas(exported.of_the_user(files));
  if (names.empty()) return;
  refuse("--out", out.string() + " has files that no export has written, or that were changed since: " + names +
                      "; nothing was written. Move them, or name another directory");
}

void write_files(const std::vector<RtlFile>& files, const ExportedFiles& exported, const Input& input,
                 const CommonOptions& options) {
  if (!options.out || files.empty()) return;
  std::vector<NamedForm> names;  // which the list of exported files says more of than a beginning
  for (const RtlFile& file : files) names.push_back({file.name, {}});
  OutputDirectory directory(options.out, files_in_out(options, names), files_of(input.scenario));
  keep_files_of_the_user(files, exported, *options.out);
  for (const RtlFile& file : files) directory.write(file.name, file.text);
  directory.commit();
}

std::string summary(const std::vector<RtlFile>& files, const CommonOptions& options, const std::string& failed) {
  if (files.empty()) return "files      none, because the " + failed + " failed\n";
  if (!options.out) return "files      not written; --out DIR writes them:\n" + to_text(files);
  return "files      in " + options.out->string() + ":\n" + to_text(files);
}

/// Writes the files, and reports them together with those that an earlier export left beside them. There are none if
/// the step `failed`.
void write_and_report(const std::vector<RtlFile>& files, const ExportedFiles& exported, const Input& input,
                      const CommonOptions& options, const std::string& failed, Report& report) {
  write_files(files, exported, input, options);
  report.text += summary(files, options, failed);
  if (files.empty()) return;
  const std::vector<std::string> left_over = exported.left_over(files);
  report.json["left_over"] = left_over;
  if (left_over.empty()) return;
  report.text += "left over  of another export, remove them:\n";
  for (const std::string& name : left_over) report.text += name + '\n';
}

/// Proves the routing of routers that are to be written, and reports what comes of it. Returns whether they may be
/// written: as for a run, pairs that defects or the network itself separate are left out.
bool add_proof(const Input& input, const CommonOptions& options, Report& report) {
  const auto& [scenario, setup] = input;
  if (!wants_proof(scenario)) {
    report.json["proof"] = "skipped: run.proof is skip";
    report.text += "proof      skipped: run.proof is skip\n";
    return true;
  }
  ProgressLine progress("proof", "destination", progress_style(options), std::cerr);
  const bool all_pairs = proves_all_pairs(scenario, setup.network().nodes());
  const auto proof = prove_unless_stopped(scenario, setup, all_pairs, progress.listener());
  if (!proof) return false;
  report.json["proof"] = to_json(*proof, setup);
  if (!allows_run(*proof, setup)) {
    report.text += to_text(*proof, setup, "export it unproved");
    return false;
  }
  report.text += "proof      " + sentence_of(*proof) + '\n';
  if (const std::uint64_t left_out = proof->pairs - proof->delivered_pairs; left_out != 0) {
    report.text += "left out   " + counted(left_out, "pair") +
                   " of live nodes: the routers hold no way for their packets, "
                   "and the bench sends none\n";
  }
  return true;
}

/// Names the keys of what a run does and exported routers do not. In a SystemC chip the chip has the faults of a
/// fabric.
void add_left_out(const Scenario& scenario, bool in_chip_on_fabric, Report& report) {
  std::vector<std::string> keys;
  if (const std::string_view multicast = scenario.multicast_key(); !multicast.empty()) keys.emplace_back(multicast);
  if (scenario.features.find<DetectionParameters>() != nullptr) keys.emplace_back("detection");
  const bool has_faults = !scenario.faults.empty() || !scenario.corruptions.empty();
  if (has_faults && !in_chip_on_fabric) keys.emplace_back("faults");
  report.json["left_out"] = keys;
  if (!keys.empty()) report.text += "left out   what exported routers do not know: " + with_commas(keys) + '\n';
}

/// Adds the prefix of names to the document: null if there is none.
void add_prefix(const ExportCommand& command, Report& report) {
  report.json["prefix"] = nullptr;
  if (!command.prefix.empty()) report.json["prefix"] = command.prefix;
}

/// Routers need no repair.
int export_router_command(const Input& input, const ExportCommand& command) {
  const auto& [scenario, setup] = input;
  RtlExport request = command.request();
  const ExportedFiles exported(command.common.out);
  std::vector<RtlFile> files =
      all_files(router_files(input, command.common, request), command, kRouters, setup, request, exported);
  Report report;
  add_network_name(setup, report);
  report.json["part"] = kRouters;
  add_prefix(command, report);
  report.json["routing"] = setup.relation->name();
  add_defect_map(setup, report);
  report.json["flit_bits"] = request.flit_bits;
  report.text += "network    " + setup.network().name() + ", routing " + setup.relation->name() + "\n";
  report.text += notes_rows(setup.design->notes(), 11);
  if (!setup.defects.empty()) {
    report.text += "defects    " + to_text(setup.defects, fault_names(setup)) +
                   "; the bench sends only packets that have a route around them\n";
  }
  add_left_out(input.scenario, false, report);
  const bool proved = add_proof(input, command.common, report);
  if (!proved) files.clear();
  report.json["files"] = file_list(files);
  report.json["mended_names"] = mended_names_json(setup.network());
  report.text += mended_names_text(setup.network());
  write_and_report(files, exported, input, command.common, "proof", report);
  return print(std::move(report), command.common, proved);
}

/// Exported routers have one class of messages.
void refuse_classes(const Input& input) {
  if (!input.setup.of_a_class) return;
  const bool has_priorities = input.scenario.traffic->classes.has_value();
  const std::string key = has_priorities ? "traffic.classes" : "traffic.reply";
  throw InputError({{input.scenario.where(key), key + ": exported routers do not know " +
                                                    (has_priorities ? "priority classes" : "replies") +
                                                    "; leave the key out of what is exported"}});
}

int export_command(const ExportCommand& command) {
  const Input input = load_scenario(command.common);
  refuse_classes(input);
  const std::string part = part_of(command, input.setup);
  if (command.systemc && command.preconfigured && part == kFabric) {
    refuse("--systemc", "a SystemC chip loads the states through the chain; valid: without --preconfigured");
  }
  if (command.systemc) refuse_in_systemc_chip(input.scenario, input.setup, part == kFabric);
  if (command.ports == kPacked && part != kFabric) {
    refuse("--ports",
           "routers and chips have a vector of all PEs for each of their ports; valid: --part fabric, or "
           "without --ports packed");
  }
  if (part == kRouters) return export_router_command(input, command);
  require_fabric(input, "export");
  const auto& [scenario, setup] = input;
  const CheckedRepair repair = check_repair(scenario, setup, progress_style(command.common), std::cerr);
  RtlExport request = command.request();
  const ExportedFiles exported(command.common.out);
  std::vector<RtlFile> files =
      all_files(rtl_files(part, input, repair, command.common, request), command, part, setup, request, exported);
  Report report;
  report.json["network"] = setup.network().name();
  report.json["part"] = part;
  add_prefix(command, report);
  add_defect_map(setup, report);
  report.json["repair"] = to_json(repair, *setup.fabric);
  report.text += to_text(repair, setup.fabric->fabric());
  add_longest_link(input, repair, report);
  if (part == kChip) add_left_out(scenario, command.systemc, report);
  const bool sound = repair.verified() && (part == kFabric || add_proof(input, command.common, report));
  if (!sound) files.clear();
  report.json.update(to_json(request, scenario, files));
  write_and_report(files, exported, input, command.common, repair.verified() ? "proof" : "repair", report);
  return print(std::move(report), command.common, sound);
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto [command, options] = add_command<ExportCommand>(
      app, action, "export", "write a repaired fabric, its chip, or routers as SystemVerilog, with a bench",
      export_command);
  add_scenario(command, options.common);
  add_report_options(command, options.common);
  add_out(command, options.common,
          "write the files there: modules, netlist, bitstream, bench, constraints, Makefile; without it, or when the "
          "repair or the proof fails, no files are written");
  add_choice(
      command, "--part", {kFabric, kRouters, kChip}, options.part,
      "what to export: the fabric of a scenario, the whole chip on it, or the routers of a directly wired network; "
      "by default the fabric if there is one, else the routers");
  add_integer(command, "--flit-bits", kFlitBitsRange, options.flit_bits,
              "the bits of a flit; by default 32, or what the routers need if that is more. A lane of a fabric has as "
              "many wires in each direction, that of a chip some more for valid and credits");
  command.add_flag("--preconfigured", options.preconfigured, "wire the states in, without a configuration chain");
  command.add_flag("--systemc", options.systemc,
                   "write what a SystemC chip needs to have its fabric (--part fabric) or its routers in RTL, by "
                   "Verilator: a header, CMakeLists.txt and a makefile; a flit then holds the number of a packet");
  add_choice(command, "--ports", {kLoose, kPacked}, options.ports,
             "the ports of a fabric: each with a name, or a second module too that has them as arrays [site][port]");
  add_value(
      command, "--prefix NAME",
      [](const std::string& text) {
        const std::string problem = export_prefix_problem(text);
        return problem.empty() ? "" : in_quotes(text) + ' ' + problem;
      },
      stored_in(options.prefix),
      "begin all modules, packages, macros and their files with this identifier and '_', so that two exports fit into "
      "one design; by default they have the names that hw/rtl/README.md gives");
  describe_end(command, {.examples = {"kintsugi export traces/two_tracks.yaml --part chip --out out/chip",
                                      "kintsugi export '{network: {kind: mesh, sides: [4, 4]}}' --out out/routers"},
                         .pages = "tb/tool/scenario/README.md has the keys of a scenario, hw/rtl/README.md describes "
                                  "the modules",
                         .failed_check = "the defects cannot be repaired, a repair makes another network than the one "
                                         "that is wanted, or the routing of the routers fails its proof"});
}

}  // namespace kintsugi::cli
