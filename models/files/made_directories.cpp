#include "models/files/made_directories.hpp"

#include <system_error>

namespace kintsugi::wave {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, std::error_code error) {
  throw std::system_error(error, "cannot make the directory '" + path.string() +
                                     "' (name another one, or check that the one above it may be written)");
}

}  // namespace

MadeDirectories::MadeDirectories(const fs::path& directory) {
  fs::path path;
  for (const fs::path& part : directory) {
    path /= part;
    std::error_code error;
    if (fs::is_directory(path, error)) continue;
    if (fs::create_directory(path, error)) {
      made_.push_back(path);
    } else if (std::error_code unknown; !fs::is_directory(path, unknown)) {
      remove_empty();
      fail(directory, fs::exists(path, unknown) ? std::make_error_code(std::errc::not_a_directory) : error);
    }
  }
}

MadeDirectories::~MadeDirectories() {
  remove_empty();
}

void MadeDirectories::remove_empty() noexcept {
  std::error_code not_empty;
  for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), not_empty);
}

}  // namespace kintsugi::wave
