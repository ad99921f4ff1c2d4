/// The proof by lines: a network of any size is proved by one line for each stage of its routing.
///
/// What is proved  On the line of each stage (staged.hpp) every packet to every other node of the line arrives on every
///                 choice, takes links of this stage only, and the dependencies have no cycle.
/// Why it holds    for the network: a route is made of one route on a line for each stage, all of which arrive. Suppose
///                 dependencies had a cycle. Those from one stage to another lead to a later one, so all of the cycle
///                 are in one stage, and each of these has an image on the line of the stage. The images follow each
///                 other as the dependencies do, so the line would have a cycle too.
/// The promise     is not taken on trust alone. Packets from nodes that are drawn to nodes that are drawn are followed
///                 on every choice: none may reach a dead end, and each of their dependencies must lead to a later
///                 stage or have its image on the line.
/// Source          dependencies: Dally and Seitz, as in proof.hpp. The reduction to lines is not in the papers.
#pragma once

#include <optional>

#include "models/routing/proof.hpp"
#include "models/routing/staged.hpp"

namespace kintsugi {

/// Returns the pairs of nodes on the lines of all stages.
std::uint64_t pairs_on_lines(const StagedRouting& staged);

/// Returns the result for all pairs, ProofBy::kLines, with the dependencies on the lines. Returns nullopt if the
/// relation promises no stages or is adaptive, or if the lines or the packets that are drawn do not confirm it: another
/// proof then has to find out what is wrong. `progress` is called after each node of a line, as by prove(), `seed` is
/// that of the packets.
std::optional<ProofResult> prove_by_lines(const Network& network, const RoutingRelation& relation, std::uint64_t seed,
                                          const Progress& progress = {}, unsigned threads = 0);

/// Examines the packets among the nodes of each line by themselves: what fails for them fails for the network. Returns
/// the result of the first line that does not hold, with its pairs only; nullopt if all hold, or if the relation
/// promises no stages or is adaptive.
std::optional<ProofResult> failure_on_lines(const Network& network, const RoutingRelation& relation,
                                            const Progress& progress = {}, unsigned threads = 0);

}  // namespace kintsugi
