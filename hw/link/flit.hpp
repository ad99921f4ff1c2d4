/// A flit: eight bytes on a link. The packet table holds the fields of the whole packet.
#pragma once

#include <cstdint>

#include "models/network/types.hpp"

namespace kintsugi {

/// Index into the packet table.
using PacketId = std::uint32_t;
inline constexpr PacketId kNoPacket = 0xffffffff;

struct Flit {
  static constexpr std::uint8_t kHead = 1;
  static constexpr std::uint8_t kTail = 2;  ///< a packet of one flit is head and tail

  PacketId packet = kNoPacket;
  std::uint16_t sequence = 0;  ///< 0 for the head, ascending
  Vc vc;                       ///< the channel it is on; stale in registers and buffers, which have one each
  std::uint8_t kind = 0;       ///< kHead and kTail, or'ed; 0 is a body flit

  bool head() const { return (kind & kHead) != 0; }
  bool tail() const { return (kind & kTail) != 0; }
};
static_assert(sizeof(Flit) == 8);

}  // namespace kintsugi
