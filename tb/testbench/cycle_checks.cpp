#include "tb/testbench/cycle_checks.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "hw/chip/chip.hpp"
#include "hw/chip/module_walk.hpp"
#include "hw/wave/glob.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kNoPlace = std::numeric_limits<std::size_t>::max();

bool is_glob(std::string_view pattern) {
  return pattern.find_first_of("*?") != std::string_view::npos;
}

/// Returns the parts of names that follow a scope, in the order of the chip.
class PartsBelow final : public wave::ProbeList {
 public:
  explicit PartsBelow(std::string scope) : scope_(std::move(scope)) {}

  bool wants(const std::string& name) const override { return name.starts_with(scope_); }
  bool takes_credits() const override { return true; }
  void add(const std::string& name, unsigned /*width*/, const wave::Reader& /*value*/) override { take(name); }
  void add_name(const std::string& name, const wave::Reader& /*state*/, const wave::NameTable& /*names*/) override {
    take(name);
  }
  const std::vector<std::string>& parts() const { return parts_; }

 private:
  void take(std::string_view name) {
    name.remove_prefix(scope_.size());
    std::string part(name.substr(0, name.find('.')));
    if (known_.insert(part).second) parts_.push_back(std::move(part));
  }

  std::string scope_;  // with its dot
  std::set<std::string> known_;
  std::vector<std::string> parts_;
};

std::string list_of(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 12;
  return with_commas(words, {}, kMost);
}

/// Says what there is where a name leaves those of the chip: "wafer.sh.g0 has c0, c1, c2 and c3".
std::string remedy_for(const std::string& pattern, const Chip& chip) {
  std::string scope;
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= pattern.size();) {
    PartsBelow below(scope);
    for (const Module* module : chip.all_modules()) {
      wave::ModuleProbes probes(below, module->name());
      module->list_probes(probes);
    }
    if (below.parts().empty()) break;
    parts = below.parts();
    const std::size_t end = std::min(pattern.find('.', begin), pattern.size());
    const std::string part = pattern.substr(begin, end - begin);
    if (std::ranges::find(parts, part) == parts.end()) break;
    scope += part + '.';
    begin = end + 1;
  }
  if (scope.empty()) return "names begin with " + list_of(parts);
  return scope.substr(0, scope.size() - 1) + " has " + list_of(parts);
}

}  // namespace

struct FoundSignal {
  std::string name;
  wave::Reader value;
  unsigned width;
  wave::NameTable names;  ///< nullptr: it is a number
};

/// Takes the probes that some pattern chooses, and finds them by name. Names without a wildcard are looked up, because
/// a chip has many probes.
class FoundSignals final : public wave::ProbeList {
 public:
  void want(const std::string& pattern) {
    is_glob(pattern) ? void(globs_.insert(pattern)) : void(exact_.insert(pattern));
  }

  /// Returns whether a signal of the module can be wanted: most modules of a large chip have none.
  bool may_be_in(const std::string& module) const {
    const auto next = exact_.lower_bound(module + '.');
    if (next != exact_.end() && next->starts_with(module + '.')) return true;
    return std::ranges::any_of(globs_, [&](const std::string& glob) {
      const std::string_view words = std::string_view(glob).substr(0, glob.find_first_of("*?"));
      return words.starts_with(module) || module.starts_with(words);
    });
  }
  bool wants(const std::string& name) const override {
    return exact_.contains(name) ||
           std::ranges::any_of(globs_, [&](const std::string& glob) { return wave::matches(glob, name); });
  }
  bool takes_credits() const override { return true; }
  void add(const std::string& name, unsigned width, const wave::Reader& value) override {
    by_name_.emplace(name, signals_.size());
    signals_.push_back({name, value, width, nullptr});
  }
  void add_name(const std::string& name, const wave::Reader& state, const wave::NameTable& names) override {
    by_name_.emplace(name, signals_.size());
    signals_.push_back({name, state, 64, names});
  }

  const std::vector<FoundSignal>& signals() const { return signals_; }
  const FoundSignal* find(const std::string& name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &signals_[found->second];
  }

