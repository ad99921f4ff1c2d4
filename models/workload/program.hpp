/// A program: the operations of all ranks and their dependencies.
///
/// Order    operations are numbered rank by rank, within a rank in the order in which they were added
/// Labels   an operation may have a name, unique within its rank. The operations of a collective share a group: a label
///          GROUP__REST belongs to GROUP, so groups survive in every text form
/// Memory   some 60 bytes an operation with a label of 8 characters and 2 dependencies; never more than 100 with labels
///          of up to 40 characters
/// Value    immutable once built
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/workload/operation.hpp"

namespace kintsugi::workload {

/// What waits for an operation: another one, for its end or for its start.
class Dependent {
 public:
  Dependent(OpId op, bool on_start) : bits_(op.value << 1 | (on_start ? 1u : 0u)) {}
  OpId op() const { return OpId{bits_ >> 1}; }
  bool on_start() const { return (bits_ & 1) != 0; }
  friend bool operator==(Dependent, Dependent) = default;

 private:
  std::uint32_t bits_;
};

class Program {
 public:
  std::uint32_t ranks() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::size_t size() const { return operations_.size(); }
  const Operation& operator[](OpId op) const { return operations_[op.index()]; }

  /// @name The operations of a rank are first(rank) .. end(rank) - 1
  /// @{
  OpId first(RankId rank) const { return OpId{first_[rank.index()]}; }
  OpId end(RankId rank) const { return OpId{first_[rank.index() + 1]}; }
  std::size_t size_of(RankId rank) const { return end(rank).index() - first(rank).index(); }
  /// @}
  RankId rank_of(OpId op) const;

  std::span<const Dependent> dependents(OpId op) const {
    return std::span(dependents_)
        .subspan(first_dependent_[op.index()], first_dependent_[op.index() + 1] - first_dependent_[op.index()]);
  }
  std::size_t dependencies() const { return dependents_.size(); }

  /// Returns the label, without one an empty text.
  std::string_view label(OpId op) const;
  /// Returns the group of the operation: its label up to the first "__"; without one an empty text.
  std::string_view group(OpId op) const;
  /// Returns the line of the operation in its file; 0: it comes from none.
  std::uint32_t line(OpId op) const { return lines_.empty() ? 0 : lines_[op.index()]; }
  /// Returns the operation as messages about a file name it: "rank 3, recv l12 (line 45)", "rank 0, calc number 7".
  std::string name(OpId op) const;
  /// Returns the label with which the operation is written: without one, "l7" for number 7 of its rank.
  std::string written_label(OpId op) const;
  /// Returns the operation as reports name it: "rank 3, recv l12". A program that is read from text or from binary GOAL
  /// has the same names, as binary GOAL has neither labels nor lines.
  std::string written_name(OpId op) const;

  /// Returns the bytes of memory that it occupies.
  std::size_t memory() const;

 private:
  friend class ProgramBuilder;
  std::vector<Operation> operations_;
  std::vector<std::uint32_t> first_;            // operation of each rank, and the number of all
  std::vector<Dependent> dependents_;           // by the operation that they wait for
  std::vector<std::uint32_t> first_dependent_;  // of each operation, and the number of all
  std::string labels_;                          // one after the other
  std::vector<std::uint32_t> label_end_;        // of each operation in labels_; empty: there are no labels
  std::vector<std::uint32_t> lines_;            // empty: there are none
};

/// Returns the word of a kind: "send", "recv", "calc".
std::string_view word_of(OpKind kind);

/// Puts a program together. Operations may be added rank by rank or in any other order.
///
/// Numbers  add() returns a number of this builder; finish() gives the operations their numbers in the program
/// Errors   std::invalid_argument for a rank, peer, tag or size out of range and for a dependency between ranks;
///          std::length_error for more than kMostOperations operations or 4 GiB of labels
class ProgramBuilder {
 public:
  explicit ProgramBuilder(std::uint32_t ranks);

  OpId add(RankId rank, const Operation& operation, std::string_view label = {}, std::uint32_t line = 0);
  /// Makes `op` start after the end of `before`, or after its start.
  void require(OpId op, OpId before, bool on_start = false);

  std::uint32_t ranks() const { return ranks_; }
  std::size_t size() const { return operations_.size(); }
  const Operation& operator[](OpId op) const { return operations_[op.index()]; }
  RankId rank_of(OpId op) const { return RankId{rank_[op.index()]}; }
  std::string_view label(OpId op) const;
  std::uint32_t line(OpId op) const { return lines_[op.index()]; }

  /// Returns the program. `numbers`, unless null, becomes the number in the program of each number of the builder.
  Program finish(std::vector<OpId>* numbers = nullptr) &&;

 private:
  struct Pair {
    std::uint32_t before;
    Dependent after;
  };
  std::vector<OpId> new_numbers(std::vector<std::uint32_t>& first) const;
  void sort_operations(const std::vector<OpId>& number, Program& program);
  void sort_dependents(const std::vector<OpId>& number, Program& program);

  std::uint32_t ranks_;
  std::vector<Operation> operations_;
  std::vector<std::uint32_t> rank_;  // of each operation
  std::vector<Pair> pairs_;
  std::string labels_;
  std::vector<std::uint32_t> label_end_;
  std::vector<std::uint32_t> lines_;
  bool is_sorted_ = true;  // the ranks of the operations do not descend
  bool has_lines_ = false;
};

}  // namespace kintsugi::workload
