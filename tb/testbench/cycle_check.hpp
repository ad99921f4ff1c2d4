/// What is expected of the signals of a chip, cycle by cycle.
///
/// Signals     those that a waveform shows, by their names there, and the credits of output channels, which it does not
///             (`wafer.r1.c1.router.out_e.vc0.credits`). A glob (hw/wave/glob.hpp) chooses several
/// Condition   holds for a place that the glob chooses, if each of its tests holds: a place is the name of a signal
///             without the suffix of the test, such as a port with `.kind` and `.packet`
/// Window      cycles `from` to `to`, both included; `during` leaves out the cycles in which its condition does not
///             hold for each of its places
/// Kinds       at      the condition holds in some cycle of the window for each place (`some`: for at least one);
///                     `before`: and does so for one place earlier than the other condition, in this window, for one of
///                     its own; `count`: so many pairs of a place and a cycle in which it holds
///             always  it holds in each cycle, for each place. Of a test without a value the signal must not change
///                     from one cycle of the window to the next. `lasts`: it need not hold, but each time that it
///                     begins to, it holds for so many cycles in a row. What goes on at the end of the window may be
///                     too short
///             never   it holds in no cycle for any place; `more_than`: for no more places than that in one cycle
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "models/network/limits.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

using SignalRange = Range<std::uint64_t>;
inline constexpr std::uint64_t kNoHighEnd =
    std::numeric_limits<std::uint64_t>::max() - 1;  ///< every number of a signal

/// What one signal of a place must be: one of these names, if it shows names, else in the range. Neither: it must not
/// change.
struct SignalTest {
  std::string suffix = "";  ///< behind the name of the place, with its dot: ".state"; empty: the place is the signal
  std::vector<std::string> names = {};
  std::optional<SignalRange> range = {};
};

struct SignalCondition {
  std::string places;  ///< a glob
  std::vector<SignalTest> tests;
};

enum class CheckKind : std::uint8_t { kAt, kAlways, kNever };
inline constexpr std::array<const char*, 3> kCheckKindNames{"at", "always", "never"};  ///< by kind

struct CycleCheck {
  CheckKind kind = CheckKind::kAt;
  SignalCondition what;
  Cycle from = 0;
  Cycle to = std::numeric_limits<Cycle>::max();
  std::optional<SignalCondition> during = {};
  bool some = false;                           ///< kAt
  std::optional<SignalCondition> before = {};  ///< kAt
  std::optional<SignalRange> count = {};       ///< kAt
  std::optional<SignalRange> lasts = {};       ///< kAlways
  std::uint32_t more_than = 0;                 ///< kNever
};

/// What has become of a check.
struct CheckOutcome {
  bool met = false;
  std::uint64_t times = 0;  ///< that it was not met
  /// @name Of the first time that it was not met
  /// @{
  Cycle cycle = 0;
  std::string place = "";  ///< empty if no single one is to blame
  std::string found = "";  ///< "D2", "kind body, packet 17"
  std::string why = "";    ///< instead of what was found: "the run ended before cycle 500"
  /// @}
};

/// "14", "10 to 14", "at least 10", "at most 14".
std::string range_in_words(const SignalRange& range);
/// Says what a check demands, without its list and window: "wafer.sh.g0.c0.state D1".
std::string demand_in_words(const CycleCheck& check);
/// Says when: " in cycle 2000", " from cycle 10 to 20"; empty if always.
std::string window_in_words(const CycleCheck& check);
/// Says what it demands with both: "at wafer.sh.g0.c0.state D1 in cycle 2000".
std::string text_of(const CycleCheck& check);
/// Says what was found: "found D2 at wafer.sh.g0.c0 in cycle 2000, 3 times in all", or why nothing was: "the run ended
/// after 60 cycles, before the window". Empty if the check is met.
std::string text_of(const CheckOutcome& outcome);
/// Says both.
std::string text_of(const CycleCheck& check, const CheckOutcome& outcome);

}  // namespace kintsugi
