#include "models/workload/collectives/composer.hpp"

#include <stdexcept>
#include <utility>

namespace kintsugi::workload {

namespace {

constexpr std::size_t kReported = 1 << 16;  // operations from one report of progress to the next

}  // namespace

std::uint64_t reduce_nanoseconds(std::uint64_t bytes, std::uint64_t reduce_bytes_per_ns) {
  return reduce_bytes_per_ns == 0 || bytes == 0 ? 0 : (bytes - 1) / reduce_bytes_per_ns + 1;
}

Composer::Composer(std::uint32_t ranks, const ComposerSettings& settings)
    : settings_(settings), builder_(ranks), front_(ranks, {kNoOp, kNoOp}) {
  begin_group("main");
}

void Composer::begin_group(const std::string& name) {
  const unsigned before = groups_[name]++;
  prefix_ = name + (before == 0 ? "" : std::to_string(before + 1)) + "__";
  numbered_ = 0;
}

std::uint32_t Composer::take_tags(std::uint32_t count) {
  if (count > kTagRange.high - next_tag_) throw std::length_error("the program needs more than 2^32 tags");
  return std::exchange(next_tag_, next_tag_ + count);
}

OpId Composer::add(RankId rank, const Operation& operation, const DataUse& use) {
  if (size() == kMostComposed) {
    throw std::length_error("the program has more than " + readable(std::int64_t{kMostComposed}) + " operations");
  }
  if (settings_.only_counts) return OpId::from(counted_++);
  if (settings_.progress && size() % kReported == 0) settings_.progress(size(), settings_.operations);
  if (settings_.keeps_data) data_.push_back(use);
  return builder_.add(rank, operation, prefix_ + std::to_string(numbered_++));
}

OpId Composer::add_after_front(RankId rank, const Operation& operation, const DataUse& use) {
  const OpId op = add(rank, operation, use);
  for (const OpId before : front_[rank.index()]) {
    if (before != kNoOp) require(op, before);
  }
  return op;
}

OpId Composer::send(RankId rank, RankId to, std::uint64_t bytes, std::uint32_t tag, Slice slice) {
  return add_after_front(rank, {bytes, to, tag, OpKind::kSend}, {DataUse::Action::kRead, slice});
}

OpId Composer::recv(RankId rank, RankId from, std::uint64_t bytes, std::uint32_t tag, Slice slice) {
  return add_after_front(rank, {bytes, from, tag, OpKind::kRecv}, {DataUse::Action::kWrite, slice});
}

std::vector<OpId> Composer::multicast(RankId rank, std::span<const RankId> to, std::uint64_t bytes, std::uint32_t tag,
                                      Slice slice) {
  // Neighbours in the program must differ only.
  const auto number = static_cast<std::uint16_t>(1 + casts_++ % static_cast<std::uint32_t>(kCastRange.high));
  std::vector<OpId> sends;
  for (const RankId receiver : to) {
    Operation operation{bytes, receiver, tag, OpKind::kSend};
    operation.mcast = number;
    sends.push_back(add_after_front(rank, operation, {DataUse::Action::kRead, slice}));
  }
  return sends;
}

OpId Composer::calc(RankId rank, std::uint64_t nanoseconds) {
  return add_after_front(rank, {nanoseconds, RankId{0}, 0, OpKind::kCalc}, {});
}

OpId Composer::recv_and_add(RankId rank, RankId from, std::uint64_t bytes, std::uint32_t tag, Slice slice, OpId sent) {
  using Action = DataUse::Action;
  const std::uint64_t nanoseconds = reduce_nanoseconds(bytes, settings_.reduce_bytes_per_ns);
  const bool at_once = nanoseconds == 0 && sent == kNoOp;
  const OpId recv =
      add_after_front(rank, {bytes, from, tag, OpKind::kRecv}, {at_once ? Action::kAdd : Action::kHold, slice});
  if (at_once) return recv;
  const OpId adds = add(rank, {nanoseconds, RankId{0}, 0, OpKind::kCalc}, {Action::kAddHeld, slice, recv});
  require(adds, recv);
  if (sent != kNoOp) require(adds, sent);
  return adds;
}

void Composer::go_on(RankId rank, std::span<const OpId> after) {
  std::array<OpId, 2>& front = front_[rank.index()];
  if (after.size() > front.size()) {
    const OpId join = add(rank, {}, {});
    for (const OpId op : after) require(join, op);
    front = {join, kNoOp};
  } else if (!after.empty()) {
    front = {after[0], after.size() == 1 ? kNoOp : after[1]};
  }
}

Composed Composer::finish() && {
  std::vector<OpId> numbers;
  Composed composed;
  composed.program = std::move(builder_).finish(settings_.keeps_data ? &numbers : nullptr);
  composed.data.resize(data_.size());
  for (std::size_t i = 0; i < data_.size(); ++i) {
    DataUse use = data_[i];
    if (use.held != kNoOp) use.held = numbers[use.held.index()];
    composed.data[numbers[i].index()] = use;
  }
  return composed;
}

}  // namespace kintsugi::workload
