#include "tb/tool/console/files.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace kintsugi {

FileText read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return {std::nullopt, "it is a directory"};
  std::ifstream file(path, std::ios::binary);
  if (!file) return {std::nullopt, std::generic_category().message(errno)};
  std::string text;
  std::array<char, 65536> part;
  while (file.read(part.data(), part.size()), file.gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return {std::nullopt, "it cannot be read"};
  return {std::move(text), ""};
}

}  // namespace kintsugi
