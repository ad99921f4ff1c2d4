#include "tb/tool/diff/waveforms.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

#include "models/network/number_in.hpp"
#include "models/network/text.hpp"

namespace kintsugi::diff {

namespace {

/// A length of time: digits times ten to the exponent of a second.
using Length = std::optional<WaveTime>;

/// A period in ticks of one dump, for the other one.
Length in_seconds(Length period, int exponent) {
  if (period && period->in_ticks) {
    period->in_ticks = false;
    period->exponent = exponent;
    period->text += " ticks of " + tick_text(exponent);
  }
  return period;
}

struct Scales {
  StepScale a;
  StepScale b;
  bool in_cycles = false;
  int exponent = 0;  ///< of a step that is no cycle
};

Scales scales_of(const VcdReader& a, const VcdReader& b, const WaveOptions& options) {
  Scales scales;
  Length period_a = known_period(a, options.a.period), period_b = known_period(b, options.b.period);
  scales.in_cycles = period_a || period_b;
  if (!period_a) period_a = in_seconds(period_b, b.exponent());
  if (!period_b) period_b = in_seconds(period_a, a.exponent());
  scales.exponent = std::min(a.exponent(), b.exponent());
  const auto scale = [&](const VcdReader& dump, const DumpSide& side, const Length& period, const std::string& letter) {
    StepScale into;
    if (period) into.period = whole_ticks(*period, dump, "--period-" + letter, true);
    if (side.start) into.start = whole_ticks(*side.start, dump, "--start-" + letter, false);
    for (int i = scales.exponent; !period && i < dump.exponent(); ++i) into.factor *= 10;
    return into;
  };
  scales.a = scale(a, options.a, period_a, "a");
  scales.b = scale(b, options.b, period_b, "b");
  return scales;
}

/// A dump whose time stamps are steps.
class SteppedDump {
 public:
  SteppedDump(VcdReader& dump, const StepScale& scale) : dump_(dump), scale_(scale) {}

  /// Returns the step of the next values; nullopt at the end.
  std::optional<std::uint64_t> next() const {
    const auto time = dump_.next_time();
    return time ? std::optional(step_of(*time)) : std::nullopt;
  }
  /// Returns the step of the last time stamp that was taken.
  std::uint64_t last() const { return step_of(dump_.last_time()); }
  void take(std::uint64_t step, std::vector<CodeNo>& changed) {
    while (next() == step) dump_.take(changed);
  }

 private:
  std::uint64_t step_of(std::uint64_t time) const {
    if (const auto step = scale_.step(time)) return *step;
    refuse(dump_.source(), "the time #" + std::to_string(time) +
                               " is beyond what can be compared in ticks of the other waveform; give --period-a and "
                               "--period-b");
  }

  VcdReader& dump_;
  StepScale scale_;
};

/// "1", "0x2a", "0b1xz"; of a text the text.
nlohmann::ordered_json value_json(const std::string& value, SignalClass kind) {
  if (kind != SignalClass::kBits || value.size() <= 1) return value;
  if (value.find_first_not_of("01") != std::string::npos) return "0b" + value;
  std::string hexadecimal;
  for (std::size_t end = value.size(); end > 0; end -= std::min<std::size_t>(4, end)) {
    const std::size_t begin = end > 4 ? end - 4 : 0;
    unsigned digit = 0;
    for (std::size_t i = begin; i < end; ++i) digit = 2 * digit + (value[i] == '1' ? 1 : 0);
    hexadecimal += "0123456789abcdef"[digit];
  }
  return "0x" + std::string(hexadecimal.rbegin(), hexadecimal.rend());
}

/// Learns which number of a waveform stands for which text of the other one.
class TextNumbers {
 public:
  /// Returns whether the number fits the text, in signals of that last name: it is that of the text when it was first
  /// seen. `name` is the full name of the signal.
  bool fits(const std::string& name, const std::string& text, const std::string& number) {
    const std::string key = name.substr(name.rfind('.') + 1) + '\n' + text;
    const auto known = numbers_.find(key);
    if (known != numbers_.end()) return known->second == number;
    if (!is_full()) numbers_.emplace(key, number);
    return true;
  }
  /// Returns whether there were more texts than are kept; those that follow fit any number.
  bool is_full() const { return numbers_.size() >= kMost; }

 private:
  static constexpr std::size_t kMost = 65'536;
  std::unordered_map<std::string, std::string> numbers_;
};

class WaveComparison {
 public:
  WaveComparison(VcdReader& a, VcdReader& b, const WaveOptions& options, std::size_t most)
      : a_(a), b_(b), options_(options), found_(most) {}

