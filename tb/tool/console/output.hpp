/// Writes results: all files of a command or none of them, and none over a file that is not its own.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

/// How a command knows a file that kintsugi has written.
struct FileForm {
  /// Of its text, within 4 KiB; `*` stands for any characters. Empty: any file is replaced.
  std::string beginning = {};
  std::string beside = {};  ///< the name of the file beside it that begins so; empty: the file itself
};

struct InputFile {
  std::filesystem::path path;
  std::string what;  ///< for messages: "the scenario", "the file of traffic.trace"
};

struct OutputFile {
  std::filesystem::path path;
  Where where;                                      ///< of the option or key that names it
  FileForm form = {};                               ///< what it may replace
  bool in_directory = false;                        ///< which that option names: the file has a name of its own
  std::optional<std::filesystem::path> below = {};  ///< the directory that no symbolic link may lead out of
};

/// Returns the symbolic link among the directories between this one and a file below it; empty without one.
std::filesystem::path link_between(const std::filesystem::path& directory, const std::filesystem::path& file);

/// Refuses outputs of a command that would replace an input, a file that kintsugi has not written, something other than
/// a file, or each other. Names that are too long are refused too, and symbolic links that lead out of the directory
/// that an option names.
///
/// Same    two names of one file, however they are written: by a relative path, through a directory that is a symbolic
///         link, or as a second name of it. A file that is not there yet is known by its path
/// Own     a command replaces a file only if it is empty, or begins as kintsugi lets files of its kind begin: a file of
///         kintsugi of another kind is kept, too
/// Errors  InputError with each such file, at the option or key that names it; then nothing has been written
void require_own_files(std::span<const OutputFile> written, std::span<const InputFile> read);

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
