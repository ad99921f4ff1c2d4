/// What is wrong with a program before it runs.
///
/// Unmatched   a receive for which there is no message, or a message that no receive takes. Of a channel (matching.hpp)
///             with more sends than receives the last sends are named, and the other way round
/// Wild        the messages that exact receives leave over must be as many as the wild receives of their rank, each
///             must be accepted by one, and those of one tag (source) must be as many as the wild receives for this tag
///             (source) need at least. What remains possible is a race: a wild receive may take the message of another
///             one, which then waits for ever. Such a run is stuck (program_run.hpp)
/// Too long    a message that must be longer than its receive, whichever of its channel they are
/// Long calc   a calculation of more than kMaxCycles cycles
/// Circle      operations of a rank that require each other
/// Deadlock    operations of several ranks that wait for each other: the program is executed without time
///             (untimed_run.hpp). Nothing is said of a program with wild receives, or in which another order of the
///             receives of a channel may have another outcome
#pragma once

#include <string>
#include <vector>

#include "models/workload/program.hpp"
#include "models/workload/protocol.hpp"

namespace kintsugi::workload {

/// "rank 0, send l1 (line 3)" "has no receive: ..."
struct Finding {
  OpId op;
  std::string message;
  friend bool operator==(const Finding&, const Finding&) = default;
};

struct Findings {
  std::vector<Finding> list;  ///< in the order of the operations; the first `most`
  std::size_t more = 0;       ///< that are not in the list
};

/// Returns what is wrong; an empty list if a run of the program ends, but for races between wild receives.
Findings check(const Program& program, const Protocol& protocol, std::size_t most = 100);

}  // namespace kintsugi::workload
