#include "tb/tool/sweep/workers.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <list>
#include <system_error>
#include <utility>

#include "tb/tool/console/stop.hpp"

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

bool is_ignored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The POSIX signals that a sweep waits for: the end of a child, and those that stop the sweep.
///
/// While this object lives they are blocked, and next() takes them one by one, so that they interrupt no other work.
/// A signal that was ignored before (nohup) stays ignored. The destructor restores the former state; a stop that is
/// still pending is then delivered.
class PosixSignals {
 public:
  PosixSignals();
  ~PosixSignals();
  PosixSignals(const PosixSignals&) = delete;
  PosixSignals& operator=(const PosixSignals&) = delete;

  /// Waits for the next signal and returns it: SIGCHLD, or the signal to stop.
  int next() const;
  /// Returns the signals that were blocked before: for children.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t awaited_;
  sigset_t before_;
  struct sigaction child_before_;
};

PosixSignals::PosixSignals() {
  sigemptyset(&awaited_);
  sigaddset(&awaited_, SIGCHLD);
  const auto await = [this](int signal) {
    if (!is_ignored(signal)) sigaddset(&awaited_, signal);
  };
  std::ranges::for_each(kStopSignals, await);
  await(SIGQUIT);
  // If a parent has left SIGCHLD ignored, the system does not keep the exit status of children.
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &plain, &child_before_);
  sigprocmask(SIG_BLOCK, &awaited_, &before_);
}

PosixSignals::~PosixSignals() {
  sigprocmask(SIG_SETMASK, &before_, nullptr);
  sigaction(SIGCHLD, &child_before_, nullptr);
}

int PosixSignals::next() const {
  while (true) {
    const int signal = sigwaitinfo(&awaited_, nullptr);
    if (signal > 0) return signal;
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "cannot wait for signals");
  }
}

struct Running {
  std::size_t job;
  Child child;
};

void collect(std::list<Running>& running, const Work& work) {
  for (auto each = running.begin(); each != running.end();) {
    if (!each->child.has_ended()) {
      ++each;
      continue;
    }
    work.done(each->job, each->child.take());
    each = running.erase(each);
  }
}

/// Waits until all have ended. A process finishes its cycle after the first signal, and ends at once after the second.
void stop(std::list<Running>& running, int signal, const PosixSignals& signals) {
  while (true) {
    if (signal != SIGCHLD) {
      for (Running& each : running) each.child.send(signal);
    }
    std::erase_if(running, [](Running& each) { return each.child.has_ended(); });
    if (running.empty()) return;
    signal = signals.next();
  }
}

}  // namespace

Child::Child(const std::vector<std::string>& arguments, const std::filesystem::path& directory,
             const std::string& input, const sigset_t& blocked, const std::filesystem::path& program) {
  ScratchFile in("the input of a run");
  in.fill(input);
  std::vector<std::string> words = {"kintsugi"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::string where = directory.string();
  Preparation prepared{program.c_str(),   {},       where.c_str(), in.descriptor(), out_.descriptor(),
                       err_.descriptor(), &blocked, getpid()};
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
  ended.out = out_.content();
  ended.err = err_.content();
  return ended;
}

std::filesystem::path directory_of(const std::string& source) {
  const std::filesystem::path parent = std::filesystem::path(source).parent_path();
  return parent.empty() ? "." : parent;
}

bool run_all(const Work& work) {
  const PosixSignals signals;
  if (stop_requested() != 0) return false;
  std::list<Running> running;
  std::size_t next = 0;
  while (next < work.jobs || !running.empty()) {
    while (running.size() < work.workers && next < work.jobs) {
      const Command command = work.command(next);
      running.push_back(
          {next++, Child(command.arguments, command.directory, command.input, signals.before(), work.program)});
    }
    const int signal = signals.next();
    if (signal != SIGCHLD) {
      request_stop(signal);
      stop(running, signal, signals);
      return false;
    }
    collect(running, work);
  }
  return true;
}

}  // namespace kintsugi::sweep
