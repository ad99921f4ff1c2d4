/// Limits of the parameters of chips and runs. Each is stated here once, for the reader of scenarios and the hardware.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi {

/// An interval that includes both ends.
template <class T>
struct Range {
  T low;
  T high;
  constexpr bool contains(T value) const { return low <= value && value <= high; }
};

using IntegerRange = Range<std::int64_t>;
using RealRange = Range<double>;

/// Returns a number in digits that a reader can take in: "65535", "2^32 - 1", "10^12", "0.01".
std::string readable(std::int64_t number);
std::string readable(double number);

/// Returns the range as text, such as "1 to 32", "0 to 2^63 - 1"; "2" if it holds only that.
std::string to_text(IntegerRange range);
std::string to_text(RealRange range);

/// Throws std::invalid_argument if the value of a parameter is out of range: "reach must be 1 to 65536 pitches, not 0".
void require(const std::string& parameter, IntegerRange range, std::int64_t value, const std::string& unit = {});

inline constexpr IntegerRange kVcsRange{1, kMaxVcs};             ///< virtual channels of one link
inline constexpr IntegerRange kBufferRange{1, 64};               ///< flits of one virtual channel
inline constexpr IntegerRange kRouterLatencyRange{0, 64};        ///< cycles in a router beyond the wire
inline constexpr IntegerRange kTrafficClassesRange{1, 8};        ///< priority classes of packets
inline constexpr IntegerRange kPatienceRange{0, 65536};          ///< cycles before a deferred candidate is offered
inline constexpr IntegerRange kLinkLatencyRange{1, 1024};        ///< cycles on a link
inline constexpr IntegerRange kReachRange{1, 65536};             ///< pitches that a signal travels in one cycle
inline constexpr IntegerRange kChainBitsRange{1, 64};            ///< bits per cycle of the configuration chain
inline constexpr IntegerRange kFlitsRange{1, 65535};             ///< flits of one packet
inline constexpr IntegerRange kTestIntervalRange{3, 1'000'000};  ///< cycles between the tests of a self-diagnosis
inline constexpr IntegerRange kTimeOutRange{2, 1000};            ///< cycles from a test to its missing answer
inline constexpr IntegerRange kSeedRange{0, std::numeric_limits<std::int64_t>::max()};  ///< of random numbers
inline constexpr std::int64_t kMaxCycles = 1'000'000'000'000;                           ///< cycles of a run

inline constexpr unsigned kMaxRouterChannels = 1024;  ///< virtual channels of all ports of one router

}  // namespace kintsugi
