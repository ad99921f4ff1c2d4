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
  for (const OutputFile& file : written) {
    const std::string why = wave::too_long(file.path);
    if (!why.empty() && told.insert(file.where).second)
      errors.add(file.where, "'" + printable(file.path.string()) + "' cannot be written: " + why);
  }
  for (auto file = written.begin(); file != written.end(); ++file) {
    const auto is_this = [&](const auto& other) { return is_same_file(file->path, other.path); };
    if (const auto input = std::ranges::find_if(read, is_this); input != read.end()) {
      errors.add(file->where, "'" + printable(file->path.string()) + "' is " + input->what + "; name another file");
    } else if (const auto other = std::find_if(written.begin(), file, is_this); other != file) {
      errors.add(file->where, "'" + printable(file->path.string()) + "' is written for " + describe(other->where) +
                                  " too; name another file");
    }
  }
  errors.raise();
}

}  // namespace kintsugi
