/// The files that exports have written into a directory: `exported.txt` lists them with their checksums.
///
/// An export replaces those that are still as they were written. All others are of the user: a file that no export has
/// written, or that was changed since. The list keeps what earlier exports have left beside the files of the last one.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"

namespace kintsugi {

class ExportedFiles {
 public:
  /// Reads the list of the directory; there is none without a directory, or before the first export.
  explicit ExportedFiles(const std::optional<std::filesystem::path>& directory);

  /// Returns the files of an export with their list, by name; none if there are none.
  std::vector<RtlFile> with_list(std::vector<RtlFile> files) const;
  /// Returns the names of those that would replace a file of the user.
  std::vector<std::string> of_the_user(const std::vector<RtlFile>& files) const;
  /// Returns the names of files in the directory that earlier exports have written, and this one does not.
  std::vector<std::string> left_over(const std::vector<RtlFile>& files) const;

 private:
  bool is_as_written(const std::string& name) const;

  std::filesystem::path directory_;
  bool has_list_ = false;
  std::map<std::string, std::string> checksums_;  // by name
};

}  // namespace kintsugi
