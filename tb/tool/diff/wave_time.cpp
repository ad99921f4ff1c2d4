#include "tb/tool/diff/waveforms.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "models/network/number_in.hpp"

namespace kintsugi::diff {

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
