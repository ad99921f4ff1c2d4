/// The link receiver of a module: registers for the flits and credits on their way to it, for each cycle one flit per
/// port and one credit per channel.
///
/// A link is registered and has a latency of at least one cycle: the sender writes a flit that arrives in cycle t into
/// the receiver's slot t, the receiver reads slot t in cycle t. With a latency of one this is a double buffer indexed
/// by the parity of the cycle. No module reads a slot in the cycle in which it is written, so the order in which sender
/// and receiver are evaluated does not matter.
///
/// In this header a flit arrives in the cycle in which it becomes eligible. The sender writes it link latency + router
/// latency cycles ahead, so the router's pipeline is part of the delay line; credits, and flits to a PE, go only the
/// link latency ahead. FlitCounters::on_wires counts flits on the wire and in the pipeline together.
///
/// Layout  one record for each slot, all in one block: all arrivals of a cycle are contiguous, for most routers in one
///         cache line. A record holds a mark for the flit of each port, a byte for the credit of each channel,
///         port-major, and the flits
/// Marks   a byte: the channel and kMark; 0 without a flit. A sender only stores, so it never waits for the receiver's
///         cache line, as it would to set one bit. A credit is kCredit, so that the bytes of a record can be added
///         together (hw/link/credits.hpp)
/// Shapes  the number of slots is a power of two above the longest delay; at most kMaxPorts ports, and
///         kMaxRouterChannels channels in all. A mark holds 7 bits of channel
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <optional>
#include <stdexcept>
#include <vector>

#include "hw/clock/marks.hpp"
#include "hw/link/credits.hpp"
#include "hw/link/flit.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

