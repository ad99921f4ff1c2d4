/// Runs many processes, some at a time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tb/tool/sweep/child.hpp"

namespace kintsugi::sweep {

struct Command {
  std::vector<std::string> arguments;  ///< of this program
  std::filesystem::path directory;     ///< in which it runs
};

struct Work {
  std::size_t jobs = 0;
  unsigned workers = 1;                                  ///< processes at a time
  std::function<Command(std::size_t job)> command;       ///< asked for in order
  std::function<void(std::size_t job, Ended end)> done;  ///< told in the order in which they end
};

/// 0: all jobs are done. Else the signal that stopped them: it was passed on to all processes, which have ended.
/// What `done` throws ends all processes and is passed on.
int run_all(const Work& work);

}  // namespace kintsugi::sweep
