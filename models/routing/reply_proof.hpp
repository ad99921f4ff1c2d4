/// The proof for requests and responses: does the network stay free of deadlock if a target must be able to send before
/// it accepts?
///
/// Messages  requests are packets from any node to any other that start in one routing state, responses those that
///           start in another. A target accepts a request only when it can send the response of an earlier one; an
///           initiator accepts every response
/// Checked   every request and every response is delivered, as in proof.hpp, and one graph has no cycle. The graph has
///           the dependencies between channels that requests have, those that responses have, and one from each
///           channel on which a request can reach a node to each channel that a response of this node, to any other,
///           may request first
/// Adaptive  instead of dependencies the graph has the order of the escape channels (escape_order.hpp). The state in
///           which a request arrives leads there to the state in which responses start. The argument of proof.hpp then
///           holds for a request at its destination too: the escape channel that the response is offered comes after
///           the one that the request holds
/// Assumed   requests and responses wait apart in a PE and between it and its router. Where a response can wait there
///           behind a request, the proof says nothing: targets must then accept every request
/// Nodes can be out of use, as in proof.hpp: then neither requests nor responses come from them or go there
/// Not modelled: requests that a target sends in order to answer one, multicasts
/// Source    Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, chapter 14 (protocol
///           deadlock)
#pragma once

#include <span>

#include "models/network/network.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

/// Proves a routing for requests and responses. In the result pairs are counted for both, and the first that is not
/// delivered is named "request ..." or "response ...". Throws std::invalid_argument if the relation has no virtual
/// channel or more than kMaxVcs.
/// `request`, `response`  the routing states in which they start (MessageClasses::initial_state)
/// `progress`             counts the destinations of both
/// `out_of_use`           nodes that neither send nor receive
ProofResult prove_replies(const Network& network, const RoutingRelation& relation, RoutingState request,
                          RoutingState response, const Progress& progress = {},
                          std::span<const NodeId> out_of_use = {});

}  // namespace kintsugi
