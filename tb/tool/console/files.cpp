#include "tb/tool/console/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace kintsugi {

namespace {

const char* const kGiveText = "; pipe the text into it, or name a file";

std::string system_error() {
  return std::generic_category().message(errno);
}

/// A file that is open for reading.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Returns whether the file is /dev/null, on which prepare_process() opens a standard input that is closed.
bool is_null_device(const struct stat& status) {
  return S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

/// Why a kind of file is not read; empty if it is. What the shell connects standard input to may be a socket.
std::string refusal(const struct stat& status, int descriptor, const char* remedy) {
  const mode_t mode = status.st_mode;
  if (S_ISDIR(mode)) return "it is a directory";
  const bool terminal = S_ISCHR(mode) && isatty(descriptor) == 1;
  if (S_ISREG(mode) || S_ISFIFO(mode) || terminal || (S_ISSOCK(mode) && descriptor == STDIN_FILENO)) return "";
  if (descriptor == STDIN_FILENO && is_null_device(status)) return std::string("it is closed or /dev/null") + kGiveText;
  return "it is a device or a socket" + std::string(descriptor == STDIN_FILENO ? kGiveText : remedy);
}

/// Waits for text, where the program that opened the file has asked the system not to wait.
bool wait_for_text(int descriptor) {
  pollfd file{descriptor, POLLIN, 0};
  return poll(&file, 1, -1) >= 0 || errno == EINTR;
}

/// Reads on after a signal; returns the number of bytes, 0 at the end and -1 if it cannot be read.
ssize_t read_part(int descriptor, std::array<char, 65536>& part) {
  ssize_t taken = 0;
  do {
    taken = read(descriptor, part.data(), part.size());
  } while (taken < 0 && (errno == EINTR || (errno == EAGAIN && wait_for_text(descriptor))));
  return taken;
}

std::string too_large(const FileLimit& limit) {
  return std::string("it is larger than ") + limit.text;
}

using Take = std::function<void(std::string_view)>;

std::string read_all(int descriptor, const FileLimit& limit, const char* remedy, const Take& take,
                     const Progress& progress = {}) {
  struct stat status {};
  if (descriptor < 0 || fstat(descriptor, &status) != 0) return system_error();
  if (std::string refused = refusal(status, descriptor, remedy); !refused.empty()) return refused;
  const std::uint64_t size = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
  if (size > limit.bytes) return too_large(limit);
  std::uint64_t bytes = 0;
  std::array<char, 65536> part;
  for (ssize_t taken = 0; (taken = read_part(descriptor, part)) != 0;) {
    if (taken < 0) return system_error();
    bytes += static_cast<std::uint64_t>(taken);
    if (bytes > limit.bytes) return too_large(limit);
    take({part.data(), static_cast<std::size_t>(taken)});
    if (progress) progress(bytes, size);
  }
  return "";
}

template <class Read>
FileText text_by(Read read) {
  std::string text;
  std::string error = read([&text](std::string_view part) { text += part; });
  if (!error.empty()) return {std::nullopt, std::move(error)};
  return {std::move(text), ""};
}

}  // namespace

std::string read_parts(const std::filesystem::path& path, const FileLimit& limit, const Take& take,
                       const Progress& progress, const char* remedy) {
  if (path.native().find('\0') != std::string::npos) return "its name contains the character \\x00";
  return read_all(OpenFile(path).descriptor(), limit, remedy, take, progress);
}

FileText read_file(const std::filesystem::path& path, const FileLimit& limit, const char* remedy) {
  return text_by([&](const Take& take) { return read_parts(path, limit, take, {}, remedy); });
}

FileText read_standard_input(const FileLimit& limit) {
  FileText file = text_by([&](const Take& take) { return read_all(STDIN_FILENO, limit, kGiveText, take); });
  if (file.text && file.text->empty()) return {std::nullopt, std::string("it is empty") + kGiveText};
  return file;
}

struct FileParts::State {
  explicit State(const FileLimit& most) : limit(most) {}
  ~State() {
    if (descriptor > STDERR_FILENO) close(descriptor);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  FileLimit limit;
  int descriptor = -1;
  std::uint64_t bytes = 0;
  std::string error = {};
  std::array<char, 65536> part = {};
};

FileParts::FileParts(const std::filesystem::path& path, const FileLimit& limit)
    : state_(std::make_unique<State>(limit)) {
  if (path.native().find('\0') != std::string::npos) {
    state_->error = "its name contains the character \\x00";
    return;
  }
  state_->descriptor = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (state_->descriptor < 0 || fstat(state_->descriptor, &status) != 0) {
    state_->error = system_error();
  } else {
    state_->error = refusal(status, state_->descriptor, kNameFile);
  }
}

FileParts::~FileParts() = default;

std::string_view FileParts::next() {
  if (!state_->error.empty()) return {};
  const ssize_t taken = read_part(state_->descriptor, state_->part);
  if (taken < 0) state_->error = system_error();
  if (taken <= 0) return {};
  state_->bytes += static_cast<std::uint64_t>(taken);
  if (state_->bytes > state_->limit.bytes) {
    state_->error = too_large(state_->limit);
    return {};
  }
  return {state_->part.data(), static_cast<std::size_t>(taken)};
}

const std::string& FileParts::error() const {
  return state_->error;
}

}  // namespace kintsugi
