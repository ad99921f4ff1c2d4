/// Channel allocation by a rule with a name: which of the heads that request output channels of a router get one in a
/// cycle. The rule `serial` needs no object: the router has it in itself (hw/router/router.hpp).
///
/// Requests  every head asks one output port, for channels that can be given; a copy of a multicast may ask several.
///           Which channel of the port a chosen head gets, is not the allocator's choice: the router takes the one with
///           most credits
/// Pointers  move when a channel is given. The router gives channels without choose() too, to heads without a rival:
///           choose() would have chosen these
/// Classes   where priority classes are strict, a head of a class goes before those of classes with higher numbers, and
///           each class has pointers of its own
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "models/network/types.hpp"

namespace kintsugi {

/// A head that asks an output port for a channel.
struct HeadRequest {
  PortId in;            ///< where it waits
  Vc vc;                ///< and in which channel
  PortId out;           ///< the port that it asks
  bool chosen = false;  ///< the answer of choose()
};

class ChannelAllocator {
 public:
  virtual ~ChannelAllocator() = default;
  ChannelAllocator(const ChannelAllocator&) = delete;
  ChannelAllocator& operator=(const ChannelAllocator&) = delete;

  /// Marks the requests of one cycle that are chosen. It allocates no memory.
  virtual void choose(std::span<HeadRequest> requests) const = 0;
  /// Takes note that the head of an input channel has been given a channel of an output port.
  virtual void given(PortId in, Vc vc, PortId out) = 0;

 protected:
  ChannelAllocator() = default;
};

/// The rules by which a router can allocate its output channels.
enum class AllocatorRule : std::uint8_t { kSerial, kSeparable };

/// A rule as a scenario names it (router.allocator).
struct AllocatorInfo {
  std::string_view name;
  std::string_view about;
};

/// Returns the rules in the order of AllocatorRule; the first is the default.
std::span<const AllocatorInfo> allocator_rules();
std::string_view name_of(AllocatorRule rule);
/// Returns the rule of a name of allocator_rules(). Throws std::invalid_argument for any other.
AllocatorRule allocator_rule(std::string_view name);

/// The channels of a router with so many ports, the local one included. `strict_classes`: the priority classes among
/// which the channels are divided evenly, if they are strict; else 1.
struct AllocatorForm {
  unsigned ports = 2;
  unsigned vcs = 1;
  unsigned strict_classes = 1;
};

/// Returns the allocator of a rule; nullptr for `serial`.
std::unique_ptr<ChannelAllocator> make_channel_allocator(AllocatorRule rule, const AllocatorForm& form);

}  // namespace kintsugi
