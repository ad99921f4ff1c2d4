/// A PE as the network and the chip see it. Which PE a site gets is the chip plan's choice (hw/chip/plan.hpp): the
/// one that sends the traffic of its node (hw/pe/traffic_pe.hpp), or one of the user.
///
/// Ports     one path port and one path target, joined to the router's local port; latency 1 each way
/// Identity  become() makes it the PE of a logical node, start() gives it that node's traffic; an idle or faulty PE has
///           none. The traffic moves with the node when the array is repaired
/// Death     a fail-stop: the PE takes what arrives, and sends no packet but the one that it is sending. It may work
///           again
/// Observer  a PE calls the packet observer of the chip for the events of its packets
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <systemc>
#include <vector>

#include "hw/link/chip_context.hpp"
#include "hw/link/module.hpp"
#include "hw/link/path_port.hpp"
#include "hw/pe/end_to_end.hpp"
#include "models/traffic/source.hpp"

namespace kintsugi {

/// The packets that wait to be sent: first in, first out.
struct PacketQueue {
  PacketId first = kNoPacket;
  PacketId last = kNoPacket;
  std::uint64_t size = 0;

  void push(PacketId id, PacketTable& packets) {
    (last == kNoPacket ? first : packets[last].next) = id;
    last = id;
    ++size;
  }
  void push_front(PacketId id, PacketTable& packets) {
    packets[id].next = first;
    first = id;
    if (last == kNoPacket) last = id;
    ++size;
  }
  PacketId pop(const PacketTable& packets) {
    const PacketId id = first;
    first = packets[id].next;
    if (first == kNoPacket) last = kNoPacket;
    --size;
    return id;
  }
  bool empty() const { return first == kNoPacket; }
};

/// The traffic of a logical node; it moves with the node when the array is repaired.
struct NodeTraffic {
  std::unique_ptr<PacketSource> source;
  PacketQueue queue;
  std::vector<PacketQueue> by_class;     ///< take its place on a chip with priority classes
  std::uint32_t created = 0;             ///< packets so far
  std::unique_ptr<EndToEnd> end_to_end;  ///< its PE makes it, on a chip with detection

  /// Returns the packets that wait in all queues.
  std::uint64_t waiting() const {
    std::uint64_t all = queue.size;
    for (const PacketQueue& each : by_class) all += each.size;
    return all;
  }
};

/// Why a packet was dropped. kDropReasonWords has the text of each.
enum class DropReason : std::uint8_t {
  kQueued,     ///< in the source queue of a PE that died
  kReached,    ///< its tail has reached a dead PE
  kNoWay,      ///< its tail has reached a PE whose router has no candidate for it
  kErased,     ///< a dead link has let nothing of one of its flits through
  kCorrupted,  ///< a checksum has found an error in it
  kLate,       ///< a copy, discarded: its packet is delivered already, or its source has given it up
};

/// By reason, for events.
inline constexpr std::array<const char*, 6> kDropReasonWords{
    "it was in the source queue of a PE that died", "it has reached a dead PE",
    "its router has no way to its destination",     "a dead link has erased one of its flits",
    "a checksum has found an error in it",          "its packet is delivered already, or given up"};

class Pe;

/// Called for every event of a packet, which is still in the packet table. The packet that starts a multicast is
/// created and injected; its copies are delivered. Acknowledgements are packets too.
/// A tracked packet (PacketKind::kTracked) is created, injected and delivered once, however many copies of it are sent;
/// what is called for its receipt does not count. A copy that is dropped is not a lost packet: is_copy().
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// Returns the observer for the PEs of a thread: each thread has its own, because threads call at the same time. A PE
  /// may get another thread between two cycles (ClockDomain), so one packet may be created and injected in different
  /// ones.
  /// Throws std::logic_error if this observer supports a single thread only.
  virtual PacketObserver& of_thread(unsigned thread) {
    if (thread != 0) throw std::logic_error("this packet observer supports a single thread only");
    return *this;
  }
  virtual void created(const Packet& packet, Cycle now) = 0;    ///< it is in the source queue
  virtual void injected(const Packet& packet, Cycle now) = 0;   ///< its head has left the source queue
  virtual void arrived(const Packet& packet, Cycle now) = 0;    ///< one more flit of it has reached the PE
  virtual void delivered(const Packet& packet, Cycle now) = 0;  ///< all of its flits have reached the PE
  /// Called instead of injected or delivered when this PE drops the packet.
  virtual void dropped(const Packet&, DropReason, const Pe&, Cycle) {}
  /// Returns whether what is dropped is a copy of a tracked packet, which its source may send again.
  static bool is_copy(const Packet& packet) { return packet.kind == PacketKind::kTracked && packet.number != 0; }
  /// Called when the source of a tracked packet sends no further copy; one may be delivered all the same.
  virtual void given_up(const Packet&, Cycle) {}
  /// Called when the last member of a multicast has its copy.
  virtual void reached_all(const Multicast&, Cycle) {}
  /// Called when the source has its one acknowledgement for all copies.
  virtual void acknowledged(const Multicast&, Cycle) {}
};

