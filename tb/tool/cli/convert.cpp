/// `kintsugi convert`: writes the traffic of another simulator as a table of flows, a trace or a program.
#include <algorithm>

#include "models/network/cells.hpp"
#include "models/network/text.hpp"
#include "models/traffic/netrace.hpp"
#include "models/traffic/noxim_table.hpp"
#include "models/traffic/vtr_flows.hpp"
#include "models/workload/chakra.hpp"
#include "models/workload/goal.hpp"
#include "models/workload/netrace_program.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"
#include "tb/tool/scenario/wafer_file.hpp"
#include "tb/tool/setup/foreign_format.hpp"

namespace kintsugi::cli {

namespace {

constexpr IntegerRange kFlitBits{1, 65536};
constexpr RealRange kMegahertz{0.001, 1e6};
constexpr double kHertzOfMegahertz = 1e6;
constexpr std::size_t kPart = std::size_t{1} << 20U;  // bytes of a trace that are parsed at once

struct ConvertCommand {
  CommonOptions common;
  std::string from = "auto";
  std::optional<std::filesystem::path> out = {};
  std::optional<unsigned> flit_bits = {};
  std::optional<double> megahertz = {};
  bool bytes = false;
  bool numbers = false;
  bool dependencies = false;
  std::optional<std::uint16_t> flits = {};
  std::optional<double> pir = {};
  std::optional<Cycle> cycles = {};
};

constexpr const char* kOthers =
    "; BookSim's anynet files, GraphML and DOT are read by kind: graph, programs in GOAL by traffic.workload, wafer "
    "maps by kintsugi map, and the traffic of any other simulator as a table `source,destination,rate` (traffic.flows) "
    "or `cycle,source,destination,flits` (traffic.trace)";

struct Converted {
  std::string taken;  ///< "12 flows"
  std::vector<std::string> notes;
  std::function<void(const std::function<void(std::string_view)>& append)> write;
};

/// The files of a trace: one, or one for each rank of a trace of Chakra.
struct ReadFiles {
  std::vector<std::string> names;
  std::vector<std::string> texts;
};

/// Returns whether the first line that says something has two numbers or more, and nothing else; or begins a comment
/// with %.
bool is_number_table(std::string_view text) {
  bool is_table = false;
  take_lines(text, [&is_table](std::string_view line, int) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return true;
    const std::string_view digits = "0123456789 \t\r.+-eE";
    is_table = line[first] == '%' ||
               (line.find_first_not_of(digits) >= line.find('%') && line.find_first_of(" \t", first) < line.size());
    return false;
  });
  return is_table;
}

std::string format_of(const ConvertCommand& command, std::string_view text) {
  if (command.from != "auto") return command.from;
  if (const ForeignFormat* const found = foreign_format(command.common.input, text)) return found->name;
  if (is_number_table(text)) return "noxim";
  const auto titled = [](const ForeignFormat& format) { return std::string(format.name) + " (" + format.title + ")"; };
  refuse(command.common.input, "this file has none of the formats that are converted: " +
                                   with_commas(kForeignFormats, titled) + "; if it has one, say --from" + kOthers);
}

/// Refuses options that mean nothing for the format.
void refuse_other_options(const ConvertCommand& command, const std::string& format) {
  struct Own {
    const char* option;
    bool is_given;
    std::vector<std::string> formats;
  };
  const std::vector<Own> all = {{"--flit-bits", command.flit_bits.has_value(), {"vtr", "netrace"}},
                                {"--clock", command.megahertz.has_value(), {"vtr"}},
                                {"--bytes", command.bytes, {"vtr"}},
                                {"--numbers", command.numbers, {"vtr"}},
                                {"--dependencies", command.dependencies, {"netrace"}},
                                {"--flits", command.flits.has_value(), {"noxim"}},
                                {"--pir", command.pir.has_value(), {"noxim"}},
                                {"--cycles", command.cycles.has_value(), {"noxim"}}};
  Diagnostics errors;
  for (const Own& own : all) {
    if (!own.is_given || std::ranges::find(own.formats, format) != own.formats.end()) continue;
    errors.add({own.option, 0, 0}, "has a meaning for " + CLI::detail::join(own.formats, " and ") + ", not for " +
                                       format + "; leave it out");
  }
  if (command.dependencies && command.flit_bits) {
    errors.add({"--flit-bits", 0, 0},
               "a program has bytes, not flits: say flit_bytes in the scenario, and leave it out");
  }
  errors.raise();
}

/// A name with a line feed would end the comment, and what follows it would be read.
std::string head_of(const std::string& comment, const std::string& source) {
  return comment + " Written by kintsugi convert of " + escaped(std::filesystem::path(source).filename().string()) +
         '\n';
}

Converted of_flows(std::variant<ForeignFlows, std::vector<FileMistake>> flows, const ConvertCommand& command,
                   const std::string& name) {
  if (const auto* mistakes = std::get_if<1>(&flows)) {
    Diagnostics errors;
    add_mistakes(name, *mistakes, errors);
    errors.raise();
  }
  auto read = std::get<0>(std::move(flows));
  std::string text = head_of("#", name);
  if (command.numbers) {
    const std::vector<std::string> names = number_nodes(read.flows);
    for (std::size_t i = 0; i < names.size(); ++i) text += "# " + std::to_string(i) + " is " + names[i] + '\n';
    read.notes.push_back(counted(names.size(), "node") + " named by numbers, which comments at the head explain");
  }
  text += write_flow_table(read.flows);
  return {counted(read.flows.size(), "flow"), std::move(read.notes), [text](const auto& append) { append(text); }};
}

std::optional<FileMistake> parse_all(std::string_view bytes, NetraceParser& parser) {
  for (std::size_t at = 0; at < bytes.size(); at += kPart) {
    if (!parser.take(bytes.substr(at, kPart))) break;
  }
  return parser.finish();
}

/// Reads a trace twice: all of it before anything is written, then again while it is.
Converted of_netrace(const std::string& bytes, unsigned flit_bits, const std::string& name) {
  const auto parse = [&bytes, flit_bits](const NetraceParser::Take& take, NetraceSummary& summary) {
    NetraceParser parser(flit_bits, take);
    auto mistake = parse_all(bytes, parser);
    summary = parser.summary();
    return mistake;
  };
  NetraceSummary summary;
  if (const auto mistake = parse([](const NetracePacket&) {}, summary)) {
    refuse(name, mistake->message);
  }
  Converted made{counted(summary.packets, "packet"), {}, {}};
  made.notes.push_back(counted(summary.dependencies, "dependency") +
                       " ignored: each packet is sent in its cycle; --dependencies keeps them in a program");
  made.notes.push_back("addresses and kinds of nodes ignored");
  if (summary.regions > 0) made.notes.push_back(counted(summary.regions, "region") + " of the program not kept apart");
  made.write = [parse, name, summary](const auto& append) {
    append(head_of("#", name) + "# " + (summary.benchmark.empty() ? "a trace" : summary.benchmark) + ", " +
           counted(summary.nodes, "node") + ": cycle,source,destination,flits\n");
    NetraceSummary again;
    std::string lines;
    parse(
        [&](const NetracePacket& packet) {
          lines += joined(packet.cycle, ',', packet.source, ',', packet.destination, ',', packet.flits, '\n');
          if (lines.size() < kPart) return;
          append(lines);
          lines.clear();
        },
        again);
    append(lines);
  };
  return made;
}

Converted of_dependencies(const std::string& bytes, const std::string& name) {
  std::optional<workload::NetraceProgram> program;
  const NetraceParser* head = nullptr;  // of which the nodes are known before the first packet
  NetraceParser parser(1, [&](const NetracePacket& packet) {
    if (!program) program.emplace(head->summary().nodes);
    program->add(packet);
  });
  head = &parser;
  if (const auto mistake = parse_all(bytes, parser)) refuse(name, mistake->message);
  auto made = std::make_shared<workload::NetraceProgram::Made>(std::move(*program).finish());
  if (!made->program) refuse(name, made->mistake);
  Converted converted{counted(parser.summary().packets, "packet"), {}, {}};
  converted.notes.push_back(counted(made->kept, "dependency") + " kept");
  if (made->elsewhere > 0) {
    converted.notes.push_back(counted(made->elsewhere, "dependency") +
                              " ignored, on packets that arrive at another node than the one that waits");
  }
  converted.notes.push_back("addresses and kinds of nodes ignored");
  converted.write = [made, name](const auto& append) {
    append(head_of("//", name));
    workload::write_goal(*made->program, append);
  };
  return converted;
}

/// Refuses NAME.3.et if there is a NAME.0.et: alone it would be read as the trace of a program of one rank.
void refuse_other_rank(const std::filesystem::path& file) {
  std::filesystem::path of_rank_0 = std::filesystem::path(file).replace_extension();  // NAME.3
  const std::string rank = of_rank_0.extension().string();
  if (rank.size() < 2 || rank.find_first_not_of("0123456789", 1) != std::string::npos) return;
  of_rank_0.replace_extension(".0.et");
  std::error_code error;
  if (!std::filesystem::exists(of_rank_0, error)) return;
  refuse(file.string(),
         "this is the trace of another rank than 0; name " + of_rank_0.string() + ", beside which the others are read");
}

/// Adds the files of the other ranks to that of rank 0, NAME.0.et.
void add_ranks(ReadFiles& files) {
  namespace fs = std::filesystem;
  const fs::path first = files.names.front();
  const std::string name = first.filename().string();
  const std::string end = ".0.et";
  if (!name.ends_with(end)) return refuse_other_rank(first);
  const std::string stem = name.substr(0, name.size() - end.size()) + '.';
  std::size_t highest = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(first.has_parent_path() ? first.parent_path() : ".", error)) {
    const std::string other = entry.path().filename().string();
    if (!other.starts_with(stem) || !other.ends_with(".et") || other.size() < stem.size() + 4) continue;
    const std::string rank = other.substr(stem.size(), other.size() - stem.size() - 3);
    if (rank.size() > 7 || rank.find_first_not_of("0123456789") != std::string::npos) continue;
    highest = std::max(highest, static_cast<std::size_t>(std::stoul(rank)));
  }
  for (std::size_t rank = 1; rank <= highest; ++rank) {
    const fs::path path = first.parent_path() / (stem + std::to_string(rank) + ".et");
    if (!fs::exists(path, error)) {
      refuse(path.string(), joined("the trace of rank ", rank, " is missing, but there is one of rank ", highest));
    }
    files.names.push_back(path.string());
    files.texts.push_back(read_input(path.string(), kTraceLimit));
  }
}

