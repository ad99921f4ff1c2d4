/// The window of a waveform, as far as packets of the traffic open and close it.
///
/// Begin    the cycle in which a packet is created, and cycles after it
/// End      the cycle in which a packet is delivered or lost, and cycles after it. A multicast is delivered when its
///          last member has its copy. A packet that is sent again until it is acknowledged (detection) ends when its
///          destination has it or its source gives it up: what comes first counts, and what happens later has no effect
/// Threads  may call at the same time: only the calls for the named packets write, and no two threads make calls for
///          one packet in the same cycle
#pragma once

#include <cstddef>
#include <optional>

#include "hw/link/link_probes.hpp"
#include "hw/link/packet_table.hpp"
#include "tb/tool/features/times/section_time.hpp"
#include "tb/tool/run/instrument.hpp"

namespace kintsugi {

class PacketWindow {
 public:
  /// `nodes`: those of the network, by which a waveform numbers packets.
  PacketWindow(const std::optional<PacketTime>& from, const std::optional<PacketTime>& to, std::size_t nodes)
      : from_(from), to_(to), nodes_(nodes) {}

  /// Notes that a packet was created. Returns the first cycle of the window if the packet opens it.
  std::optional<Cycle> created(PacketName packet, Cycle now) {
    if (to_ && is(*to_, packet)) last_is_created_ = true;
    if (!from_ || !is(*from_, packet)) return std::nullopt;
    opened_ = true;
    return now + from_->after;
  }
  /// Notes that a packet has ended. Returns the last cycle of the window if the packet closes it.
  std::optional<Cycle> ended(PacketName packet, Cycle now) {
    if (!to_ || !is(*to_, packet) || closed_) return std::nullopt;
    closed_ = true;
    return now + to_->after;
  }

  /// Returns whether a packet is to open the window, and was not created yet.
  bool waits_for_begin() const { return from_ && !opened_; }
  /// Returns whether a packet is to close the window, and has not ended yet; and whether that packet was created.
  bool waits_for_end() const { return to_ && !closed_; }
  bool last_is_created() const { return last_is_created_; }

 private:
  bool is(const PacketTime& time, PacketName packet) const {
    if (time.source) return *time.source == packet.source.value && time.number == packet.serial;
    return time.number == number_of_packet(nodes_, packet.source.value, packet.serial);
  }

  std::optional<PacketTime> from_;
  std::optional<PacketTime> to_;
  std::size_t nodes_;
  bool opened_ = false;
  bool closed_ = false;
  bool last_is_created_ = false;
};

/// Tells an instrument when a packet is created and when it ends: when the last of its destinations has it, when it is
/// dropped, or when its source gives it up. PacketWindow says which of these ends counts.
class PacketLife : public PacketWatcher {
 public:
  void created(const Packet& packet, Cycle now) final { begins({packet.source, packet.serial}, now); }
  void delivered(const Packet& packet, Cycle now) final {
    if (packet.kind != PacketKind::kCopy) ends({packet.source, packet.serial}, now);
  }
  void dropped(const Packet& packet, DropReason /*reason*/, const Pe& /*pe*/, Cycle now) final {
    ends({packet.source, packet.serial}, now);
  }
  void given_up(const Packet& packet, Cycle now) final { ends({packet.source, packet.serial}, now); }
  void reached_all(const Multicast& multicast, Cycle now) final { ends({multicast.source, multicast.serial}, now); }

 private:
  virtual void begins(PacketName packet, Cycle now) = 0;
  virtual void ends(PacketName packet, Cycle now) = 0;
};

}  // namespace kintsugi
