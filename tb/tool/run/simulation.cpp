#include "tb/tool/run/simulation.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ostream>
#include <span>

#include "tb/tool/console/failure.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/run/system.hpp"

namespace kintsugi {

namespace {

/// Returns when the parts of a task end if nothing fails at run time; nothing without a task or a fault.
std::vector<Cycle> ends_without_faults(const Scenario& scenario, const Setup& setup, const RunOptions& options,
                                       std::ostream& messages) {
  const auto compares = [&](const InstrumentInfo& info) {
    return info.compared_parts != nullptr && info.is_wanted({scenario, options.features, bool(options.page)});
  };
  const auto found = std::ranges::find_if(instruments(), compares);
  if (found == instruments().end() || scenario.faults.empty()) return {};
  Scenario whole = scenario;
  for (TimedFault& fault : whole.faults) {
    fault.cycle = kMaxCycles;
    fault.until.reset();
  }
  const RunOptions plain{.schedule = options.schedule, .quiet = options.quiet};
  const auto ends = cycles_of_child(found->compared_parts(setup), [&] {
    System system(whole, setup, plain, messages, true);
    system.run();
    return system.task_ends();
  });
  return ends.value_or(std::vector<Cycle>());
}

}  // namespace

int run_scenario(const Scenario& scenario, const Setup& setup, const RunOptions& options, std::ostream& report,
                 std::ostream& messages) {
  if (options.defects) options.files->write_elsewhere(*options.defects, defect_map_file(setup));
  System system(scenario, setup, options, messages);
  system.compare_with(ends_without_faults(scenario, setup, options, messages));
  RunResult& result = system.run();
  if (options.defects) {
    result.write([&] {
      options.files->commit();
      result.files.push_back(options.defects->string());
    });
  }
  if (options.page) {
    result.write([&] {
      const std::string file = options.page(result);
      if (file.empty()) messages << "--page: no page is written, because no traffic was simulated\n";
      if (!file.empty()) result.files.push_back(file);
    });
  }
  const std::string text = options.json ? to_json(result, setup).dump(2) + '\n' : to_text(result, setup);
  ProgressBoard::end_work(messages);
  report << text << std::flush;
  for (const std::string& error : result.unwritten) messages << describe(failure(error).diagnostics.front()) << '\n';
  if (!result.unwritten.empty()) return 2;
  return result.all_checks_hold() && result.stopped == 0 ? 0 : 1;
}

namespace {

/// Memory that a process shares with the children that it makes: cycles, and behind them whether all are there.
class SharedCycles {
 public:
  explicit SharedCycles(std::size_t count)
      : bytes_((count + 1) * sizeof(Cycle)),
        place_(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
        count_(count) {}
  ~SharedCycles() {
    if (is_there()) ::munmap(place_, bytes_);
  }
  SharedCycles(const SharedCycles&) = delete;
  SharedCycles& operator=(const SharedCycles&) = delete;

  bool is_there() const { return place_ != MAP_FAILED; }
  std::span<const Cycle> all() const { return {cycles(), count_}; }
  /// Puts the cycles in, unless their number is another.
  void put(std::span<const Cycle> values) {
    if (values.size() != count_) return;
    std::ranges::copy(values, cycles());
    cycles()[count_] = 1;
  }
  /// Returns whether they are in. The status of a child does not say it: it may exit before as if it had done all.
  bool is_complete() const { return cycles()[count_] != 0; }

 private:
  Cycle* cycles() const { return static_cast<Cycle*>(place_); }

  std::size_t bytes_;
  void* place_;
  std::size_t count_;
};

[[noreturn]] void be_child(SharedCycles& into, const std::function<std::vector<Cycle>()>& run) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : kStopSignals) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
  }
  try {
    into.put(run());
  } catch (...) {
    // The run of the parent meets the same and says it. What is not caught here would unwind a copy of the parent.
  }
  ::_exit(0);
}

}  // namespace

std::optional<std::vector<Cycle>> cycles_of_child(std::size_t count, const std::function<std::vector<Cycle>()>& run) {
  SharedCycles shared(count);
  if (!shared.is_there()) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) be_child(shared, run);
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (!shared.is_complete()) return std::nullopt;
  return std::vector<Cycle>(shared.all().begin(), shared.all().end());
}

Input demo_input() {
  return load_text(demo_text(), "<demo>");
}

int run_demo(const Input& demo, const RunOptions& options, std::ostream& report, std::ostream& messages) {
  if (!options.json) {
    report << "The built-in scenario (traces/demo.yaml): a wafer with defects is repaired, its routing proved, its\n"
              "switches set through the configuration chain, and traffic sent through it.\n\n";
  }
  const int status = run_scenario(demo.scenario, demo.setup, options, report, messages);
  if (!options.json && status == 0) {
    for (const OutputFile& file : files_of_instruments(demo.scenario, options.out)) {
      if (file.path.extension() != ".gtkw") continue;
      report << "\nTo see it:  gtkwave " << file.path.string() << "  (Debian package gtkwave)\n";
    }
  }
  return status;
}

}  // namespace kintsugi
