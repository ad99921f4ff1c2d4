#include "tb/tool/console/scratch_file.hpp"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace kintsugi {

namespace {

[[noreturn]] void fail_of_scratch_file(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

ScratchFile::ScratchFile(std::string purpose) : purpose_(std::move(purpose)), file_(std::tmpfile()) {
  if (!file_) fail_of_scratch_file("cannot make a temporary file for " + purpose_);
  fcntl(descriptor(), F_SETFD, FD_CLOEXEC);
}

void ScratchFile::fill(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
  if (!written || std::fflush(file_.get()) != 0) {
    fail_of_scratch_file("cannot write the temporary file for " + purpose_);
  }
  to_begin();
}

std::string ScratchFile::content() {
  to_begin();
  std::string text;
  std::array<char, 1 << 16> block;
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), file_.get()))
    text.append(block.data(), size);
  return text;
}

void ScratchFile::to_begin() {
  if (std::fseek(file_.get(), 0, SEEK_SET) != 0) {
    fail_of_scratch_file("cannot read the temporary file for " + purpose_);
  }
}

}  // namespace kintsugi
