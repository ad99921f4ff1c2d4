#include "tb/tool/sweep/workers.hpp"

#include <list>

#include "tb/tool/console/stop.hpp"
#include "tb/tool/sweep/posix_signals.hpp"

namespace kintsugi::sweep {

namespace {

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
