/// What a program consists of: operations of ranks.
///
///   send   a message of `size` bytes to the rank `peer`
///   recv   a message of at most `size` bytes from the rank `peer`, or from any
///   calc   a calculation of `size` nanoseconds
///
/// Streams     a rank has compute streams and network interfaces, each with a number. A calc occupies its stream `cpu`,
///             the packets of a send its interface `nic`; the answers of a recv to requests leave by the recv's `nic`.
///             A send or recv takes no time of a stream: its `cpu` is only kept
/// Dependency  `a requires b`: a starts after the end of b. `a irequires b`: a starts after the start of b. Both are
///             operations of the same rank
/// Source      Hoefler, Siebert and Lumsdaine, "Group Operation Assembly Language", 2009
#pragma once

#include <cstdint>

#include "models/network/limits.hpp"
#include "models/network/types.hpp"

namespace kintsugi::workload {

using RankId = Strong<struct RankTag, std::uint32_t>;     ///< a process of a program, 0 .. ranks - 1
using OpId = Strong<struct OperationTag, std::uint32_t>;  ///< an operation; those of a rank have consecutive numbers

inline constexpr RankId kAnyRank{0xffffffff};         ///< of a recv: every source
inline constexpr std::uint32_t kAnyTag = 0xffffffff;  ///< of a recv: every tag
inline constexpr OpId kNoOp{0xffffffff};

inline constexpr std::int64_t kMostRanks = std::int64_t{1} << 20;
inline constexpr std::size_t kMostOperations = std::size_t{1} << 29;
inline constexpr IntegerRange kRanksRange{1, kMostRanks};
inline constexpr IntegerRange kBytesRange{0, std::int64_t{1} << 40};       ///< of a message
inline constexpr IntegerRange kNanosecondsRange{0, kMaxCycles};            ///< of a calculation
inline constexpr IntegerRange kTagRange{0, std::int64_t{0xffffffff} - 1};  ///< of a message
inline constexpr IntegerRange kStreamRange{0, 255};                        ///< a stream or an interface of a rank
inline constexpr IntegerRange kCastRange{1, 65535};                        ///< a multicast of a rank

enum class OpKind : std::uint8_t { kSend, kRecv, kCalc };

struct Operation {
  std::uint64_t size = 0;
  RankId peer{0};
  std::uint32_t tag = 0;
  OpKind kind = OpKind::kCalc;
  std::uint8_t cpu = 0;
  std::uint8_t nic = 0;
  std::uint16_t mcast = 0;  ///< of a send: 0, or the number of a multicast that it may be a part of (casts.hpp)

  /// Returns whether a recv takes messages of several sources or tags.
  bool is_wild() const { return kind == OpKind::kRecv && (peer == kAnyRank || tag == kAnyTag); }
  friend bool operator==(const Operation&, const Operation&) = default;
};

}  // namespace kintsugi::workload