class LinkReceiver {
 public:
  /// Credits arrive at the first `credit_ports` of the ports only.
  LinkReceiver(unsigned ports, unsigned vcs, unsigned credit_ports,
               std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : lines_(memory), ports_(ports), vcs_(vcs), credit_ports_(credit_ports) {
    resize(2);
  }

  /// Makes room for arrivals up to `delay` cycles ahead. Throws std::logic_error while a flit or credit is on its way.
  void require_delay(Cycle delay) {
    if (delay < slots()) return;
    for (Cycle slot = 0; slot < slots(); ++slot) {
      if (!empty(slot)) {
        throw std::logic_error("a link cannot change its latency while a flit or credit is on it");
      }
    }
    resize(std::bit_ceil(delay + 1));
  }

  class Writer;
  /// Returns the writer of one port; it is valid until require_delay() makes room.
  Writer writer(PortId port);

  /// The arrivals of one cycle. Valid until clear().
  struct Arrivals {
    PortSet flits;  ///< the ports at which a flit arrives

    /// Returns the flit that arrives at a port, without its channel.
    Flit flit(PortId port) const { return std::bit_cast<Flit>(flit_registers[port.index()]); }
    /// Returns the channel of that flit.
    Vc flit_vc(PortId port) const { return vc_of(flit_marks[port.index()]); }

    std::uint8_t* flit_marks;
    std::uint8_t* credits;  ///< credit_bytes() of them: kCredit or 0 for each channel, port-major; then 0
    const std::uint64_t* flit_registers;
  };
  Arrivals arrivals(Cycle now) { return arrivals_in(record_of(now)); }
  Arrivals arrivals_in(std::uint8_t* record) const {
    Arrivals arrivals{0, record, record + mark_bytes_, reinterpret_cast<std::uint64_t*>(record + flits_at_)};
    arrivals.flits = marked_of_16(record) & first_marks_;
    for (std::uint32_t i = 16; i < mark_bytes_; i += 16) {
      arrivals.flits |= std::uint64_t{marked_of_16(arrivals.flit_marks + i)} << i;
    }
    return arrivals;
  }
  /// Frees the slot of the arrivals.
  void clear(const Arrivals& arrivals) { std::memset(arrivals.flit_marks, 0, flits_at_); }
  /// Frees the slot when the credits have been taken (add_credits).
  void clear_marks(const Arrivals& arrivals) {
    for (std::uint32_t i = 16; i < mark_bytes_; i += 16) std::memset(arrivals.flit_marks + i, 0, 16);
    std::memset(arrivals.flit_marks, 0, 16);  // with few marks, some credits as well
  }
  /// Returns the bytes for credits in a record: a multiple of kCreditsAtATime, at least that.
  std::uint32_t credit_bytes() const { return credit_bytes_; }

  /// Returns the mark of a flit on this channel.
  static std::uint8_t mark(Vc vc) { return kMark | vc.value; }
  /// Returns the channel of a mark.
  static Vc vc_of(std::uint8_t mark) { return Vc::from(mark & (kMark - 1)); }

  /// @name The memory of the records, so that a module can fetch it ahead; until require_delay() makes room
  /// @{
  std::uint8_t* records() { return reinterpret_cast<std::uint8_t*>(lines_.data()); }
  /// Returns the distance from the record of a slot to the next.
  std::size_t record_bytes() const { return record_lines_ * sizeof(Line); }
  /// The same of a receiver that is yet to be made.
  static std::size_t record_bytes(unsigned ports, unsigned vcs, unsigned credit_ports) {
    return Layout(ports, vcs, credit_ports).lines * sizeof(Line);
  }
  /// @}

  /// @name Observation, for probes and the conservation check
  /// @{
  Cycle slots() const { return Cycle{slot_mask_} + 1; }
  IdRange<PortId> ports() const { return ids<PortId>(ports_); }
  IdRange<Vc> vcs() const { return ids<Vc>(vcs_); }
  /// Returns whether neither a flit nor a credit arrives in this cycle.
  bool empty(Cycle at) const {
    const std::uint8_t* const record = record_of(at);
    return std::all_of(record, record + flits_at_, [](std::uint8_t mark) { return mark == 0; });
  }
  std::optional<Flit> flit_due(Cycle at, PortId port) const { return flit_in(record_of(at), port.index(), flits_at_); }
  bool credit_due(Cycle at, PortId port, Vc vc) const {
    return port.value < credit_ports_ && record_of(at)[credit_at(port) + vc.index()] != 0;
  }
  /// @}

 private:
  /// With at most this many ports a record has this many bytes of marks; otherwise a multiple of 16.
  static constexpr std::uint32_t kFewMarks = 8;

  /// Every record begins at a cache line.
  struct alignas(64) Line {
    std::uint64_t words[8];
  };

  /// Where the parts of a record are: marks of flits, then credits, then flits.
  struct Layout {
    Layout(std::uint32_t ports, std::uint32_t vcs, std::uint32_t credit_ports)
        : mark_bytes(ports <= kFewMarks ? kFewMarks : (ports + 15) / 16 * 16),
          credit_bytes(std::max(1u, (credit_ports * vcs + kCreditsAtATime - 1) / kCreditsAtATime) * kCreditsAtATime),
          flits_at(mark_bytes + credit_bytes),
          lines(narrow<std::uint32_t>((flits_at + ports * sizeof(Flit) + sizeof(Line) - 1) / sizeof(Line))) {}

    std::uint32_t mark_bytes;
    std::uint32_t credit_bytes;
    std::uint32_t flits_at;
    std::uint32_t lines;
  };

  /// Returns the position of the credits of a port in a record.
  std::size_t credit_at(PortId port) const { return mark_bytes_ + port.index() * vcs_; }

  /// Returns the flit of a port in a record whose flits begin at `flits_at`.
  static std::optional<Flit> flit_in(const std::uint8_t* record, std::size_t port, std::size_t flits_at) {
    if (record[port] == 0) return std::nullopt;
    Flit flit;
    std::memcpy(&flit, record + flits_at + port * sizeof(Flit), sizeof(Flit));
    flit.vc = vc_of(record[port]);
    return flit;
  }

  std::uint8_t* record_of(Cycle at) { return records() + (at & slot_mask_) * record_bytes(); }
  const std::uint8_t* record_of(Cycle at) const {
    return reinterpret_cast<const std::uint8_t*>(lines_.data()) + (at & slot_mask_) * record_bytes();
  }

  void resize(std::size_t slots) {
    slot_mask_ = narrow<std::uint32_t>(slots - 1);
    first_marks_ = ports_ <= kFewMarks ? 0xff : 0xffff;
    const Layout layout(ports_, vcs_, credit_ports_);
    mark_bytes_ = layout.mark_bytes;
    credit_bytes_ = layout.credit_bytes;
    flits_at_ = layout.flits_at;
    record_lines_ = layout.lines;
    lines_.assign(slots * record_lines_, {});
  }

  std::pmr::vector<Line> lines_;
  std::uint32_t slot_mask_ = 0;
  std::uint32_t record_lines_ = 0;
  std::uint32_t mark_bytes_ = 0;   // of the flits
  std::uint32_t first_marks_ = 0;  // of the first 16 bytes, those that are marks of flits
  std::uint32_t credit_bytes_ = 0;
  std::uint32_t flits_at_ = 0;  // in a record
  std::uint32_t ports_;
  std::uint32_t vcs_;
  std::uint32_t credit_ports_;
};

/// The writing side of one port of a receiver, for the one module at the far end of its link.
///
/// Errors  a default-constructed writer is open; the caller must not write to it
class LinkReceiver::Writer {
 public:
  Writer() = default;
  Writer(LinkReceiver& receiver, PortId port)
      : records_(receiver.records()),
        slot_mask_(narrow<std::uint16_t>(receiver.slot_mask_)),
        record_bytes_(narrow<std::uint16_t>(receiver.record_bytes())),
        credit_at_(narrow<std::uint16_t>(receiver.credit_at(port))),
        port_(narrow<std::uint8_t>(port.value)),
        flit_word_(narrow<std::uint8_t>(receiver.flits_at_ / sizeof(Flit) + port.index())) {}

