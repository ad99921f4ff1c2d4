/// Refuses files of a command that would replace one that it reads, or each other, that cannot be written because
/// something other than a file has their name, or whose names are too long.
///
/// Same    two names of one file, however they are written: by a relative path, through a directory that is a symbolic
///         link, or as a second name of it. A file that is not there yet is known by its path
/// Errors  InputError with each such file, at the option or key that names it; then nothing has been written
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

struct InputFile {
  std::filesystem::path path;
  std::string what;  ///< for messages: "the scenario", "the file of traffic.trace"
};

struct OutputFile {
  std::filesystem::path path;
  Where where;                ///< of the option or key that names it
  bool in_directory = false;  ///< which that option names: the file has a name of its own
};

void require_own_files(std::span<const OutputFile> written, std::span<const InputFile> read);

}  // namespace kintsugi
