#include "tb/tool/console/own_files.hpp"

#include <algorithm>
#include <set>
#include <system_error>

#include "models/files/part_file.hpp"
#include "tb/tool/console/printable.hpp"

namespace kintsugi {

namespace {

namespace fs = std::filesystem;

/// Returns the path without links and dots as far as its directories are there.
fs::path full_path(const fs::path& path) {
  std::error_code unreadable;  // a path that the system cannot follow stays as it is
  const fs::path absolute = fs::absolute(path, unreadable);
  const fs::path full = fs::weakly_canonical(absolute, unreadable);
  return full.empty() ? absolute : full;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code missing;
  return fs::equivalent(a, b, missing) || full_path(a) == full_path(b);
}

}  // namespace

void require_own_files(std::span<const OutputFile> written, std::span<const InputFile> read) {
  Diagnostics errors;
  std::set<Where> told;  // a waveform has files beside it, of the same place
  for (auto file = written.begin(); file != written.end(); ++file) {
    const std::string name = "'" + printable(file->path.string()) + "' ";
    const std::string remedy = file->in_directory ? "; name another directory" : "; name another file";
    const auto is_this = [&](const auto& other) { return is_same_file(file->path, other.path); };
    if (const std::string why = files::too_long(file->path); !why.empty()) {
      if (told.insert(file->where).second) errors.add(file->where, name + "cannot be written: " + why);
    } else if (const std::string other = files::in_the_way(file->path); !other.empty()) {
      errors.add(file->where, name + "is " + other + ", which no file replaces; move it, or " + remedy.substr(2));
    } else if (const auto input = std::ranges::find_if(read, is_this); input != read.end()) {
      errors.add(file->where, name + "is " + input->what + remedy);
    } else if (const auto same = std::find_if(written.begin(), file, is_this); same != file) {
      errors.add(file->where, name + "is written for " + describe(same->where) + " too" + remedy);
    }
  }
  errors.raise();
}

}  // namespace kintsugi