class Pe : public Module, public Clocked {
 public:
  using Module::Module;

  static constexpr const char* kKind = "kintsugi_pe";
  const char* kind() const override { return kKind; }
  /// @name Wiring
  /// @{
  virtual PathPort& path_port() = 0;
  virtual PathEnd& path_end() = 0;
  /// Connects it to the local port of its router.
  virtual void connect(const Endpoint& router, unsigned latency) = 0;
  /// @}

  /// Makes it the PE of this logical node, without traffic; kNoNode: idle. Called only while no packet is half sent.
  virtual void become(NodeId node) = 0;
  virtual NodeId node() const = 0;
  /// Tells it to begin packets on so many channels only, the first ones of its link: RoutingRelation::injection_vcs.
  /// Called before the first packet, and at the end of a cycle in which the routes have changed.
  virtual void use_channels(unsigned) {}
  /// Starts the traffic of its node in cycle `from`.
  virtual void start(NodeTraffic& traffic, Cycle from) = 0;

  /// @name Called at the end of a cycle; takes effect in the next one
  /// @{
  /// Lets no packet begin; the one being sent completes.
  virtual void stop() = 0;
  virtual void resume() = 0;
  /// Makes the PE fail until revive(). Throws std::logic_error if there are multicasts, which faults do not support.
  virtual void die() = 0;
  virtual bool dead() const = 0;
  /// Makes the PE work again, with an empty queue. Called only while the chip is quiescent; no packet begins before
  /// resume().
  virtual void revive() = 0;
  /// Ends the traffic of the logical node, which has died with the PE.
  virtual void retire() = 0;
  /// Asks the packet source again: it may have a packet sooner than it has said.
  virtual void source_changed() = 0;
  /// @}

  /// Returns whether no packet is half sent, and all credits are back.
  virtual bool is_quiescent() const = 0;

 protected:
  /// Reports that it drops a packet, as the event kDropReport; call it beside PacketObserver::dropped(). `thread`: that
  /// evaluates the PE (ModuleContext).
  void report_drop(const ChipContext& chip, unsigned thread, const Packet& packet, DropReason reason, Cycle now) const {
    if (!reports_events() || chip.events == nullptr) return;
    chip.events->drop(thread, name(), now, packet, *chip.network, kDropReasonWords[static_cast<std::size_t>(reason)]);
  }
};

/// What the PE of a site is made from. The context and the observer outlive the PE.
struct PeSite {
  SiteId site;
  const ChipContext& chip;
  const RouterParameters& parameters;
  PacketObserver& observer;
};
/// Makes the PE of a site, a module of this name; it joins the clock of the chip by itself.
using PeFactory = std::function<std::unique_ptr<Pe>(const char* name, const PeSite& site)>;

}  // namespace kintsugi
