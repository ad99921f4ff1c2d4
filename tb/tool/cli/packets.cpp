/// `kintsugi packets`: what a packet log says, and a time line of it.
#include <iostream>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/file_forms.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/values.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/packets/report.hpp"

namespace kintsugi::cli {

namespace {

constexpr IntegerRange kSlowestRange{1, 1'000'000'000};

struct PacketsCommand {
  CommonOptions common;
  std::string file;
  packets::Query query;
  std::optional<std::filesystem::path> perfetto;
};

packets::Log read(const std::string& file) {
  Diagnostics errors;
  packets::LogReader reader(file, errors);
  const std::string error = read_parts(file, kPacketLogLimit, [&reader](std::string_view part) { reader.take(part); });
  if (!error.empty()) throw InputError({{{file, 0, 0}, error}});
  packets::Log log = reader.finish();
  errors.raise();
  return log;
}

/// A router that no packet passes may be idle, or have another name.
void note_idle_router(const PacketsCommand& command, const packets::Log& log) {
  const std::string& router = command.query.through;
  if (router.empty() || packets::is_passed(log, router)) return;
  std::cerr << "--through: no packet of the log passes a router '" << printable(router)
            << "'; routers that packets pass: " << packets::passed_routers(log) << '\n';
}

/// A router that packets pass may be idle in the cycles that are asked for.
void note_idle_cycles(const PacketsCommand& command, const packets::Log& log, bool found) {
  const packets::Query& query = command.query;
  if (found || !query.cycles || query.between) return;
  const auto passing = packets::passing_cycles(log, query.through);
  if (!passing) return;
  std::cerr << "--cycles: no packet of the log passes '" << printable(query.through) << "' from cycle "
            << query.cycles->first << " to cycle " << query.cycles->second << "; packets pass it between cycle "
            << passing->first << " and cycle " << passing->second << '\n';
}

/// A time line of a log without routes would have no tracks.
void write_time_line(const PacketsCommand& command, const packets::Log& log,
                     const std::vector<const packets::Packet*>& selected, OutputDirectory& directory, Report& report) {
  if (!command.perfetto) return;
  if (!log.routes) {
    throw InputError(
        {{{"--perfetto", 0, 0}, "the log has no routes; write it with kintsugi run --packets FILE --route"}});
  }
  directory.write_parts(*command.perfetto, [&](const auto& append) { packets::write_perfetto(log, selected, append); });
  directory.commit();
  report.json["perfetto"] = command.perfetto->string();
  report.text += "\ntime line  " + command.perfetto->string() + '\n';
}

int packets_command(const PacketsCommand& command) {
  std::vector<OutputFile> to_write;
  add_file_of("--perfetto", command.perfetto, kTimeLineForm, to_write);
  OutputDirectory directory({}, to_write, {{command.file, "the packet log"}});
  const packets::Log log = read(command.file);
  const std::vector<const packets::Packet*> selected = packets::select(log, command.query);
  note_idle_router(command, log);
  note_idle_cycles(command, log, !selected.empty());
  Report report;
  report.json = packets::to_json(log, selected, command.query.any());
  report.text = packets::to_text(log, selected, command.query.any());
  write_time_line(command, log, selected, directory, report);
  print(std::move(report), command.common);
  return kDone;
}

}  // namespace

void add_packets(CLI::App& app, Action& action) {
  auto options = std::make_shared<PacketsCommand>();
  CLI::App* command = app.add_subcommand("packets", "read a packet log: latencies, hops, single packets, a time line");
  command->add_option("FILE", options->file, "the log that kintsugi run --packets has written")
      ->required()
      ->type_name("");
  packets::Query& query = options->query;
  add_integer(*command, "--slowest", kSlowestRange, query.slowest, "list the packets of highest latency, so many");
  command
      ->add_option(
          "--through", query.through,
          "list the packets that pass this router: a node by its name or its number, a PE of a fabric by its name")
      ->type_name("ROUTER")
      ->check(not_empty("the name of a router", "name one, or leave --through out"));
  const auto store = [&query](std::int64_t from, std::int64_t to) {
    query.cycles = {static_cast<Cycle>(from), static_cast<Cycle>(to)};
  };
  add_pair(*command, "--cycles", {0, kMaxCycles}, store,
           "with --through: list the packets of which a flit leaves the router from cycle A to cycle B");
  command
      ->add_option("--between", query.between, "list the packets from node A to node B, each by its name or its number")
      ->type_name("A,B")
      ->check(not_empty("two nodes, A,B", "name them, or leave --between out"))
      ->take_last();
  command
      ->add_option("--perfetto", options->perfetto,
                   "write the packets as a time line for ui.perfetto.dev and chrome://tracing to this file")
      ->type_name("FILE")
      ->check(file_ending_in({".json"}));
  add_report_options(*command, options->common);
  describe_end(*command,
               {.notes = "",
                .examples = {"kintsugi packets traces/packets/ring.jsonl --through n4 --cycles 100,120",
                             "kintsugi packets traces/packets/ring.jsonl --between 3,6 --perfetto out/packets.json"},
                .pages = "tb/tool/packets/README.md has the keys of a log",
                .failed_check = ""});
  on_chosen(*command, options, action, packets_command);
}

}  // namespace kintsugi::cli