  Comparison compare() {
    const Scales scales = scales_of(a_, b_, options_);
    pairs_ = common_signals(a_, b_, options_, found_);
    note_pairs();
    SteppedDump a(a_, scales.a), b(b_, scales.b);
    run(a, b);
    unit_ = scales.in_cycles ? "cycle" : "time";
    compare_ends(a, b);
    if (texts_.is_full()) found_.note("there are more texts than are compared with numbers");
    if (!scales.in_cycles) found_.note("times are in ticks of " + tick_text(scales.exponent));
    return found_.finish(unit_, counted(pairs_.size(), "signal") + ", up to " + unit_ + ' ' +
                                    std::to_string(std::min(last_, options_.to.value_or(last_))));
  }

 private:
  void note_pairs() {
    pairs_of_a_.resize(a_.signals().size());
    pairs_of_b_.resize(b_.signals().size());
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      pairs_of_a_[pairs_[i].a].push_back(static_cast<std::uint32_t>(i));
      pairs_of_b_[pairs_[i].b].push_back(static_cast<std::uint32_t>(i));
    }
  }

  /// Takes the steps of both dumps in order, up to the end of the one that ends first.
  void run(SteppedDump& a, SteppedDump& b) {
    while (const auto step = next_step(a, b)) {
      if (options_.to && *step > *options_.to) break;
      if (!begun_ && *step > options_.from) begin(options_.from);
      a.take(*step, changed_a_);
      b.take(*step, changed_b_);
      if (begun_) {
        compare_changed(*step);
      } else if (*step == options_.from) {
        begin(*step);
      }
      changed_a_.clear();
      changed_b_.clear();
    }
    // the values of the dump that has ended hold up to its last time stamp
    last_ = std::min(a.next() ? std::max(a.last(), b.last()) : a.last(),
                     b.next() ? std::max(a.last(), b.last()) : b.last());
    if (options_.to && a.next() && b.next()) last_ = std::max(last_, *options_.to);
    if (!begun_ && last_ >= options_.from) begin(options_.from);
    if (!begun_) {
      refuse("--from", std::to_string(options_.from) + " is behind the end of the waveforms, which is at " +
                           std::to_string(last_));
    }
  }

  static std::optional<std::uint64_t> next_step(const SteppedDump& a, const SteppedDump& b) {
    const auto next_a = a.next(), next_b = b.next();
    if (next_a && next_b) return std::min(*next_a, *next_b);
    if (next_a) return *next_a <= b.last() ? next_a : std::nullopt;
    if (next_b) return *next_b <= a.last() ? next_b : std::nullopt;
    return std::nullopt;
  }

  /// Compares all signals.
  void begin(std::uint64_t step) {
    begun_ = true;
    for (std::size_t i = 0; i < pairs_.size(); ++i) compare_pair(i, step);
  }

  void compare_changed(std::uint64_t step) {
    touched_.clear();
    for (const CodeNo code : changed_a_)
      touched_.insert(touched_.end(), pairs_of_a_[code].begin(), pairs_of_a_[code].end());
    for (const CodeNo code : changed_b_)
      touched_.insert(touched_.end(), pairs_of_b_[code].begin(), pairs_of_b_[code].end());
    std::ranges::sort(touched_);
    const auto repeated = std::ranges::unique(touched_);
    touched_.erase(repeated.begin(), repeated.end());
    for (const std::uint32_t pair : touched_) compare_pair(pair, step);
  }

  bool are_equal(const SignalPair& pair, const std::string& a, const std::string& b) {
    if (pair.text == SignalPair::Text::kNone) return a == b;
    const std::string& name = a_.signals()[pair.signal].name;
    return pair.text == SignalPair::Text::kA ? texts_.fits(name, a, b) : texts_.fits(name, b, a);
  }

  void compare_pair(std::size_t number, std::uint64_t step) {
    const SignalPair& pair = pairs_[number];
    const std::string& a = a_.value(pair.a);
    const std::string& b = b_.value(pair.b);
    if (are_equal(pair, a, b)) return;
    const SignalClass kind_a = a_.kind(pair.a), kind_b = b_.kind(pair.b);
    const char* kind = name_of(kind_a == kind_b ? kind_a : SignalClass::kText);
    found_.add(kind, step, [&] {
      return Difference{kind,
                        std::string(without_prefix(a_.signals()[pair.signal].name, options_.a.prefix)),
                        step,
                        {value_json(a, kind_a), value_json(b, kind_b)}};
    });
  }

