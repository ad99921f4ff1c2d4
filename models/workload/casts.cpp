#include "models/workload/casts.hpp"

namespace kintsugi::workload {

namespace {

/// Returns whether a send goes on with the cast of the send before it.
bool goes_on(const Operation& before, const Operation& send) {
  return send.kind == OpKind::kSend && before.kind == OpKind::kSend && send.mcast == before.mcast &&
         send.size == before.size && send.nic == before.nic && before.peer < send.peer;
}

}  // namespace

Casts::Casts(const Program& program, const Protocol& protocol) {
  if (!protocol.multicasts) return;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    const OpId end = program.end(RankId{rank});
    for (OpId first = program.first(RankId{rank}), next = first; first < end; first = next) {
      ++next.value;
      const Operation& send = program[first];
      if (send.kind != OpKind::kSend || send.mcast == 0 || !protocol.is_eager(send.size)) continue;
      while (next < end && goes_on(program[OpId{next.value - 1}], program[next])) ++next.value;
      const std::uint32_t size = next.value - first.value;
      if (size < 2) continue;
      if (first_.empty()) {
        first_.assign(program.size(), kNoOp);
        size_.assign(program.size(), 0);
      }
      size_[first.index()] = size;
      for (OpId op = first; op < next; ++op.value) first_[op.index()] = first;
    }
  }
}

}  // namespace kintsugi::workload
