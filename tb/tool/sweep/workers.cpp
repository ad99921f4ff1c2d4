#include "tb/tool/sweep/workers.hpp"

#include <list>

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

void stop(std::list<Running>& running, int signal) {
  for (Running& each : running) each.child.send(signal);
  for (Running& each : running) each.child.has_ended(true);
}

}  // namespace

int run_all(const Work& work) {
  const PosixSignals signals;
  std::list<Running> running;
  std::size_t next = 0;
  while (next < work.jobs || !running.empty()) {
    while (running.size() < work.workers && next < work.jobs) {
      const Command command = work.command(next);
      running.push_back({next++, Child(command.arguments, command.directory, signals.before())});
    }
    const int signal = signals.next();
    if (signal != SIGCHLD) {
      stop(running, signal);
      return signal;
    }
    collect(running, work);
  }
  return 0;
}

}  // namespace kintsugi::sweep
