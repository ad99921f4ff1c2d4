#include "models/workload/untimed_run.hpp"

#include <algorithm>

namespace kintsugi::workload {

UntimedRun::UntimedRun(const Program& program, const Channels& channels, const Protocol& protocol, Messages messages)
    : program_(&program),
      channels_(&channels),
      protocol_(&protocol),
      messages_(messages),
      waiting_(messages == Messages::kMatched ? channels.size() : 0),
      missing_(program.size(), 0),
      started_(program.size(), 0),
      ended_(program.size(), 0),
      left_(program.size()) {
  for (std::size_t i = 0; i < program.size(); ++i) {
    for (const Dependent dependent : program.dependents(OpId::from(i))) ++missing_[dependent.op().index()];
  }
  for (std::size_t i = 0; i < program.size(); ++i) {
    if (missing_[i] == 0) ready_.push_back(OpId::from(i));
  }
  while (!ready_.empty()) {
    const OpId op = ready_.back();
    ready_.pop_back();
    take_up(op);
  }
}

void UntimedRun::release(OpId op, bool on_start) {
  for (const Dependent dependent : program_->dependents(op)) {
    if (dependent.on_start() == on_start && --missing_[dependent.op().index()] == 0) ready_.push_back(dependent.op());
  }
}

void UntimedRun::end(OpId op) {
  ended_[op.index()] = 1;
  --left_;
  release(op, false);
}

void UntimedRun::take_up(OpId op) {
  const Operation& operation = (*program_)[op];
  started_[op.index()] = 1;
  release(op, true);
  if (operation.kind == OpKind::kCalc || messages_ == Messages::kIgnored) return end(op);
  const bool sends = operation.kind == OpKind::kSend;
  if (sends && protocol_->is_eager(operation.size)) end(op);
  Waiting& waiting = waiting_[channels_->of(op)];
  (sends ? waiting.sends : waiting.receives).list.push_back(op);
  match(waiting);
}

/// Ends the pair that a channel has, if it has one. Eager sends have ended before.
void UntimedRun::match(Waiting& waiting) {
  if (waiting.sends.waiting() == 0 || waiting.receives.waiting() == 0) return;
  const OpId send = waiting.sends.list[waiting.sends.taken++];
  const OpId recv = waiting.receives.list[waiting.receives.taken++];
  if (ended_[send.index()] == 0) end(send);
  end(recv);
}

bool UntimedRun::is_ambiguous() const {
  return std::ranges::any_of(waiting_, [this](const Waiting& channel) {
    const Line& sends = channel.sends;
    const auto is_open = [this](OpId send) { return ended_[send.index()] == 0; };
    const bool has_open_send =
        std::any_of(sends.list.begin() + static_cast<std::ptrdiff_t>(sends.taken), sends.list.end(), is_open);
    return sends.taken > 0 && (channel.receives.waiting() > 0 || has_open_send);
  });
}

/// Returns, of each operation that has not ended, one that it waits for.
std::vector<OpId> UntimedRun::waits_for() const {
  std::vector<OpId> found(program_->size(), kNoOp);
  std::vector<OpId> send(waiting_.size(), kNoOp);  // of each channel: the first that is not there
  std::vector<OpId> recv(waiting_.size(), kNoOp);
  for (std::size_t i = 0; i < program_->size(); ++i) {
    const OpId op = OpId::from(i);
    for (const Dependent dependent : program_->dependents(op)) {
      OpId& other = found[dependent.op().index()];
      if ((dependent.on_start() ? started_ : ended_)[i] == 0 && other == kNoOp) other = op;
    }
    if (started_[i] != 0 || messages_ == Messages::kIgnored || channels_->of(op) == Channels::kNone) continue;
    OpId& first = ((*program_)[op].kind == OpKind::kSend ? send : recv)[channels_->of(op)];
    if (first == kNoOp) first = op;
  }
  for (std::size_t i = 0; i < program_->size(); ++i) {
    const OpId op = OpId::from(i);
    if (started_[i] == 0 || ended_[i] != 0) continue;
    found[i] = ((*program_)[op].kind == OpKind::kSend ? recv : send)[channels_->of(op)];
  }
  return found;
}

std::vector<OpId> UntimedRun::circle() const {
  const std::vector<OpId> next = waits_for();
  std::vector<char> is_seen(program_->size(), 0);
  for (std::size_t i = 0; i < program_->size(); ++i) {
    if (ended_[i] != 0 || is_seen[i] != 0) continue;
    std::vector<OpId> way;
    OpId op = OpId::from(i);
    for (; op != kNoOp && is_seen[op.index()] == 0; op = next[op.index()]) {
      is_seen[op.index()] = 1;
      way.push_back(op);
    }
    const auto begin = std::ranges::find(way, op);
    if (begin == way.end()) continue;
    way.erase(way.begin(), begin);
    std::ranges::rotate(way, std::ranges::min_element(way));
    return way;
  }
  return {};
}

}  // namespace kintsugi::workload
