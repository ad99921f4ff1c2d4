#include "hw/wave/part_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

namespace kintsugi::wave {

namespace {
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
}

PartFile::PartFile(std::filesystem::path path)
    : path_(std::move(path)), part_(path_.string() + ".part"), buffer_(kBufferBytes) {
  std::error_code unreadable;  // fopen says it better
  if (std::filesystem::is_directory(path_, unreadable)) fail(EISDIR, "name a file, not a directory");
  file_.reset(std::fopen(part_.c_str(), "wb"));
  if (!file_) fail(errno, "check that its directory exists and may be written");
  exists_ = true;
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // the buffer here is enough
}

PartFile::~PartFile() {
  discard();
}

void PartFile::append(std::string_view text) {
  if (used_ + text.size() > buffer_.size()) flush();
  if (text.size() > buffer_.size()) return write(text);
  used_ += text.copy(buffer_.data() + used_, text.size());
}

void PartFile::commit() {
  flush();
  if (std::fclose(file_.release()) != 0) fail(errno, "free some space on the disk");
  std::error_code error;
  std::filesystem::rename(part_, path_, error);
  if (error) fail(error.value(), "check that it may be replaced");
  exists_ = false;
}

void PartFile::flush() {
  write({buffer_.data(), std::exchange(used_, 0)});
}

void PartFile::write(std::string_view text) {
  if (!file_) fail(EBADF, "an earlier write failed and the file was removed");
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) {
    fail(errno, "free some space on the disk");
  }
}

void PartFile::discard() noexcept {
  file_.reset();
  std::error_code ignored;
  if (std::exchange(exists_, false)) std::filesystem::remove(part_, ignored);
}

void PartFile::fail(int error, const std::string& what) {
  discard();
  throw std::system_error(error, std::generic_category(), "cannot write '" + path_.string() + "' (" + what + ")");
}

}  // namespace kintsugi::wave