 private:
  std::set<std::string> exact_;
  std::set<std::string> globs_;
  std::vector<FoundSignal> signals_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

/// A test of one signal.
struct CycleChecks::Test {
  wave::Reader value;
  wave::NameTable names = nullptr;         ///< that the signal shows; nullptr: it shows a number
  std::vector<std::uint64_t> wanted = {};  ///< of names
  SignalRange range = {0, 0};              ///< of a number
  std::uint64_t last = 0;                  ///< value in the cycle before, of a test without a value

  bool accepts(std::uint64_t found) const {
    return names == nullptr ? range.contains(found) : std::ranges::find(wanted, found) != wanted.end();
  }
  std::string text_of(std::uint64_t found) const {
    if (names != nullptr) return found < names->size() ? (*names)[found] : "no state";
    return found == wave::kUnknown ? "nothing" : std::to_string(found);
  }
};

struct CycleChecks::Condition {
  std::vector<std::string> places;
  std::size_t tests_of_each = 0;
  std::vector<Test> tests;  ///< by place, then as in the SignalCondition

  bool holds(std::size_t place) const {
    const Test* const first = tests.data() + place * tests_of_each;
    return std::all_of(first, first + tests_of_each, [](const Test& test) { return test.accepts(test.value()); });
  }
  bool all_hold() const {
    for (std::size_t place = 0; place < places.size(); ++place) {
      if (!holds(place)) return false;
    }
    return true;
  }
  bool some_holds() const {
    for (std::size_t place = 0; place < places.size(); ++place) {
      if (holds(place)) return true;
    }
    return false;
  }
};

struct CycleChecks::Watched {
  CycleCheck check;
  Condition what;
  Condition during = {};
  Condition before = {};
  bool is_stable = false;  ///< whether values must not change
  Show shows = Show::kOutside;
  bool began = false;           ///< whether a cycle of the window has been observed
  bool over = false;            ///< nothing that comes can matter
  bool has_last = false;        ///< of a check of what must not change: whether Test::last is that of the cycle before
  std::vector<bool> seen = {};  ///< by place; kAt
  std::size_t left = 0;         ///< places that have not been seen
  std::vector<std::uint64_t> rows = {};  ///< by place: cycles in a row; `lasts`
  std::uint64_t total = 0;               ///< `count`
  std::uint64_t times = 0;
  Cycle cycle = 0;
  std::size_t place = kNoPlace;
  std::vector<std::uint64_t> values = {};  ///< of the tests of the place, or the number that is wrong
  bool counted = false;                    ///< whether `values` is a number of cycles or pairs
  std::string why = {};
};

namespace {

std::vector<const SignalCondition*> conditions_of(const CycleCheck& check) {
  std::vector<const SignalCondition*> conditions{&check.what};
  if (check.during) conditions.push_back(&*check.during);
  if (check.before) conditions.push_back(&*check.before);
  return conditions;
}

/// Says why a signal can never be what a test wants.
std::string no_such_value(const SignalTest& test, const FoundSignal& signal) {
  if (signal.names == nullptr) {
    const std::string form = "a number of " + std::to_string(signal.width) + (signal.width == 1 ? " bit" : " bits");
    if (test.range) return signal.name + " is " + form + ", and cannot be " + range_in_words(*test.range);
    return signal.name + " is " + form + ", not '" + test.names.front() + "'; give a number or a range";
  }
  if (test.names.empty()) return signal.name + " shows names, no numbers: " + list_of(*signal.names);
  for (const std::string& name : test.names) {
    if (std::ranges::find(*signal.names, name) != signal.names->end()) continue;
    return signal.name + " has no state '" + name + "'; it has " + list_of(*signal.names);
  }
  return "";
}

}  // namespace

CycleChecks::CycleChecks() = default;
CycleChecks::~CycleChecks() = default;

std::size_t CycleChecks::add(CycleCheck check) {
  checks_.push_back(std::make_unique<Watched>(Watched{.check = std::move(check), .what = {}}));
  return checks_.size() - 1;
}

const CycleCheck& CycleChecks::operator[](std::size_t check) const {
  return checks_.at(check)->check;
}

CycleCheck& CycleChecks::operator[](std::size_t check) {
  return checks_.at(check)->check;
}

/// Finds the signals of conditions.
class CycleChecks::Binder {
 public:
  Binder(const Chip& chip, const FoundSignals& signals, std::vector<CheckMistake>& mistakes)
      : chip_(&chip), signals_(&signals), mistakes_(&mistakes) {}

