#include "models/traffic/trace_file.hpp"

#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

void read_trace(std::string_view text) {
  constexpr std::uint32_t kNodes = 16;
  const TraceFile trace = parse_trace(text, kNodes);
  for (const TracePacket& packet : trace.packets) {
    require(packet.source.value < kNodes && packet.order.destination.value < kNodes, "nodes are those of the network");
    require(packet.order.flits >= 1, "a packet has a flit");
  }
  for (const FileMistake& mistake : trace.mistakes) {
    require(mistake.line >= 1 && mistake.column >= 1 && !mistake.message.empty(),
            "a mistake has a place and a message");
  }
  require(trace.mistakes.size() <= TraceFile::kMostMistakes + 1, "mistakes are limited");
  require(replay(trace.packets, kNodes, 5, 1000).size() == kNodes, "every node has a source");
}

}  // namespace kintsugi::fuzz
