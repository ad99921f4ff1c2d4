#include "models/files/part_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

namespace kintsugi::files {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
const char* const kNoSpace = "free some space on the disk, or raise the limit on the size of files";

const char* kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a directory";
    case fs::file_type::symlink:
      return "a symbolic link";
    case fs::file_type::fifo:
      return "a FIFO";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "something else";
  }
}

[[noreturn]] void refuse(const fs::path& path, int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), "cannot write '" + path.string() + "' (" + what + ")");
}

/// Bytes of a name and of a path that the system allows; a temporary file has room for ".part4194304@1a2b3c4d-999".
constexpr std::size_t kRoom = 25;
constexpr std::size_t kLongestName = 255 - kRoom;
constexpr std::size_t kLongestPath = 4095 - kRoom;

std::string too_long(const char* what, std::size_t bytes, std::size_t most) {
  return std::string(what) + " has " + std::to_string(bytes) + " bytes; valid is at most " + std::to_string(most);
}

}  // namespace

std::string too_long(const fs::path& path) {
  const std::size_t name = path.filename().native().size();
  if (name > kLongestName) return too_long("its name", name, kLongestName);
  const std::size_t whole = path.native().size();
  return whole > kLongestPath ? too_long("its path", whole, kLongestPath) : "";
}

std::string in_the_way(const fs::path& path) {
  std::error_code unreadable;  // ignored: opening the file gives the better message
  const fs::file_type type = fs::symlink_status(path, unreadable).type();
  const bool is_free = type == fs::file_type::not_found || type == fs::file_type::none;
  return is_free || type == fs::file_type::regular ? "" : kind_of(type);
}

void require_replaceable(const fs::path& path) {
  if (const std::size_t nul = path.native().find('\0'); nul != std::string::npos) {
    refuse(path.native().substr(0, nul), EINVAL, "the character \\x00 follows in its name; name a file without it");
  }
  if (const std::string why = too_long(path); !why.empty()) refuse(path, ENAMETOOLONG, why);
  const std::string other = in_the_way(path);
  if (!other.empty()) refuse(path, fs::is_directory(path) ? EISDIR : EEXIST, "name a file, not " + other);
}

PartFile::PartFile(fs::path path, fs::path named)
    : path_(std::move(path)),
      named_(named.empty() ? path_ : std::move(named)),
      buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)),  // NOLINT(*-avoid-c-arrays)
      capacity_(kBufferBytes) {
  require_replaceable(path_);
  try {
    part_.emplace(path_);
  } catch (const std::system_error& error) {
    fail(error.code().value(), "check that its directory exists and may be written");
  }
  file_.reset(std::fopen(part_->path().c_str(), "wbe"));
  if (!file_) fail(errno, "check that it may be written");
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // buffer_ is the only buffer
}

PartFile::~PartFile() {
  discard();
}

void PartFile::append(std::string_view text) {
  if (used_ + text.size() > capacity_) flush();
  if (text.size() > capacity_) return write(text);
  used_ += text.copy(buffer_.get() + used_, text.size());
}

void PartFile::complete() {
  if (part_ && !file_) return;
  flush();
  buffer_.reset();
  capacity_ = 0;
  if (std::fclose(file_.release()) != 0) fail(errno, kNoSpace);
}

void PartFile::commit() {
  complete();
  try {
    part_->rename_to(path_);
  } catch (const std::system_error& error) {
    fail(error.code().value(), "check that it may be replaced");
  }
  part_.reset();
}

void PartFile::flush() {
  write({buffer_.get(), std::exchange(used_, 0)});
}

void PartFile::write(std::string_view text) {
  if (!file_) fail(EBADF, "an earlier write failed and the file was removed");
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail(errno, kNoSpace);
}

void PartFile::discard() noexcept {
  file_.reset();
  part_.reset();
}

void PartFile::fail(int error, const std::string& what) {
  discard();
  refuse(named_, error, what);
}

}  // namespace kintsugi::files
