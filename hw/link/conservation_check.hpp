/// The conservation check: compares every buffer, wire and credit of a chip with each other and with the flit counters.
/// Every module states what it holds (Module::add_to); the check knows links only, not kinds of modules.
///
/// For every link and virtual channel: credits at the sender + flits in the receiver's buffer + flits on the wire +
/// credits on the way back = buffer depth. Over the chip: flits found = flits the counters say are under way.
#pragma once

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
  /// Adds a receiver that takes every flit at once: credits to it are not counted.
  void add_sink(const LinkReceiver& receiver);

  /// Returns nullopt if consistent, else a description of the first violation.
  std::optional<std::string> complaint();

 private:
  /// The credits for an input channel, and where they come back to.
  struct Sender {
    const LinkReceiver* receiver = nullptr;
    PortId port;
    unsigned credits = 0;
    unsigned depth = 0;
  };
  struct Buffer {
    const Module* owner;
    const LinkReceiver* receiver;
    PortId port;
    Vc vc;
    unsigned flits;
  };
  /// What is on its way into a receiver, and the senders to it, by port and channel. Reads each slot of the receiver
  /// once: a long wire has many.
  struct Arrivals {
    Arrivals(const LinkReceiver& receiver, Cycle now);
    void count(const LinkReceiver& receiver, Cycle at);
    std::size_t channel(PortId port, Vc vc) const { return port.index() * vcs + vc.index(); }

    std::size_t vcs;
    std::vector<unsigned> flits;
    std::vector<unsigned> credits;
    std::vector<Sender> senders;
  };

  Arrivals& arrivals(const LinkReceiver& receiver) {
    return arrivals_.try_emplace(&receiver, receiver, now_).first->second;
  }
  std::optional<std::string> complaint_of(const Buffer& buffer, unsigned on_wire, const Sender& sender);

  FlitCounters counters_;
  Cycle now_;
  std::vector<Buffer> buffers_;
  std::unordered_map<const LinkReceiver*, Arrivals> arrivals_;
  std::uint64_t sunk_ = 0;  // flits on their way into sinks
};

}  // namespace kintsugi
