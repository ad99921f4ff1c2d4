/// A forking packet: a copy of a multicast at the front of an input channel, and the branches by which it leaves.
///
/// Space   a branch sends its head only when the buffer it leads to can hold the whole packet. So a branch that has
///         begun never waits, whatever the others do (virtual cut-through)
/// Pace    branches progress independently. In one cycle an input port reads one flit and sends it by all branches that
///         are ready for it and have won their output port. If branches are at several positions in the packet, it
///         reads the earliest that can be sent
/// Buffer  a flit leaves it, and its credit returns, when all branches have sent it
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "hw/link/flit.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

struct ForkBranch {
  PacketId copy = kNoPacket;  ///< the copy that it sends
  Candidate candidate;        ///< its port, and the channels that it may be allocated
  std::uint16_t sent = 0;     ///< flits that have left by it
  Vc vc;                      ///< the channel that it holds,
  bool granted = false;       ///< if it holds one
};

struct ForkingPacket {
  PacketId whole = kNoPacket;  ///< the copy that arrived
  boost::container::small_vector<ForkBranch, 4> branches;
  std::uint16_t flits = 0;     ///< length of the packet
  std::uint16_t released = 0;  ///< flits that all branches have sent and that have left the buffer
};

}  // namespace kintsugi