  static const char* name_of(SignalClass kind) {
    return kind == SignalClass::kBits ? "bits" : kind == SignalClass::kReal ? "number" : "text";
  }

  void compare_ends(const SteppedDump& a, const SteppedDump& b) {
    const bool cut = options_.to && *options_.to <= last_;
    if (cut || (!a.next() && !b.next() && a.last() == b.last())) return;
    const auto end = [](const SteppedDump& dump) {
      return dump.next() ? nlohmann::ordered_json("goes on") : nlohmann::ordered_json(dump.last());
    };
    found_.add({"end", "last " + unit_, last_, {end(a), end(b)}});
  }

  VcdReader& a_;
  VcdReader& b_;
  const WaveOptions& options_;
  Differences found_;
  std::vector<SignalPair> pairs_;
  std::vector<std::vector<std::uint32_t>> pairs_of_a_;  // by code
  std::vector<std::vector<std::uint32_t>> pairs_of_b_;
  std::vector<CodeNo> changed_a_;
  std::vector<CodeNo> changed_b_;
  std::vector<std::uint32_t> touched_;
  TextNumbers texts_;
  std::string unit_;
  std::uint64_t last_ = 0;
  bool begun_ = false;
};

}  // namespace

Comparison compare_waveforms(VcdReader& a, VcdReader& b, const WaveOptions& options, std::size_t most_listed) {
  return WaveComparison(a, b, options, most_listed).compare();
}

namespace {

constexpr std::size_t kMostDigits = 15;
constexpr std::uint64_t kMostTicks = std::uint64_t{1} << 63U;
constexpr int kCycleOfOurs = -9;  // 1 ns

}  // namespace

std::optional<WaveTime> read_wave_time(std::string_view text) {
  WaveTime time;
  time.text = text;
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string_view number = text.substr(0, end);
  std::string_view unit = text.substr(end);
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  const std::size_t point = number.find('.');
  const std::string_view whole = number.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? "" : number.substr(point + 1);
  const bool has_part = point != std::string_view::npos;
  if (whole.empty() || (has_part && part.empty()) || whole.size() + part.size() > kMostDigits) return std::nullopt;
  const auto digits = number_in<std::uint64_t>(std::string(whole) + std::string(part));
  if (!digits) return std::nullopt;
  time.digits = *digits;
  time.in_ticks = unit.empty();
  if (time.in_ticks) return has_part ? std::nullopt : std::optional(time);
  const auto place = std::ranges::find(kTimeUnits, unit);
  if (place == kTimeUnits.end()) return std::nullopt;
  time.exponent = -15 + 3 * static_cast<int>(place - kTimeUnits.begin()) - static_cast<int>(part.size());
  return time;
}

std::optional<std::uint64_t> ticks_of(const WaveTime& time, int tick_exponent) {
  if (time.in_ticks || time.digits == 0) return time.digits;
  std::uint64_t ticks = time.digits;
  for (int exponent = time.exponent; exponent > tick_exponent; --exponent) {
    if (ticks >= kMostTicks / 10) return std::nullopt;
    ticks *= 10;
  }
  for (int exponent = time.exponent; exponent < tick_exponent; ++exponent) {
    if (ticks % 10 != 0) return std::nullopt;
    ticks /= 10;
  }
  return ticks;
}

std::string tick_text(int exponent) {
  static constexpr std::array<const char*, 3> kFactors = {"1 ", "10 ", "100 "};
  const int above = exponent + 15;
  return kFactors.at(static_cast<std::size_t>(above) % 3) +
         std::string(kTimeUnits.at(static_cast<std::size_t>(above) / 3));
}

std::optional<WaveTime> known_period(const VcdReader& dump, const std::optional<WaveTime>& given) {
  if (given) return given;
  return dump.is_ours() ? std::optional<WaveTime>({1, kCycleOfOurs, false, "1ns"}) : std::nullopt;
}

std::uint64_t whole_ticks(const WaveTime& time, const VcdReader& dump, const std::string& option, bool is_period) {
  const auto ticks = ticks_of(time, dump.exponent());
  if (ticks && (*ticks > 0 || !is_period)) return *ticks;
  refuse(option, time.text + " is not a whole number of ticks of " + tick_text(dump.exponent()) +
                     (is_period ? " above 0" : "") + ", the time unit of " + dump.source());
}

std::optional<std::uint64_t> StepScale::step(std::uint64_t time) const {
  const std::uint64_t since = time > start ? time - start : 0;
  if (since > std::numeric_limits<std::uint64_t>::max() / factor) return std::nullopt;
  return since * factor / period;
}

}  // namespace kintsugi::diff
