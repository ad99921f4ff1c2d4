/// A copy of a multicast at the front of an input channel: the branches by which it goes on.
///
/// Space   a branch sends its head only when the buffer it leads to can hold the whole packet. So a branch that has
///         begun ends without waiting, whatever becomes of the others (virtual cut-through)
/// Pace    branches progress on their own. In one cycle an input port reads one flit and sends it by all branches that
///         are ready for it and have won their output port: of several positions in the packet the earliest that
///         can go on
/// Buffer  a flit leaves it, and its credit goes back, when all branches have sent it
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "hw/link/packet_table.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

struct ForkBranch {
  PacketId copy = kNoPacket;  ///< what it sends
  Candidate candidate;        ///< its port, and the channels it may take
  std::uint16_t sent = 0;     ///< flits that have left by it
  std::uint8_t vc = 0;        ///< the channel it holds,
  bool granted = false;       ///< if it does
};

struct ForkingPacket {
  PacketId whole = kNoPacket;  ///< the copy that came
  boost::container::small_vector<ForkBranch, 4> branches;
  std::uint16_t flits = 0;     ///< length of the packet
  std::uint16_t released = 0;  ///< flits that have left the buffer: all branches have sent them
};

}  // namespace kintsugi
