#include "tb/tool/diff/wave_scale.hpp"

namespace kintsugi::diff {

namespace {

constexpr int kCycleOfOurs = -9;  // 1 ns

}  // namespace

std::optional<WaveTime> known_period(const VcdReader& dump, const std::optional<WaveTime>& given) {
  if (given) return given;
  return dump.is_ours() ? std::optional<WaveTime>({1, kCycleOfOurs, false, "1ns"}) : std::nullopt;
}

std::uint64_t whole_ticks(const WaveTime& time, const VcdReader& dump, const std::string& option, bool is_period) {
  const auto ticks = ticks_of(time, dump.exponent());
  if (ticks && (*ticks > 0 || !is_period)) return *ticks;
  throw InputError({{{option, 0, 0},
                     time.text + " is not a whole number of ticks of " + tick_text(dump.exponent()) +
                         (is_period ? " above 0" : "") + ", the time unit of " + dump.source()}});
}

}  // namespace kintsugi::diff