  bool open() const { return records_ == nullptr; }

  /// Writes a flit that arrives in cycle `at` on the channel of this mark. Returns the slot of that cycle.
  Cycle put_flit(Cycle at, Flit flit, std::uint8_t mark) const {
    const Cycle slot = at & slot_mask_;
    std::uint8_t* const record = records_ + slot * record_bytes_;
    std::memcpy(record + flit_word_ * sizeof(Flit), &flit, sizeof(Flit));
    record[port_] = mark;
    return slot;
  }
  /// Writes a credit that arrives in cycle `at`. Returns the slot of that cycle.
  Cycle put_credit(Cycle at, Vc vc) const {
    const Cycle slot = at & slot_mask_;
    records_[slot * record_bytes_ + credit_at_ + vc.index()] = kCredit;
    return slot;
  }
  /// Returns the flit that arrives in cycle `at`, if there is one.
  std::optional<Flit> flit_due(Cycle at) const {
    return flit_in(records_ + (at & slot_mask_) * record_bytes_, port_,
                   (flit_word_ - std::size_t{port_}) * sizeof(Flit));
  }

 private:
  // Small: a router has two ports in one cache line.
  std::uint8_t* records_ = nullptr;  // slot 0; null: open
  std::uint16_t slot_mask_ = 0;
  std::uint16_t record_bytes_ = 0;
  std::uint16_t credit_at_ = 0;  // in a record
  std::uint8_t port_ = 0;
  std::uint8_t flit_word_ = 0;  // in a record, in flits
};
static_assert(sizeof(LinkReceiver::Writer) == 16);

inline LinkReceiver::Writer LinkReceiver::writer(PortId port) {
  return {*this, port};
}

}  // namespace kintsugi