Converted of_chakra(const ReadFiles& files) {
  const std::vector<std::string_view> texts(files.texts.begin(), files.texts.end());
  auto made = std::make_shared<workload::ChakraProgram>(workload::read_chakra(texts));
  Diagnostics errors;
  for (const workload::ChakraMistake& mistake : made->mistakes) {
    errors.add({files.names[mistake.file], 0, 0}, mistake.mistake.message);
  }
  errors.raise();
  const std::string& name = files.names.front();
  return {counted(made->nodes, "node") + " and " + counted(made->collectives, "collective") + " of " +
              counted(files.names.size(), "rank") + ", " + counted(made->program->size(), "operation"),
          made->notes, [made, name](const auto& append) {
            append(head_of("//", name));
            workload::write_goal(*made->program, append);
          }};
}

Converted convert(const ConvertCommand& command, const std::string& format, const ReadFiles& files) {
  const std::string& name = files.names.front();
  const std::string& text = files.texts.front();
  if (format == "vtr") {
    VtrOptions options{.bytes = command.bytes};
    if (command.flit_bits) options.flit_bits = *command.flit_bits;
    if (command.megahertz) options.clock_hz = *command.megahertz * kHertzOfMegahertz;
    return of_flows(read_vtr_flows(text, options), command, name);
  }
  if (format == "noxim") {
    NoximOptions options{.pir = command.pir, .cycles = command.cycles};
    if (command.flits) options.flits = *command.flits;
    return of_flows(read_noxim_table(text, options), command, name);
  }
  if (command.dependencies) return of_dependencies(text, name);
  if (format == "netrace") return of_netrace(text, command.flit_bits.value_or(VtrOptions().flit_bits), name);
  return of_chakra(files);
}

