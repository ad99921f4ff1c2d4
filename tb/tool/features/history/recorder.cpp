#include "tb/tool/features/history/recorder.hpp"

#include <algorithm>
#include <functional>

#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/states/repair_states.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kCounts = 300'000;  // wanted in a page, so that its file stays small
constexpr std::size_t kFewestBins = 100;
constexpr std::size_t kMostBins = 400;

/// Returns the cycle at whose end a fault ends; nullopt if it lasts to the end of the run, drain and all.
std::optional<Cycle> end_of(const TimedFault& fault, const Scenario& scenario) {
  return fault.until && *fault.until < scenario.run.cycles ? fault.until : std::nullopt;
}

/// Returns the cycles at whose end a fault begins or ends, latest first.
std::vector<Cycle> changes_of(const Scenario& scenario) {
  std::vector<Cycle> changes;
  for (const TimedFault& fault : scenario.faults) {
    changes.push_back(fault.cycle);
    if (const auto end = end_of(fault, scenario)) changes.push_back(*end);
  }
  std::ranges::sort(changes, std::greater());
  return changes;
}

class HistoryRecorder final : public Instrument {
 public:
  explicit HistoryRecorder(const TrafficBegin& begin)
      : scenario_(begin.scenario), setup_(begin.setup), chip_(begin.chip), changes_(changes_of(scenario_)) {
    history_.directions = linked_ports(setup_);
    history_.site_of_router = chip_.modules().site_of;
    most_bins_ = std::clamp(kCounts / std::max<std::size_t>(1, history_.directions.size()), kFewestBins, kMostBins);
    // A program or a trace ends when it ends: its bins begin with a cycle, and are joined as it goes on.
    if (!scenario_.ends_by_itself()) {
      history_.bin = std::max<Cycle>(1, (scenario_.run.cycles + most_bins_ - 1) / most_bins_);
    }
    if (setup_.fabric) {
      if (auto sound = states::setting_before(setup_, scenario_.repair)) {
        history_.without_defects = {begin.begin, std::move(sound->placement.node_at), std::move(sound->states), {}};
      }
    }
    enter_epoch(begin.begin);
  }
  /// Faults begin and end with a cycle, so a change shows in the next one.
  void after(Cycle cycle, bool /*measured*/) override {
    const std::size_t directions = history_.directions.size();
    while (cycle / history_.bin >= most_bins_ + most_bins_ / 4) join_bins();
    const std::size_t first = static_cast<std::size_t>(cycle / history_.bin) * directions;
    if (history_.flits.size() < first + directions) history_.flits.resize(first + directions);
    std::uint32_t* count = history_.flits.data() + first;
    for (const SitePort from : history_.directions) {
      *count++ += chip_.site_router(from.site).sent(from.port).has_value() ? 1U : 0U;
    }
    if (changes_after(cycle)) enter_epoch(cycle + 1);
  }
  const RunHistory& history() const { return history_; }

 private:
  using Phase = ReconfigurationPhase;
  void enter_epoch(Cycle cycle) {
    RunHistory::Epoch epoch{cycle, chip_.nodes().placement().node_at, {}, dead_in(cycle)};
    if (setup_.fabric) epoch.states = chip_.configuration().read_back();
    if (!history_.epochs.empty()) {
      const RunHistory::Epoch& last = history_.epochs.back();
      if (epoch.node_at == last.node_at && epoch.states == last.states && epoch.dead == last.dead) return;
    }
    history_.epochs.push_back(std::move(epoch));
  }
  Defects dead_in(Cycle cycle) const {
    Defects dead = setup_.defects;
    for (std::size_t i = 0; i < setup_.faults.size(); ++i) {
      const TimedFault& timed = scenario_.faults[i];
      const auto end = end_of(timed, scenario_);
      const bool is_over = end && *end < cycle;
      if (timed.cycle < cycle && !is_over && !dead.contains(setup_.faults[i])) dead.add(setup_.faults[i]);
    }
    return dead;
  }
  bool changes_after(Cycle cycle) {
    bool changes = false;
    for (; !changes_.empty() && changes_.back() <= cycle; changes_.pop_back()) changes = true;
    if (!chip_.modules().controller) return changes;
    const Phase phase = chip_.faults().controller().phase();
    changes = changes || phase != phase_;
    phase_ = phase;
    return changes;
  }
  void join_bins() {
    const std::size_t directions = history_.directions.size();
    const std::size_t bins = history_.bins();
    for (std::size_t bin = 0; bin < bins; ++bin) {
      for (std::size_t i = 0; i < directions; ++i) {
        const std::uint32_t count = history_.flits[bin * directions + i];
        std::uint32_t& sum = history_.flits[bin / 2 * directions + i];
        sum = bin % 2 == 0 ? count : sum + count;
      }
    }
    history_.flits.resize((bins + 1) / 2 * directions);
    history_.bin *= 2;
  }

  const Scenario& scenario_;
  const Setup& setup_;
  const Chip& chip_;
  RunHistory history_;
  std::size_t most_bins_ = 0;
  std::vector<Cycle> changes_;  // cycles of faults and of their ends, descending
  Phase phase_ = Phase::kIdle;
};

}  // namespace

const RunHistory* history_of(const RunResult& result) {
  const auto* const recorder = result.find<HistoryRecorder>();
  return recorder == nullptr ? nullptr : &recorder->history();
}

extern const InstrumentInfo kHistoryRecorder;
const InstrumentInfo kHistoryRecorder{
    .is_wanted = [](const Wishes& wishes) { return wishes.page; },
    .make = make_instrument<HistoryRecorder>,
    .needs_every_cycle = true,
};

}  // namespace kintsugi
