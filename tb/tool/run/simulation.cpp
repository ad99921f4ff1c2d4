#include "tb/tool/run/simulation.hpp"

#include <algorithm>
#include <ostream>

#include "tb/tool/console/failure.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/run/child_run.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/instrument.hpp"
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

}  // namespace kintsugi
