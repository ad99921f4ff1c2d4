/// The registers through which a module is reached: flits and credits on their way to it, one pair per port and cycle.
///
/// A link is registered and has a latency of at least one cycle: the sender writes what will arrive in cycle t
/// into the receiver's slot t, the receiver takes slot t in cycle t. With a latency of one this is a double buffer
/// indexed by the parity of the cycle. Nobody reads a slot in the cycle in which it is written, so the order in
/// which sender and receiver are evaluated does not matter.
///
/// A flit is put `latency + router latency` cycles ahead, into the slot of the cycle in which it becomes eligible: the
/// router's pipeline is part of the delay line. What is on the wire and what is in the pipeline is not told apart:
/// FlitAccounts::on_wires counts both.
///
/// Shapes  ports x slots; slots is a power of two above the longest delay; at most 64 ports
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/link/flit.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

class Inbox {
 public:
  explicit Inbox(unsigned ports) : ports_(ports) { resize(2); }

  /// Makes room for arrivals up to `delay` cycles ahead. std::logic_error while something is on its way.
  void require_delay(Cycle delay) {
    if (delay < slots()) return;
    for (const Arrivals& arrivals : arrivals_) {
      if ((arrivals.flits | arrivals.credits) != 0) {
        throw std::logic_error("a link cannot change its latency while a flit is on it");
      }
    }
    resize(std::bit_ceil(delay + 1));
  }

  void put_flit(Cycle at, unsigned port, Flit flit) {
    const std::size_t slot = at & slot_mask_;
    arrivals_[slot].flits |= std::uint64_t{1} << port;
    flits_[port * slots() + slot] = flit;
  }
  void put_credit(Cycle at, unsigned port, unsigned vc) {
    const std::size_t slot = at & slot_mask_;
    arrivals_[slot].credits |= std::uint64_t{1} << port;
    credits_[port * slots() + slot] = static_cast<std::uint8_t>(vc);
  }

  /// The ports at which a flit, or a credit, arrives in a cycle, as bits.
  struct Arrivals {
    std::uint64_t flits = 0;
    std::uint64_t credits = 0;
  };
  /// What arrives in this cycle; cleared.
  Arrivals take(Cycle now) { return std::exchange(arrivals_[now & slot_mask_], {}); }
  const Flit& flit(Cycle now, unsigned port) const { return flits_[port * slots() + (now & slot_mask_)]; }
  unsigned credit(Cycle now, unsigned port) const { return credits_[port * slots() + (now & slot_mask_)]; }

  /// @name The registers of one port in slot 0, those of slot s being s further
  /// For link ends, which write them for every flit and credit. They hold until require_delay() makes room.
  /// @{
  Flit* flits_of(unsigned port) { return flits_.data() + port * slots(); }
  std::uint8_t* credits_of(unsigned port) { return credits_.data() + port * slots(); }
  Arrivals* arrivals() { return arrivals_.data(); }
  /// @}

  /// @name Looking without taking, for waveforms and audits
  /// @{
  Cycle slots() const { return slot_mask_ + 1; }
  const Flit* flit_due(Cycle at, unsigned port) const {
    const std::size_t slot = at & slot_mask_;
    return (arrivals_[slot].flits >> port & 1) != 0 ? &flits_[port * slots() + slot] : nullptr;
  }
  bool credit_due(Cycle at, unsigned port, unsigned vc) const {
    const std::size_t slot = at & slot_mask_;
    return (arrivals_[slot].credits >> port & 1) != 0 && credits_[port * slots() + slot] == vc;
  }
  /// @}

 private:
  void resize(std::size_t slots) {
    slot_mask_ = slots - 1;
    arrivals_.assign(slots, {});
    flits_.assign(slots * ports_, {});
    credits_.assign(slots * ports_, 0);
  }

  std::size_t ports_;
  std::size_t slot_mask_ = 0;
  std::vector<Arrivals> arrivals_;  // by slot
  std::vector<Flit> flits_;
  std::vector<std::uint8_t> credits_;
};

}  // namespace kintsugi
