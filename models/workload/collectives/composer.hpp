/// Puts a program together step by step: each rank has a front, the operations after whose end it goes on.
///
/// Groups  begin_group() names what follows: the labels are NAME__0, NAME__1 ... A name that was there before gets a
///         number: NAME2
/// Tags    take_tags() returns tags that no other step has, so a message has one receive only
/// Data    what each operation does with the data of its rank, for checks that execute a program with symbols: which
///         blocks a send reads, a recv writes or adds to. Blocks are counted per rank; the k-th block that is sent
///         becomes the k-th that is received. Kept if asked for
/// Reduce  adding b received bytes takes ceil(b / reduce_bytes_per_ns) nanoseconds; with 0 no time
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "models/workload/program.hpp"

namespace kintsugi::workload {

/// Blocks of the data of a rank.
struct Slice {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  friend bool operator==(const Slice&, const Slice&) = default;
};

struct DataUse {
  enum class Action : std::uint8_t {
    kNone,
    kRead,    ///< a send sends the blocks
    kWrite,   ///< a recv replaces the blocks
    kAdd,     ///< a recv adds to the blocks
    kHold,    ///< a recv keeps what comes aside
    kAddHeld  ///< a calc adds to the blocks what `held` has kept
  };
  Action action = Action::kNone;
  Slice slice;
  OpId held = kNoOp;
};

struct ComposerSettings {
  std::uint64_t reduce_bytes_per_ns = 0;
  bool keeps_data = false;
  Progress progress = {};      ///< is called with the number of operations that there are, and `operations`
  std::size_t operations = 0;  ///< how many there will be, for the progress; 0: that is not known
  bool only_counts = false;    ///< nothing is kept but the number of operations: finish() must not be called
};

/// A program, and what its operations do with data if that was to be kept.
struct Composed {
  Program program;
  std::vector<DataUse> data;
};

inline constexpr std::uint32_t kMostComposed = 1 << 24;  ///< operations; for one more std::length_error is thrown

/// Returns the nanoseconds that adding takes.
std::uint64_t reduce_nanoseconds(std::uint64_t bytes, std::uint64_t reduce_bytes_per_ns);

class Composer {
 public:
  explicit Composer(std::uint32_t ranks, const ComposerSettings& settings = {});

  void begin_group(const std::string& name);
  std::uint32_t take_tags(std::uint32_t count);

  /// @name Operations that start after the front of their rank, and do not change it
  /// @{
  OpId send(RankId rank, RankId to, std::uint64_t bytes, std::uint32_t tag, Slice slice = {});
  OpId recv(RankId rank, RankId from, std::uint64_t bytes, std::uint32_t tag, Slice slice = {});
  /// Sends that leave together where the network has multicasts (casts.hpp); `to` ascends.
  std::vector<OpId> multicast(RankId rank, std::span<const RankId> to, std::uint64_t bytes, std::uint32_t tag,
                              Slice slice = {});
  OpId calc(RankId rank, std::uint64_t nanoseconds);
  /// Receives and adds; returns what ends then. If `sent` is an operation that reads the same blocks, adding waits for
  /// its end.
  OpId recv_and_add(RankId rank, RankId from, std::uint64_t bytes, std::uint32_t tag, Slice slice, OpId sent = kNoOp);
  /// @}

  /// Makes a rank go on after the end of all these operations.
  void go_on(RankId rank, std::span<const OpId> after);
  void go_on(RankId rank, std::initializer_list<OpId> after) { go_on(rank, std::span(after.begin(), after.size())); }

  std::uint32_t ranks() const { return builder_.ranks(); }
  /// Returns the number of operations so far.
  std::size_t size() const { return settings_.only_counts ? counted_ : builder_.size(); }
  Composed finish() &&;

 private:
  OpId add(RankId rank, const Operation& operation, const DataUse& use);
  OpId add_after_front(RankId rank, const Operation& operation, const DataUse& use);
  void require(OpId op, OpId before) {
    if (!settings_.only_counts) builder_.require(op, before);
  }

  ComposerSettings settings_;
  ProgramBuilder builder_;
  std::vector<std::array<OpId, 2>> front_;  // of each rank
  std::vector<DataUse> data_;
  std::map<std::string, unsigned> groups_;  // how often each name has been there
  std::string prefix_;
  std::uint64_t numbered_ = 0;  // operations of the group
  std::uint32_t next_tag_ = 0;
  std::uint32_t casts_ = 0;  // so far
  std::size_t counted_ = 0;  // operations, if only these are counted
};

}  // namespace kintsugi::workload
