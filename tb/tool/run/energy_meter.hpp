/// Measures the energy of a run (models/energy): from the counts of flits that the routers keep, and the paths of their
/// ports.
///
/// Epochs   flits are added with the paths that were in force while they were sent. A chip changes its paths only while
///          no flit is under way, so it is enough to look after each cycle of a run with faults whether nodes were
///          placed again
/// Cost     with it, a counter for each flit that leaves a router; without, the routers count nothing
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/chip/chip.hpp"
#include "models/energy/link_account.hpp"
#include "models/network/length_sums.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// What was counted, and the constants: all numbers of the report follow from these.
struct EnergyResult {
  EnergySection section;
  EnergyCounts counts;
  std::vector<LinkFlits> links;             ///< by the node and the port that they leave
  std::uint64_t delivered_flits = 0;        ///< that have reached their PE, of whatever packet
  std::uint64_t payload_flits = 0;          ///< of packets delivered, each packet once for each destination
  std::optional<LengthSums> unrepaired;     ///< the links on the fabric without defects; nullopt: wired directly
  LengthSums links_at_first;                ///< when the traffic began
  std::optional<LengthSums> links_at_last;  ///< at the end; nullopt: no reconfiguration on a fabric

  EnergyParts parts() const { return energy_of(counts, section.constants); }
  const LinkFlits* worst() const { return worst_link(links, section.constants); }
  /// Returns nullopt if no payload was delivered, or the bytes of a flit are not given.
  std::optional<double> payload_bytes() const {
    if (!section.flit_bytes || payload_flits == 0) return std::nullopt;
    return static_cast<double>(payload_flits) * *section.flit_bytes;
  }
};

class EnergyMeter {
 public:
  /// All nodes must be in place, and no flit sent. The chip must count flits (ChipParameters::counts_flits)
  /// and outlive the meter.
  EnergyMeter(const Scenario& scenario, const Setup& setup, const Chip& chip);

  /// Begins an epoch if nodes were placed again since the last call.
  void watch() {
    if (chip_->nodes().placements() != placements_) begin_epoch();
  }
  /// Ends the last epoch. `cycles`: of the run, from power-up on. `payload_flits`: see EnergyResult.
  EnergyResult finish(Cycle cycles, std::uint64_t payload_flits);

 private:
  /// A port of a router by which a link leaves, in the present epoch.
  struct Port {
    SiteId site;
    PortId port;
    NodeId node;
    PathLength path;
    std::uint64_t counted = 0;  // flits that it had sent before
  };
  void begin_epoch();
  void end_epoch();
  LengthSums lengths() const;

  const Chip* chip_;
  EnergyResult result_;
  LinkAccount account_;
  std::vector<Port> ports_;
  std::uint64_t placements_ = 0;        // of nodes, until the present epoch
  std::uint64_t first_placements_ = 0;  // until the first one
};

}  // namespace kintsugi
