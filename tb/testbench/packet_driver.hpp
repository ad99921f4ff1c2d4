/// Drives the nodes of a chip with packets, and reports what they send and receive.
///
/// Sources   one for each node: any packet source, or a list of packets; a node without one sends nothing
/// Start     in the cycle after the nodes are in place: from the beginning if directly wired, when a configuration has
///           come into force on a fabric
/// Ports     `sent` and `received` write behind the modules of each cycle, by node
/// Warning   of type kConfigurationReport when the simulation ends and sources still wait for a configuration
///           (hw/chip/awaited_configuration.hpp)
/// Errors    std::logic_error when a node gets a second source, or one after the start, when there is no such node, and
///           for a list of packets whose cycles descend, or with a multicast, a packet without flits, or one to a node
///           that the network does not have; a report of a mistake when a source makes such a packet
#pragma once

#include <memory>
#include <string_view>
#include <systemc>
#include <tlm>
#include <vector>

#include "hw/chip/awaited_configuration.hpp"
#include "hw/chip/chip_class.hpp"
#include "hw/pe/node_traffic.hpp"
#include "tb/testbench/packet_events.hpp"

namespace kintsugi {

class PacketDriver final : public sc_core::sc_module {
 public:
  tlm::tlm_analysis_port<PacketSent> sent;          ///< packets that their sources have made; need not be bound
  tlm::tlm_analysis_port<PacketReceived> received;  ///< packets that have arrived whole; need not be bound

  /// The chip must outlive it. Make it before the simulation begins.
  PacketDriver(sc_core::sc_module_name name, Chip& chip);
  ~PacketDriver() override;
  static constexpr const char* kKind = "kintsugi_packet_driver";  ///< of all modules of this class
  const char* kind() const override { return kKind; }             ///< for walks over the hierarchy: kKind
  /// Warns of sources that still wait for a configuration.
  void end_of_simulation() override;

  /// Makes this the source of a node.
  void drive(NodeId node, std::unique_ptr<PacketSource> source);
  /// Sends these packets from a node; cycles must not descend.
  void drive(NodeId node, std::vector<ListSource::Entry> packets);
  /// The same for a node by its name or number: driver.drive("x3.y3", {{100, {chip.node("x0.y0"), 4}}}).
  /// Throws std::invalid_argument, with the nearest name, if there is none.
  /// @{
  void drive(std::string_view node, std::unique_ptr<PacketSource> source);
  void drive(std::string_view node, std::vector<ListSource::Entry> packets);
  /// @}

 private:
  class Watched;
  void after_cycle();
  void start();
  std::size_t waiting() const;

  Chip& chip_;
  std::vector<NodeTraffic> traffic_;  // by node
  std::vector<Watched*> sources_;     // by node
  std::vector<char> has_notes_;       // by node; a byte each, since threads write them at the same time
  std::vector<Watched*> noted_;       // those with notes of this cycle
  bool started_ = false;
  AwaitedConfiguration awaited_;
};

}  // namespace kintsugi
