/// Executes a program with symbols instead of numbers, in a random order that its dependencies allow: shows which sums
/// of whose data each rank has at the end, in which block.
///
/// Order     at each step one of what is possible happens. A send reads its blocks at any time between its start and
///           its end; a recv writes when its message is there, at any time after it was posted. So a missing dependency
///           shows
/// Messages  of one rank to another with one tag come in the order in which they were sent
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "models/random/random.hpp"
#include "models/workload/collectives/composer.hpp"

namespace kintsugi::workload::test {

/// How often the data of each rank are in a sum, and of which of its blocks they are: "rank block" to a number.
using Sum = std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned>;
using Blocks = std::vector<Sum>;

class Symbols {
 public:
  /// At the beginning a rank has its own data in each of its blocks.
  Symbols(const Composed& composed, std::uint32_t blocks, std::uint64_t seed)
      : program_(composed.program), data_(composed.data), random_(99, seed), missing_(program_.size(), 0) {
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
      of_rank_.emplace_back(blocks);
      for (std::uint32_t block = 0; block < blocks; ++block) of_rank_[rank][block][{rank, block}] = 1;
    }
  }
  Blocks& of_rank(std::uint32_t rank) { return of_rank_[rank]; }

  /// Returns whether all operations have ended.
  bool run() {
    for (std::uint32_t op = 0; op < program_.size(); ++op) {
      for (const Dependent dependent : program_.dependents(OpId{op})) ++missing_[dependent.op().index()];
    }
    for (std::uint32_t op = 0; op < program_.size(); ++op) {
      if (missing_[op] == 0) possible_.push_back({OpId{op}, Step::kStart});
    }
    std::size_t tries = 0;  // receives that had no message since something happened
    while (!possible_.empty() && tries < 100 * possible_.size()) {
      const std::size_t i = random_.below(possible_.size());
      const auto [op, step] = possible_[i];
      possible_[i] = possible_.back();
      possible_.pop_back();
      tries = happen(op, step) ? 0 : tries + 1;
    }
    return ended_ == program_.size();
  }

 private:
  enum class Step { kStart, kEnd };
  using Channel = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // from, to, tag

  bool happen(OpId op, Step step) {
    const Operation& operation = program_[op];
    const std::uint32_t rank = program_.rank_of(op).value;
    if (step == Step::kStart) {
      if (operation.kind == OpKind::kSend && random_.below(2) == 0)
        read_[op] = blocks_of(rank, data_[op.index()].slice);
      if (operation.kind == OpKind::kSend) order_[{rank, operation.peer.value, operation.tag}].push_back(op);
      possible_.push_back({op, Step::kEnd});
      release(op, true);
      return true;
    }
    if (operation.kind == OpKind::kSend) {
      if (!read_.contains(op)) read_[op] = blocks_of(rank, data_[op.index()].slice);
      is_sent_[op] = true;
    } else if (operation.kind == OpKind::kRecv) {
      auto& messages = order_[{operation.peer.value, rank, operation.tag}];
      if (messages.empty() || !is_sent_[messages.front()]) {
        possible_.push_back({op, Step::kEnd});
        return false;
      }
      apply(rank, op, read_[messages.front()]);
      messages.pop_front();
    } else if (data_[op.index()].action == DataUse::Action::kAddHeld) {
      add(rank, data_[op.index()].slice, held_[data_[op.index()].held]);
    }
    ++ended_;
    release(op, false);
    return true;
  }

  void release(OpId op, bool on_start) {
    for (const Dependent dependent : program_.dependents(op)) {
      if (dependent.on_start() != on_start || --missing_[dependent.op().index()] > 0) continue;
      possible_.push_back({dependent.op(), Step::kStart});
    }
  }

  Blocks blocks_of(std::uint32_t rank, Slice slice) const {
    const auto begin = of_rank_[rank].begin() + slice.first;
    return {begin, begin + slice.count};
  }

  void apply(std::uint32_t rank, OpId recv, const Blocks& message) {
    const DataUse& use = data_[recv.index()];
    if (use.action == DataUse::Action::kHold) held_[recv] = message;
    if (use.action == DataUse::Action::kAdd) add(rank, use.slice, message);
    if (use.action != DataUse::Action::kWrite) return;
    for (std::uint32_t i = 0; i < use.slice.count; ++i) of_rank_[rank][use.slice.first + i] = message.at(i);
  }

  void add(std::uint32_t rank, Slice slice, const Blocks& message) {
    for (std::uint32_t i = 0; i < slice.count; ++i) {
      for (const auto& [what, times] : message.at(i)) of_rank_[rank][slice.first + i][what] += times;
    }
  }

  const Program& program_;
  const std::vector<DataUse>& data_;
  RandomStream random_;
  std::vector<std::uint32_t> missing_;
  std::vector<std::pair<OpId, Step>> possible_;
  std::vector<Blocks> of_rank_;
  std::map<Channel, std::deque<OpId>> order_;
  std::map<OpId, Blocks> read_;
  std::map<OpId, bool> is_sent_;
  std::map<OpId, Blocks> held_;
  std::size_t ended_ = 0;
};

/// The sum of block `block` of ranks 0 .. p - 1, each once.
inline Sum sum_of_all(std::uint32_t p, std::uint32_t block) {
  Sum sum;
  for (std::uint32_t rank = 0; rank < p; ++rank) sum[{rank, block}] = 1;
  return sum;
}

/// The same program without one of its dependencies, which is counted over all operations.
inline Composed without_dependency(const Composed& composed, std::size_t left_out) {
  const Program& program = composed.program;
  ProgramBuilder builder(program.ranks());
  for (std::uint32_t op = 0; op < program.size(); ++op) builder.add(program.rank_of(OpId{op}), program[OpId{op}]);
  std::size_t number = 0;
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    for (const Dependent dependent : program.dependents(OpId{op})) {
      if (number++ != left_out) builder.require(dependent.op(), OpId{op}, dependent.on_start());
    }
  }
  return {std::move(builder).finish(), composed.data};
}

}  // namespace kintsugi::workload::test
