#include "tb/tool/features/times/section_time.hpp"

#include <algorithm>
#include <charconv>

#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

namespace {

// Of twelve digits: no sum of two such numbers leaves the range of cycles by more than a factor of two.
constexpr std::size_t kDigits = 12;

/// Takes a text apart from its front: words of letters and digits, and other characters one by one. Blanks separate.
class EventWords {
 public:
  explicit EventWords(std::string_view text) : rest_(text) {}

  /// Takes the next word if it is this one.
  bool take(std::string_view word) {
    if (next() != word) return false;
    drop();
    return true;
  }
  /// Takes the next word if it is a number of at most so many digits.
  std::optional<std::uint64_t> take_number(std::size_t digits) {
    const std::string_view word = next();
    std::uint64_t number = 0;
    if (word.empty() || word.size() > digits || !std::ranges::all_of(word, is_digit)) return std::nullopt;
    std::from_chars(word.data(), word.data() + word.size(), number);
    drop();
    return number;
  }
  /// Takes the name of a node, which stands behind a blank and has neither blanks nor '+'; empty if there is none.
  std::string take_name() {
    const std::string_view name = rest_.substr(std::min(rest_.find_first_not_of(' '), rest_.size()));
    if (name.data() == rest_.data()) return "";
    const std::string_view taken = name.substr(0, name.find_first_of(" +"));
    rest_ = name.substr(taken.size());
    return std::string(taken);
  }
  bool at_end() const { return rest_.empty(); }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_of_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); }

  /// Returns the next word; empty if there is none.
  std::string_view next() const {
    const std::string_view text = rest_.substr(std::min(rest_.find_first_not_of(' '), rest_.size()));
    const auto end = std::ranges::find_if_not(text, is_of_word) - text.begin();
    return text.substr(0, std::max<std::size_t>(1, static_cast<std::size_t>(end)));
  }
  void drop() {
    const std::string_view word = next();
    rest_.remove_prefix(static_cast<std::size_t>(word.data() + word.size() - rest_.data()));
  }

  std::string_view rest_;
};

std::optional<FaultTime> parse_fault_time(EventWords words) {
  FaultTime time;
  if (!words.take("fault")) return std::nullopt;
  if (const auto number = words.take_number(kDigits)) time.number = *number;
  const bool before = words.take("-");
  if (before || words.take("+")) {
    const auto cycles = words.take_number(kDigits);
    if (!cycles) return std::nullopt;
    time.offset = static_cast<std::int64_t>(*cycles) * (before ? -1 : 1);
  }
  return words.at_end() ? std::optional(time) : std::nullopt;
}

/// Takes "+ CYCLES" if it is there. Returns false if cycles are missing.
bool take_cycles_after(EventWords& words, Cycle& after) {
  if (!words.take("+")) return true;
  const auto cycles = words.take_number(kDigits);
  if (cycles) after = *cycles;
  return cycles.has_value();
}

std::optional<WrittenPacket> parse_packet(EventWords words) {
  if (!words.take("packet")) return std::nullopt;
  const auto number = words.take_number(kDigits);
  if (!number) return std::nullopt;
  WrittenPacket packet{*number, std::nullopt, 0};
  if (words.take("of")) {
    if (!words.take("node")) return std::nullopt;
    packet.source = words.take_name();
    if (packet.source->empty()) return std::nullopt;
  }
  if (!take_cycles_after(words, packet.after)) return std::nullopt;
  return words.at_end() ? std::optional(packet) : std::nullopt;
}

}  // namespace

std::optional<std::variant<FaultTime, WrittenPacket>> parse_event_time(std::string_view text) {
  if (const auto fault = parse_fault_time(EventWords(text))) return *fault;
  if (const auto packet = parse_packet(EventWords(text))) return *packet;
  return std::nullopt;
}

std::optional<LoadTime> parse_load_time(std::string_view text) {
  EventWords words(text);
  LoadTime time;
  if (!words.take("load")) return std::nullopt;
  if (const auto number = words.take_number(kDigits)) time.number = *number;
  if (!take_cycles_after(words, time.after)) return std::nullopt;
  return words.at_end() ? std::optional(time) : std::nullopt;
}

std::string time_as_found(const Value& value) {
  constexpr std::size_t kLongestEcho = 64;  // a text may be as long as the document
  if (value.text.size() <= kLongestEcho) return describe(value);
  return "a text of " + std::to_string(value.text.size()) + " bytes";
}

void read_time(MapReader& map, const char* key, const KeyText& text, bool may_be_load, Cycle& cycle, EventTime& event) {
  const Value* const value = map.find(key);
  if (value == nullptr || looks_like_number(*value)) {
    map.integer(key, {0, kMaxCycles}, cycle, text);
    return;
  }
  if (may_be_load) event.load = parse_load_time(value->text);
  if (event.load) return;
  const auto found = parse_event_time(value->text);  // empty of what is no scalar
  if (!found) {
    map.complain(key, " must be a cycle, 'fault [NUMBER] [+ or - CYCLES]'", may_be_load ? ", " : " or ",
                 "'packet NUMBER [of node SOURCE] [+ CYCLES]'", may_be_load ? " or 'load [NUMBER] [+ CYCLES]'" : "",
                 ", not ", time_as_found(*value));
  } else if (const auto* const fault = std::get_if<FaultTime>(&*found)) {
    event.fault = *fault;
  } else {
    event.packet = std::get<WrittenPacket>(*found);
  }
}

FaultCycles::FaultCycles(const Scenario& scenario) {
  for (const TimedFault& fault : scenario.faults) cycles_.push_back(fault.cycle);
  for (const TimedCorruption& corruption : scenario.corruptions) cycles_.push_back(corruption.cycle);
  std::ranges::sort(cycles_);
}

std::optional<Cycle> FaultCycles::find(const FaultTime& time, const std::string& path, const Where& where,
                                       Diagnostics& errors) const {
  if (time.number == 0 || time.number > cycles_.size()) {
    errors.add(where, path, ": there is no fault ", time.number,
               cycles_.empty() ? "; the scenario has none at run time"
                               : joined("; those at run time are numbered from 1 to ", cycles_.size()));
    return std::nullopt;
  }
  const auto cycle = static_cast<std::int64_t>(cycles_[time.number - 1]) + time.offset;
  return static_cast<Cycle>(std::clamp<std::int64_t>(cycle, 0, kMaxCycles));
}

std::optional<PacketTime> find_packet(const std::optional<WrittenPacket>& written, const Where& where, const char* key,
                                      const FindNode& node) {
  if (!written) return std::nullopt;
  PacketTime packet{written->number, std::nullopt, written->after};
  if (!written->source) return packet;
  if (const auto source = node({*written->source, where}, key)) packet.source = source->value;
  return packet;
}

}  // namespace kintsugi
