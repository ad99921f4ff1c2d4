#include <algorithm>

#include "models/traffic/flow_file.hpp"
#include "models/traffic/netrace.hpp"
#include "models/traffic/noxim_table.hpp"
#include "models/traffic/vtr_flows.hpp"
#include "models/workload/chakra.hpp"
#include "models/workload/goal.hpp"
#include "models/workload/netrace_program.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

namespace {

constexpr std::size_t kMostNodes = 64;  // of a network in which a table is read back

Network numbered_network(std::size_t nodes) {
  Network network("fuzz");
  const std::size_t layout = network.add_layout({"a"});
  for (std::size_t i = 0; i < nodes; ++i) network.add_node("node" + std::to_string(i), layout);
  return network;
}

/// What is written is read back to as many flows with the same rates and cycles.
void check_flows(const std::variant<ForeignFlows, std::vector<FileMistake>>& read, std::string_view text) {
  if (const auto* mistakes = std::get_if<1>(&read)) {
    const auto lines = std::ranges::count(text, '\n') + 1;
    require(!mistakes->empty(), "what is not read has a mistake");
    for (const FileMistake& mistake : *mistakes) {
      require(mistake.line >= 1 && mistake.line <= lines && mistake.column >= 1 && !mistake.message.empty(),
              "a mistake has a place in the text and a message");
    }
    return;
  }
  std::vector<ForeignFlow> flows = std::get<0>(read).flows;
  require(!flows.empty() && flows.size() <= ForeignFlows::kMost, "a file has flows, not too many");
  for (const ForeignFlow& flow : flows) {
    require(flow.rate >= 0 && flow.rate <= 1 && flow.from < flow.to && !flow.source.empty(), "a flow can be sent");
  }
  const std::size_t nodes = number_nodes(flows).size();
  if (nodes > kMostNodes || flows.size() > kMostNodes) return;
  const Network network = numbered_network(nodes);
  const auto back = read_flows(write_flow_table(flows), NodeNames(network));
  const auto* file = std::get_if<FlowFile>(&back);
  require(file != nullptr && file->flows.size() == flows.size(), "what is written is read back");
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const Flow& again = file->flows[i];
    require(again.rate == flows[i].rate && again.flits == flows[i].flits && again.from == flows[i].from &&
                again.to == flows[i].to && std::to_string(again.source.value) == flows[i].source,
            "a flow that is read back is the same");
  }
}

void check_program(const workload::Program& program) {
  constexpr std::size_t kMostWritten = 4096;  // operations; of more, which take long, only the reading is tried
  if (program.size() > kMostWritten) return;
  std::string text;
  workload::write_goal(program, [&text](std::string_view part) { text += part; });
  const workload::GoalFile back = workload::read_goal(text);
  require(
      back.program && back.program->size() == program.size() && back.program->dependencies() == program.dependencies(),
      "a program is read back");
}

struct ReadTrace {
  std::vector<NetracePacket> packets;
  std::string mistake;
  std::uint64_t said = 0;
  std::uint32_t nodes = 0;
};

ReadTrace trace_in_parts(std::string_view bytes, std::size_t part) {
  ReadTrace trace;
  NetraceParser parser(64, [&trace](const NetracePacket& packet) { trace.packets.push_back(packet); });
  for (std::size_t at = 0; at < bytes.size(); at += part) {
    if (!parser.take(bytes.substr(at, part))) break;
  }
  if (const auto mistake = parser.finish()) trace.mistake = mistake->message;
  trace.said = parser.summary().packets;
  trace.nodes = parser.summary().nodes;
  for (const NetracePacket& packet : trace.packets) {
    require(packet.source < parser.summary().nodes && packet.destination < parser.summary().nodes && packet.flits >= 1,
            "a packet is within the network");
  }
  return trace;
}

}  // namespace

void read_vtr_text(std::string_view text) {
  check_flows(read_vtr_flows(text, {}), text);
  check_flows(read_vtr_flows(text, {.flit_bits = 1, .clock_hz = 1e12, .bytes = true}), text);
}

void read_noxim_text(std::string_view text) {
  check_flows(read_noxim_table(text, {}), text);
  check_flows(read_noxim_table(text, {.flits = 1, .pir = 0.5, .cycles = Cycle{100}}), text);
}

void read_netrace_bytes(std::string_view bytes) {
  const ReadTrace whole = trace_in_parts(bytes, std::max<std::size_t>(bytes.size(), 1));
  const ReadTrace parts = trace_in_parts(bytes, 13);
  require(whole.mistake == parts.mistake && whole.packets.size() == parts.packets.size(),
          "a trace in parts is the same");
  require(whole.said == whole.packets.size(), "packets are counted");
  if (!whole.mistake.empty()) return;
  workload::NetraceProgram program(whole.nodes);
  NetraceParser parser(64, [&program](const NetracePacket& packet) { program.add(packet); });
  parser.take(bytes);
  const workload::NetraceProgram::Made made = std::move(program).finish();
  require(made.program.has_value() == made.mistake.empty(), "a program, or a mistake");
  if (!made.program) return;
  require(made.kept + made.elsewhere == parser.summary().dependencies, "each dependency is kept or counted");
  check_program(*made.program);
}

void read_chakra_bytes(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto choice = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  std::vector<std::string_view> files(1 + choice % 3, bytes);
  if (choice >= 128) {
    files[0] = bytes.substr(0, bytes.size() * (choice - 128U) / 128);
    files.back() = bytes.substr(files.size() == 1 ? 0 : files[0].size());
  }
  const workload::ChakraProgram made = workload::read_chakra(files);
  require(made.program.has_value() == made.mistakes.empty(), "a program, or mistakes");
  for (const workload::ChakraMistake& mistake : made.mistakes) {
    require(mistake.file < files.size() && mistake.mistake.message.starts_with("byte "),
            "a mistake has a file and an offset");
  }
  if (made.program) check_program(*made.program);
}

}  // namespace kintsugi::fuzz
