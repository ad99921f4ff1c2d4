#include "tb/tool/console/output.hpp"

#include "tb/tool/console/stop.hpp"

namespace kintsugi {

void OutputDirectory::write(const std::string& name, std::string_view content) {
  write_elsewhere(directory_ / name, content);
}

void OutputDirectory::write_elsewhere(const std::filesystem::path& path, std::string_view content) {
  wave::require_replaceable(path);
  made_.add(path.parent_path());
  auto file = std::make_unique<wave::PartFile>(path);
  file->append(content);
  add(std::move(file));
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
