/// One run of this program as a process of its own.
///
/// Output   standard output and error go to files without names: the child never waits for its reader
/// PosixSignals  the child has those that this process had when it was first made ready for children (see signals.hpp)
/// Death    a child never outlives its parent: the system kills it when the parent is gone, however that came about
/// Errors   std::system_error when there is no process or file to be had
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace kintsugi::sweep {

/// How a process ended, and what it said.
struct Ended {
  int status = 0;  ///< exit status, when signal is 0
  int signal = 0;  ///< that ended it; 0: it exited
  std::string out;
  std::string err;
};

class Child {
 public:
  /// Runs this very program with these arguments in a directory, with these signals blocked.
  Child(const std::vector<std::string>& arguments, const std::filesystem::path& directory, const sigset_t& blocked);
  /// Kills it if it still runs.
  ~Child();
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;

  void send(int signal) const { kill(process_, signal); }
  /// Whether it has ended; then once and for all.
  bool has_ended(bool wait = false);
  /// Only after it has ended.
  Ended take();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;
  static File make_file();
  static std::string content_of(std::FILE* file);

  File out_ = make_file();
  File err_ = make_file();
  pid_t process_ = 0;  ///< 0: none that is to be waited for
  int wait_status_ = 0;
};

}  // namespace kintsugi::sweep
