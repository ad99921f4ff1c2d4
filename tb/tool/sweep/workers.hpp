/// Runs many processes, a limited number at a time.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tb/tool/console/scratch_file.hpp"

namespace kintsugi::sweep {

/// This program, even when its file has been replaced.
inline constexpr const char* kThisProgram = "/proc/self/exe";

/// How a process ended, and its output.
struct Ended {
  int status = 0;  ///< exit status, when signal is 0
  int signal = 0;  ///< the signal that ended it; 0: it exited
  std::string out;
  std::string err;
};

/// One run of a program as a process of its own.
///
/// Input    is an unnamed file that holds the text; an empty one reads as the end
/// Output   standard output and error go to unnamed files, so the child never waits for its reader
/// Death    a child never outlives its parent: the system kills it when the parent ends, however it ends
/// Errors   std::system_error when the system has no process or file to give
class Child {
 public:
  /// Runs a program, by default this very one, with these arguments in a directory, with these signals blocked; `input`
  /// is what it reads from standard input.
  Child(const std::vector<std::string>& arguments, const std::filesystem::path& directory, const std::string& input,
        const sigset_t& blocked, const std::filesystem::path& program = kThisProgram);
  /// Kills it if it still runs.
  ~Child();
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;

  void send(int signal) const { kill(process_, signal); }
  /// Returns whether it has ended; with `wait`, waits until it has.
  bool has_ended(bool wait = false);
  /// Returns its status and output. Call it only after it has ended.
  Ended take();

 private:
  ScratchFile out_{"the output of a run"};
  ScratchFile err_{"the output of a run"};
  pid_t process_ = 0;  ///< 0: there is no process to wait for
  int wait_status_ = 0;
};

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
