#include "tb/tool/cli/documentation.hpp"

namespace kintsugi::cli {

std::optional<std::filesystem::path> documentation_of(const std::filesystem::path& program) {
  std::error_code error;  // a program that was removed while it runs has no folder
  const std::filesystem::path file = std::filesystem::canonical(program, error);
  if (error) return std::nullopt;
  // KINTSUGI_DOCUMENTATION is the way from the folder of programs to that of the documentation.
  const std::filesystem::path folder = (file.parent_path() / KINTSUGI_DOCUMENTATION).lexically_normal();
  if (!std::filesystem::exists(folder / "README.md", error)) return std::nullopt;
  return folder;
}

std::string installed_documentation(const std::filesystem::path& program) {
  const std::optional<std::filesystem::path> folder = documentation_of(program);
  if (!folder) return "";
  std::error_code error;
  std::string text = "pages (begin with README.md), scenarios (traces), programs to begin with (tb/examples)";
  if (std::filesystem::exists(*folder / "reference/index.html", error)) {
    text += ", the reference of the headers (reference/index.html)";
  }
  return text + ", below " + folder->string();
}

}  // namespace kintsugi::cli
