/// Compares two waveforms (VCD), of the model or of a simulator of RTL, by the full names of their signals.
///
/// Step        a cycle, if a period is known, else a tick of the finer of the two time units. A dump that kintsugi has
///             written has cycles of 1 ns; one without a period of its own has that of the other
/// Value       of a signal in a step: after the last change in it, so that glitches and edges within a cycle do not
///             count: the inputs of the next edge are compared
/// Difference  a step in which a signal changes in one dump, and has different values after it: bits, number or text.
///             `end`: one of the dumps ends earlier; what follows is not compared
/// Signals     that both have, with the same type. Those that one has alone are counted in a note; `all` makes
///             differences of them. Vectors of different widths are compared as numbers, with a note
/// Texts       whose signal is a number in the other dump are compared with `match_texts`: the first number beside a
///             text is taken for its number, for all signals of the same last name; another one is a difference
/// Memory      of the signals; nothing grows with the length
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/diff/difference.hpp"
#include "tb/tool/diff/vcd_reader.hpp"

namespace kintsugi::diff {

/// A time as it is given: "3.5ns", or a number of ticks of the file, "10".
struct WaveTime {
  std::uint64_t digits = 0;  ///< without the point
  int exponent = 0;          ///< of ten, of a second: 35 and -10 are 3.5 ns
  bool in_ticks = false;     ///< no unit: `digits` are ticks
  std::string text = {};
};

/// Reads a time; nullopt for any other text, and for more than 15 digits.
std::optional<WaveTime> read_wave_time(std::string_view text);

/// Returns so many ticks of 10^`tick_exponent` seconds; nullopt if that is no whole number below 2^63.
std::optional<std::uint64_t> ticks_of(const WaveTime& time, int tick_exponent);

/// Returns "10 ps" for -11; the exponent of a $timescale, from -15 to 2.
std::string tick_text(int exponent);

/// Returns the length of a cycle: the one given, else 1 ns if kintsugi has written the dump, else nullopt.
std::optional<WaveTime> known_period(const VcdReader& dump, const std::optional<WaveTime>& given);

/// Returns a time in ticks of the dump. Throws InputError, at `option`, if that is no whole number, or of a period 0.
std::uint64_t whole_ticks(const WaveTime& time, const VcdReader& dump, const std::string& option, bool is_period);

/// Turns the time stamps of a dump into the steps in which two dumps are compared: cycles, or ticks that both have.
/// A time before the start is in step 0.
struct StepScale {
  std::uint64_t start = 0;   ///< in ticks of the dump: where cycle 0 begins
  std::uint64_t period = 1;  ///< in ticks of the dump: the length of a cycle
  std::uint64_t factor = 1;  ///< steps in a tick

  /// Returns nullopt beyond 2^64 - 1.
  std::optional<std::uint64_t> step(std::uint64_t time) const;
};

/// What is said of one of the dumps.
struct DumpSide {
  std::string prefix = {};              ///< of the names that are compared, "kt_bench.dut"; it is taken off
  std::optional<WaveTime> period = {};  ///< of a cycle
  std::optional<WaveTime> start = {};   ///< of cycle 0
};

struct WaveOptions {
  DumpSide a = {};
  DumpSide b = {};
  std::uint64_t from = 0;                ///< the first step
  std::optional<std::uint64_t> to = {};  ///< the last one
  bool all = false;                      ///< a signal of one dump alone is a difference
  bool match_texts = false;              ///< a text of one dump is compared with a number of the other
};

/// Throws InputError for a mistake in a dump, for two dumps without a common signal, and for times that do not fit.
Comparison compare_waveforms(VcdReader& a, VcdReader& b, const WaveOptions& options, std::size_t most_listed);

/// A signal of both dumps.
struct SignalPair {
  CodeNo a = 0;
  CodeNo b = 0;
  std::uint32_t signal = 0;  ///< its index in the first dump
  /// Which of the two is a text that the other one has as a number.
  enum class Text : std::uint8_t { kNone, kA, kB } text = Text::kNone;
};

/// Returns the signals that both have, in the order of the first dump; adds notes about the others, or with `all`
/// differences. Throws InputError if there is no pair.
std::vector<SignalPair> common_signals(const VcdReader& a, const VcdReader& b, const WaveOptions& options,
                                       Differences& found);

/// Returns a name without a prefix and the dot behind it.
std::string_view without_prefix(std::string_view name, std::string_view prefix);

}  // namespace kintsugi::diff
