/// Writing results: all files of a command or none of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi {

/// Files are written under temporary names into a directory, which is made when it is missing, and renamed together
/// by commit(); what is not committed is removed again. Only regular files are replaced.
class OutputDirectory {
 public:
  explicit OutputDirectory(std::filesystem::path directory) : directory_(std::move(directory)) {}
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  /// std::runtime_error, naming the file, when it cannot be written.
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
