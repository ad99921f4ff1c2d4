#include "tb/tool/console/output.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

}  // namespace kintsugi
