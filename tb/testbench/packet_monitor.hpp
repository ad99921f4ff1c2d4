/// Watches the packets of a chip: those that are dropped, and what passes a port.
///
/// PacketMonitor   the packet observer of a chip. `dropped_packets` writes behind the modules of each cycle, by source
///                 and number. It hands all events on to `next`, if there is one: TlmNetwork, or statistics of the user
/// PortMonitor     one port of one router: `flits` writes each flit that leaves by it, with its packet
#pragma once

#include <string_view>
#include <systemc>
#include <tlm>

#include "hw/chip/chip_class.hpp"
#include "hw/link/thread_records.hpp"
#include "tb/testbench/packet_events.hpp"

namespace kintsugi {

class PacketMonitor final : public sc_core::sc_module, public PacketObserver {
 public:
  tlm::tlm_analysis_port<PacketDropped> dropped_packets;  ///< written only after watch(); need not be bound

  /// Make it before the chip, whose packet observer it is. `next` must outlive it; nullptr: there is none.
  explicit PacketMonitor(sc_core::sc_module_name name, PacketObserver* next = nullptr);
  ~PacketMonitor() override;
  static constexpr const char* kKind = "kintsugi_packet_monitor";  ///< of all modules of this class
  const char* kind() const override { return kKind; }              ///< for walks over the hierarchy: kKind
  /// Makes it write what happens on this chip, whose packet observer it must be.
  void watch(Chip& chip);

  PacketObserver& of_thread(unsigned thread) override;
  void created(const Packet& packet, Cycle now) override { of_thread(0).created(packet, now); }
  void injected(const Packet& packet, Cycle now) override { of_thread(0).injected(packet, now); }
  void arrived(const Packet& packet, Cycle now) override { of_thread(0).arrived(packet, now); }
  void delivered(const Packet& packet, Cycle now) override { of_thread(0).delivered(packet, now); }
  void dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) override {
    of_thread(0).dropped(packet, reason, pe, now);
  }
  void reached_all(const Multicast& multicast, Cycle now) override { of_thread(0).reached_all(multicast, now); }
  void acknowledged(const Multicast& multicast, Cycle now) override { of_thread(0).acknowledged(multicast, now); }

 private:
  struct ThreadEvents;
  ThreadEvents& events(unsigned thread);
  void after_cycle();

  PacketObserver* next_;
  ThreadRecords<ThreadEvents> events_;
  bool watches_ = false;
};

/// A flit that has left by a port.
struct FlitSeen {
  Cycle cycle = 0;
  PacketName packet;
  Flit flit;
};

/// Writes each flit that leaves by one port of one router.
class PortMonitor final : public sc_core::sc_module {
 public:
  tlm::tlm_analysis_port<FlitSeen> flits;  ///< at most one flit a cycle; need not be bound

  /// Of the port of the router at that site, below Router::ports(). The chip must outlive it.
  PortMonitor(sc_core::sc_module_name name, Chip& chip, SiteId site, PortId port);
  /// By names: of the site, or of the node that is placed there now (Chip::site), and of a port of its router, such as
  /// "e". Throws std::invalid_argument, with the nearest name or the ports, if there is none.
  PortMonitor(sc_core::sc_module_name name, Chip& chip, std::string_view site_or_node, std::string_view port);
  static constexpr const char* kKind = "kintsugi_port_monitor";  ///< of all modules of this class
  const char* kind() const override { return kKind; }            ///< for walks over the hierarchy: kKind

 private:
  void after_cycle();

  Chip& chip_;
  SiteId site_;
  PortId port_;
};

}  // namespace kintsugi
