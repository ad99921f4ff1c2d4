/// Reads input files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace kintsugi {

struct FileText {
  std::optional<std::string> text;
  std::string error;  ///< why the text is missing: "No such file or directory"
};

/// Returns the text of a file, or why it cannot be read.
FileText read_file(const std::filesystem::path& path);

}  // namespace kintsugi
