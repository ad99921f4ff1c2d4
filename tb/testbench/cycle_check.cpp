#include "tb/testbench/cycle_check.hpp"

namespace kintsugi {

namespace {

/// "D1", "head or single", "at most 3", "unchanged"
std::string value_in_words(const SignalTest& test) {
  if (test.range) return range_in_words(*test.range);
  std::string words;
  for (std::size_t i = 0; i < test.names.size(); ++i) {
    if (i != 0) words += i + 1 == test.names.size() ? " or " : ", ";
    words += test.names[i];
  }
  return words.empty() ? "unchanged" : words;
}

/// "wafer.sh.g0.c0.state D1"; "net.x1.y0.router.out_e: kind head or single, packet 17"
std::string condition_in_words(const SignalCondition& condition) {
  if (condition.tests.size() == 1) {
    return condition.places + condition.tests.front().suffix + ' ' + value_in_words(condition.tests.front());
  }
  std::string words = condition.places;
  const char* between = ": ";
  for (const SignalTest& test : condition.tests) {
    words += between + test.suffix.substr(test.suffix.empty() ? 0 : 1) + ' ' + value_in_words(test);
    between = ", ";
  }
  return words;
}

}  // namespace

std::string range_in_words(const SignalRange& range) {
  if (range.low == range.high) return std::to_string(range.low);
  if (range.high >= kNoHighEnd) return "at least " + std::to_string(range.low);
  if (range.low == 0) return "at most " + std::to_string(range.high);
  return std::to_string(range.low) + " to " + std::to_string(range.high);
}

std::string demand_in_words(const CycleCheck& check) {
  std::string words = condition_in_words(check.what);
  if (check.some) words += " at one place";
  if (check.before) words += " before " + condition_in_words(*check.before);
  if (check.count) words += ", " + range_in_words(*check.count) + " times";
  if (check.lasts) words += " for " + range_in_words(*check.lasts) + " cycles in a row";
  if (check.more_than != 0) words += " at more than " + std::to_string(check.more_than) + " places at once";
  if (check.during) words += " while " + condition_in_words(*check.during);
  return words;
}

std::string window_in_words(const CycleCheck& check) {
  constexpr Cycle kNever = std::numeric_limits<Cycle>::max();
  const bool ends = check.to < kNever;
  if (check.from == kNever) return " from an event on";
  if (check.from == check.to) return " in cycle " + std::to_string(check.from);
  if (check.from == 0 && !ends) return "";
  std::string words = " from cycle " + std::to_string(check.from);
  if (ends) words += " to " + std::to_string(check.to);
  return words;
}

std::string text_of(const CycleCheck& check) {
  return kCheckKindNames[static_cast<std::size_t>(check.kind)] + std::string(" ") + demand_in_words(check) +
         window_in_words(check);
}

std::string text_of(const CheckOutcome& outcome) {
  if (outcome.met) return "";
  if (outcome.found.empty()) return outcome.why;
  std::string words = "found " + outcome.found;
  if (!outcome.place.empty()) words += " at " + outcome.place;
  words += " in cycle " + std::to_string(outcome.cycle);
  if (outcome.times > 1) words += ", " + std::to_string(outcome.times) + " times in all";
  if (!outcome.why.empty()) words += "; " + outcome.why;
  return words;
}

std::string text_of(const CycleCheck& check, const CheckOutcome& outcome) {
  return text_of(check) + ": " + (outcome.met ? "met" : "not met, " + text_of(outcome));
}

}  // namespace kintsugi
