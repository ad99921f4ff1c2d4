#include "tb/tool/run/child_run.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <exception>

#include "tb/tool/console/stop.hpp"

namespace kintsugi {

namespace {

bool write_all(int file, const void* data, std::size_t size) {
  for (const char* from = static_cast<const char*>(data); size > 0;) {
    const ssize_t written = ::write(file, from, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

/// Returns all that comes until the other end closes.
std::vector<char> read_all(int file) {
  std::vector<char> all;
  std::array<char, 65536> part{};
  for (;;) {
    const ssize_t size = ::read(file, part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return all;
    all.insert(all.end(), part.data(), part.data() + size);
  }
}

[[noreturn]] void be_child(int out, const std::function<std::vector<Cycle>()>& run) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : kStopSignals) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
  }
  int status = 1;
  try {
    const std::vector<Cycle> cycles = run();
    if (write_all(out, cycles.data(), cycles.size() * sizeof(Cycle))) status = 0;
  } catch (const std::exception&) {
    // The run of the parent meets the same and says it.
  }
  ::_exit(status);
}

}  // namespace

std::optional<std::vector<Cycle>> cycles_of_child(const std::function<std::vector<Cycle>()>& run) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    be_child(ends[1], run);
  }
  ::close(ends[1]);
  std::vector<char> bytes;
  if (child > 0) bytes = read_all(ends[0]);
  ::close(ends[0]);
  int status = 1;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) return std::nullopt;
  std::vector<Cycle> cycles(bytes.size() / sizeof(Cycle));
  std::copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(cycles.size() * sizeof(Cycle)),
            reinterpret_cast<char*>(cycles.data()));
  return cycles;
}

}  // namespace kintsugi
