#include "tb/tool/console/output.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "models/files/part_file.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/console/stop.hpp"

namespace kintsugi {

OutputDirectory::OutputDirectory(const std::optional<std::filesystem::path>& directory,
                                 std::vector<OutputFile> to_write, std::vector<InputFile> read)
    : directory_(directory.value_or("")), to_write_(std::move(to_write)), read_(std::move(read)) {
  require_own_files(to_write_, read_);
}

void OutputDirectory::write(const std::string& name, std::string_view content) {
  write_elsewhere(directory_ / name, content);
}

void OutputDirectory::write_parts(
    const std::string& name, const std::function<void(const std::function<void(std::string_view)>& append)>& write) {
  auto file = begin(directory_ / name);
  write([&file](std::string_view part) { file->append(part); });
  add(std::move(file));
}

void OutputDirectory::write_elsewhere(const std::filesystem::path& path, std::string_view content) {
  auto file = begin(path);
  file->append(content);
  add(std::move(file));
}

std::unique_ptr<files::PartFile> OutputDirectory::begin(const std::filesystem::path& path) {
  if (!read_.empty() && std::ranges::find(to_write_, path, &OutputFile::path) == to_write_.end()) {
    require_own_files(std::array{OutputFile{path, {"--out", 0, 0}, {}, true}}, read_);
  }
  files::require_replaceable(path);
  made_.add(path.parent_path());
  return std::make_unique<files::PartFile>(path);
}

void OutputDirectory::add(std::unique_ptr<files::PartFile> file) {
  file->complete();
  files_.push_back(std::move(file));
}

void OutputDirectory::commit() {
  defer_stop();
  for (const auto& file : files_) files::require_replaceable(file->path());
  commit_all_or_none();
  files_.clear();
}

void OutputDirectory::commit_all_or_none() {
  std::vector<std::filesystem::path> appeared;
  try {
    for (const auto& file : files_) {
      const bool is_new = !std::filesystem::exists(file->path());
      file->commit();
      if (is_new) appeared.push_back(file->path());
    }
  } catch (...) {
    std::error_code ignored;  // the failure to rename is the one to report
    for (const std::filesystem::path& path : appeared) std::filesystem::remove(path, ignored);
    throw;
  }
}

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

/// Returns the first characters of a file; none of one that cannot be read.
std::string head_of(const fs::path& path) {
  std::string head(4096, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head;
}

/// Returns whether the text begins with these characters, of which `*` stands for any.
bool begins_as(std::string_view text, std::string_view beginning) {
  for (bool is_first = true;; is_first = false) {
    const std::size_t star = beginning.find('*');
    const std::string_view piece = beginning.substr(0, star);
    const std::size_t at = is_first ? text.rfind(piece, 0) : text.find(piece);
    if (at == std::string_view::npos) return false;
    if (star == std::string_view::npos) return true;
    text.remove_prefix(at + piece.size());
    beginning.remove_prefix(star + 1);
  }
}

/// Returns whether the file may be replaced: kintsugi has written it, or nothing is lost with it.
bool is_own(const OutputFile& file) {
  std::error_code missing;
  if (!fs::exists(file.path, missing)) return true;
  if (fs::file_size(file.path, missing) == 0) return true;
  const std::string& beside = file.form.beside;
  return begins_as(head_of(beside.empty() ? file.path : fs::path(file.path).replace_filename(beside)),
                   file.form.beginning);
}

}  // namespace

fs::path link_between(const fs::path& directory, const fs::path& file) {
  fs::path at = directory;
  std::error_code missing;
  for (const fs::path& part : file.lexically_relative(directory).parent_path()) {
    at /= part;
    if (fs::is_symlink(at, missing)) return at;
  }
  return {};
}

void require_own_files(std::span<const OutputFile> written, std::span<const InputFile> read) {
  Diagnostics errors;
  std::set<Where> told;  // a waveform has files beside it, of the same place
  for (auto file = written.begin(); file != written.end(); ++file) {
    const std::string name = "'" + printable(file->path.string()) + "' ";
    const std::string remedy = file->in_directory ? "; name another directory" : "; name another file";
    const auto is_this = [&](const auto& other) { return is_same_file(file->path, other.path); };
    if (const std::string why = files::too_long(file->path); !why.empty()) {
      if (told.insert(file->where).second) errors.add(file->where, name, "cannot be written: ", why);
    } else if (const std::string other = files::in_the_way(file->path); !other.empty()) {
      errors.add(file->where, name, "is ", other, ", which no file replaces; move it, or ", remedy.substr(2));
    } else if (const auto input = std::ranges::find_if(read, is_this); input != read.end()) {
      errors.add(file->where, name, "is ", input->what, remedy);
    } else if (const fs::path link = file->below ? link_between(*file->below, file->path) : fs::path(); !link.empty()) {
      errors.add(file->where, name, "is behind the symbolic link '", printable(link.string()),
                 "', which no output follows; remove it, or ", remedy.substr(2));
    } else if (const auto same = std::find_if(written.begin(), file, is_this); same != file) {
      errors.add(file->where, name, "is written for ", describe(same->where), " too", remedy);
    } else if (!is_own(*file)) {
      errors.add(file->where, name, "is there already, and kintsugi has not written it; move it, or ",
                 remedy.substr(2));
    }
  }
  errors.raise();
}

}  // namespace kintsugi
