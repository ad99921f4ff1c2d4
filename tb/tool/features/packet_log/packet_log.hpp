/// The packet log of a run: what became of each packet of the traffic, and by which routers it went.
///
/// One record  for each packet, however many copies of it are sent: a multicast is one, and so is a packet that its
///             source sends again (detection). Acknowledgements have none
/// Sums        the records of kind kUnicast or kTracked are those that `packets` in the report counts
/// Order       of records: by cycle of creation, source, number; of the hops of a packet: by cycle of the head, router,
///             port out. It does not depend on the schedule, nor on the number of threads
/// PEs         named by site: a node may move while packets wait, so `from` is the PE that has injected the packet, or
///             in whose queue it waits, and `at` the PE at which it ended
/// Memory      64 bytes a packet, 96 with several threads, and 32 a hop while it runs; at the end, while they are put
///             in order, 8 more for a packet, 16 more with hops. Vectors that grow may take twice that for packets
#pragma once

#include <cstdint>
#include <optional>
#include <ranges>
#include <vector>

#include "hw/chip/chip.hpp"
#include "hw/link/hop_log.hpp"
#include "hw/pe/pe.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/lost_packets.hpp"

namespace kintsugi {

struct PacketRecord {
  enum class Fate : std::uint8_t { kQueued, kInFlight, kDelivered, kLost };

  PacketName name;
  NodeId destination = kNoNode;  ///< kNoNode: a multicast
  SiteId from = kNoSite;
  SiteId at = kNoSite;  ///< of the last copy; kNoSite: none has ended
  std::uint16_t flits = 0;
  std::uint16_t hops = 0;  ///< links between routers, of the copy that passed most; 0 until one ends
  PacketKind kind = PacketKind::kUnicast;
  Fate fate = Fate::kQueued;
  DropReason reason = DropReason::kQueued;  ///< if it is lost
  bool has_left : 1 = false;                ///< its queue: it, or its first copy, was injected
  bool to_the_dead : 1 = false;             ///< if it is lost: see LostPacket
  std::uint32_t members = 1;                ///< destinations
  std::uint32_t copies = 0;                 ///< that have ended at a PE: delivered, dropped and discarded
  std::uint32_t reached = 0;                ///< destinations that have the packet
  Cycle created = 0;
  Cycle injected = 0;  ///< if it has left its queue
  Cycle ended = 0;     ///< in which the last destination got it, or it was dropped, if it has ended

  /// Returns the dead PE for which it is lost; nullopt if it is not lost, or for another reason.
  std::optional<SiteId> dead_pe() const {
    return fate == Fate::kLost ? dead_pe_of(reason, to_the_dead, at, destination) : std::nullopt;
  }
};

/// The packets of a run, and with routes the hops of each. Records and hops stay where they were written.
class PacketLog {
 public:
  /// The records of each source, in the order of their numbers.
  using Sources = std::vector<std::vector<PacketRecord>>;

  /// Puts the records of all sources and the hops of all threads in order; no `hops` without routes.
  PacketLog(Sources sources, std::vector<HopLog> hops);

  /// Returns the packets, in order, as a random-access range of const PacketRecord&.
  auto packets() const {
    return std::views::transform(order_, [](const PacketRecord* record) -> const PacketRecord& { return *record; });
  }
  /// Returns one of them, by its place in this order.
  const PacketRecord& packet(std::size_t index) const { return *order_[index]; }
  /// Returns the first hop of a packet of this log; LoggedHop::next leads to the others. nullptr without routes.
  const LoggedHop* first_hop(const PacketRecord& packet) const {
    return first_hop_.empty() ? nullptr : first_hop_[place_of(packet.name)];
  }

 private:
  std::size_t place_of(PacketName name) const { return begin_[name.source.index()] + name.serial; }
  void chain_hops();

  Sources sources_;
  std::vector<const PacketRecord*> order_;
  std::vector<HopLog> logs_;
  // A source numbers its packets one after the other; those that a filter has left out have a gap, for which no hop
  // asks, because the same filter has left out their hops.
  std::vector<LoggedHop*> first_hop_;  // of each packet, by source and number; empty without routes
  std::vector<std::size_t> begin_;     // of a source in first_hop_, less the number of its first packet
};

/// Records the packets of one thread. Packets move between threads; a source does so between cycles only.
class alignas(kCacheLine) PacketRecorder final : public PacketWatcher {
 public:
  /// What all recorders of a run share: the packets by source. Only the thread of the source writes them.
  using Sources = PacketLog::Sources;

  /// `sources` has one entry for each node. All must outlive the recorder. `is_alone`: no other thread has packets.
  PacketRecorder(const PacketFilter& filter, const Chip& chip, Sources& sources, bool is_alone)
      : choice_(filter), chip_(&chip), sources_(&sources), is_alone_(is_alone) {}

  void created(const Packet& packet, Cycle now) override;
  void injected(const Packet& packet, Cycle now) override;
  void delivered(const Packet& packet, Cycle now) override;
  void discarded(const Packet& packet, const Discard& discard) override;
  /// Enters what has happened to packets of all threads. Call it at the end, for each thread.
  void settle();
  /// Enters a packet that is lost although copies of it were sent. Call it after settle().
  void lost(const LostPacket& packet);

 private:
  /// The end of a packet or copy at a PE.
  struct End {
    PacketName name;
    SiteId at;
    std::uint16_t hops = 0;
    bool is_delivered = false;
    bool is_copy = false;
    bool to_the_dead = false;
    DropReason reason = DropReason::kQueued;
    Cycle cycle = 0;
  };
  PacketRecord& known(const PacketName& name);
  void enter(const End& end);
  void note(const End& end);
  void keep(const End& end);
  SiteId site_of(NodeId node) const { return chip_->nodes().placement().site_of[node.index()]; }
  SiteId site_of(const Pe& pe) const;

  PacketChoice choice_;
  const Chip* chip_;
  Sources* sources_;
  bool is_alone_;
  std::vector<End> ends_;  // to be entered by settle(); none if this thread is alone
};

/// Returns the log of a run; nullptr if none was wanted, or the run was not simulated.
const PacketLog* packet_log_of(const RunResult& result);

}  // namespace kintsugi
