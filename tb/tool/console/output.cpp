#include "tb/tool/console/output.hpp"

#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <system_error>

#include "models/files/part_file.hpp"

namespace kintsugi {

OutputDirectory::~OutputDirectory() {
  std::error_code ignored;
  for (const Staged& file : staged_) std::filesystem::remove(file.temporary, ignored);
}

void OutputDirectory::write(const std::string& name, std::string_view content) {
  const Staged file{directory_ / (name + ".part" + std::to_string(getpid())), directory_ / name};
  wave::require_replaceable(file.final);
  wave::require_replaceable(file.temporary);
  std::filesystem::create_directories(directory_);
  staged_.push_back(file);
  std::ofstream stream(file.temporary, std::ios::binary);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  if (!stream) throw std::runtime_error("cannot write " + file.final.string());
}

void OutputDirectory::commit() {
  for (const Staged& file : staged_) std::filesystem::rename(file.temporary, file.final);
  staged_.clear();
}

}  // namespace kintsugi
