#include "tb/tool/diff/wave_states.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/network/text.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/states/field_table.hpp"

namespace kintsugi::diff {

namespace {

constexpr std::size_t kMostNamedSwitches = 5;
/// What a switch, or the field that sets it, is called below its scope.
constexpr std::string_view kStateSignals[] = {".state", ".field.state_q"};

/// The signals of a waveform that have the states of a fabric.
class StateSignals {
 public:
  StateSignals(const VcdReader& dump, const states::FieldTable& table, const std::string& prefix)
      : dump_(dump), table_(table) {
    for (const VcdSignal& signal : dump.signals()) {
      if (signal.kind != SignalClass::kEvent) codes_.emplace(signal.name, signal.code);
    }
    scope_ = prefix.empty() ? found_scope() : prefix;
    find_all();
  }

  const std::string& scope() const { return scope_; }
  /// Returns the signal of a switch.
  CodeNo of(SwitchId id) const { return signals_[id.value]; }

 private:
  /// Returns the scope of a signal below which a switch has its name; nullopt if that is not its name.
  static std::optional<std::string_view> scope_above(std::string_view name, std::string_view local) {
    if (!name.ends_with(local)) return std::nullopt;
    name.remove_suffix(local.size());
    if (name.empty()) return name;
    if (!name.ends_with('.')) return std::nullopt;
    return name.substr(0, name.size() - 1);
  }

  /// Returns the scopes in which the first switch has a signal.
  std::vector<std::string_view> scopes_of_first() const {
    const std::string& first = table_.fabric().switches.front().name;
    std::set<std::string_view> scopes;
    for (const VcdSignal& signal : dump_.signals()) {
      for (const std::string_view ending : kStateSignals) {
        if (const auto scope = scope_above(signal.name, first + std::string(ending))) scopes.insert(*scope);
      }
    }
    return {scopes.begin(), scopes.end()};
  }

  static std::string in_quotes(const std::vector<std::string_view>& scopes) {
    return with_commas(scopes, [](std::string_view scope) { return '\'' + printable(scope) + '\''; });
  }

  std::string found_scope() const {
    const std::string& first = table_.fabric().switches.front().name;
    const std::vector<std::string_view> scopes = scopes_of_first();
    if (scopes.size() == 1) return std::string(scopes.front());
    if (scopes.empty()) {
      refuse(dump_.source(), "no scope of the waveform has the state of the switch " + first + ", as " + first +
                                 ".state or " + first + ".field.state_q; " + remedy());
    }
    refuse(dump_.source(), "several scopes have the state of the switch " + first + ": " + in_quotes(scopes) +
                               "; name one of them with --prefix");
  }

  static std::string remedy() {
    return "write the waveform with all switches: waves: {scope: ['*.state']} of a run, KT_PROBES or the registers "
           "state_q of an exported fabric";
  }

  std::optional<CodeNo> code_of(const std::string& local) const {
    const auto found = codes_.find(scope_.empty() ? local : scope_ + '.' + local);
    return found == codes_.end() ? std::nullopt : std::optional(found->second);
  }

  std::optional<CodeNo> own_signal(SwitchId id) const {
    for (const std::string_view ending : kStateSignals) {
      if (const auto code = code_of(table_.fabric().switches[id.value].name + std::string(ending))) return code;
    }
    return std::nullopt;
  }

  std::optional<CodeNo> signal_of(SwitchId id) const {
    if (const auto own = own_signal(id)) return own;
    const std::size_t field = table_.fabric().switches[id.value].field;
    for (const SwitchId other : table_.switches_of(field)) {
      if (const auto shared = own_signal(other)) return shared;
    }
    return code_of("state_" + std::to_string(field));
  }

  void find_all() {
    std::vector<std::string> missing;
    for (const SwitchId id : ids<SwitchId>(table_.fabric().switches.size())) {
      const auto code = signal_of(id);
      signals_.push_back(code.value_or(0));
      if (!code) missing.push_back(table_.fabric().switches[id.value].name);
    }
    if (missing.empty()) return;
    if (missing.size() == signals_.size()) {
      const std::vector<std::string_view> scopes = scopes_of_first();
      refuse("--prefix", "no switch has a state in the scope '" + printable(scope_) + "' of " + dump_.source() +
                             (scopes.empty() ? "; " + remedy() : "; switches are in " + in_quotes(scopes)));
    }
    const std::size_t number = missing.size();
    missing.resize(std::min(number, kMostNamedSwitches));
    refuse(dump_.source(), "in the scope '" + printable(scope_) + "' the waveform has no state of " +
                               counted(number, "switch") + ": " + with_commas(missing) +
                               (number > kMostNamedSwitches ? " ..." : "") + "; " + remedy());
  }

  const VcdReader& dump_;
  const states::FieldTable& table_;
  std::string scope_;
  std::unordered_map<std::string_view, CodeNo> codes_;
  std::vector<CodeNo> signals_;  // by switch
};

/// Reads the values of signals as states, and says which are none.
class StateValues {
 public:
  StateValues(const VcdReader& dump, const states::FieldTable& table) : dump_(dump), table_(table) {}

