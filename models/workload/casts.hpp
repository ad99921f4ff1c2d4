/// Multicasts of a program: sends that leave together, so that the network makes the copies.
///
/// Cast     sends of a rank that follow each other in their numbers, with the same `mcast` number, size and interface,
///          to ascending ranks: at least two. They are one message with several receivers. The first stands for all
/// Eager    longer messages are no casts: each receiver would have to answer
/// Without  Protocol::multicasts there are none, and each send leaves by itself: the program is the same
#pragma once

#include <cstdint>
#include <vector>

#include "models/workload/program.hpp"
#include "models/workload/protocol.hpp"

namespace kintsugi::workload {

class Casts {
 public:
  Casts(const Program& program, const Protocol& protocol);

  /// Returns the first send of the cast of an operation; kNoOp if it is part of none.
  OpId first(OpId op) const { return first_.empty() ? kNoOp : first_[op.index()]; }
  /// Returns the number of sends of the cast that begins with this one.
  std::uint32_t size(OpId first) const { return size_[first.index()]; }
  bool empty() const { return first_.empty(); }

 private:
  std::vector<OpId> first_;          // of each operation; empty: there are no casts
  std::vector<std::uint32_t> size_;  // of each first send
};

}  // namespace kintsugi::workload
