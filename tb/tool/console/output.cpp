#include "tb/tool/console/output.hpp"

#include "tb/tool/console/stop.hpp"

namespace kintsugi {

void OutputDirectory::write(const std::string& name, std::string_view content) {
  const std::filesystem::path path = directory_ / name;
  wave::require_replaceable(path);
  if (!made_) made_.emplace(directory_);
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
  for (const auto& file : files_) file->commit();
  files_.clear();
}

}  // namespace kintsugi
