#include "tb/tool/console/output.hpp"

#include "tb/tool/console/stop.hpp"

namespace kintsugi {

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

std::unique_ptr<wave::PartFile> OutputDirectory::begin(const std::filesystem::path& path) {
  wave::require_replaceable(path);
  made_.add(path.parent_path());
  return std::make_unique<wave::PartFile>(path);
}

void OutputDirectory::add(std::unique_ptr<wave::PartFile> file) {
  file->complete();
  files_.push_back(std::move(file));
}

void OutputDirectory::commit() {
  defer_stop();
  for (const auto& file : files_) wave::require_replaceable(file->path());
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
