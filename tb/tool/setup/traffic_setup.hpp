/// The traffic of a scenario on its network: the pattern, the packets of the trace file, or a program; and multicasts.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/family/family.hpp"
#include "models/traffic/class_shares.hpp"
#include "models/traffic/flows.hpp"
#include "models/traffic/multicast_source.hpp"
#include "models/traffic/replies.hpp"
#include "models/traffic/source.hpp"
#include "models/traffic/trace_file.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/part_progress.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi {

/// The priority classes of packets.
struct PriorityClasses {
  unsigned count = 2;
  bool strict = true;
  std::optional<ClassShares> shares;  ///< of the packets of the pattern; nullopt: flows have classes of their own
};

struct TrafficSetup {
  std::unique_ptr<BernoulliTraffic> drawn;  ///< null: a trace, flows, or a program without other traffic
  std::vector<TracePacket> trace;
  std::unique_ptr<const FlowTraffic> flows;       ///< null: none
  std::unique_ptr<MulticastTraffic> multicasts;   ///< null: none
  std::optional<ReplyTraffic> replies;            ///< nullopt: none
  std::optional<PriorityClasses> classes;         ///< nullopt: none
  std::unique_ptr<const WorkloadSetup> workload;  ///< null: no program

  /// Returns one source per node, for cycles [begin, end), without those of a program: a null pointer where a node has
  /// none. They refer to this object.
  std::vector<std::unique_ptr<PacketSource>> sources(std::uint32_t nodes, std::uint64_t seed, Cycle begin,
                                                     Cycle end) const;
  /// Returns whether only a trace says which packets there are, beside multicasts and those of a program.
  bool is_trace() const { return drawn == nullptr && flows == nullptr; }
  /// Returns the cycle after the last packet of the trace, from the beginning of the traffic on; at least 1.
  Cycle end_of_trace() const;
  /// Returns the number of packets of the trace that are due after the end.
  std::size_t too_late(Cycle begin, Cycle end) const;
  /// Returns the number of packets of the trace that are due before the end and not from these nodes.
  std::size_t packets_due(Cycle begin, Cycle end, std::span<const NodeId> dead) const;
  /// Returns the number of packets of the trace from these nodes.
  std::size_t packets_of(std::span<const NodeId> nodes) const;
};

/// Returns whether multicasts go to the group around their source, without a list of members: Design::broadcast().
bool goes_to_own_group(const Scenario& scenario, const Design& design);

/// Builds the traffic. `design` is null if it could not be built: then only the keys that do not depend on it are
/// checked. It must outlive the result. `progress` reports the bytes that are read of a trace.
TrafficSetup build_traffic(const Scenario& scenario, const Design* design, Diagnostics& errors,
                           const BeginPart& progress = {});

}  // namespace kintsugi
