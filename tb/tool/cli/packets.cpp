/// `kintsugi packets`: what a packet log says, a time line and a transaction database of it.
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/console/files.hpp"
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
  std::optional<std::filesystem::path> transactions;
};

packets::Log read(const std::string& file) {
  Diagnostics errors;
  const auto parts = [&file](const auto& take) {
    const std::string error = read_parts(file, kPacketLogLimit, take);
    if (!error.empty()) refuse(file, error);
  };
  packets::Log log = packets::read_log(parts, file, errors);
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
void refuse_without_routes(const PacketsCommand& command, const packets::Log& log) {
  if (!command.perfetto || log.routes) return;
  refuse("--perfetto", "the log has no routes; write it with kintsugi run --packets FILE --route");
}

void write_files(const PacketsCommand& command, const packets::Log& log,
                 const std::vector<const packets::Packet*>& selected, OutputDirectory& directory, Report& report) {
  if (const auto& file = command.perfetto) {
    directory.write_parts(*file, [&](const auto& append) { packets::write_perfetto(log, selected, append); });
  }
  if (const auto& file = command.transactions) {
    directory.write_parts(*file, [&](const auto& append) { packets::write_transactions(log, selected, append); });
  }
  directory.commit();
  if (const auto& file = command.perfetto) add_written(report, "perfetto", "\ntime line  ", *file);
  if (const auto& file = command.transactions) add_written(report, "transactions", "\ntransactions  ", *file);
}

int packets_command(const PacketsCommand& command) {
  OutputDirectory directory({},
                            files_of_options({{"--perfetto", command.perfetto, kTimeLineForm},
                                              {"--transactions", command.transactions, kTransactionsForm}}),
                            {{command.file, "the packet log"}});
  const packets::Log log = read(command.file);
  const std::vector<const packets::Packet*> selected = packets::select(log, command.query);
  note_idle_router(command, log);
  note_idle_cycles(command, log, !selected.empty());
  Report report;
  report.json = packets::to_json(log, selected, command.query.any());
  report.text = packets::to_text(log, selected, command.query.any());
  refuse_without_routes(command, log);
  write_files(command, log, selected, directory, report);
  return print(std::move(report), command.common);
}

}  // namespace

void add_packets(CLI::App& app, Action& action) {
  auto [command, options] = add_command<PacketsCommand>(
      app, action, "packets", "read a packet log: latencies, hops, single packets, a time line", packets_command);
  add_argument(command, "FILE", options.file, "the log that kintsugi run --packets has written");
  packets::Query& query = options.query;
  add_integer(command, "--slowest", kSlowestRange, query.slowest, "list the packets of highest latency, so many");
  add_text(command, "--through ROUTER", query.through,
           "list the packets that pass this router: a node by its name or its number, a PE of a fabric by its name",
           "the name of a router");
  add_pair(command, "--cycles", {0, kMaxCycles}, query.cycles,
           "with --through: list the packets of which a flit leaves the router from cycle A to cycle B");
  add_text(command, "--between A,B", query.between,
           "list the packets from node A to node B, each by its name or its number", "two nodes, A,B",
           "name them, or leave --between out");
  add_file(command, "--perfetto", options.perfetto, {".json"},
           "write the packets as a time line for ui.perfetto.dev and chrome://tracing to this file");
  add_file(command, "--transactions", options.transactions, {".txlog"},
           "write the packets as transactions of the SystemC Verification library to this file, for viewers of them");
  add_report_options(command, options.common);
  describe_end(command,
               {.examples = {"kintsugi packets traces/packets/ring.jsonl --through n4 --cycles 100,120",
                             "kintsugi packets traces/packets/ring.jsonl --between 3,6 --perfetto out/packets.json"},
                .pages = "tb/tool/packets/README.md has the keys of a log"});
}

}  // namespace kintsugi::cli
