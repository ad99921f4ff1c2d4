#include "models/files/temporary_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <system_error>

#include "models/files/names_for_signals.hpp"

namespace kintsugi::files {

namespace {

const std::string kMark = ".part";  // the number of the process, @ and the machine follow
constexpr unsigned kMostNames = 1000;

/// Of the temporary files, for remove_temporary_files().
constinit NamesForSignals names_of_existing;

[[noreturn]] void fail(int error) {
  throw std::system_error(error, std::generic_category());
}

/// Creates the file; returns false if there is one of this name.
bool create(const std::filesystem::path& path) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) return false;
  if (descriptor < 0) fail(errno);
  close(descriptor);
  return true;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns "@" and 8 hexadecimal digits, FNV-1a of the names of this machine and of its set of processes: containers of
/// one name may have sets of their own.
std::string machine_suffix() {
  std::array<char, 512> name{};
  gethostname(name.data(), 255);
  const std::size_t length = std::strlen(name.data());
  readlink("/proc/self/ns/pid", name.data() + length, name.size() - 1 - length);
  std::uint32_t hash = 0x811c9dc5;
  for (const char* each = name.data(); *each != 0; ++each)
    hash = (hash ^ static_cast<unsigned char>(*each)) * 0x01000193;
  std::string suffix = "@00000000";
  for (std::size_t i = suffix.size(); i-- > 1; hash >>= 4) suffix[i] = "0123456789abcdef"[hash & 15];
  return suffix;
}

/// Returns the process in "4711@1a2b3c4d" or "4711@1a2b3c4d-2" if that is the suffix of this machine, or 0.
pid_t process_in(std::string_view text) {
  pid_t process = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), process);
  std::string_view rest = text.substr(static_cast<std::size_t>(stop - text.data()));
  const std::string machine = machine_suffix();
  if (error != std::errc{} || !rest.starts_with(machine)) return 0;
  rest.remove_prefix(machine.size());
  const bool complete = rest.empty() || (rest.front() == '-' && is_number(rest.substr(1)));
  return complete ? process : 0;
}

}  // namespace

TemporaryFile::TemporaryFile(const std::filesystem::path& path) {
  const std::string name = path.string() + part_suffix(getpid());
  path_ = name;
  const HeldSignals held;
  for (unsigned i = 1; !create(path_); ++i) {
    if (i == kMostNames) fail(EEXIST);
    path_ = name + '-' + std::to_string(i);
  }
  exists_ = true;
  names_of_existing.add(path_.c_str());
}

TemporaryFile::~TemporaryFile() {
  if (!exists_) return;
  unlink(path_.c_str());
  leave();
}

void TemporaryFile::rename_to(const std::filesystem::path& final) {
  std::filesystem::rename(path_, final);
  leave();
}

void TemporaryFile::leave() noexcept {
  names_of_existing.remove(path_.c_str());
  exists_ = false;
}

std::string part_suffix(std::int64_t process) {
  return kMark + std::to_string(process) + machine_suffix();
}

std::optional<std::string> left_unfinished(const std::string& name) {
  const std::size_t at = name.rfind(kMark);
  if (at == std::string::npos) return std::nullopt;
  const pid_t process = process_in(std::string_view(name).substr(at + kMark.size()));
  const bool has_ended = process > 0 && kill(process, 0) != 0 && errno == ESRCH;
  return has_ended ? std::optional(name.substr(0, at)) : std::nullopt;
}

void remove_temporary_files() noexcept {
  names_of_existing.for_each([](const char* name) { unlink(name); });
}

}  // namespace kintsugi::files
