/// A file of its own beside the one that it is to become: no other process, and no other open file of this one, writes
/// to it.
///
/// Name    `path`.part4711@1a2b3c4d, where 4711 is this process and 1a2b3c4d a hash of the name of this machine, as
///         several machines can write to one directory; with -1, -2 ... behind it if that name is taken by another open
///         file of this process
/// Life    created, empty, by the constructor; removed by the destructor unless rename_to() has given it a name
/// Errors  the constructor and rename_to throw std::system_error without a text of their own: the caller says what to
///         do
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace kintsugi::files {

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& path);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void rename_to(const std::filesystem::path& final);

 private:
  void leave() noexcept;

  std::filesystem::path path_;
  bool exists_ = false;
};

/// Returns ".part4711@1a2b3c4d", for a process of this machine.
std::string part_suffix(std::int64_t process);

/// Returns the complete name of a temporary file of this machine whose process no longer runs: "sweep.json" for
/// "sweep.json.part4711@1a2b3c4d" if there is no process 4711. Returns nullopt for any other name: whether a process of
/// another machine runs cannot be known.
std::optional<std::string> left_unfinished(const std::string& name);

/// Removes the temporary files of this process, up to 64 of those that exist. A signal handler that ends the process
/// may call it.
void remove_temporary_files() noexcept;

}  // namespace kintsugi::files
