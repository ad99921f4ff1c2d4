#include "tb/tool/scenario/wave_time.hpp"

#include <regex>
#include <string>

namespace kintsugi {

namespace {

std::uint64_t number_of(const std::csub_match& digits) {
  return std::stoull(digits.str());
}

}  // namespace

std::optional<std::variant<FaultTime, PacketTime>> parse_event_time(std::string_view text) {
  // Twelve digits: no sum of two such numbers leaves the range of cycles by more than a factor of two.
  static const std::regex fault(R"(fault(?: +(\d{1,12}))?(?: *([+-]) *(\d{1,12}))?)");
  static const std::regex packet(R"(packet +(\d{1,12})(?: +of +node +(\d{1,9}))?(?: *\+ *(\d{1,12}))?)");
  std::cmatch found;
  const char* const end = text.data() + text.size();
  if (std::regex_match(text.data(), end, found, fault)) {
    FaultTime time;
    if (found[1].matched) time.number = number_of(found[1]);
    if (found[3].matched) time.offset = static_cast<std::int64_t>(number_of(found[3]));
    if (found[2].matched && *found[2].first == '-') time.offset = -time.offset;
    return time;
  }
  if (!std::regex_match(text.data(), end, found, packet)) return std::nullopt;
  PacketTime time{number_of(found[1]), std::nullopt, 0};
  if (found[2].matched) time.source = static_cast<std::uint32_t>(number_of(found[2]));
  if (found[3].matched) time.after = number_of(found[3]);
  return time;
}

}  // namespace kintsugi
