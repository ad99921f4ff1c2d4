/// Reading input files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace kintsugi {

struct FileText {
  std::optional<std::string> text;
  std::string error;  ///< why there is none: "No such file or directory"
};

FileText read_file(const std::filesystem::path& path);

}  // namespace kintsugi
