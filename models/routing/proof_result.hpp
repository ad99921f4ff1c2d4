/// What all proofs have in common: which relations they take, and how they enter what they find in a ProofResult.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/routing/dependencies.hpp"
#include "models/routing/escape_order.hpp"
#include "models/routing/proof.hpp"

namespace kintsugi {

/// Throws std::invalid_argument if the relation has no virtual channel or more than kMaxVcs.
void require_possible_vcs(const RoutingRelation& relation);

/// Returns which nodes packets come from and go to, by node.
std::vector<bool> nodes_in_use(std::uint32_t nodes, std::span<const NodeId> out_of_use);
/// Returns these nodes, ascending.
std::vector<NodeId> list_of_nodes_in_use(std::uint32_t nodes, std::span<const NodeId> out_of_use);

/// Enters the numbers of channels.
void enter_network(const Network& network, const RoutingRelation& relation, ProofResult& result);

/// Enters the number of dependencies, and a cycle of them if there is one.
void enter_cycle(const DependencyGraph& dependencies, ProofResult& result);
void enter_cycle(const EscapeOrder& escapes, const ChannelNumbers& numbers, ProofResult& result);

}  // namespace kintsugi
