/// The program of a scenario on its network: read or made, checked, and placed on nodes.
///
/// Errors   mistakes of the file, with line and column; parameters that do not suit each other; a program with more
///          ranks than live nodes; a place that is no node, dead or taken twice; what check() refuses: sends and
///          receives that have no partner, ranks that wait for each other (models/workload/validation.hpp)
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/routing/relation.hpp"
#include "models/workload/program.hpp"
#include "models/workload/protocol.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/part_progress.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

struct WorkloadSetup {
  workload::Program program;
  workload::Protocol protocol;
  std::string name;                           ///< of the file, or of the program that was made
  std::optional<std::uint64_t> buffer_bytes;  ///< that a collective that was made by name is asked for
  std::vector<NodeId> node_of;                ///< of each rank, all different

  /// Returns the packets of all messages, without requests and answers.
  std::uint64_t packets() const;
  /// Returns the most flits of messages that a rank sends.
  std::uint64_t most_flits_of_a_rank() const;
};

/// Where the ranks of a program are placed.
struct WorkloadSite {
  const Network& network;
  const RoutingRelation* relation;  ///< nullptr after an error
  std::span<const NodeId> dead;     ///< nodes that are dead from the start, ascending
  bool searches = true;             ///< whether place: annealed searches; else its ranks are in the order of the nodes

  std::vector<NodeId> live_nodes() const;
};

/// Returns why the program has no group of operations of this name, and which it has; "" if it has one, or if there is
/// no program (workload/program.hpp says what a group is).
std::string why_no_group(const std::string& group, const WorkloadSetup* workload);

/// Returns the program, or null after an error. `progress` reports the bytes that are read, and the search for a
/// placement.
std::unique_ptr<const WorkloadSetup> build_workload(const Scenario& scenario, const WorkloadSite& site,
                                                    Diagnostics& errors, const BeginPart& progress = {});

/// Returns the program, or nullopt after an error. `named` is where the file is named; a file that cannot be read is an
/// error there, which ends with `remedy`. `progress` reports the bytes that are read.
std::optional<workload::Program> read_goal_file(const std::filesystem::path& path, const Where& named,
                                                const std::string& remedy, const BeginPart& progress,
                                                Diagnostics& errors);

}  // namespace kintsugi
