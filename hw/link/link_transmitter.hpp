/// The link transmitter of one port: the far end of its path, resolved once and used for every flit and credit.
///
/// A port's path is the same in both directions, so one transmitter sends flits and returns the credits of arrived
/// flits. An open port has no far end; the caller must not send on it.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/link_receiver.hpp"

namespace kintsugi {

/// The receiving side of one port of one module.
struct Endpoint {
  LinkReceiver* receiver = nullptr;
  ModuleIndex module = 0;
  std::uint16_t port = 0;
  std::uint16_t pipeline = 0;  ///< the receiver's own cycles between arrival and eligibility

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

class LinkTransmitter {
 public:
  static constexpr unsigned kMostCycles = 0x7fff;

  bool open() const { return records_ == nullptr; }
  unsigned latency() const { return latency_; }

  /// std::invalid_argument for more cycles than the registers of a link can hold.
  void connect(const Endpoint& far, unsigned latency, ClockDomain& clock) {
    if (latency + far.pipeline > kMostCycles) throw std::invalid_argument("a link of more than 32767 cycles");
    latency_ = static_cast<std::uint16_t>(latency);
    flit_delay_ = static_cast<std::uint16_t>(latency + far.pipeline);
    clock.require_horizon(flit_delay_);
    take_pointers(far, clock);
  }
  void disconnect() { *this = {}; }
  /// Where to write; again whenever the clock's time wheel has grown.
  void take_pointers(const Endpoint& far, ClockDomain& clock) {
    far.receiver->require_delay(clock.slots() - 1);
    slot_mask_ = static_cast<std::uint16_t>(far.receiver->slots() - 1);
    records_ = far.receiver->records();
    record_bytes_ = static_cast<std::uint16_t>(far.receiver->record_bytes());
    port_ = static_cast<std::uint8_t>(far.port);
    credit_at_ = static_cast<std::uint16_t>(far.receiver->credit_at(far.port));
    flit_word_ = static_cast<std::uint8_t>(far.receiver->flits_at() / sizeof(Flit) + far.port);
    activity_ = clock.activity_of(far.module);
  }

  /// Sends the flit on the channel of this mark.
  void send(Cycle now, Flit flit, std::uint8_t mark) const {
    const Cycle slot = (now + flit_delay_) & slot_mask_;
    std::uint8_t* const record = records_ + slot * record_bytes_;
    std::memcpy(record + flit_word_ * sizeof(Flit), &flit, sizeof(Flit));
    record[port_] = mark;
    ClockDomain::mark_active(activity_, slot);
  }
  void return_credit(Cycle now, std::size_t vc) const {
    const Cycle slot = (now + latency_) & slot_mask_;
    records_[slot * record_bytes_ + credit_at_ + vc] = kCredit;
    ClockDomain::mark_active(activity_, slot);
  }

  /// The flit that was sent in this cycle, if any: what a probe on the wire would see.
  std::optional<Flit> sent(Cycle now) const {
    if (open()) return std::nullopt;
    const std::uint8_t* const record = records_ + ((now + flit_delay_) & slot_mask_) * record_bytes_;
    return LinkReceiver::flit_in(record, port_, (flit_word_ - std::size_t{port_}) * sizeof(Flit));
  }

 private:
  // Small: a router has two ports in one cache line.
  std::uint8_t* records_ = nullptr;   // of the far receiver, slot 0; null: open
  std::uint8_t* activity_ = nullptr;  // of the far module, slot 0
  std::uint16_t slot_mask_ = 0;       // of receiver and clock alike
  std::uint16_t record_bytes_ = 0;
  std::uint16_t latency_ = 1;
  std::uint16_t flit_delay_ = 1;
  std::uint16_t credit_at_ = 0;  // where in a record
  std::uint8_t port_ = 0;
  std::uint8_t flit_word_ = 0;  // where in a record, in flits
};
static_assert(sizeof(LinkTransmitter) <= 32);

}  // namespace kintsugi
