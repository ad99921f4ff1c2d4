#include "models/workload/netrace_program.hpp"

namespace kintsugi::workload {

OpId NetraceProgram::clock_at(RankId rank, Cycle cycle) {
  Clock& clock = clocks_[rank.index()];
  if (cycle == clock.cycle) return clock.op;
  const OpId op = builder_.add(rank, {.size = cycle - clock.cycle}, "t" + std::to_string(cycle));
  if (clock.op != kNoOp) builder_.require(op, clock.op);
  clock = {cycle, op};
  return op;
}

void NetraceProgram::add(const NetracePacket& packet) {
  if (!mistake_.empty()) return;
  const std::string name = "packet " + std::to_string(packet.number);
  if (sends_.size() == kMost) {
    return complain("a program has at most " + std::to_string(kMost) + " packets; leave --dependencies out");
  }
  if (!kTagRange.contains(packet.number)) {
    return complain("a packet has the number " + std::to_string(packet.number) + "; valid in a program is " +
                    to_text(kTagRange) + "; leave --dependencies out");
  }
  const RankId source{packet.source};
  const RankId destination{packet.destination};
  if (packet.cycle < clocks_[source.index()].cycle) {
    return complain(name + " of node " + std::to_string(packet.source) + " is sent in cycle " +
                    std::to_string(packet.cycle) + ", before the packet in front of it; leave --dependencies out");
  }
  const OpId clock = clock_at(source, packet.cycle);
  const std::string number = std::to_string(packet.number);
  const OpId send = builder_.add(
      source, {.size = packet.bytes, .peer = destination, .tag = packet.number, .kind = OpKind::kSend}, "p" + number);
  if (clock != kNoOp) builder_.require(send, clock);
  if (!sends_.emplace(packet.number, send).second) {
    return complain(name + " is there twice; leave --dependencies out");
  }
  const OpId received = builder_.add(
      destination, {.size = packet.bytes, .peer = source, .tag = packet.number, .kind = OpKind::kRecv}, "r" + number);
  for (const std::uint32_t dependent : packet.dependents) waits_.push_back({received, dependent});
}

NetraceProgram::Made NetraceProgram::finish() && {
  Made made;
  for (const Wait& wait : waits_) {
    const auto send = sends_.find(wait.number);
    if (send == sends_.end()) {
      complain("packet " + std::to_string(wait.number) + " waits for " +
               std::string(builder_.label(wait.received)).substr(1) +
               ", but the trace does not have it; leave --dependencies out");
      break;
    }
    if (builder_.rank_of(send->second) != builder_.rank_of(wait.received)) {
      ++made.elsewhere;
      continue;
    }
    ++made.kept;
    builder_.require(send->second, wait.received);
  }
  made.mistake = std::move(mistake_);
  if (made.mistake.empty()) made.program = std::move(builder_).finish();
  return made;
}

}  // namespace kintsugi::workload
