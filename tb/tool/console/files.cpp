#include "tb/tool/console/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

namespace {

const char* const kGiveText = "; pipe the text into it, or name a file";

std::string system_error() {
  return std::generic_category().message(errno);
}

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

using Take = std::function<void(std::string_view)>;

template <class Read>
FileText text_by(Read read) {
  std::string text;
  std::string error = read([&text](std::string_view part) { text += part; });
  if (!error.empty()) return {std::nullopt, std::move(error)};
  return {std::move(text), ""};
}

bool has_null(const std::filesystem::path& path) {
  return path.native().find('\0') != std::string::npos;
}

}  // namespace

class OpenedFile {
 public:
  OpenedFile(int descriptor, const FileLimit& limit, const char* remedy) : limit_(limit), descriptor_(descriptor) {
    struct stat status {};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
      error_ = system_error();
      return;
    }
    error_ = refusal(status, descriptor, remedy);
    size_ = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    if (error_.empty() && size_ > limit.bytes) refuse_size();
  }
  OpenedFile(const std::filesystem::path& path, const FileLimit& limit, const char* remedy)
      : OpenedFile(has_null(path) ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC), limit, remedy) {
    if (has_null(path)) error_ = "its name contains the character \\x00";
  }
  ~OpenedFile() {
    if (descriptor_ > STDERR_FILENO) close(descriptor_);
  }
  OpenedFile(const OpenedFile&) = delete;
  OpenedFile& operator=(const OpenedFile&) = delete;

  const std::string& error() const { return error_; }

  std::string_view next() {
    if (!error_.empty()) return {};
    const ssize_t taken = read_part(descriptor_, part_);
    if (taken < 0) error_ = system_error();
    if (taken <= 0) return {};
    bytes_ += static_cast<std::uint64_t>(taken);
    if (bytes_ > limit_.bytes) refuse_size();
    return error_.empty() ? std::string_view(part_.data(), static_cast<std::size_t>(taken)) : std::string_view();
  }

  /// Hands over all parts; returns the error.
  std::string read(const Take& take, const Progress& progress = {}) {
    for (std::string_view part = next(); !part.empty(); part = next()) {
      take(part);
      if (progress) progress(bytes_, size_);
    }
    return error_;
  }

 private:
  void refuse_size() { error_ = std::string("it is larger than ") + limit_.text; }

  FileLimit limit_;
  int descriptor_;
  std::uint64_t size_ = 0;  // 0: not known
  std::uint64_t bytes_ = 0;
  std::string error_;
  std::array<char, 65536> part_;
};

std::string read_parts(const std::filesystem::path& path, const FileLimit& limit, const Take& take,
                       const Progress& progress, const char* remedy) {
  return OpenedFile(path, limit, remedy).read(take, progress);
}

FileText read_file(const std::filesystem::path& path, const FileLimit& limit, const char* remedy) {
  return text_by([&](const Take& take) { return read_parts(path, limit, take, {}, remedy); });
}

FileText read_standard_input(const FileLimit& limit) {
  FileText file = text_by([&](const Take& take) { return OpenedFile(STDIN_FILENO, limit, kGiveText).read(take); });
  if (file.text && file.text->empty()) return {std::nullopt, std::string("it is empty") + kGiveText};
  return file;
}

std::string input_name(const std::string& argument) {
  return argument == "-" ? "<standard input>" : argument;
}

std::string read_input(const std::string& argument, const FileLimit& limit, const char* remedy) {
  FileText read = argument == "-" ? read_standard_input(limit) : read_file(argument, limit, remedy);
  if (!read.text) throw InputError({{{input_name(argument), 0, 0}, "cannot read this file: " + read.error}});
  return std::move(*read.text);
}

FileParts::FileParts(const std::filesystem::path& path, const FileLimit& limit)
    : file_(path == "-" ? std::make_unique<OpenedFile>(STDIN_FILENO, limit, kNameFile)
                        : std::make_unique<OpenedFile>(path, limit, kNameFile)) {}

FileParts::~FileParts() = default;

std::string_view FileParts::next() {
  return file_->next();
}

const std::string& FileParts::error() const {
  return file_->error();
}

}  // namespace kintsugi
