/// The separable allocator, input ports first: two steps of round-robin arbiters, whose depth in hardware grows with
/// the logarithm of the channels.
///
/// Step 1   each input port puts one of its heads forward: that of the first channel above the one whose head was last
///          given a channel, at the beginning that of the lowest
/// Step 2   each output port chooses one of the input ports whose head asks it: the first above the one that was last
///          given a channel there, at the beginning the lowest
/// Pointers both move when a channel is given. Where channels can be given in every cycle, a head that keeps asking
///          gets one within V P cycles, for V channels of a port and P ports: it is put forward after at most V - 1
///          other heads of its input port, each of which waits for at most P - 1 other input ports
/// Misses   at most one head of an input port and one at an output port is chosen in a cycle, so the yardstick is a
///          largest matching of input and output ports. Each output port that a head put forward asks chooses one. But
///          the steps do not know of each other: input ports may all put heads forward that ask one output port, while
///          others of their heads ask ports that stay idle. At worst one head is chosen where a matching has P
/// Copies   of a multicast are put forward with all their branches; each output port chooses for itself
/// Source   Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, section 19.3.2
#pragma once

#include <vector>

#include "models/allocation/channel_allocator.hpp"

namespace kintsugi {

class SeparableAllocator final : public ChannelAllocator {
 public:
  explicit SeparableAllocator(const AllocatorForm& form);

  void choose(std::span<HeadRequest> requests) const override;
  void given(PortId in, Vc vc, PortId out) override;

 private:
  /// The pointers of a class at a port.
  struct Turn {
    std::uint8_t last_vc;  // as an input port: the channel whose head was last given a channel
    std::uint8_t last_in;  // as an output port: the input port that was last given one
  };
  unsigned class_of(unsigned vc) const { return vc / class_vcs_; }
  Turn& turn(PortId port, unsigned number) { return turns_[port.index() * classes_ + number]; }
  const Turn& turn(PortId port, unsigned number) const { return turns_[port.index() * classes_ + number]; }

  unsigned classes_;
  unsigned class_vcs_;  // channels of a class
  std::vector<Turn> turns_;
};

}  // namespace kintsugi
