#include "tb/tool/console/stop.hpp"

#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "models/files/made_directories.hpp"
#include "models/files/temporary_file.hpp"

namespace kintsugi {

namespace detail {
std::atomic<int> requested_stop = 0;
}

namespace {

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler sets them");

/// They end a program by default, without a word.
constexpr std::array kEndSignals = {SIGPIPE, SIGQUIT, SIGXCPU, SIGALRM, SIGVTALRM, SIGUSR1, SIGUSR2};

std::atomic<bool> deferred = false;
std::atomic<bool> as_json = false;
std::atomic<int> taken = 0;

/// For the handler, which may not make a std::string.
constexpr std::string_view name_of(int signal) {
  switch (signal) {
    case SIGINT:
      return "SIGINT";
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    case SIGQUIT:
      return "SIGQUIT";
    default:
      return "a signal";
  }
}

void say(std::string_view text) {
  [[maybe_unused]] const ssize_t lost = write(STDOUT_FILENO, text.data(), text.size());
}

void say_stopped(int signal) {
  say(as_json ? "{\n  \"stopped\": \"" : "stopped  by ");
  say(name_of(signal));
  say(as_json ? "\"\n}\n" : ", before there was anything to report\n");
}

[[noreturn]] void end_by(int signal) {
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  sigaction(signal, &plain, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  raise(signal);  // blocked in its handler, hence delivered by the next line
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  _exit(128 + signal);
}

void remove_unfinished() {
  files::remove_temporary_files();
  files::remove_made_directories();
}

/// Calls only what a signal handler may call.
void handle_stop(int signal) {
  int none = 0;
  if (deferred && detail::requested_stop.compare_exchange_strong(none, signal)) return;
  if (!deferred) say_stopped(signal);
  remove_unfinished();
  end_by(signal);
}

void handle_end(int signal) {
  remove_unfinished();
  end_by(signal);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction before = {};
  if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) return;
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int other : kStopSignals) sigaddset(&action.sa_mask, other);
  for (const int other : kEndSignals) sigaddset(&action.sa_mask, other);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void listen_for_stop(bool json) {
  as_json = json;
  for (const int signal : kStopSignals) handle(signal, handle_stop);
  for (const int signal : kEndSignals) handle(signal, handle_end);
}

void defer_stop() {
  deferred = true;
}

void request_stop(int signal) {
  int none = 0;
  detail::requested_stop.compare_exchange_strong(none, signal);
}

int take_stop() {
  defer_stop();
  return taken = stop_requested();
}

void end_if_stopped() {
  if (taken != 0) end_by(taken);
}

std::string signal_name(int signal) {
  return std::string(name_of(signal));
}

Progress until_stopped(Progress progress) {
  return [progress = std::move(progress)](std::size_t done, std::size_t total) {
    if (stop_requested() != 0) throw Stopped{};
    if (progress) progress(done, total);
  };
}

}  // namespace kintsugi