  /// `lenient`: places that cannot be what is wanted are left out, unless all are such.
  void bind(std::size_t check, const SignalCondition& wanted, bool lenient, Condition& into) {
    const std::string& suffix = wanted.tests.front().suffix;
    const std::string pattern = wanted.places + suffix;
    into.tests_of_each = wanted.tests.size();
    chosen_ = false;
    impossible_.clear();
    for (const FoundSignal* signal : chosen_by(pattern)) {
      add_place(signal->name.substr(0, signal->name.size() - suffix.size()), wanted, into);
    }
    if (!chosen_) {
      const char* const fails = is_glob(pattern) ? "no signal matches '" : "no signal is named '";
      mistakes_->push_back({check, fails + pattern + "'; " + remedy_for(pattern, *chip_)});
    } else if (!impossible_.empty() && (into.places.empty() || !lenient)) {
      mistakes_->push_back({check, impossible_});
    }
  }

 private:
  std::vector<const FoundSignal*> chosen_by(const std::string& pattern) const {
    std::vector<const FoundSignal*> chosen;
    if (is_glob(pattern)) {
      for (const FoundSignal& signal : signals_->signals()) {
        if (wave::matches(pattern, signal.name)) chosen.push_back(&signal);
      }
    } else if (const FoundSignal* const signal = signals_->find(pattern)) {
      chosen.push_back(signal);
    }
    return chosen;
  }

  void add_place(const std::string& place, const SignalCondition& wanted, Condition& into) {
    std::vector<Test> tests;
    for (const SignalTest& test : wanted.tests) {
      const FoundSignal* const signal = signals_->find(place + test.suffix);
      if (signal == nullptr) return;
      chosen_ = true;
      std::optional<Test> bound = bind_test(test, *signal);
      if (!bound) {
        if (impossible_.empty()) impossible_ = no_such_value(test, *signal);
        return;
      }
      tests.push_back(std::move(*bound));
    }
    into.places.push_back(place);
    std::ranges::move(tests, std::back_inserter(into.tests));
  }

  /// Returns nullopt if the signal can never be what the test wants.
  static std::optional<Test> bind_test(const SignalTest& test, const FoundSignal& signal) {
    Test bound{.value = signal.value, .names = signal.names};
    if (test.names.empty() && !test.range) return bound;
    if (signal.names == nullptr) {
      if (!test.range) return std::nullopt;
      bound.range = *test.range;
      const bool fits = signal.width >= 64 || bound.range.low >> signal.width == 0;
      return fits ? std::optional(bound) : std::nullopt;
    }
    for (const std::string& name : test.names) {
      const auto at = std::ranges::find(*signal.names, name);
      if (at == signal.names->end()) return std::nullopt;
      bound.wanted.push_back(static_cast<std::uint64_t>(at - signal.names->begin()));
    }
    return test.names.empty() ? std::nullopt : std::optional(bound);
  }

