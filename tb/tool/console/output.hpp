/// Writes results: all files of a command or none of them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/console/own_files.hpp"

namespace kintsugi {

/// Writes files under temporary names into a directory, which it makes if it is missing. commit() renames them
/// together; the destructor removes those that were not committed, and the directory that it made if it is empty. Only
/// regular files are replaced.
///
/// All or none  a disk that is full and a place that cannot be written show before the first rename. Should a rename
///              fail all the same, because another program has moved a directory, the files that have appeared are
///              removed. One that has replaced an older file stays, whole: the older one is gone
class OutputDirectory {
 public:
  /// For a command that reads no files.
  explicit OutputDirectory(std::filesystem::path directory) : directory_(std::move(directory)) {}
  /// Refuses, before the work of the command, those of the files to be written that require_own_files() refuses beside
  /// the files that the command reads. A file that is not among them is checked when it is written.
  OutputDirectory(const std::optional<std::filesystem::path>& directory, std::vector<OutputFile> to_write,
                  std::vector<InputFile> read);

  /// Throws std::system_error, naming the file, when it cannot be written.
  void write(const std::string& name, std::string_view content);
  /// Writes a file whose text `write` hands over part by part, to a function that it is given.
  void write_parts(const std::string& name,
                   const std::function<void(const std::function<void(std::string_view)>& append)>& write);
  /// Writes a file of another place, to appear with these; makes missing directories on the way to it.
  void write_elsewhere(const std::filesystem::path& path, std::string_view content);
  /// Takes a file of another place, to appear with these. Throws std::system_error when it cannot be written.
  void add(std::unique_ptr<files::PartFile> file);
  /// From here on a signal only asks the program to stop: the files must not be separated.
  void commit();

 private:
  std::unique_ptr<files::PartFile> begin(const std::filesystem::path& path);
  void commit_all_or_none();

  std::filesystem::path directory_;
  std::vector<OutputFile> to_write_ = {};
  std::vector<InputFile> read_ = {};
  files::MadeDirectories made_;
  std::vector<std::unique_ptr<files::PartFile>> files_;
};

}  // namespace kintsugi
