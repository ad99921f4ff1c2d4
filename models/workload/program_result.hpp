/// The results of a run of a program, kept when the run itself is gone: sums, times of collectives, the critical path,
/// utilisation, delays, and what it is stuck in.
///
/// Names  are those of Program: "rank 3, recv l12"
/// Lists  of operations are cut: the path keeps its kMostSegments longest segments, and the first of equals; the other
///        lists keep kMostNamed
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/workload/critical_path.hpp"
#include "models/workload/delays.hpp"
#include "models/workload/group_times.hpp"
#include "models/workload/utilisation.hpp"

namespace kintsugi::workload {

/// Facts for the result that the run of the program does not know.
struct ProgramFacts {
  Cycle begin = 0;                                          ///< of the program
  Cycle end = 0;                                            ///< of the simulation, if the program has not ended
  AloneTime alone;                                          ///< not called if the program has not ended
  std::optional<std::uint64_t> asked_bytes = std::nullopt;  ///< of each collective, if all are asked for the same
  std::span<const Cycle> baseline = {};  ///< ends of the operations in a run without fault; empty: there is none
  bool is_stuck = false;                 ///< no packet and no time will end what is left
};

struct NamedOperation {
  RankId rank;
  std::string name;
};

struct ProgramSums {
  std::uint32_t ranks = 0;
  std::size_t sends = 0;
  std::size_t receives = 0;
  std::size_t calcs = 0;
  std::uint64_t bytes = 0;    ///< of all messages
  std::uint64_t packets = 0;  ///< with requests and answers; as all the program sends, whether it has ended or not
  std::uint64_t flits = 0;    ///< of these packets

  std::size_t operations() const { return sends + receives + calcs; }
};

struct ProgramResult {
  static constexpr std::size_t kMostSegments = 100;
  static constexpr std::size_t kMostNamed = 20;

  struct Segment : NamedOperation {
    PathSegment part;
  };
  struct Path {
    Cycle computing = 0;
    Cycle wire = 0;
    Cycle waiting = 0;
    std::vector<Segment> segments;  ///< in the order of time
    std::size_t more = 0;           ///< segments that are not in the list

    Cycle cycles() const { return computing + wire + waiting; }
  };
  struct Delayed : NamedOperation {
    DelayedOperation delayed;
  };
  struct Delay {
    std::optional<std::int64_t> cycles;
    std::size_t later = 0;    ///< operations that ended later
    std::size_t missing = 0;  ///< operations that ended without faults only
    std::vector<Delayed> first;
    std::vector<Delayed> most;
  };
  struct Waiting : NamedOperation {
    std::string reason;
  };

  ProgramSums sums;
  Cycle begin = 0;
  std::optional<Cycle> completion;  ///< nullopt: it has not ended
  std::optional<Cycle> cycles() const { return completion ? std::optional(*completion - begin) : std::nullopt; }
  std::vector<GroupTime> collectives;
  std::optional<std::uint64_t> asked_bytes;
  std::optional<Path> critical_path;  ///< of a program that has ended
  Utilisation utilisation;
  std::optional<Delay> delay;    ///< nullopt: there is no baseline
  std::uint64_t sent_again = 0;  ///< packets that the chip had dropped
  std::size_t left = 0;          ///< operations that have not ended
  bool is_stuck = false;         ///< no packet and no time will end them
  std::vector<Waiting> waiting;  ///< some of them
};

ProgramSums sums_of(const Program& program, const Protocol& protocol);

/// Returns the results of a run, between two cycles. Throws std::invalid_argument if the baseline is of another number
/// of operations.
ProgramResult program_result(const ProgramRun& run, const ProgramFacts& facts);

}  // namespace kintsugi::workload
