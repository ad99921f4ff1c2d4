/// Finds the largest part of a network that works on a chip that no plan repairs (`repair.partial: holes`).
///
/// Switches  in the states of the fabric without defects, stuck ones as they are. So each node is at its own PE, and
///           spare PEs are not used
/// Holes     nodes at dead PEs; links that these states do not make on the fabric as it is built, or that lead over a
///           dead link. Of several links between two nodes all are holes if one is
/// Part      the largest set of nodes that work and are joined by links that work; of equals the one with the lowest
///           node. The other nodes are holes too: they are cut off
/// Run       the part is simulated as a network that is wired directly, with these nodes and links as its defects: the
///           switches themselves are not simulated, and links have the latencies of the scenario. Routing is `nue`,
///           unless the scenario names another general one; it is proved as that of any network with defects
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi {

struct Holes {
  std::vector<NodeId> dead;                      ///< at dead PEs; ascending
  std::vector<NodeId> cut_off;                   ///< that work, and are outside the part; ascending
  std::vector<std::pair<NodeId, NodeId>> links;  ///< between nodes of the part; ascending
  std::size_t nodes = 0;                         ///< of the part
};

/// Returns the holes of a network whose nodes are at `placement`, with the switches of the fabric as built in `states`.
/// `defects` are the PEs and links that are dead.
Holes find_holes(const Network& network, const ReconfigurableFabric& fabric, const Fabric& built,
                 const Placement& placement, const SwitchStates& states, const Defects& defects);

/// What the report says of a partial run: in Scenario::features of its scenario.
struct PartialRun {
  Holes holes;
  std::size_t of = 0;              ///< nodes of the whole network
  std::vector<std::string> sites;  ///< PEs of the dead nodes
  std::string why;                 ///< the chip is not repaired
};

/// Adds what no partial run can have to the mistakes, if the scenario asks for one.
void check_partial(const Scenario& scenario, const Setup& setup, Diagnostics& errors);

/// Returns the input of the partial run if the scenario asks for one and the planner finds no repair; else nullopt.
/// Throws InputError if the part has fewer than two nodes, or for a section that a directly wired network does not
/// have.
std::optional<Input> partial_input(const Input& input);

}  // namespace kintsugi