  const Chip* chip_;
  const FoundSignals* signals_;
  std::vector<CheckMistake>* mistakes_;
  bool chosen_ = false;     // whether the pattern at hand chooses a signal
  std::string impossible_;  // why the first place that is left out is
};

std::vector<CheckMistake> CycleChecks::bind(const Chip& chip) {
  FoundSignals signals;
  for (const auto& each : checks_) {
    for (const SignalCondition* condition : conditions_of(each->check)) {
      for (const SignalTest& test : condition->tests) signals.want(condition->places + test.suffix);
    }
  }
  for (const Module* module : chip.all_modules()) {
    if (!signals.may_be_in(module->name())) continue;
    wave::ModuleProbes probes(signals, module->name());
    module->list_probes(probes);
  }
  std::vector<CheckMistake> mistakes;
  Binder binder(chip, signals, mistakes);
  for (std::size_t i = 0; i < checks_.size(); ++i) {
    Watched& watched = *checks_[i];
    const CycleCheck& check = watched.check;
    // A place that can never be what must never be needs no look.
    binder.bind(i, check.what, check.kind == CheckKind::kNever || check.some || check.count, watched.what);
    if (check.during) binder.bind(i, *check.during, false, watched.during);
    if (check.before) binder.bind(i, *check.before, true, watched.before);
    watched.is_stable = check.what.tests.front().names.empty() && !check.what.tests.front().range;
    watched.left = watched.what.places.size();
    watched.seen.assign(watched.left, false);
    if (check.lasts) watched.rows.assign(watched.left, 0);
    watched.values.reserve(watched.what.tests_of_each);
  }
  return mistakes;
}

void CycleChecks::set_window(std::size_t check, Cycle from, Cycle to) {
  checks_.at(check)->check.from = from;
  checks_.at(check)->check.to = to;
}

void CycleChecks::observe(Cycle cycle) {
  last_ = cycle;
  began_ = true;
  for (const auto& each : checks_) {
    if (!each->over) observe(*each, cycle);
  }
}

void CycleChecks::observe(Watched& check, Cycle cycle) {
  if (cycle < check.check.from) return;
  if (cycle > check.check.to) {
    check.over = true;
    if (check.check.kind != CheckKind::kAt) check.shows = Show::kOutside;
    return;
  }
  check.began = true;
  const bool looks = !check.check.during || check.during.all_hold();
  if (check.check.kind == CheckKind::kAt) {
    if (check.shows == Show::kOutside) check.shows = Show::kPending;
    if (looks) observe_at(check, cycle);
    const bool missed = check.left != 0 && check.times == 0 && !check.check.count;
    if (cycle == check.check.to && missed) {
      fail(check, cycle, static_cast<std::size_t>(std::ranges::find(check.seen, false) - check.seen.begin()));
    }
    return;
  }
  check.shows = Show::kHolds;
  if (!looks) {
    check.has_last = false;
    std::ranges::fill(check.rows, 0);
    return;
  }
  if (check.check.kind == CheckKind::kNever) return observe_never(check, cycle);
  return check.check.lasts ? observe_stretches(check, cycle) : observe_always(check, cycle);
}

/// With `count` no place is ever seen.
void CycleChecks::observe_at(Watched& check, Cycle cycle) {
  const std::size_t places = check.what.places.size();
  if (check.check.count) {
    for (std::size_t place = 0; place < places; ++place) {
      if (!check.what.holds(place) || ++check.total <= check.check.count->high) continue;
      if (check.times == 0) fail(check, cycle, place);
    }
    return;
  }
  if (check.check.before && check.before.some_holds()) {
    fail(check, cycle, kNoPlace);
    check.over = true;
    return;
  }
  for (std::size_t place = 0; place < places; ++place) {
    if (check.seen[place] || !check.what.holds(place)) continue;
    check.seen[place] = true;
    check.left = check.check.some || check.check.before ? 0 : check.left - 1;
  }
  if (check.left != 0) return;
  check.shows = Show::kHolds;
  check.over = true;
}

void CycleChecks::observe_always(Watched& check, Cycle cycle) {
  for (std::size_t place = 0; place < check.what.places.size(); ++place) {
    if (!check.is_stable) {
      if (!check.what.holds(place)) fail(check, cycle, place);
      continue;
    }
    Test& test = check.what.tests[place];
    const std::uint64_t value = test.value();
    if (check.has_last && value != test.last) fail(check, cycle, place);
    test.last = value;
  }
  check.has_last = true;
}

/// Finds a row that is too long as soon as it is.
void CycleChecks::observe_stretches(Watched& check, Cycle cycle) {
  const auto fail_with = [&](std::size_t place, std::uint64_t length) {
    const bool is_first = check.times == 0;
    fail(check, cycle, place);
    if (!is_first) return;
    check.values.assign(1, length);
    check.counted = true;
  };
  for (std::size_t place = 0; place < check.what.places.size(); ++place) {
    std::uint64_t& row = check.rows[place];
    if (check.what.holds(place)) {
      if (++row == check.check.lasts->high + 1) fail_with(place, row);
      continue;
    }
    if (row != 0 && row < check.check.lasts->low) fail_with(place, row);
    row = 0;
  }
}

void CycleChecks::observe_never(Watched& check, Cycle cycle) {
  std::uint32_t holding = 0;
  for (std::size_t place = 0; place < check.what.places.size(); ++place) {
    if (!check.what.holds(place)) continue;
    ++holding;
    if (check.check.more_than == 0 || holding == check.check.more_than + 1) fail(check, cycle, place);
  }
}

void CycleChecks::fail(Watched& check, Cycle cycle, std::size_t place) {
  ++failures_;
  check.shows = Show::kFails;
  if (++check.times != 1) return;
  check.cycle = cycle;
  check.place = place;
  if (place == kNoPlace) return;
  const std::size_t tests = check.what.tests_of_each;
  for (std::size_t i = 0; i < tests; ++i) check.values.push_back(check.what.tests[place * tests + i].value());
}

void CycleChecks::finish(Cycle end) {
  for (const auto& each : checks_) {
    Watched& check = *each;
    if (check.times != 0) continue;
    if (!check.began || (check.check.kind == CheckKind::kAt && check.left != 0 && !check.check.count)) {
      const bool unfinished =
          check.began && check.check.to > last_ && check.check.to != std::numeric_limits<Cycle>::max();
      const std::size_t unseen = static_cast<std::size_t>(std::ranges::find(check.seen, false) - check.seen.begin());
      fail(check, last_, check.began && began_ ? unseen : kNoPlace);
      if (!check.began && check.check.from > check.check.to) {
        check.why = "the window is empty: it begins in cycle " + std::to_string(check.check.from) +
                    ", and ends before that, in cycle " + std::to_string(check.check.to);
      } else if (!check.began) {
        check.why = "the run ended after " + counted(end, "cycle") + ", before the window";
      } else if (unfinished) {
        check.why = "the run ended in cycle " + std::to_string(last_) + ", before the window did";
      }
    } else if (check.check.count && !check.check.count->contains(check.total)) {
      fail(check, last_, kNoPlace);
      check.values.assign(1, check.total);
      check.counted = true;
    }
  }
}

CycleChecks::Show CycleChecks::shows(std::size_t check) const {
  return checks_[check]->shows;
}

CheckOutcome CycleChecks::outcome(std::size_t number) const {
  const Watched& check = *checks_.at(number);
  CheckOutcome outcome;
  outcome.met = check.times == 0;
  if (outcome.met) return outcome;
  outcome.times = check.times;
  outcome.cycle = check.cycle;
  outcome.why = check.why;
  if (check.place != kNoPlace) outcome.place = check.what.places[check.place];
  if (check.counted) {
    const std::uint64_t length = check.values.front();
    outcome.found = check.check.lasts ? counted(length, "cycle") : std::to_string(length);
    if (check.check.lasts && length > check.check.lasts->high) outcome.found += " or more";
    return outcome;
  }
  const std::size_t tests = check.what.tests_of_each;
  for (std::size_t i = 0; i < check.values.size(); ++i) {
    const Test& test = check.what.tests[check.place * tests + i];
    const std::string& suffix = check.check.what.tests[i].suffix;
    if (i != 0) outcome.found += ", ";
    if (tests > 1) outcome.found += suffix.substr(suffix.empty() ? 0 : 1) + ' ';
    outcome.found += test.text_of(check.values[i]);
  }
  if (check.check.before && check.place == kNoPlace) outcome.found = "the other came first";
  return outcome;
}

}  // namespace kintsugi