const ForeignFormat& format_named(const std::string& format) {
  return *std::ranges::find(kForeignFormats, format, [](const ForeignFormat& each) { return std::string(each.name); });
}

int convert_command(const ConvertCommand& command) {
  if (command.common.json && !command.out) {
    refuse("--json", "what is written is no JSON; add --out FILE, or leave --json out");
  }
  const std::string& input = command.common.input;
  ReadFiles files{{input_name(input)}, {read_input(input, kTraceLimit)}};
  const std::string format = format_of(command, files.texts.front());
  refuse_other_options(command, format);
  if (format == "chakra" && input != "-") add_ranks(files);
  const bool is_program = format == "chakra" || command.dependencies;
  const FileForm& form = is_program ? kConvertedProgramForm : kConvertedForm;
  const auto inputs = each_of(files.names, [](const std::string& name) {
    return InputFile{name, "the file to convert"};
  });
  OutputDirectory directory({}, files_of_options({{"--out", command.out, form}}), inputs);
  const Converted made = convert(command, format, files);
  const std::string notes = made.notes.empty() ? "" : "; " + notes_text(made.notes);
  if (!command.out) {
    made.write([](std::string_view part) { std::cout << part; });
    if (!command.common.quiet) std::cerr << "kintsugi convert: " << format << ": " << made.taken << notes << '\n';
    return print({.json = {}, .text = "", .is_data = true}, command.common);
  }
  directory.write_parts(*command.out, made.write);
  directory.commit();
  const std::string key = is_program ? "traffic.workload" : format_named(format).becomes;
  Report report;
  ReportRows rows(report);
  rows.add("file", files.names.front());
  report.json["files"] = files.names.size();
  rows.add("format", format, "format", format_named(format).title);
  rows.add("taken", made.taken);
  rows.add("notes", made.notes, "notes", notes_text(made.notes));
  rows.add("written", command.out->string(), "written", command.out->string() + ", for " + key);
  report.json["key"] = key;
  report.text = rows.table.text();
  return print(std::move(report), command.common);
}

