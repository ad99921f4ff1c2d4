/// How faults are noticed while packets are under way, and what is done about lost packets.
#pragma once

#include <cstdint>

#include "models/network/limits.hpp"

namespace kintsugi {

/// Which checksum finds flits that a link has corrupted.
enum class CrcScheme : std::uint8_t {
  kNone,
  kFlit,    ///< of every flit, checked at the end of every link
  kPacket,  ///< of every packet, checked at the destination
};

struct DetectionParameters {
  Cycle timeout =
      1000;  ///< cycles from the head of a packet leaving the source until its acknowledgement must be there
  unsigned retries = 3;  ///< times that the source sends a packet again; then it gives it up
  Cycle heartbeat = 0;   ///< cycles from one heartbeat of a link to the next; 0: links have none
  unsigned misses = 3;   ///< heartbeats in a row that a receiver misses before it takes the link for dead
  CrcScheme crc = CrcScheme::kFlit;
  unsigned crc_bits = 16;  ///< 8, 16 or 32
  std::uint64_t seed = 1;  ///< of the errors on links
};

inline constexpr IntegerRange kAcknowledgementTimeoutRange{1, 1'000'000'000};  ///< cycles
inline constexpr IntegerRange kRetriesRange{0, 1000};                          ///< per packet
inline constexpr IntegerRange kHeartbeatRange{2, 1'000'000};                   ///< cycles between two
inline constexpr IntegerRange kMissesRange{1, 1000};                           ///< heartbeats in a row

}  // namespace kintsugi
