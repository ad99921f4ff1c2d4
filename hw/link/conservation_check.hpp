/// The conservation check: compares every buffer, wire and credit of a chip with each other and with the flit counters.
/// Every module states what it holds (Module::add_to); the check knows links only, not kinds of modules.
///
/// For every link and virtual channel: credits at the sender + flits in the receiver's buffer + flits on the wire +
/// credits on the way back = buffer depth. Over the chip: flits found = flits the counters say are under way.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/link/flit_counters.hpp"
#include "hw/link/link_receiver.hpp"
#include "hw/link/link_transmitter.hpp"
#include "hw/link/module.hpp"

namespace kintsugi {

class ConservationCheck {
 public:
  /// `now`: the cycle evaluated last.
  ConservationCheck(const FlitCounters& counters, Cycle now) : counters_(counters), now_(now) {}

  /// Adds the buffer of an input channel with the flits in it. The receiver must be the same until complaint().
  void add_buffer(const Module& owner, const LinkReceiver& receiver, PortId port, Vc vc, unsigned flits);
  /// Adds the credits that a module has for a channel of the link at its port `port`, which ends at `far`, where the
  /// buffer has this depth.
  void add_credits(const LinkReceiver& own, PortId port, const Endpoint& far, Vc vc, unsigned credits, unsigned depth);
  /// Adds a module in a link that passes flits on: those that enter its receiver at port `in` leave to `far`, and the
  /// credits for them come back at port `out`. `held`: flits of the channel that wait in it; `returning`: credits for
  /// them that do. Both are less by those that have left it and are still in its receiver.
  void add_relay(const LinkReceiver& own, PortId in, PortId out, const Endpoint& far, Vc vc, int held,
                 int returning = 0);
  /// Adds a port to which flits come from outside the chip: their credits are not known.
  void add_entry(const LinkReceiver& receiver, PortId port);
  /// Adds flits that have left the chip, and takes off those that have come in; modulo 2^64.
  void add_outside(std::uint64_t flits) { outside_ += flits; }
  /// Adds a receiver that takes every flit at once: credits to it are not counted.
  void add_sink(const LinkReceiver& receiver);

  /// Returns nullopt if consistent, else a description of the first violation.
  std::optional<std::string> complaint();

 private:
  /// A channel of a port of a receiver, in both directions. The check of a large chip has millions of them, so it is
  /// small.
  struct Channel {
    std::uint32_t sender = kOpen;  // the channel by which the credits of this one return; kOpen: no module sends to it
    std::uint16_t on_wire = 0;     // flits on their way to it
    std::uint16_t returning = 0;   // credits on their way to it
    std::uint16_t buffered = 0;    // flits
    std::uint16_t credits = 0;     // that the sender has
    std::uint16_t depth = 0;       // of the buffer, as the sender says
    bool has_buffer = false;
    bool is_entry = false;  // flits come from outside
  };
  static_assert(sizeof(Channel) == 16);
  static constexpr std::uint32_t kOpen = 0xffffffff;

  /// A channel through a module in a link, by the channel that it leads to.
  struct Relay {
    std::uint32_t from = kOpen;  // the channel by which it takes the flits
    std::uint32_t back = kOpen;  // and the credits
    int held = 0;                // flits
    int returning = 0;           // credits
  };

  /// The channels of a receiver follow one another, port-major.
  struct Channels {
    std::uint32_t first;
    std::uint32_t vcs;
    std::uint32_t count;
    std::uint32_t at(PortId port, Vc vc) const { return first + port.value * vcs + vc.value; }
  };
  struct Owner {
    const Module* module;
    Channels channels;
  };

  const Channels& channels_of(const LinkReceiver& receiver);
  void count_arrivals(const LinkReceiver& receiver, const Channels& channels, Cycle at);
  std::optional<std::string> complaint_of(const Owner& owner, std::uint32_t number) const;

  FlitCounters counters_;
  Cycle now_;
  std::deque<Channel> channels_;  // grows without a copy
  std::unordered_map<std::uint32_t, Relay> relays_;
  std::unordered_map<const LinkReceiver*, Channels> receivers_;
  std::vector<Owner> owners_;  // of buffers, in the order in which they were added
  std::uint64_t sunk_ = 0;     // flits on their way into sinks
  std::uint64_t outside_ = 0;
};

}  // namespace kintsugi
