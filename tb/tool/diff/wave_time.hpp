/// Times of waveforms: how an option gives them, and in which cycle a time stamp lies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace kintsugi::diff
