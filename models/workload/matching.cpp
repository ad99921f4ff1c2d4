#include "models/workload/matching.hpp"

#include <algorithm>
#include <tuple>

namespace kintsugi::workload {

namespace {

struct ChannelKey {
  RankId to;
  RankId from;
  std::uint32_t tag;
  OpId op;
};

std::vector<ChannelKey> sorted_keys(const Program& program) {
  std::vector<ChannelKey> keys;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    for (OpId op = program.first(RankId{rank}); op < program.end(RankId{rank}); ++op.value) {
      const Operation& operation = program[op];
      if (operation.kind == OpKind::kSend) keys.push_back({operation.peer, RankId{rank}, operation.tag, op});
      if (operation.kind == OpKind::kRecv && !operation.is_wild()) {
        keys.push_back({RankId{rank}, operation.peer, operation.tag, op});
      }
    }
  }
  std::ranges::sort(keys, {}, [](const ChannelKey& key) { return std::tuple(key.to, key.from, key.tag, key.op); });
  return keys;
}

bool same_channel(const ChannelKey& a, const ChannelKey& b) {
  return std::tie(a.to, a.from, a.tag) == std::tie(b.to, b.from, b.tag);
}

}  // namespace

Channels::Channels(const Program& program) : of_(program.size(), kNone) {
  const std::vector<ChannelKey> keys = sorted_keys(program);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || !same_channel(keys[i - 1], keys[i])) {
      sends_.push_back(0);
      receives_.push_back(0);
    }
    of_[keys[i].op.index()] = static_cast<std::uint32_t>(sends_.size() - 1);
    ++(program[keys[i].op].kind == OpKind::kSend ? sends_ : receives_).back();
  }
}

Matching::Matching(const Program& program)
    : program_(&program),
      channels_(program),
      issued_(channels_.size(), 0),
      place_(program.size(), 0),
      channel_(channels_.size()),
      next_(program.size(), kNoOp),
      partner_(program.size(), kNoOp) {
  std::uint32_t sends = 0;
  for (std::uint32_t channel = 0; channel < channels_.size(); ++channel) {
    channel_[channel].base = sends;
    sends += channels_.sends(channel);
  }
  arrived_.assign(sends, kNoOp);
  for (std::size_t op = 0; op < program.size(); ++op) {
    if (!program[OpId::from(op)].is_wild()) continue;
    wild_.resize(program.ranks());
    next_available_.assign(program.size(), kNoOp);
    posted_.assign(program.size(), 0);
    receives_.assign(program.ranks(), 0);
    break;
  }
}

bool Matching::accepts(OpId recv, OpId send) const {
  const Operation& wanted = (*program_)[recv];
  return (wanted.peer == kAnyRank || wanted.peer == program_->rank_of(send)) &&
         (wanted.tag == kAnyTag || wanted.tag == (*program_)[send].tag);
}

/// Returns the receive that takes a message; without one the message waits.
OpId Matching::take_receive(OpId send) {
  Channel& channel = channel_[channels_.of(send)];
  Wild* const wild = wild_of((*program_)[send].peer);
  if (wild != nullptr) {
    if (const OpId recv = take_wild_receive(*wild, send, channel.posted.first); recv != kNoOp) return recv;
  }
  if (!channel.posted.empty()) return channel.posted.pop(next_);
  channel.available.push(send, next_);
  if (wild != nullptr) wild->available.push(send, next_available_);
  return kNoOp;
}

/// Takes the first wild receive that accepts a message, unless the other one has been posted before it.
OpId Matching::take_wild_receive(Wild& wild, OpId send, OpId other) {
  OpId before = kNoOp;
  for (OpId recv = wild.posted.first; recv != kNoOp; before = recv, recv = next_[recv.index()]) {
    if (!accepts(recv, send)) continue;
    if (other != kNoOp && posted_[other.index()] < posted_[recv.index()]) return kNoOp;
    wild.posted.take_out(recv, before, next_);
    return recv;
  }
  return kNoOp;
}

/// Takes the first message that a wild receive accepts. It is the first of its channel too.
OpId Matching::take_message(Wild& wild, OpId recv) {
  OpId before = kNoOp;
  for (OpId send = wild.available.first; send != kNoOp;) {
    const OpId following = next_available_[send.index()];
    const bool is_taken = partner_[send.index()] != kNoOp;
    const bool fits = !is_taken && accepts(recv, send);
    if (is_taken || fits) {
      wild.available.take_out(send, before, next_available_);
    } else {
      before = send;
    }
    if (fits) return channel_[channels_.of(send)].available.pop(next_);
    send = following;
  }
  return kNoOp;
}

OpId Matching::post(OpId recv) {
  const std::uint32_t number = channels_.of(recv);
  const RankId rank = wild_.empty() ? RankId{0} : program_->rank_of(recv);
  Wild* const wild = wild_of(rank);
  if (wild != nullptr) posted_[recv.index()] = receives_[rank.index()]++;
  OpId send = kNoOp;
  if (number == Channels::kNone) {
    send = take_message(*wild, recv);
  } else if (!channel_[number].available.empty()) {
    send = channel_[number].available.pop(next_);
  }
  if (send == kNoOp) {
    (number == Channels::kNone ? wild->posted : channel_[number].posted).push(recv, next_);
  } else {
    pair(recv, send);
  }
  return send;
}

}  // namespace kintsugi::workload