  SwitchStates read(const StateSignals& signals) {
    SwitchStates states;
    for (const SwitchId id : ids<SwitchId>(table_.fabric().switches.size())) {
      const auto state = state_of(id, signals.of(id));
      if (!state) add_mistake(id, signals.of(id));
      states.push_back(state.value_or(0));
    }
    return states;
  }

  /// Throws InputError if a value was no state.
  void raise(Cycle cycle) const {
    Diagnostics errors;
    const auto add = [&](const Mistakes& of, const char* one, const std::string& remedy) {
      if (of.number == 0) return;
      errors.add({dump_.source(), 0, 0}, "in cycle " + std::to_string(cycle) + ' ' + counted(of.number, "switch") +
                                             (of.number == 1 ? " has " : " have ") + one + ": " + of.names + remedy);
    };
    add(unknown_, "an unknown state", "; take a cycle after the reset");
    add(wrong_, "a value that is no state", "; is this the waveform of this fabric?");
    errors.raise();
  }

 private:
  struct Mistakes {
    std::size_t number = 0;
    std::string names;  // of the first switches, "sh.g0.c0 (xx)"
  };

  std::optional<SwitchState> state_of(SwitchId id, CodeNo code) const {
    const SwitchType& type = *table_.fabric().switches[id.value].type;
    const std::string& value = dump_.value(code);
    for (unsigned s = 0; s < type.states(); ++s) {
      const auto state = static_cast<SwitchState>(s);
      if (is_state(id, state, dump_.kind(code), value)) return state;
    }
    return std::nullopt;
  }

  bool is_state(SwitchId id, SwitchState state, SignalClass kind, const std::string& value) const {
    if (kind == SignalClass::kText) return value == table_.state_name(id, state);
    if (kind == SignalClass::kReal) return value == std::to_string(state);
    std::string bits;
    for (unsigned rest = state; rest != 0; rest /= 2) bits.insert(bits.begin(), rest % 2 == 0 ? '0' : '1');
    return value == (bits.empty() ? "0" : bits);
  }

  void add_mistake(SwitchId id, CodeNo code) {
    const std::string& value = dump_.value(code);
    const bool is_unknown =
        value.empty() || (dump_.kind(code) == SignalClass::kBits && value.find_first_of("xz") != std::string::npos);
    auto& [number, names] = is_unknown ? unknown_ : wrong_;
    if (++number > kMostNamedSwitches + 1) return;
    names += number == 1 ? "" : ", ";
    names += number > kMostNamedSwitches ? "..."
                                         : table_.fabric().switches[id.value].name + " (" +
                                               (value.empty() ? "no value yet" : shortened(value, 60)) + ')';
  }

  const VcdReader& dump_;
  const states::FieldTable& table_;
  Mistakes unknown_, wrong_;
};

StepScale scale_of(const VcdReader& dump, const WaveCut& cut) {
  StepScale scale;
  const auto period = known_period(dump, cut.period);
  if (!period) {
    refuse("--period", "it is not known how long a cycle is in " + dump.source() +
                           ", which kintsugi has not written; give the length of a cycle, such as --period 10ns");
  }
  scale.period = whole_ticks(*period, dump, "--period", true);
  if (cut.start) scale.start = whole_ticks(*cut.start, dump, "--start", false);
  return scale;
}

/// Takes the values up to the end of a cycle.
void advance(VcdReader& dump, const StepScale& scale, Cycle cycle) {
  const std::string wanted = "cycle " + std::to_string(cycle);
  const auto first = dump.next_time();
  if (first && *scale.step(*first) > cycle) {
    refuse("--at", wanted + " is before the waveform " + dump.source() + ", which begins in cycle " +
                       std::to_string(*scale.step(*first)));
  }
  std::vector<CodeNo> changed;
  while (dump.next_time() && *scale.step(*dump.next_time()) <= cycle) {
    dump.take(changed);
    changed.clear();
  }
  // there is more, or this is the last cycle of a simulator that writes the time of its end
  const std::uint64_t last = *scale.step(dump.last_time());
  const bool has_ended = !dump.next_time() && (last < cycle || (dump.is_ours() && last == cycle));
  if (!has_ended) return;
  const std::uint64_t end = dump.is_ours() && last > 0 ? last - 1 : last;
  refuse("--at", wanted + " is after the end of the waveform " + dump.source() + ", whose last cycle is " +
                     std::to_string(end));
}

}  // namespace

StatesOfWave states_of_wave(const WaveCut& cut, const Fabric& fabric) {
  OpenedFile file(cut.file);
  std::string begun = file.begun();
  if (beginning_of(begun) != Beginning::kWaveform) {
    const bool is_fst = cut.file.ends_with(".fst") || begun.starts_with('\0');
    refuse(file.name(), is_fst ? "FST is not read; fst2vcd " + cut.file + " -o waves.vcd makes a VCD of it"
                               : "this is no waveform: a VCD begins with $version, $date, $timescale or $scope");
  }
  VcdReader dump(file.parts(), std::move(begun), file.name());
  const states::FieldTable table(fabric);
  const StateSignals signals(dump, table, cut.prefix);
  advance(dump, scale_of(dump, cut), cut.cycle);
  StateValues values(dump, table);
  StatesOfWave found{file.name(), signals.scope(), {values.read(signals), std::nullopt}};
  values.raise(cut.cycle);
  return found;
}

}  // namespace kintsugi::diff
