// Loads the configurations of the section `reconfigurations`, one after the other: the PEs stop, the network drains,
// the stream is shifted in, and the PEs go on with the states that are then in force.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/network/text.hpp"
#include "tb/tool/features/reconfigurations/streams.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/states_in_force.hpp"
#include "tb/tool/setup/fabric_remedy.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// A configuration of the list, and how its load ended.
struct Loading : ArrivingStream {
  explicit Loading(ArrivingStream arriving) : ArrivingStream(std::move(arriving)) {}
  bool has_begun = false;
  bool ended = false;
  Cycle began = 0;         ///< at the end of this cycle
  Cycle drained = 0;       ///< cycles that the drain took
  Cycle loaded = 0;        ///< cycles from the end of the drain to the verdict of the chain
  std::size_t moved = 0;   ///< nodes
  std::string refused;     ///< why the chain refused the stream; empty: the states are in force
  std::string difference;  ///< between the states read back and those loaded, or the network wanted
  bool accepted() const { return ended && refused.empty(); }
  /// Returns whether the chain did what is right: it refuses a damaged stream, and takes no other states than those
  /// that came.
  bool is_right() const { return ended && difference.empty() && refused.empty() == scheduled->damage.empty(); }
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
  void after(Cycle cycle, bool) override {
    if (phase_ == Phase::kResume && is_next()) end_resume();
    if (at_ == loadings_.size()) return;
    Loading& loading = loadings_[at_];
    const bool is_configured = at_ != 0 || chain().phase() == ConfigChain::Phase::kActive;
    if (phase_ == Phase::kWait && is_configured && cycle >= loading.scheduled->cycle) {
      chip_->faults().stop();
      loading.has_begun = true;
      loading.began = cycle;
      phase_ = Phase::kDrain;
    }
    if (phase_ == Phase::kDrain && chip_->faults().is_quiescent()) {
      loading.drained = cycle - loading.began;
      acts_at_ = cycle + 2;
      phase_ = Phase::kBegin;
    }
    if (phase_ == Phase::kBegin && is_next()) return begin_load(loading);
    if (phase_ == Phase::kLoad) watch_load(loading, cycle);
  }

  bool is_busy() const override { return phase_ != Phase::kWait; }
  bool holds() const override { return std::ranges::all_of(loadings_, &Loading::is_right); }

  void report(ordered_json& json, const ReportNumbers&) const override {
    json["reconfigurations"] = ordered_json::array();
    for (const Loading& loading : loadings_) json["reconfigurations"].push_back(to_json(loading));
  }

  void report(TextTable& table, const ReportNumbers&) const override {
    std::string label = "reconfigured";
    for (const Loading& loading : loadings_) table.add({std::exchange(label, ""), to_text(loading)});
  }

 private:
  enum class Phase { kWait, kDrain, kBegin, kLoad, kResume };

  ConfigChain& chain() const { return chip_->configuration().chain(); }

  /// Returns whether what is called now changes cycle acts_at_, and none before. While a run drains, the end of a cycle
  /// is looked at between two calls of the kernel, and a call reaches a cycle that is one earlier.
  bool is_next() const { return chip_->clock().next() >= acts_at_; }

  void begin_load(Loading& loading) {
    before_ = chip_->nodes().placement();
    chip_->configuration().load(loading.stream, loading.repair.repair.placement, loading.repair.repair.message);
    phase_ = Phase::kLoad;
    give_word(loading);
  }

  /// Says whether the next cycle has a word. The first word is that of cycle acts_at_.
  void give_word(const Loading& loading) {
    if (loading.scheduled->gap == 0) return;
    chain().set_valid((chip_->clock().next() - acts_at_) % (loading.scheduled->gap + 1) == 0);
  }

  void watch_load(Loading& loading, Cycle cycle) {
    if (chain().phase() == ConfigChain::Phase::kShift || chain().phase() == ConfigChain::Phase::kCheck) {
      return give_word(loading);
    }
    if (loading.scheduled->gap != 0) chain().set_valid(true);
    loading.ended = true;
    loading.loaded = cycle - loading.began - loading.drained;
    if (chain().phase() == ConfigChain::Phase::kRefused) loading.refused = chain().error();
    loading.moved = count_moved(before_, chip_->nodes().placement());
    if (loading.accepted()) loading.difference = difference_in_force(*chip_, loading.repair, setup_);
    ++at_;
    acts_at_ = cycle + 2;
    phase_ = Phase::kResume;
    // In the middle of a run the PEs of nodes that have come in this cycle would send a cycle before all others.
    if (is_next()) chip_->clock().at_end_of_cycle([this] { end_resume(); });
  }

  void end_resume() {
    if (phase_ != Phase::kResume) return;
    phase_ = Phase::kWait;
    chip_->faults().resume();
  }

  static ordered_json to_json(const Loading& loading) {
    ordered_json json = {{"cycle", loading.scheduled->cycle},
                         {"file", loading.scheduled->given.file.string()},
                         {"complete", loading.ended}};
    if (loading.has_begun) json["began"] = loading.began;
    if (!loading.ended) return json;
    json["drain"] = loading.drained;
    json["load"] = loading.loaded;
    json["resumed"] = resumed(loading);
    json["accepted"] = loading.accepted();
    if (!loading.refused.empty()) json["refused"] = loading.refused;
    json["moved"] = loading.moved;
    json["verified"] = loading.accepted() ? ordered_json(loading.repair.verified()) : ordered_json();
    if (!loading.repair.differences.empty()) json["differences"] = loading.repair.differences;
    if (!loading.difference.empty()) json["difference"] = loading.difference;
    return json;
  }

  /// The first cycle in which the states are in force.
  static Cycle in_force(const Loading& loading) { return loading.began + loading.drained + loading.loaded + 1; }
  /// The first cycle in which the PEs send.
  static Cycle resumed(const Loading& loading) { return in_force(loading) + 1; }

  static std::string to_text(const Loading& loading) {
    std::string text =
        "cycle " + std::to_string(loading.scheduled->cycle) + ", " + loading.scheduled->given.file.string() + ": ";
    if (!loading.has_begun) return text + "the run ended before it began";
    if (!loading.ended)
      return text + "the run ended before it was loaded, after it began in cycle " + std::to_string(loading.began);
    text += "drained in " + counted(loading.drained, "cycle") + ", loaded in " + std::to_string(loading.loaded);
    if (!loading.refused.empty()) return text + "; " + loading.refused;
    text += ", in force from cycle " + std::to_string(in_force(loading)) + "; " + counted(loading.moved, "node") +
            " moved; " + (loading.scheduled->damage.empty() ? "" : "the chain has taken a damaged stream; ");
    if (!loading.difference.empty()) return text + "the switches as read back are wrong: " + loading.difference;
    return text + (loading.repair.verified() ? "verified" : "as given: " + loading.repair.differences.front());
  }

  const Setup& setup_;
  Chip* chip_ = nullptr;
  std::vector<Loading> loadings_;
  std::size_t at_ = 0;
  Phase phase_ = Phase::kWait;
  Cycle acts_at_ = 0;  // in the phases begin and resume: the first cycle that is to be changed
  Placement before_;   // the load
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
    .needs_every_cycle = true,
    .check = check_fabric,
};

}  // namespace kintsugi
