/// Runs the program of a scenario, and tells how long it took.
#include <algorithm>
#include <optional>

#include "tb/tool/features/program/message_time.hpp"
#include "tb/tool/features/program/program_driver.hpp"
#include "tb/tool/features/program/program_report.hpp"
#include "tb/tool/run/report_rows.hpp"
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
  void finish(const RunResult& result) override;
  bool holds() const override { return !result_ || result_->completion; }
  void report(nlohmann::ordered_json& json, const ReportNumbers& /*numbers*/) const override {
    json["workload"] = to_json(*result_);
  }
  void report(TextTable& table, const ReportNumbers& /*numbers*/) const override { add_program(table, *result_); }

 private:
  void dropped(const Packet& packet, DropReason reason, const Pe& /*pe*/, Cycle /*now*/) override {
    driver_.dropped(packet, reason);
  }
  void given_up(const Packet& packet, Cycle /*now*/) override { driver_.given_up(packet); }

  const Scenario& scenario_;
  const Setup& setup_;
  std::vector<Cycle> ends_without_faults_;  // of the operations; empty: not known
  ProgramDriver driver_;
  std::optional<ProgramResult> result_;  // of a run that is over
};

/// A message takes the links of the repair that was loaded last when it was sent.
void ProgramMeter::finish(const RunResult& result) {
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
  result_ = program_result(driver_.run(), {driver_.begin(), result.cycles, alone, setup.buffer_bytes,
                                           ends_without_faults_, driver_.is_stuck()});
  result_->sent_again = driver_.sent_again();
}

std::string has_program(const Scenario& scenario, const Setup&) {
  return need::unless(scenario.runs_program(), "there is no program; add traffic.workload");
}

/// The bytes by which the algorithm bandwidth of a collective is measured.
std::string asks_for_bytes(const Scenario&, const Setup& setup) {
  const bool could_be_made = setup.traffic && setup.traffic->workload;
  return need::unless(!could_be_made || setup.traffic->workload->buffer_bytes.has_value(),
                      "what the collectives of this program are asked for is not known; leave it out, or name a "
                      "collective: traffic: {workload: {name: allreduce, bytes: ...}}");
}

/// program_report.cpp writes them, and those of collectives.
std::vector<ReportNumber> program_numbers() {
  std::vector<ReportNumber> rows;
  const auto add = adder(rows, "workload.", {has_program});
  add("ranks", "ranks", "of the program");
  add("operations.total", "operations", "of all ranks");
  add("operations.send", "operations", "of these, sends");
  add("operations.recv", "operations", "of these, receives");
  add("operations.calc", "operations", "of these, calculations");
  add("messages", "messages", "of the program");
  add("bytes", "bytes", "of all messages");
  add("packets", "packets", "of all messages, requests and answers");
  add("flits", "flits", "of these packets");
  add("packets_sent_again", "packets", "because the chip had dropped them with a PE");
  add("begin", "cycles", "in which the program begins");
  add("completion_cycle", "cycles", "in which the last operation ended; `null` if the program has not ended");
  add("cycles", "cycles", "from the beginning of the program to its end");
  add("critical_path.cycles", "cycles",
      "of the chain of operations that determines when the program ends: as many as `workload.cycles`");
  add("critical_path.computing", "cycles", "of that chain: of calculations");
  add("critical_path.wire", "cycles", "of that chain: which its messages need alone in the network");
  add("critical_path.waiting", "cycles", "of that chain: all others");
  add("critical_path.more", "parts", "of that chain which the list `operations` leaves out");
  add("utilisation.begin", "cycles", "in which the first bin of the lists begins");
  add("utilisation.width", "cycles", "of a bin");
  add("delayed.cycles", "cycles", "by which the program ended later than without the faults at run time",
      {need::faults});
  add("delayed.operations", "operations", "that ended later than without the faults", {need::faults});
  add("delayed.not_ended", "operations", "that have not ended, and would have without the faults", {need::faults});
  add("left", "operations", "that have not ended; only if there are any", {need::failure});
  return rows;
}

std::vector<ReportNumber> collective_numbers() {
  std::vector<ReportNumber> rows;
  const auto add = adder(rows, "workload.collectives.GROUP.", {has_program});
  add("ranks", "ranks", "that have an operation of it");
  add("operations", "operations", "of all ranks");
  add("left", "operations", "of these, those that have not ended; only if there are any", {need::failure});
  add("begin", "cycles", "in which the first of them started");
  add("end", "cycles", "in which the last of them ended; `null` if some have not");
  add("cycles", "cycles", "from `begin` to `end`; `null` if some operations have not ended");
  add("messages", "messages", "sent");
  add("bytes", "bytes", "of these messages");
  add("bytes_per_rank", "bytes", "`bytes` by `ranks`");
  add("bandwidth", "bytes/cycle",
      "`bytes` by `cycles`; `null`, as the other bandwidths, without messages, or if some operations have not ended");
  add("bandwidth_per_rank", "bytes/cycle", "`bytes_per_rank` by `cycles`");
  add("algorithm_bandwidth", "bytes/cycle",
      "the bytes that the collective is asked for, by `cycles`; only if the scenario makes the program by the name of "
      "a collective, and says its bytes",
      {asks_for_bytes});
  return rows;
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
