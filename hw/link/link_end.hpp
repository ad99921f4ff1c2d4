/// The sending side of one port: where its path ends, resolved once and used for every flit and credit.
///
/// A port's path is the same in both directions, so flits leave and credits for arrived flits return through the same
/// link end. An open port has no far end; sending on it is a mistake of the caller.
#pragma once

#include <cstdint>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/inbox.hpp"

namespace kintsugi {

/// The receiving side of one port of one module.
struct Endpoint {
  Inbox* inbox = nullptr;
  ModuleIndex module = 0;
  std::uint16_t port = 0;
  std::uint16_t pipeline = 0;  ///< the receiver's own cycles between arrival and eligibility

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

class LinkEnd {
 public:
  bool open() const { return far_.inbox == nullptr; }
  const Endpoint& far() const { return far_; }
  unsigned latency() const { return latency_; }

  void connect(const Endpoint& far, unsigned latency, ClockDomain& clock) {
    far_ = far;
    latency_ = static_cast<std::uint16_t>(latency);
    flit_delay_ = static_cast<std::uint16_t>(latency + far.pipeline);
    far.inbox->require_delay(flit_delay_);
    clock.require_horizon(flit_delay_);
  }
  void disconnect() { far_ = {}; }

  void send(ClockDomain& clock, Cycle now, Flit flit) const {
    far_.inbox->put_flit(now + flit_delay_, far_.port, flit);
    clock.wake(far_.module, now + flit_delay_);
  }
  void return_credit(ClockDomain& clock, Cycle now, unsigned vc) const {
    far_.inbox->put_credit(now + latency_, far_.port, vc);
    clock.wake(far_.module, now + latency_);
  }

  /// The flit that was sent in this cycle, or nullptr: what a probe on the wire would see.
  const Flit* sent(Cycle now) const { return open() ? nullptr : far_.inbox->flit_due(now + flit_delay_, far_.port); }

 private:
  Endpoint far_;
  std::uint16_t latency_ = 1;
  std::uint16_t flit_delay_ = 1;
};

}  // namespace kintsugi
