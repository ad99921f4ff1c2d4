// Loads the configurations of the section `reconfigurations`, one after the other: the PEs stop, the network drains,
// the stream is shifted in, and the PEs go on with the states that are then in force.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/chip/configuration.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/fabric/extraction.hpp"
#include "models/network/text.hpp"
#include "tb/tool/features/reconfigurations/section.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/setup/fabric_remedy.hpp"
#include "tb/tool/states/given_repair.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// A configuration, and what has become of it.
struct Loading {
  const ScheduledRepair* scheduled = nullptr;
  CheckedRepair repair;
  std::vector<std::uint8_t> stream;
  bool ended = false;
  Cycle began = 0;         ///< at the end of this cycle
  Cycle drained = 0;       ///< cycles that the drain took
  Cycle loaded = 0;        ///< cycles from the first word to the verdict of the chain
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
  explicit ReconfigurationSequence(const TrafficBegin& begin) : setup_(begin.setup), chip_(begin.chip) {
    for (const ScheduledRepair& each : begin.scenario.features.find<ReconfigurationsSection>()->list) {
      add(each, begin.scenario);
    }
  }

  void after(Cycle cycle, bool) override {
    if (at_ == loadings_.size()) return;
    Loading& loading = loadings_[at_];
    switch (phase_) {
      case Phase::kWait:
        if (cycle < loading.scheduled->cycle) return;
        chip_.faults().stop();
        loading.began = cycle;
        phase_ = Phase::kDrain;
        [[fallthrough]];
      case Phase::kDrain:
        if (!chip_.faults().is_quiescent()) return;
        loading.drained = cycle - loading.began;
        begin_load(loading);
        break;
      case Phase::kLoad:
        watch_load(loading, cycle);
        break;
    }
  }

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
  enum class Phase { kWait, kDrain, kLoad };

  void add(const ScheduledRepair& scheduled, const Scenario& scenario) {
    const Fabric& fabric = setup_.built_fabric();
    Loading loading;
    loading.scheduled = &scheduled;
    loading.repair = states::given_repair(scheduled.given, scenario, setup_);
    loading.stream = with_crc(fabric, loading.repair.bitstream);
    for (const std::int64_t bit : scheduled.damage) {
      const auto at = static_cast<std::size_t>(bit);
      if (at >= loading.stream.size() * 8) {
        throw InputError({{scheduled.where, "reconfigurations: the stream has bits 0 to " +
                                                std::to_string(loading.stream.size() * 8 - 1) + ", not '" +
                                                std::to_string(bit) + "'"}});
      }
      loading.stream[at / 8] = static_cast<std::uint8_t>(loading.stream[at / 8] ^ 1U << at % 8);
    }
    // The report says what differs. Without this, SystemC would print the first difference into it.
    if (loading.repair.accepted) {
      sc_core::sc_report_handler::set_actions(kConfigurationReport, sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
    }
    loadings_.push_back(std::move(loading));
  }

  void begin_load(Loading& loading) {
    before_ = chip_.nodes().placement();
    chip_.configuration().load(loading.stream, loading.repair.repair.placement, loading.repair.repair.message);
    of_load_ = 0;
    phase_ = Phase::kLoad;
    give_word(loading);
  }

  /// Says whether the next cycle has a word.
  void give_word(const Loading& loading) {
    if (loading.scheduled->gap == 0) return;
    chip_.configuration().chain().set_valid(of_load_++ % (loading.scheduled->gap + 1) == 0);
  }

  void watch_load(Loading& loading, Cycle cycle) {
    const ConfigChain& chain = chip_.configuration().chain();
    if (chain.phase() == ConfigChain::Phase::kShift || chain.phase() == ConfigChain::Phase::kCheck) {
      return give_word(loading);
    }
    if (loading.scheduled->gap != 0) chip_.configuration().chain().set_valid(true);
    loading.ended = true;
    loading.loaded = cycle - loading.began - loading.drained;
    if (chain.phase() == ConfigChain::Phase::kRefused) loading.refused = chain.error();
    loading.moved = count_moved(before_, chip_.nodes().placement());
    if (loading.accepted()) loading.difference = difference_of(loading);
    // All PEs then go on in the same cycle, whether their node has come in this one or was there before.
    chip_.clock().at_end_of_cycle([this] { chip_.faults().resume(); });
    phase_ = Phase::kWait;
    ++at_;
  }

  std::string difference_of(const Loading& loading) const {
    const Fabric& fabric = setup_.built_fabric();
    const SwitchStates states = chip_.configuration().read_back();
    const SwitchStates loaded = switch_states(fabric, loading.repair.repair.configuration);
    const auto wrong = std::ranges::mismatch(states, loaded).in1;
    if (wrong != states.end()) return fabric.switches[wrong - states.begin()].name + " is not in the state loaded";
    if (loading.repair.accepted) return "";
    const ExtractedNetwork extracted = NetworkExtractor(fabric).extract(states);
    return difference(extracted, setup_.network(), chip_.nodes().placement(), fabric).value_or("");
  }

  static ordered_json to_json(const Loading& loading) {
    ordered_json json = {{"cycle", loading.scheduled->cycle},
                         {"file", loading.scheduled->given.file.string()},
                         {"complete", loading.ended}};
    if (!loading.ended) return json;
    json["began"] = loading.began;
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
    if (!loading.ended) return text + "the run ended before it was loaded";
    text += "drained in " + counted(loading.drained, "cycle") + ", loaded in " + std::to_string(loading.loaded);
    if (!loading.refused.empty()) return text + "; " + loading.refused;
    text += ", in force from cycle " + std::to_string(in_force(loading)) + "; " + counted(loading.moved, "node") +
            " moved; ";
    if (!loading.difference.empty()) return text + "the switches as read back are wrong: " + loading.difference;
    return text + (loading.repair.verified() ? "verified" : "as given: " + loading.repair.differences.front());
  }

  const Setup& setup_;
  Chip& chip_;
  std::vector<Loading> loadings_;
  std::size_t at_ = 0;
  Phase phase_ = Phase::kWait;
  Cycle of_load_ = 0;
  Placement before_;
};

void check_fabric(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  const auto* section = scenario.features.find<ReconfigurationsSection>();
  if (section == nullptr || section->list.empty() || setup.fabric || !setup.design) return;
  errors.add(scenario.where("reconfigurations"),
             "reconfigurations: there is no fabric that could be configured; " + fabric_remedy(*setup.design));
}

}  // namespace

extern const InstrumentInfo kReconfigurationSequence;
const InstrumentInfo kReconfigurationSequence{
    .is_wanted =
        [](const Wishes& wishes) {
          const auto* section = wishes.scenario.features.find<ReconfigurationsSection>();
          return section != nullptr && !section->list.empty();
        },
    .make = make_instrument<ReconfigurationSequence>,
    .place = ReportPlace::kEnd,
    .acts = true,
    .needs_every_cycle = true,
    .check = check_fabric,
};

}  // namespace kintsugi
