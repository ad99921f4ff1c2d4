/// The length of a cycle in the ticks of a waveform.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/tool/diff/vcd_reader.hpp"
#include "tb/tool/diff/wave_time.hpp"

namespace kintsugi::diff {

/// Returns the length of a cycle: the one given, else 1 ns if kintsugi has written the dump, else nullopt.
std::optional<WaveTime> known_period(const VcdReader& dump, const std::optional<WaveTime>& given);

/// Returns a time in ticks of the dump. Throws InputError, at `option`, if that is no whole number, or of a period 0.
std::uint64_t whole_ticks(const WaveTime& time, const VcdReader& dump, const std::string& option, bool is_period);

}  // namespace kintsugi::diff
