/// Writes results: all files of a command or none of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi {

/// Returns the complete name of a partial file whose writer no longer runs: "sweep.json" for "sweep.json.part4711" if
/// there is no process 4711. Returns nullopt for any other name.
std::optional<std::string> left_unfinished(const std::string& name);

/// Writes files under temporary names into a directory, which it makes if it is missing. commit() renames them
/// together; the destructor removes those that were not committed. Only regular files are replaced.
class OutputDirectory {
 public:
  explicit OutputDirectory(std::filesystem::path directory) : directory_(std::move(directory)) {}
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  /// Throws std::runtime_error, naming the file, when it cannot be written.
  void write(const std::string& name, std::string_view content);
  void commit();

 private:
  struct Staged {
    std::filesystem::path temporary;
    std::filesystem::path final;
  };
  std::filesystem::path directory_;
  std::vector<Staged> staged_;
};

}  // namespace kintsugi
