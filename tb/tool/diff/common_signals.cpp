#include "tb/tool/diff/waveforms.hpp"

#include <array>
#include <string_view>
#include <unordered_map>

#include "models/network/text.hpp"

namespace kintsugi::diff {

namespace {

using Signals = std::unordered_map<std::string_view, std::uint32_t>;

/// Names for a note: the number of all, and the first ones.
class NamedSignals {
 public:
  void add(std::string_view name) {
    ++number_;
    if (number_ <= kMostNamed) names_ += (names_.empty() ? "" : ", ") + std::string(name);
  }
  bool empty() const { return number_ == 0; }
  /// "3 signals are only in a, such as x, y"
  std::string text(const std::string& what) const {
    return counted_are(number_, "signal") + ' ' + what + (number_ > kMostNamed ? ", such as " : ": ") + names_;
  }

 private:
  static constexpr std::uint64_t kMostNamed = 3;
  std::uint64_t number_ = 0;
  std::string names_;
};

bool is_under(std::string_view name, std::string_view prefix) {
  return prefix.empty() || (name.starts_with(prefix) && name.substr(prefix.size()).starts_with('.'));
}

const char* class_name(SignalClass kind) {
  static constexpr std::array kNames = {"bits", "a number", "a text", "an event"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string example_of(const VcdReader& dump) {
  return dump.signals().empty() ? "none" : dump.signals().front().name;
}

/// Returns the signals below a prefix by what is left of their names; of two of one name the first.
Signals signals_under(const VcdReader& dump, const std::string& prefix, const char* option) {
  Signals signals;
  for (std::size_t i = 0; i < dump.signals().size(); ++i) {
    const std::string& name = dump.signals()[i].name;
    if (is_under(name, prefix)) signals.emplace(without_prefix(name, prefix), static_cast<std::uint32_t>(i));
  }
  if (signals.empty() && !prefix.empty()) {
    refuse(option, "no signal of " + dump.source() + " is in the scope '" + prefix + "'; its first signal is " +
                       example_of(dump));
  }
  return signals;
}

class SignalMatcher {
 public:
  SignalMatcher(const VcdReader& a, const VcdReader& b, const WaveOptions& options, Differences& found)
      : a_(a), b_(b), options_(options), found_(found) {}

  std::vector<SignalPair> match() {
    const Signals of_a = signals_under(a_, options_.a.prefix, "--prefix-a");
    const Signals of_b = signals_under(b_, options_.b.prefix, "--prefix-b");
    each_once(a_, of_a, options_.a.prefix, [&](std::string_view name, std::uint32_t signal) {
      const auto other = of_b.find(name);
      other == of_b.end() ? alone(kOnlyInA, name, only_a_) : pair(name, signal, other->second);
    });
    each_once(b_, of_b, options_.b.prefix, [&](std::string_view name, std::uint32_t) {
      if (!of_a.contains(name)) alone(kOnlyInB, name, only_b_);
    });
    note(only_a_, "only in a");
    note(only_b_, "only in b");
    note(types_, "of different types in the two");
    if (!widths_.empty()) found_.note(widths_.text("of different widths in the two, and compared as numbers"));
    if (!events_.empty()) found_.note(events_.text("events, which are not compared"));
    if (pairs_.empty()) {
      refuse(b_.source(), "no signal to compare is in " + a_.source() + " too, where the first one is " +
                              example_of(a_) + ", and here " + example_of(b_) +
                              "; --prefix-a and --prefix-b take scopes off");
    }
    return std::move(pairs_);
  }

 private:
  /// Calls visit(name, signal) in the order of the dump.
  template <class Visit>
  static void each_once(const VcdReader& dump, const Signals& signals, const std::string& prefix, Visit visit) {
    for (std::size_t i = 0; i < dump.signals().size(); ++i) {
      const std::string& name = dump.signals()[i].name;
      if (!is_under(name, prefix)) continue;
      const std::string_view rest = without_prefix(name, prefix);
      if (signals.at(rest) == i) visit(rest, static_cast<std::uint32_t>(i));
    }
  }

  void alone(const char* kind, std::string_view name, NamedSignals& list) {
    list.add(name);
    if (!options_.all) return;
    const bool in_a = kind == std::string_view(kOnlyInA);
    found_.add(kind, {}, [&] {
      const nlohmann::ordered_json there = "declared";
      return Difference{kind, std::string(name), {}, in_a ? TwoValues{there, nullptr} : TwoValues{nullptr, there}};
    });
  }

  void pair(std::string_view name, std::uint32_t signal, std::uint32_t other) {
    const VcdSignal& a = a_.signals()[signal];
    const VcdSignal& b = b_.signals()[other];
    const bool is_text_a = a.kind == SignalClass::kText, is_text_b = b.kind == SignalClass::kText;
    const bool has_event = a.kind == SignalClass::kEvent || b.kind == SignalClass::kEvent;
    if (options_.match_texts && is_text_a != is_text_b && !has_event) {
      pairs_.push_back({a.code, b.code, signal, is_text_a ? SignalPair::Text::kA : SignalPair::Text::kB});
    } else if (a.kind != b.kind) {
      types_.add(name);
      if (options_.all) found_.add({"type", std::string(name), {}, {class_name(a.kind), class_name(b.kind)}});
    } else if (a.kind == SignalClass::kEvent) {
      events_.add(name);
    } else {
      if (a.kind == SignalClass::kBits && a.width != b.width) widths_.add(name);
      pairs_.push_back({a.code, b.code, signal, SignalPair::Text::kNone});
    }
  }

  void note(const NamedSignals& signals, const char* what) {
    if (signals.empty()) return;
    found_.note(signals.text(what) + (options_.all ? "" : "; they are not compared, and --all makes them differences"));
  }

  const VcdReader& a_;
  const VcdReader& b_;
  const WaveOptions& options_;
  Differences& found_;
  std::vector<SignalPair> pairs_;
  NamedSignals only_a_, only_b_, types_, widths_, events_;
};

}  // namespace

std::string_view without_prefix(std::string_view name, std::string_view prefix) {
  return prefix.empty() ? name : name.substr(prefix.size() + 1);
}

std::vector<SignalPair> common_signals(const VcdReader& a, const VcdReader& b, const WaveOptions& options,
                                       Differences& found) {
  return SignalMatcher(a, b, options, found).match();
}

}  // namespace kintsugi::diff
