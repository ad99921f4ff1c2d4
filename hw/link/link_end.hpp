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
    clock.require_horizon(flit_delay_);
    take_pointers(clock);
  }
  void disconnect() { far_ = {}; }
  /// Where to write; again whenever the clock's time wheel has grown.
  void take_pointers(ClockDomain& clock) {
    if (open()) return;
    far_.inbox->require_delay(clock.slots() - 1);
    slot_mask_ = static_cast<std::uint32_t>(far_.inbox->slots() - 1);
    flits_ = far_.inbox->flits_of(far_.port);
    credits_ = far_.inbox->credits_of(far_.port);
    arrivals_ = far_.inbox->arrivals();
    activity_ = clock.activity_of(far_.module);
    port_bit_ = std::uint64_t{1} << far_.port;
    module_bit_ = std::uint64_t{1} << (far_.module & 63);
  }

  void send(Cycle now, Flit flit) const {
    const Cycle slot = (now + flit_delay_) & slot_mask_;
    flits_[slot] = flit;
    arrivals_[slot].flits |= port_bit_;
    activity_[slot] |= module_bit_;
  }
  void return_credit(Cycle now, unsigned vc) const {
    const Cycle slot = (now + latency_) & slot_mask_;
    credits_[slot] = static_cast<std::uint8_t>(vc);
    arrivals_[slot].credits |= port_bit_;
    activity_[slot] |= module_bit_;
  }

  /// The flit that was sent in this cycle, or nullptr: what a probe on the wire would see.
  const Flit* sent(Cycle now) const { return open() ? nullptr : far_.inbox->flit_due(now + flit_delay_, far_.port); }

 private:
  Flit* flits_ = nullptr;
  Inbox::Arrivals* arrivals_ = nullptr;
  std::uint64_t* activity_ = nullptr;
  std::uint8_t* credits_ = nullptr;
  std::uint64_t port_bit_ = 0;
  std::uint64_t module_bit_ = 0;
  Endpoint far_;
  std::uint32_t slot_mask_ = 0;  // of inbox and clock alike
  std::uint16_t latency_ = 1;
  std::uint16_t flit_delay_ = 1;
};

}  // namespace kintsugi
