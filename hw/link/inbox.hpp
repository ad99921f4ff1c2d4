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
/// Layout  one record for each slot, all in one block: what arrives in one cycle lies together. A record holds the set
/// of
///         ports at which a flit arrives, that of credits, the channel of each port's credit, the flit of each port
/// Shapes  slots is a power of two above the longest delay; at most 64 ports
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <stdexcept>
#include <vector>

#include "hw/link/flit.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

class Inbox {
 public:
  explicit Inbox(unsigned ports, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : lines_(memory), ports_(ports) {
    resize(2);
  }

  /// Makes room for arrivals up to `delay` cycles ahead. std::logic_error while something is on its way.
  void require_delay(Cycle delay) {
    if (delay < slots()) return;
    for (Cycle slot = 0; slot < slots(); ++slot) {
      if ((look(slot).flits | look(slot).credits) != 0) {
        throw std::logic_error("a link cannot change its latency while a flit is on it");
      }
    }
    resize(std::bit_ceil(delay + 1));
  }

  void put_flit(Cycle at, unsigned port, Flit flit) {
    std::uint64_t* const record = record_of(at);
    record[flits_at_ + port] = std::bit_cast<std::uint64_t>(flit);
    record[kFlitSet] |= std::uint64_t{1} << port;
  }
  void put_credit(Cycle at, unsigned port, unsigned vc) {
    std::uint64_t* const record = record_of(at);
    credit_register(record, port) = static_cast<std::uint8_t>(vc);
    record[kCreditSet] |= std::uint64_t{1} << port;
  }

  /// What arrives in one cycle.
  struct Arrivals {
    std::uint64_t flits;    ///< the ports at which a flit arrives, as bits
    std::uint64_t credits;  ///< the ports at which a credit arrives, as bits

    Flit flit(unsigned port) const { return std::bit_cast<Flit>(flit_registers[port]); }
    /// The channel it is for.
    unsigned credit(unsigned port) const { return credit_registers[port]; }

    const std::uint64_t* flit_registers;
    const std::uint8_t* credit_registers;
  };
  /// What arrives in this cycle; cleared. The registers hold until the cycle is over.
  Arrivals take(Cycle now) {
    const Arrivals arrivals = look(now);
    std::uint64_t* const record = record_of(now);
    record[kFlitSet] = record[kCreditSet] = 0;
    return arrivals;
  }

  /// @name Where link ends write for every flit and credit; holds until require_delay() makes room
  /// @{
  static constexpr std::size_t kFlitSet = 0;    ///< words of a record: the ports at which a flit arrives,
  static constexpr std::size_t kCreditSet = 1;  ///< and those at which a credit does
  /// The flit, but on this channel. Two stores: to put the channel in first takes four times as long.
  static void set_flit(std::uint64_t& flit_register, Flit flit, std::uint8_t vc) {
    flit_register = std::bit_cast<std::uint64_t>(flit);
    reinterpret_cast<std::uint8_t*>(&flit_register)[offsetof(Flit, vc)] = vc;
  }
  static std::uint8_t& credit_register(std::uint64_t* record, unsigned port) {
    return reinterpret_cast<std::uint8_t*>(record + kCreditSet + 1)[port];
  }
  std::uint64_t* records() { return lines_.data()->words; }
  /// From the record of a slot to that of the next.
  std::size_t record_words() const { return record_lines_ * std::size_t{8}; }
  std::size_t flits_at() const { return flits_at_; }  ///< word of a record: the flit of port 0
  /// @}

  /// @name Looking without taking, for waveforms and audits
  /// @{
  Cycle slots() const { return Cycle{slot_mask_} + 1; }
  std::optional<Flit> flit_due(Cycle at, unsigned port) const {
    const Arrivals due = look(at);
    if ((due.flits >> port & 1) == 0) return std::nullopt;
    return due.flit(port);
  }
  bool credit_due(Cycle at, unsigned port, unsigned vc) const {
    const Arrivals due = look(at);
    return (due.credits >> port & 1) != 0 && due.credit(port) == vc;
  }
  /// @}

 private:
  /// Records begin with a cache line: most routers' fit into one.
  struct alignas(64) Line {
    std::uint64_t words[8];
  };

  std::uint64_t* record_of(Cycle at) { return lines_[(at & slot_mask_) * record_lines_].words; }

  Arrivals look(Cycle at) const {
    const std::uint64_t* const record = lines_[(at & slot_mask_) * record_lines_].words;
    return {record[kFlitSet], record[kCreditSet], record + flits_at_,
            reinterpret_cast<const std::uint8_t*>(record + kCreditSet + 1)};
  }

  void resize(std::size_t slots) {
    slot_mask_ = static_cast<std::uint32_t>(slots - 1);
    flits_at_ = kCreditSet + 1 + (ports_ + 7) / 8;
    record_lines_ = (flits_at_ + ports_ + 7) / 8;
    lines_.assign(slots * record_lines_, {});
  }

  std::pmr::vector<Line> lines_;
  std::uint32_t slot_mask_ = 0;
  std::uint32_t record_lines_ = 0;
  std::uint32_t flits_at_ = 0;  // word of a record: the flit of port 0
  std::uint32_t ports_;
};

}  // namespace kintsugi
