/// The missing directories on the way to a file that is to be written.
///
/// Life    made by the constructor; the destructor removes those that it made and that are still empty, so that a
///         command that writes no file leaves no directory either
/// Errors  std::system_error with the path and what to do
#pragma once

#include <filesystem>
#include <list>

namespace kintsugi::files {

class MadeDirectories {
 public:
  MadeDirectories() = default;
  /// An empty path is the working directory.
  explicit MadeDirectories(const std::filesystem::path& directory) : MadeDirectories() { add(directory); }
  ~MadeDirectories();
  MadeDirectories(const MadeDirectories&) = delete;
  MadeDirectories& operator=(const MadeDirectories&) = delete;

  /// Makes those on the way to one more place.
  void add(const std::filesystem::path& directory);
  /// Leaves them where they are, empty or not.
  void keep() noexcept;

 private:
  void remove_empty() noexcept;

  std::list<std::filesystem::path> made_;  ///< outer ones before those in them
};

/// Removes those of this process that are still empty, up to 64. A signal handler that ends the process may call it.
void remove_made_directories() noexcept;

}  // namespace kintsugi::files
