#include "tb/tool/sweep/child.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace kintsugi::sweep {

namespace {

constexpr int kCannotRun = 127;

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// What the child needs, prepared before the fork: only system calls are allowed between fork and exec.
struct Preparation {
  const char* program;
  std::vector<char*> arguments;
  const char* directory;
  int in;
  int out;
  int err;
  const sigset_t* blocked;
  pid_t parent;
};

[[noreturn]] void become(const Preparation& prepared) {
  const bool tied = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == prepared.parent;
  const bool ready = tied && chdir(prepared.directory) == 0 && dup2(prepared.in, STDIN_FILENO) >= 0 &&
                     dup2(prepared.out, STDOUT_FILENO) >= 0 && dup2(prepared.err, STDERR_FILENO) >= 0 &&
                     sigprocmask(SIG_SETMASK, prepared.blocked, nullptr) == 0;
  if (ready) execv(prepared.program, prepared.arguments.data());
  _exit(kCannotRun);
}

}  // namespace

Child::File Child::make_file(const std::string& what) {
  File file(std::tmpfile());
  if (!file) fail("cannot make a temporary file for the " + what + " of a run");
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

Child::File Child::file_with(const std::string& text) {
  File file = make_file("input");
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (!written || std::fflush(file.get()) != 0 || std::fseek(file.get(), 0, SEEK_SET) != 0) {
    fail("cannot write the temporary file for the input of a run");
  }
  return file;
}

std::string Child::content_of(std::FILE* file) {
  std::string text;
  std::array<char, 1 << 16> block;
  if (std::fseek(file, 0, SEEK_SET) != 0) fail("cannot read the temporary file for the output of a run");
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), file)) text.append(block.data(), size);
  return text;
}

Child::Child(const std::vector<std::string>& arguments, const std::filesystem::path& directory,
             const std::string& input, const sigset_t& blocked, const std::filesystem::path& program) {
  const File in = file_with(input);
  std::vector<std::string> words = {"kintsugi"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::string where = directory.string();
  Preparation prepared{program.c_str(),    {},       where.c_str(), fileno(in.get()), fileno(out_.get()),
                       fileno(err_.get()), &blocked, getpid()};
  for (std::string& word : words) prepared.arguments.push_back(word.data());
  prepared.arguments.push_back(nullptr);
  process_ = fork();
  if (process_ == 0) become(prepared);
  if (process_ < 0) fail("cannot start a process for a run");
}

Child::~Child() {
  if (process_ <= 0) return;
  send(SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Child::Child(Child&& other) noexcept
    : out_(std::move(other.out_)),
      err_(std::move(other.err_)),
      process_(std::exchange(other.process_, 0)),
      wait_status_(other.wait_status_) {}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(out_, other.out_);
  std::swap(err_, other.err_);
  std::swap(process_, other.process_);
  std::swap(wait_status_, other.wait_status_);
  return *this;
}

bool Child::has_ended(bool wait) {
  while (process_ > 0) {
    const pid_t found = waitpid(process_, &wait_status_, wait ? 0 : WNOHANG);
    if (found == 0) return false;
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) fail("cannot wait for a run");
    process_ = 0;
  }
  return true;
}

Ended Child::take() {
  Ended ended;
  if (WIFSIGNALED(wait_status_)) {
    ended.signal = WTERMSIG(wait_status_);
  } else {
    ended.status = WEXITSTATUS(wait_status_);
  }
  ended.out = content_of(out_.get());
  ended.err = content_of(err_.get());
  return ended;
}

}  // namespace kintsugi::sweep
