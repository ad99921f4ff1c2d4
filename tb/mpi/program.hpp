/// The program `kintsugi` beside this one, whose processes are the jobs.
///
/// The file stays open: one that is replaced while the job runs does not mix two builds.
#pragma once

#include <filesystem>
#include <string>

namespace kintsugi::mpi {

class Program {
 public:
  /// Opens `kintsugi` in the directory of this program. Where there is none, the identity says so.
  Program();
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Returns the file, for this process and its children only.
  std::filesystem::path path() const;
  bool is_there() const { return descriptor_ >= 0; }
  /// Returns what a store of results knows the program by, or why it is not there.
  const std::string& identity() const { return identity_; }

 private:
  int descriptor_ = -1;
  std::string identity_;
};

}  // namespace kintsugi::mpi
