/// Makes a program of a trace of Netrace (models/traffic/netrace.hpp), which keeps its dependencies.
///
/// Ranks     one for each node
/// Packets   each a send of its bytes with its number as tag, and the recv of it
/// Time      a calc on stream 0 for each cycle in which a rank sends, of as many nanoseconds as there are cycles since
///           the one before: with cycles_per_ns 1 a packet leaves in its cycle or, if it waits for others, when the
///           last of these has arrived
/// Waits     a packet that waits for another one is sent after its recv, if that is at the node that sends. A program
///           has no dependency between ranks: others are counted in `elsewhere`
/// Labels    pNUMBER for the send, rNUMBER for the recv
/// Errors    one: two packets with one number, packets of a node that are not in the order of their cycles, more than
///           kMost packets, and a dependency on a packet that the trace does not have
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/traffic/netrace.hpp"
#include "models/workload/program.hpp"

namespace kintsugi::workload {

class NetraceProgram {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << 22U;

  explicit NetraceProgram(std::uint32_t nodes) : builder_(nodes), clocks_(nodes) {}

  /// Takes the packets in the order of the trace.
  void add(const NetracePacket& packet);

  struct Made {
    std::optional<Program> program;  ///< nullopt after a mistake
    std::string mistake;
    std::uint64_t kept = 0;       ///< dependencies
    std::uint64_t elsewhere = 0;  ///< of a packet on one that arrives at another node: not kept
  };
  Made finish() &&;

 private:
  /// The calc at whose end a rank has come to a cycle.
  struct Clock {
    Cycle cycle = 0;
    OpId op = kNoOp;
  };
  struct Wait {
    OpId received;
    std::uint32_t number;  // of the packet that waits
  };
  OpId clock_at(RankId rank, Cycle cycle);
  void complain(const std::string& mistake) {
    if (mistake_.empty()) mistake_ = mistake;
  }

  ProgramBuilder builder_;
  std::vector<Clock> clocks_;                      // of each rank
  std::unordered_map<std::uint32_t, OpId> sends_;  // by the numbers of the packets
  std::vector<Wait> waits_;
  std::string mistake_;
};

}  // namespace kintsugi::workload
