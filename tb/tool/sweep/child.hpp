/// One run of a program as a process of its own.
///
/// Input    is an unnamed file that holds the text; an empty one reads as the end
/// Output   standard output and error go to unnamed files, so the child never waits for its reader
/// Signals  the child starts with the signals blocked that the caller gives (tb/tool/sweep/posix_signals.hpp)
/// Death    a child never outlives its parent: the system kills it when the parent ends, however it ends
/// Errors   std::system_error when the system has no process or file to give
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;
  static File make_file(const std::string& what);
  static File file_with(const std::string& text);
  static std::string content_of(std::FILE* file);

  File out_ = make_file("output");
  File err_ = make_file("output");
  pid_t process_ = 0;  ///< 0: there is no process to wait for
  int wait_status_ = 0;
};

}  // namespace kintsugi::sweep
