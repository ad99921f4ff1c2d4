/// Runs the program of a scenario, and tells how long it took.
#include <algorithm>
#include <optional>

#include "tb/tool/features/program/message_time.hpp"
#include "tb/tool/features/program/program_driver.hpp"
#include "tb/tool/features/program/program_report.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

ProgramDriver::Surroundings surroundings_of(const TrafficBegin& begin) {
  ProgramDriver::Surroundings surroundings;
  const TrafficSetup& traffic = *begin.setup.traffic;
  surroundings.is_delivered = begin.is_delivered;
  surroundings.has_other_traffic = !traffic.is_trace() || traffic.multicasts != nullptr;
  if (!begin.scenario.faults.empty()) surroundings.controller = &begin.chip.faults().controller();
  for (const TimedFault& fault : begin.scenario.faults) {
    if (fault.until) surroundings.passing_faults.emplace_back(fault.cycle, *fault.until);
  }
  return surroundings;
}

/// Runs in which packets are dropped have a single thread.
class ProgramMeter final : public Instrument, private PacketWatcher {
 public:
  explicit ProgramMeter(const TrafficBegin& begin)
      : scenario_(begin.scenario),
        setup_(begin.setup),
        ends_without_faults_(begin.ends_without_faults.begin(), begin.ends_without_faults.end()),
        driver_(workload_of(begin.setup), begin.chip, begin.begin, surroundings_of(begin)) {}

  static const WorkloadSetup& workload_of(const Setup& setup) { return *setup.traffic->workload; }
  PacketObserver* packets(unsigned thread) override { return thread == 0 ? this : nullptr; }
  Task* task() override { return &driver_; }
  /// A message takes the links of the repair that was loaded last when it was sent.
  void finish(const RunResult& result) override {
    std::vector<MessageTime> times;
    times.emplace_back(scenario_, setup_, result.repair ? &result.repair->repair : nullptr);
    const std::vector<LoadedRepair> none;
    const std::vector<LoadedRepair>& loaded = result.faults ? result.faults->loaded : none;
    for (const LoadedRepair& each : loaded) times.emplace_back(scenario_, setup_, &each.repair);
    const WorkloadSetup& setup = workload_of(setup_);
    const auto alone = [&](workload::RankId from, workload::RankId to, std::uint64_t flits, Cycle at) {
      const auto before = std::ranges::count_if(loaded, [at](const LoadedRepair& each) { return each.from <= at; });
      return times[static_cast<std::size_t>(before)](setup.node_of[from.index()], setup.node_of[to.index()], flits);
    };
    result_ = workload::program_result(driver_.run(), {driver_.begin(), result.cycles, alone, setup.buffer_bytes,
                                                       ends_without_faults_, driver_.is_stuck()});
    result_->sent_again = driver_.sent_again();
  }
  bool holds() const override { return !result_ || result_->completion; }
  using Instrument::report;
  void report(TextTable& table, const ReportNumbers& /*numbers*/) const override { add_program(table, *result_); }
  /// Returns nullptr before the run is over.
  const workload::ProgramResult* result() const { return result_ ? &*result_ : nullptr; }

 private:
  void dropped(const Packet& packet, DropReason reason, const Pe& /*pe*/, Cycle /*now*/) override {
    driver_.dropped(packet, reason);
  }
  void given_up(const Packet& packet, Cycle /*now*/) override { driver_.given_up(packet); }

  const Scenario& scenario_;
  const Setup& setup_;
  std::vector<Cycle> ends_without_faults_;  // of the operations; empty: not known
  ProgramDriver driver_;
  std::optional<workload::ProgramResult> result_;  // of a run that is over
};

RunRows program_numbers() {
  return RunRows().include("workload", program_rows(), [](const ReportedRun& run) {
    const auto* const meter = run.result.find<ProgramMeter>();
    return meter == nullptr ? nullptr : meter->result();
  });
}

}  // namespace

extern const InstrumentInfo kProgramMeter;
const InstrumentInfo kProgramMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.runs_program(); },
    .make = make_instrument<ProgramMeter>,
    .numbers = program_numbers,
    .entry_numbers = collective_numbers,
    .place = ReportPlace::kAfterTraffic,
    .acts = true,
    .compared_parts = [](const Setup& setup) { return setup.traffic->workload->program.size(); },
};

}  // namespace kintsugi
