// What is left of a program, and what it waits for.
#include <algorithm>

#include "models/workload/program_run.hpp"

namespace kintsugi::workload {

Cycle ProgramRun::first_due() const {
  return std::ranges::min_element(ranks_, {}, &Rank::due)->due;
}

bool ProgramRun::is_stuck(std::uint64_t lost, const std::function<bool(RankId)>& is_gone) const {
  std::uint64_t under_way = 0;
  for (std::uint32_t number = 0; number < program_->ranks(); ++number) {
    const Rank& rank = ranks_[number];
    if (rank.due != kNever && !(is_gone && is_gone(RankId{number}))) return false;
    under_way += rank.taken - rank.arrived;
    for (std::uint32_t nic = rank.first_nic; lost == 0 && nic < after(rank).first_nic; ++nic) {
      if (nics_[nic].free_from == kNever) return false;
    }
  }
  return under_way == lost && !has_ended();
}

std::size_t ProgramRun::operations_left() const {
  std::size_t left = 0;
  for (const Rank& rank : ranks_) left += rank.left;
  return left;
}

/// Returns an operation of which the start or the end is missing for another of its rank to be ready.
OpId ProgramRun::missing_for(OpId op) const {
  const RankId rank = program_->rank_of(op);
  for (OpId before = program_->first(rank); before < program_->end(rank); ++before.value) {
    for (const Dependent dependent : program_->dependents(before)) {
      const Cycle happened = (dependent.on_start() ? started_ : ended_)[before.index()];
      if (dependent.op() == op && happened == kNever) return before;
    }
  }
  return kNoOp;
}

std::string ProgramRun::reason(OpId op) const {
  const Operation& operation = (*program_)[op];
  if (started_[op.index()] == kNever) {
    const OpId missing = missing_for(op);
    return missing == kNoOp ? "for its turn" : "for " + program_->written_name(missing);
  }
  const std::string peer = "rank " + std::to_string(operation.peer.value);
  const std::string tag = " with tag " + std::to_string(operation.tag);
  if (operation.kind == OpKind::kCalc) return "for the end of its time";
  if (operation.kind == OpKind::kSend) return "for " + peer + " to receive its message" + tag;
  return "for a message from " + (operation.peer == kAnyRank ? "any rank" : peer) +
         (operation.tag == kAnyTag ? " with any tag" : tag);
}

std::vector<WaitingOperation> ProgramRun::waiting(std::size_t most) const {
  std::vector<WaitingOperation> found;
  for (const bool started : {true, false}) {
    for (std::size_t i = 0; i < program_->size() && found.size() < most; ++i) {
      const OpId op = OpId::from(i);
      if (ended_[i] == kNever && (started_[i] != kNever) == started) found.push_back({op, reason(op)});
    }
    if (!found.empty()) break;
  }
  return found;
}

std::optional<TooLong> ProgramRun::too_long() const {
  for (std::size_t i = 0; i < program_->size(); ++i) {
    const OpId recv = OpId::from(i);
    if ((*program_)[recv].kind != OpKind::kRecv) continue;
    const OpId send = matching_.partner(recv);
    if (send != kNoOp && (*program_)[send].size > (*program_)[recv].size) return TooLong{send, recv};
  }
  return std::nullopt;
}

}  // namespace kintsugi::workload
