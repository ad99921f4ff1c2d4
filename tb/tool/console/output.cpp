#include "tb/tool/console/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "models/files/part_file.hpp"

namespace kintsugi {

namespace {

const std::string kUnfinished = ".part";  // and the number of the process

}  // namespace

std::optional<std::string> left_unfinished(const std::string& name) {
  const std::size_t at = name.rfind(kUnfinished);
  if (at == std::string::npos) return std::nullopt;
  const char* const end = name.data() + name.size();
  pid_t process = 0;
  const auto [stop, error] = std::from_chars(name.data() + at + kUnfinished.size(), end, process);
  if (error != std::errc{} || stop != end || process <= 0) return std::nullopt;
  const bool has_ended = kill(process, 0) != 0 && errno == ESRCH;
  return has_ended ? std::optional(name.substr(0, at)) : std::nullopt;
}

OutputDirectory::~OutputDirectory() {
  std::error_code ignored;
  for (const Staged& file : staged_) std::filesystem::remove(file.temporary, ignored);
}

void OutputDirectory::write(const std::string& name, std::string_view content) {
  const Staged file{directory_ / (name + kUnfinished + std::to_string(getpid())), directory_ / name};
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
