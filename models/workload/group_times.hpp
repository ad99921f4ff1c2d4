/// The time of each group of a program (program.hpp): of each collective of those that the generators make.
///
/// Group      all operations of all ranks whose labels begin with the same GROUP__. Those without a group are in none
/// Begin      the first start of one of its operations; end: the last end. cycles = end - begin
/// Bandwidth  bytes of the messages sent / cycles: of all ranks together, and for each rank that has an operation of
///            the group. Requests, answers and the filling of the last flit are no bytes of messages
/// Algorithm  bandwidth S / cycles, with S the bytes that the collective is asked for. A program does not say S, so who
///            has made it does: for all-reduce and broadcast what each member has, for reduce-scatter the input of a
///            member, for all-gather its output, for all-to-all what a member sends to all
/// Source     of the algorithm bandwidth: NVIDIA, nccl-tests, "Performance reported by NCCL tests"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/workload/program_run.hpp"

namespace kintsugi::workload {

struct GroupTime {
  std::string name;
  std::size_t operations = 0;
  std::size_t left = 0;    ///< operations that have not ended
  std::size_t ranks = 0;   ///< that have an operation of it
  std::size_t sends = 0;   ///< messages
  std::uint64_t sent = 0;  ///< bytes of these
  Cycle begin = 0;
  Cycle end = 0;  ///< if left == 0; else the last end so far, or the begin

  Cycle cycles() const { return end - begin; }
  double sent_per_rank() const { return static_cast<double>(sent) / static_cast<double>(ranks); }
  /// @name Bytes per cycle; nullopt if the group has not ended, takes no cycle, or sends no message
  /// @{
  std::optional<double> bandwidth() const { return per_cycle(static_cast<double>(sent)); }
  std::optional<double> bandwidth_per_rank() const { return per_cycle(sent_per_rank()); }
  std::optional<double> algorithm_bandwidth(std::uint64_t asked_bytes) const {
    return per_cycle(static_cast<double>(asked_bytes));
  }
  /// @}
  friend bool operator==(const GroupTime&, const GroupTime&) = default;

 private:
  std::optional<double> per_cycle(double bytes) const {
    if (left > 0 || begin == end || sends == 0) return std::nullopt;
    return bytes / static_cast<double>(cycles());
  }
};

/// Returns the groups of which an operation has started, by first start; those that start in the same cycle, in the
/// order of their first operations.
std::vector<GroupTime> group_times(const ProgramRun& run);

/// Returns the names of all groups of a program, in the order of their first operations.
std::vector<std::string> group_names(const Program& program);

}  // namespace kintsugi::workload
