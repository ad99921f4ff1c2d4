/// The text form of GOAL, as LogGOPSim reads it: read_goal() makes a program of a text, write_goal() the text of a
/// program. What begins as the binary form (binary_goal.hpp) is read as that.
///
///   num_ranks 2
///   rank 0 {
///     l1: calc 100 cpu 1                    // nanoseconds
///     l2: send 8b to 1 tag 3 cpu 0 nic 0    // bytes
///     l2 requires l1
///   }
///   rank 1 {
///     l1: recv 8b from 0 tag 3
///   }
///
/// Statements end with their line, or before the } of their block
/// Labels     begin with a letter and go on with letters, digits and '_'; they may be left out. send, recv, calc, rank
///            and num_ranks are none
/// Options    tag, cpu and nic, in any order; 0 without them. Of a calc only cpu
/// mcast      N, of a send: part of a multicast of its rank (casts.hpp). Not in LogGOPSim's form
/// Any        recv ... from -1 takes a message from any rank, tag -1 one with any tag
/// requires   `a requires b`: a starts after the end of b; `a irequires b`: after the start of b. A label may be used
///            before its operation comes
/// Ranks      come in any order; one without a block has no operations
/// Lines      are kept with the operations
/// Errors     are returned as a list, each with its line and column and what to do: the first kMostGoalMistakes and the
///            number of the others. After a mistake reading goes on in the next line
/// Source     Hoefler, Schneider and Lumsdaine, "LogGOPSim - Simulating Large-Scale Applications in the LogGOPS Model",
///            2010
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/network/progress.hpp"
#include "models/workload/program.hpp"
#include "models/workload/whole_lines.hpp"

namespace kintsugi::workload {

inline constexpr std::size_t kMostGoalMistakes = 100;
inline constexpr std::size_t kMostBinaryGoal = std::size_t{1} << 32;

struct GoalFile {
  std::optional<Program> program;  ///< of a text without mistakes
  std::vector<FileMistake> mistakes;
  std::size_t more_mistakes = 0;  ///< that are not in the list

  /// Adds a mistake to the list, or counts it if the list is full.
  void add(FileMistake mistake);
};

GoalFile read_goal(std::string_view text);

/// Reads a file that comes in parts, which may end anywhere. Of a text it keeps no more than WholeLines does, of the
/// binary form all, up to kMostBinaryGoal bytes.
class GoalParser {
 public:
  GoalParser();
  ~GoalParser();
  GoalParser(const GoalParser&) = delete;
  GoalParser& operator=(const GoalParser&) = delete;

  void take(std::string_view part);
  /// Reads the last line, which may lack its end, and returns the program.
  GoalFile finish();

 private:
  friend GoalFile read_goal(std::string_view text);
  class Reader;
  std::unique_ptr<Reader> reader_;
  WholeLines lines_;
  std::string binary_;  // empty: the file is a text
  bool has_begun_ = false;
};

/// Writes a program, which read_goal() reads back. An operation without a label gets its number in its rank: "l0".
/// Requires that no label of the program has this form for the number of another operation.
void write_goal(const Program& program, std::ostream& out);
/// The same, in parts of some 64 KiB, for files of any size. Calls `progress` with the operations of the ranks that are
/// written.
void write_goal(const Program& program, const std::function<void(std::string_view)>& out,
                const Progress& progress = {});

}  // namespace kintsugi::workload
