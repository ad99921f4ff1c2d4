/// The link transmitter of one port: the far end of its path, resolved once and used for every flit and credit.
///
/// A port's path is the same in both directions, so one transmitter sends flits and returns the credits of arrived
/// flits. An open port has no far end; the caller must not send on it.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/link_receiver.hpp"

namespace kintsugi {

/// The receiving side of one port of one module.
struct Endpoint {
  LinkReceiver* receiver = nullptr;
  ModuleIndex module = 0;
  PortId port;
  std::uint16_t pipeline = 0;  ///< cycles that a flit spends in the module before it is eligible

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

class LinkTransmitter {
 public:
  static constexpr unsigned kMostCycles = 0x7fff;

  bool open() const { return writer_.open(); }
  unsigned latency() const { return latency_; }

  /// Throws std::invalid_argument for more cycles than the registers of a link can hold.
  void connect(const Endpoint& far, unsigned latency, ClockDomain& clock) {
    if (latency + far.pipeline > kMostCycles) {
      throw std::invalid_argument("a link of more than " + std::to_string(kMostCycles) + " cycles");
    }
    latency_ = narrow<std::uint16_t>(latency);
    flit_delay_ = narrow<std::uint16_t>(latency + far.pipeline);
    clock.require_horizon(flit_delay_);
    take_pointers(far, clock);
  }
  void disconnect() { *this = {}; }
  /// Takes the addresses to write to; to be called again whenever the clock's time wheel has grown.
  void take_pointers(const Endpoint& far, ClockDomain& clock) {
    far.receiver->require_delay(clock.slots() - 1);
    writer_ = far.receiver->writer(far.port);
    activity_ = clock.activity_of(far.module);
  }

  /// Sends a flit on the channel of this mark.
  void send(Cycle now, Flit flit, std::uint8_t mark) const {
    ClockDomain::mark_active(activity_, writer_.put_flit(now + flit_delay_, flit, mark));
  }
  /// Returns a credit for a flit that arrived on this channel.
  void return_credit(Cycle now, Vc vc) const {
    ClockDomain::mark_active(activity_, writer_.put_credit(now + latency_, vc));
  }

  /// Returns the flit that was sent in this cycle, if any, as a probe on the wire would see it.
  std::optional<Flit> sent(Cycle now) const {
    if (open()) return std::nullopt;
    return writer_.flit_due(now + flit_delay_);
  }

 private:
  // A receiver and the clock have the same number of slots.
  LinkReceiver::Writer writer_;       // of the far receiver
  std::uint8_t* activity_ = nullptr;  // of the far module, slot 0
  std::uint16_t latency_ = 1;
  std::uint16_t flit_delay_ = 1;
};
static_assert(sizeof(LinkTransmitter) <= 32);

}  // namespace kintsugi
