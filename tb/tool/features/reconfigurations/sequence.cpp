// Gives the configurations of the section `reconfigurations` to the controller of the chip, which loads them one after
// the other, and reports what the chain has said of each.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "models/network/text.hpp"
#include "tb/tool/features/reconfigurations/streams.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/run/run_time_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

using Phase = ReconfigurationPhase;
using Reconfiguration = ReconfigurationController::Reconfiguration;

constexpr std::array kReportedPhases{Phase::kDrain, Phase::kLoad, Phase::kSwitch, Phase::kResume};

/// A configuration of the list, and how its load ended.
struct Loading : ArrivingStream {
  explicit Loading(ArrivingStream arriving) : ArrivingStream(std::move(arriving)) {}
  bool ended = false;
  std::size_t moved = 0;   ///< nodes
  std::string refused;     ///< why the chain refused the stream; empty: the states are in force
  std::string difference;  ///< between the states read back and those loaded, or the network wanted
  bool accepted() const { return ended && refused.empty(); }
  /// Returns whether the chain did what is right: it refuses a damaged stream, and takes no other states than those
  /// that came.
  bool is_right() const { return ended && difference.empty() && refused.empty() == scheduled->damage.empty(); }
  std::string file() const { return scheduled->given.file.string(); }
};

class ReconfigurationSequence final : public Instrument {
 public:
  explicit ReconfigurationSequence(const RunBegin& begin) : setup_(begin.setup) {
    for (ArrivingStream& each : arriving_streams(begin.wishes.scenario, setup_)) {
      keep_out_of_the_report(each.repair);
      loadings_.emplace_back(std::move(each));
    }
  }

  void watch(Chip& chip) override { chip_ = &chip; }

  /// The first entry waits until the chip is configured.
  void after(Cycle, bool) override {
    if (is_scheduled_ || chain().phase() != ConfigChain::Phase::kActive) return;
    is_scheduled_ = true;
    std::vector<ScheduledConfiguration> list;
    for (Loading& loading : loadings_) {
      list.push_back({loading.scheduled->cycle, loading.file(), [this, &loading] { return plan(loading); },
                      loading.scheduled->drains});
    }
    chip_->faults().controller().schedule(std::move(list));
  }

  bool is_busy() const override { return chip_->faults().controller().busy(); }
  bool holds() const override { return std::ranges::all_of(loadings_, &Loading::is_right); }
  void finish(const RunResult& result) override {
    const auto done = result.reconfigurations();
    done_.assign(done.begin(), done.end());
  }

  void report(ordered_json& json, const ReportNumbers&) const override {
    json["reconfigurations"] = ordered_json::array();
    for (std::size_t i = 0; i < loadings_.size(); ++i) {
      if (i < done_.size()) {
        json["reconfigurations"].push_back(to_json(loadings_[i], done_[i]));
      } else {
        json["not_begun"].push_back({{"due", loadings_[i].scheduled->cycle}, {"file", loadings_[i].file()}});
      }
    }
  }

  void report(TextTable& table, const ReportNumbers&) const override {
    table.add_list("reconfigured", loadings_, [this](const Loading& loading) {
      const auto i = static_cast<std::size_t>(&loading - loadings_.data());
      return to_text(loading, i < done_.size() ? &done_[i] : nullptr);
    });
  }

 private:
  ConfigChain& chain() const { return chip_->configuration().chain(); }

  /// Returns the steps of a load, with gaps between its words, which goes on whatever the chain says of the stream.
  ReconfigurationPlan plan(Loading& loading) {
    const Repair& repair = loading.repair.repair;
    ReconfigurationPlan plan;
    plan.steps =
        chip_->configuration().steps(loading.stream, repair.placement, repair.message, nullptr,
                                     loading.scheduled->drains ? UnderTraffic::kNever : UnderTraffic::kRefused);
    ReconfigurationStep& load = plan.steps.front();
    load.over = [this, turn = loading.scheduled->gap + 1, over = std::move(load.over)](Cycle spent) {
      const bool is_over = over(spent);
      chain().set_valid(is_over || spent % turn == 0);
      return is_over;
    };
    ReconfigurationStep& last = plan.steps.back();
    last.complaint = [this, &loading, before = chip_->nodes().placement(), complaint = std::move(last.complaint)] {
      loading.ended = true;
      loading.refused = complaint();
      loading.moved = count_moved(before, chip_->nodes().placement());
      if (loading.accepted()) loading.difference = difference_in_force(*chip_, loading.repair, setup_);
      return std::string();
    };
    return plan;
  }

  static ordered_json to_json(const Loading& loading, const Reconfiguration& done) {
    ordered_json json = {{"cycle", done.cycle}, {"due", loading.scheduled->cycle}, {"file", loading.file()}};
    for (const Phase phase : kReportedPhases) json[phase_name(phase)] = done.spent(phase);
    if (loading.ended) {
      json["moved"] = loading.moved;
      json["accepted"] = loading.accepted();
      if (!loading.refused.empty()) json["refused"] = loading.refused;
      json["verified"] = loading.accepted() ? ordered_json(loading.repair.verified()) : ordered_json();
      if (!loading.repair.differences.empty()) json["differences"] = loading.repair.differences;
      if (!loading.difference.empty()) json["difference"] = loading.difference;
    }
    if (!done.complete) json["complete"] = false;
    return json;
  }

  /// The first cycle in which the states are in force.
  static Cycle in_force(const Reconfiguration& done) {
    return done.cycle + done.spent(Phase::kDrain) + done.spent(Phase::kLoad) + done.spent(Phase::kSwitch) + 1;
  }

  static std::string to_text(const Loading& loading, const Reconfiguration* done) {
    const std::string what = loading.file() + ", due in cycle " + std::to_string(loading.scheduled->cycle);
    if (done == nullptr) return what + ": the run ended before it began";
    std::string text = "at cycle " + std::to_string(done->cycle) + ", " + loading.file() + "; ";
    const char* separator = "";
    for (const Phase phase : kReportedPhases) {
      text +=
          std::exchange(separator, ", ") + std::string(phase_name(phase)) + ' ' + std::to_string(done->spent(phase));
    }
    text += " cycles; ";
    if (!loading.ended) return text + "the run ended before it was loaded";
    if (!loading.refused.empty()) return text + loading.refused;
    text += "in force from cycle " + std::to_string(in_force(*done)) + "; " + counted(loading.moved, "node") +
            " moved; " + (loading.scheduled->damage.empty() ? "" : "the chain has taken a damaged stream; ");
    if (!loading.difference.empty()) return text + "the switches as read back are wrong: " + loading.difference;
    return text + (loading.repair.verified() ? "verified" : "as given: " + loading.repair.differences.front());
  }

  const Setup& setup_;
  Chip* chip_ = nullptr;
  std::vector<Loading> loadings_;
  bool is_scheduled_ = false;
  std::vector<Reconfiguration> done_;  // of these, in their order; none before the end of the run
};

void check_fabric(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  if (reconfigurations_of(scenario).empty() || setup.fabric || !setup.design) return;
  errors.add(scenario.where("reconfigurations"),
             "reconfigurations: there is no fabric that could be configured; " + fabric_remedy(*setup.design));
}

}  // namespace

extern const InstrumentInfo kReconfigurationSequence;
const InstrumentInfo kReconfigurationSequence{
    .is_wanted = [](const Wishes& wishes) { return !reconfigurations_of(wishes.scenario).empty(); },
    .make_first = make_instrument<ReconfigurationSequence, RunBegin>,
    .place = ReportPlace::kEnd,
    .acts = true,
    .check = check_fabric,
};

}  // namespace kintsugi
