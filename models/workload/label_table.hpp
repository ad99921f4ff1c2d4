/// The labels of one rank while a file is read: operations by their labels, which the builder of the program keeps.
///
/// Memory  8 bytes for each operation with a label of the rank
#pragma once

#include <bit>
#include <functional>
#include <vector>

#include "models/workload/program.hpp"

namespace kintsugi::workload {

class LabelTable {
 public:
  explicit LabelTable(const ProgramBuilder& builder) : builder_(builder) {}

  /// Returns the operation of that label; kNoOp if there is none.
  OpId find(std::string_view label) const { return slots_.empty() ? kNoOp : slots_[slot_of(label)]; }
  /// Adds an operation that has a label which is not there.
  void add(OpId op) {
    if (++used_ * 2 > slots_.size()) grow();
    slots_[slot_of(builder_.label(op))] = op;
  }
  void clear() {
    slots_.clear();
    used_ = 0;
  }

 private:
  std::size_t slot_of(std::string_view label) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = std::hash<std::string_view>{}(label)&mask;
    while (slots_[slot] != kNoOp && builder_.label(slots_[slot]) != label) slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    std::vector<OpId> old(std::bit_ceil(used_ * 4), kNoOp);
    std::swap(old, slots_);
    for (const OpId op : old) {
      if (op != kNoOp) slots_[slot_of(builder_.label(op))] = op;
    }
  }

  const ProgramBuilder& builder_;
  std::vector<OpId> slots_;
  std::size_t used_ = 0;
};

}  // namespace kintsugi::workload
