/// The faults of a chip: PEs and links that die and may work again, the drain before a reconfiguration, the flooding of
/// fault messages. A switch that gets stuck and a wire that is cut change with the configuration: configuration.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/control/reconfiguration_steps.hpp"
#include "models/fabric/defects.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

class ChipHeartbeats;
class ChipNodes;
class LinkTransmitter;
class ReconfigurationController;
struct ChipModules;
struct ChipPlan;
struct ThreadState;

class ChipFaults final : public Quiescable {
 public:
  ChipFaults(const ChipPlan& plan, ChipModules& modules, ChipNodes& nodes, const std::vector<ThreadState>& threads,
             ChipHeartbeats& heartbeats)
      : plan_(plan), modules_(modules), nodes_(nodes), threads_(threads), heartbeats_(heartbeats) {}

  /// Returns the reconfiguration controller. Throws std::logic_error if the chip has none: directly wired, without
  /// fault-aware routing.
  ReconfigurationController& controller() const;

  /// @name In a directly wired network with fault-aware routing
  /// @{
  /// Makes these PEs and links dead before the first cycle. The relation must know them already.
  void apply_defects(const Defects& defects);
  /// Returns the step spread of a reconfiguration, in which the nodes beside what has died or works again detect it and
  /// fault messages flood the network. `before`: the defects that the nodes know; `now`: all that there are.
  ReconfigurationStep spread_step(Defects before, Defects now);
  /// Returns the step settle of a reconfiguration without stopping, in which new packets take new routes and old
  /// packets leave the network.
  ReconfigurationStep settle_step();
  /// @}

  /// Makes a link of a chip with detection corrupt flits in both directions, from cycle `from` on, each with this
  /// probability. Throws std::logic_error without detection, std::invalid_argument if there is no such link.
  void corrupt(LinkDefect link, Cycle from, double rate);

  /// @name For what waits for packets of a node
  /// @{
  /// Returns how many times PEs have died so far.
  unsigned deaths() const { return deaths_; }
  /// Returns whether a node has died with its PE, and there is no other PE for it: it creates no more packets until its
  /// PE works again.
  bool has_retired(NodeId node) const;
  /// Returns whether the chip stays stopped for ever, because a reconfiguration has failed.
  bool has_failed() const;
  /// @}

  void kill(const Fault& fault) override;
  void revive(const Fault& fault) override;
  void stop() override;
  bool is_quiescent() const override;
  void resume() override;

 private:
  std::string name_of(const Fault& fault) const;
  void report(const Fault& fault, const char* what) const;
  void end_work_of(const Fault& fault);
  const LinkTransmitter& transmitter(PortRef from) const;
  void apply_to_flooding(const Defects& defects);
  void spread(const Defects& before, const Defects& now);
  std::vector<PortRef> ends_of(const Fault& fault) const;

  const ChipPlan& plan_;
  ChipModules& modules_;
  ChipNodes& nodes_;
  const std::vector<ThreadState>& threads_;
  ChipHeartbeats& heartbeats_;
  unsigned deaths_ = 0;
  VcSet old_channels_ = 0;  // in the step settle: of packets with old routes
};

}  // namespace kintsugi
