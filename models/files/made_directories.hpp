/// The missing directories on the way to a file that is to be written.
///
/// Life    made by the constructor; the destructor removes those that it made and that are still empty, so that a
///         command that writes no file leaves no directory either
/// Errors  std::system_error with the path and what to do
#pragma once

#include <filesystem>
#include <vector>

namespace kintsugi::wave {

class MadeDirectories {
 public:
  /// An empty path is the working directory.
  explicit MadeDirectories(const std::filesystem::path& directory);
  ~MadeDirectories();
  MadeDirectories(const MadeDirectories&) = delete;
  MadeDirectories& operator=(const MadeDirectories&) = delete;

 private:
  void remove_empty() noexcept;

  std::vector<std::filesystem::path> made_;  ///< outer ones first
};

}  // namespace kintsugi::wave
