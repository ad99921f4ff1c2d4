/// Queues of operations, which take no memory of their own: the operations of a queue are linked by their numbers.
///
/// Links  a list with a place for each operation of the program: the next one in its queue. An operation is in one
///        queue of a list of links at a time; queues of different ranks can share a list
#pragma once

#include <vector>

#include "models/workload/operation.hpp"

namespace kintsugi::workload {

struct OpQueue {
  OpId first = kNoOp;  ///< kNoOp: the queue is empty
  OpId last = kNoOp;   ///< of a queue that is not empty

  bool empty() const { return first == kNoOp; }
  void push(OpId op, std::vector<OpId>& next) {
    next[op.index()] = kNoOp;
    (empty() ? first : next[last.index()]) = op;
    last = op;
  }
  /// Returns the first operation, and takes it out. The queue must not be empty.
  OpId pop(const std::vector<OpId>& next) {
    const OpId op = first;
    first = next[op.index()];
    return op;
  }
  /// Takes out an operation that follows `before`, kNoOp: the first.
  void take_out(OpId op, OpId before, std::vector<OpId>& next) {
    (before == kNoOp ? first : next[before.index()]) = next[op.index()];
    if (last == op) last = before;
  }
};

}  // namespace kintsugi::workload
