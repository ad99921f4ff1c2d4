/// Refuses outputs of a command that would replace an input, a file that kintsugi has not written, something other than
/// a file, or each other. Names that are too long are refused too, and symbolic links that lead out of the directory
/// that an option names.
///
/// Same    two names of one file, however they are written: by a relative path, through a directory that is a symbolic
///         link, or as a second name of it. A file that is not there yet is known by its path
/// Own     a command replaces a file only if it is empty, or begins as kintsugi lets files of its kind begin: a file of
///         kintsugi of another kind is kept, too
/// Errors  InputError with each such file, at the option or key that names it; then nothing has been written
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

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

void require_own_files(std::span<const OutputFile> written, std::span<const InputFile> read);

}  // namespace kintsugi
