/// Runs many processes, a limited number at a time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tb/tool/sweep/child.hpp"

namespace kintsugi::sweep {

struct Command {
  std::vector<std::string> arguments;  ///< of the program
  std::filesystem::path directory;     ///< in which it runs
  std::string input = {};              ///< that it reads from standard input
};

/// Returns the directory of a source, to which the file names in it are relative: "." without one.
std::filesystem::path directory_of(const std::string& source);

struct Work {
  std::size_t jobs = 0;
  unsigned workers = 1;                                  ///< processes at a time
  std::function<Command(std::size_t job)> command;       ///< called in order of jobs
  std::function<void(std::size_t job, Ended end)> done;  ///< called in the order in which jobs end
  std::filesystem::path program = kThisProgram;          ///< that they run
};

/// Runs all jobs. Returns whether they are done; false if a signal asks the program to stop (tb/tool/console/stop.hpp):
/// it was sent to all processes, which have ended, as was each that came after it. An exception of `done` ends all
/// processes and is rethrown.
bool run_all(const Work& work);

/// run_all(), or what runs the jobs elsewhere: the other machines of a cluster.
using RunAll = std::function<bool(const Work& work)>;

}  // namespace kintsugi::sweep