void add_units(CLI::App& command, ConvertCommand& into) {
  add_integer(command, "--flit-bits", kFlitBits, into.flit_bits, "vtr and netrace: bits of a flit (default: 128)");
  add_real(command, "--clock", kMegahertz, into.megahertz,
           "vtr: clock of the network in MHz, by which bandwidths become flits/cycle (default: 1000)");
  command.add_flag("--bytes", into.bytes, "vtr: bandwidths are bytes/s, not bits/s");
  command.add_flag("--numbers", into.numbers,
                   "vtr: name the nodes 0, 1 ... in the order in which they come, for a network without these names");
  command.add_flag("--dependencies", into.dependencies,
                   "netrace: write a program in which packets wait for others, as in the trace, not a trace");
  add_integer(command, "--flits", kFlitsRange, into.flits, "noxim: flits of each packet (default: 8)");
  add_real(command, "--pir", {0, 1}, into.pir, "noxim: packets/cycle of lines that do not say it");
  add_integer(command, "--cycles", {1, kMaxCycles}, into.cycles,
              "noxim: cycles of the traffic, in which flows with a period are repeated");
}

std::vector<std::string> names_of_formats() {
  std::vector<std::string> names = {"auto"};
  for (const ForeignFormat& format : kForeignFormats) names.emplace_back(format.name);
  return names;
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
  auto [command, options] = add_command<ConvertCommand>(
      app, action, "convert", "write the traffic of another simulator as flows, a trace or a program", convert_command);
  add_argument(command, "FILE", options.common.input,
               "traffic flows of VPR, a table of Noxim, a trace of Netrace, or the Chakra trace of rank 0, NAME.0.et, "
               "beside which those of the other ranks are read; - is standard input",
               not_empty("the name of the file", "name a file with the traffic of another simulator"));
  add_choice(command, "--from", names_of_formats(), options.from,
             "read the file in this format; auto: the one that it has by its content, and Chakra's by the ending .et");
  add_units(command, options);
  add_file(command, "--out", options.out, {}, "write to this file and report what was read; without it, print it");
  add_report_options(command, options.common);
  describe_end(command,
               {.notes = "vtr and noxim become a table for traffic.flows, netrace a trace for traffic.trace or, with\n"
                         "--dependencies, a program, and chakra a program for traffic.workload.",
                .examples = {"kintsugi convert traces/foreign/camera.flows --clock 800",
                             "kintsugi convert traces/foreign/step.0.et --out out/step.goal"},
                .pages = "models/traffic/README.md describes the formats, what is kept and what is not"});
}

}  // namespace kintsugi::cli
