#include "models/files/made_directories.hpp"

#include <unistd.h>

#include <system_error>

#include "models/files/names_for_signals.hpp"

namespace kintsugi::files {

namespace {

namespace fs = std::filesystem;

/// Of the directories, for remove_made_directories().
constinit NamesForSignals names_of_made;

[[noreturn]] void fail(const fs::path& path, std::error_code error) {
  throw std::system_error(error, "cannot make the directory '" + path.string() +
                                     "' (name another one, or check that the one above it may be written)");
}

}  // namespace

void MadeDirectories::add(const fs::path& directory) {
  const HeldSignals held;
  fs::path path;
  for (const fs::path& part : directory) {
    path /= part;
    std::error_code error;
    if (fs::is_directory(path, error)) continue;
    if (fs::create_directory(path, error)) {
      names_of_made.add(made_.emplace_back(path).c_str());
    } else if (std::error_code unknown; !fs::is_directory(path, unknown)) {
      fail(directory, fs::exists(path, unknown) ? std::make_error_code(std::errc::not_a_directory) : error);
    }
  }
}

MadeDirectories::~MadeDirectories() {
  remove_empty();
}

void MadeDirectories::remove_empty() noexcept {
  std::error_code not_empty;
  for (; !made_.empty(); made_.pop_back()) {
    names_of_made.remove(made_.back().c_str());
    fs::remove(made_.back(), not_empty);
  }
}

void MadeDirectories::keep() noexcept {
  for (const fs::path& path : made_) names_of_made.remove(path.c_str());
  made_.clear();
}

void remove_made_directories() noexcept {
  // One can stand in another, and the names have no order: the outer one is empty in a later round.
  for (bool removed = true; removed;) {
    removed = false;
    names_of_made.for_each([&removed](const char* name) { removed |= rmdir(name) == 0; });
  }
}

}  // namespace kintsugi::files
