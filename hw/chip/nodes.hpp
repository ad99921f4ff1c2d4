/// The logical nodes of a chip: at which site each is placed, and its traffic, which moves with it.
#pragma once

#include <span>

#include "hw/pe/node_traffic.hpp"
#include "models/fabric/placement.hpp"

namespace kintsugi {

class ClockDomain;
struct ChipModules;
struct ChipPlan;

class ChipNodes {
 public:
  ChipNodes(const ChipPlan& plan, ChipModules& modules, const ClockDomain& clock)
      : plan_(plan), modules_(modules), clock_(clock) {}

  /// Places every node at its site, with its traffic. Call it while no flit is under way.
  void place(Placement placement);
  /// The same where packets are under way: it touches only the sites whose node changes, which must be idle.
  void move(Placement placement);
  /// Places node i at site i, as in a directly wired network.
  void place_in_order();
  /// Tells the PEs that work on how many channels they inject by the routes of now.
  void choose_injection_channels();
  const Placement& placement() const { return placement_; }
  /// Returns how many times the nodes have been placed.
  unsigned placements() const { return placements_; }

  /// Starts the traffic of every node in cycle `from`: one entry per node, which must stay valid while the chip runs.
  /// Throws std::logic_error unless all nodes are in place.
  void start_traffic(std::span<NodeTraffic> traffic, Cycle from);
  /// Starts the traffic of a node again whose PE works again, from the next cycle on. The packets that were due before
  /// are not created; those that follow are the same as without the fault, but for their numbers.
  void restart_traffic(NodeId node);
  /// Asks the packet source of a node again: it may have a packet sooner than it has said.
  void source_changed(NodeId node);

 private:
  void settle(std::size_t site);
  void report_moves(const Placement& before) const;

  const ChipPlan& plan_;
  ChipModules& modules_;
  const ClockDomain& clock_;
  Placement placement_;
  unsigned placements_ = 0;
  std::span<NodeTraffic> traffic_;
};

}  // namespace kintsugi
