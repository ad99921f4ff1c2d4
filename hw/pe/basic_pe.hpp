/// A PE of the user, of which two functions are written: which packet comes next, and what is done with a packet that
/// has arrived. All else is that of the PE which sends the traffic of its node (hw/pe/traffic_pe.hpp): link, credits,
/// channels, probes, death, moves, conservation.
///
///     struct Answering final : BasicPe {
///       using BasicPe::BasicPe;
///       std::optional<TimedPacket> next_packet(Cycle) override { return std::nullopt; }
///       void received(const ReceivedPacket& packet, Cycle) override { send({packet.source, 4, nullptr}); }
///     };
///     plan.make_pe = [](const char* name, const PeSite& site) { return std::make_unique<Answering>(name, site); };
///
/// Traffic   ChipNodes::start_traffic() starts the PE, with traffic whose source may be null: the PE decides what its
///           node sends. A source that is there is neither asked nor told while the PE has the node
/// Timing    next_packet() is asked when the traffic starts, in the cycle in which the last flit of the packet before
///           has left, and, if it had none, after received() and by Pe::source_changed(). A packet for cycle c is
///           created in c, or, if c has passed, in the first cycle possible; its head can leave in that cycle. A packet
///           that received() sends can leave in the cycle of the arrival. So a PE with a list of packets sends each
///           flit in the cycle in which TrafficPe does with a ListSource of the same packets
/// Moves     packets that are created and wait go with the node. A packet that is not created yet stays with the PE, as
///           do the members of the derived class. node() says which node the PE has now
/// Threads   the thread that evaluates the PE calls both functions. They must not touch what other PEs use
/// Errors    std::invalid_argument on a chip with priority classes; those of TrafficPe
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "hw/pe/traffic_pe.hpp"

namespace kintsugi {

class BasicPe : public TrafficPe {
 public:
  /// A packet, and the cycle in which it is created.
  using TimedPacket = ListSource::Entry;

  /// The PE of this site; PeFactory hands both on.
  BasicPe(sc_core::sc_module_name name, const PeSite& site)
      : TrafficPe(name, site.chip, site.parameters, site.observer) {}

  void start(NodeTraffic& traffic, Cycle from) override;
  void retire() override;
  void source_changed() override;

 protected:
  /// Returns the next packet, which is created in cycle `from` at the earliest; nullopt if there is none for now.
  virtual std::optional<TimedPacket> next_packet(Cycle from) = 0;
  /// Called when the tail of a packet for the node arrives in cycle `now`.
  virtual void received(const ReceivedPacket& packet, Cycle now) = 0;
  /// Sends a packet before that of next_packet(): in this cycle if one of the two functions calls it, else, from a
  /// process of the user or between two sc_start(), in the next one. Throws std::logic_error while the PE has no
  /// traffic.
  void send(const PacketOrder& order);

 private:
  class Source;
  template <class Function>
  void call(Cycle from, Function function);
  void ask(Cycle from);
  Cycle due_to_send() const;
  Cycle due_next() const;
  PacketOrder take();

  NodeTraffic* given_ = nullptr;  // of the node, with a Source; nullptr: none
  std::deque<TimedPacket> to_send_;
  std::optional<TimedPacket> next_;
  std::optional<Cycle> sends_from_;  // while a function of the user is called
  // Packets of this traffic. The PE is asked again when number `awaited_` has left.
  std::uint64_t taken_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t awaited_ = 0;
};

}  // namespace kintsugi
