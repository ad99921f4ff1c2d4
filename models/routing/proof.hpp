/// The proof: does the routing deliver every pair, and is its channel dependency graph free of cycles?
///
/// A channel is one direction of a link and one virtual channel of it. There is a dependency from channel a to channel
/// b if some packet that holds a may request b next. Every candidate of the relation counts, not just the preferred
/// one. If every packet arrives whichever candidates it is given and the graph has no cycle, no deadlock is possible
/// (Dally and Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", 1987).
///
/// A pair is delivered if every choice of candidates and of their channels leads to the destination. It is not
/// delivered if a packet can reach a node where there is no candidate, or a candidate with an open or unknown port,
/// without a channel, or with a channel that the links do not have; or if a packet can circulate for ever.
/// A relation whose hops do not depend on the source (uses_source()) is queried with source kNoNode.
///
/// With multicasts, every set that represents others is followed from every source (multicast_check.hpp): every member
/// must get exactly one copy and no other node any. The dependencies of the forks are added to the same graph.
///
/// Nodes can be out of use. The pairs are then those of the other nodes; whether packets may pass the unused nodes is
/// up to the relation.
///
/// Adaptive routing is proved after Duato ("A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks",
/// 1993). Three conditions are checked:
///   (a) wherever a packet can be, the relation offers it an escape channel;
///   (b) every pair is delivered on every choice;
///   (c) the order in which packets take escape channels, with any number of adaptive ones in between, has no cycle
///       (escape_order.hpp).
/// Then no deadlock is possible. Argument: of all packets that would wait for ever, let P be one whose next escape
/// channel c is the highest in that order. Flits of another such packet Q are at the front of the buffer of c. The head
/// of Q is there too, or further on: at the front of a buffer, or behind others in the buffer of an escape channel.
///   At the front: Q is offered an escape channel, which comes after c. So c was not the highest.
///   Behind others: the escape channel that the head is on comes after c. So c was not the highest.
/// The head of Q cannot be behind others in the buffer of an adaptive channel, because the router gives such a channel
/// to a packet only when its buffer is empty. Without that rule two packets can wait for each other though each was
/// offered an escape channel before.
///
/// The proof has two parts. The quick part (dead_ends.hpp) can only confirm; a correct relation without adaptive
/// channels needs no more. If it cannot confirm, or if routing is adaptive, the other part (delivery.hpp) examines
/// every pair. The destinations are shared among threads; the result does not depend on their number.
///
/// Where all pairs are too many, a routing in stages is proved by lines that stand for all others (line_proof.hpp). Any
/// other routing is examined by a sample of destinations, from all sources: that is no proof, but a mistake that
/// concerns many destinations shows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/routing/multicast.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

/// One direction of a link, and one virtual channel of it.
struct Channel {
  PortRef from;  ///< the port the flits leave by
  Vc vc;         ///< its virtual channel
  friend constexpr auto operator<=>(const Channel&, const Channel&) = default;
};

/// What was examined.
enum class ProofBy {
  kAllPairs,
  kLines,   ///< lines that stand for all others (line_proof.hpp)
  kSample,  ///< the pairs of some destinations: no proof of the others
};

/// What a proof has found.
struct ProofResult {
  ProofBy by = ProofBy::kAllPairs;  ///< what was examined
  std::uint64_t destinations = 0;   ///< of ProofBy::kSample, those in use
  std::uint64_t pairs = 0;          ///< ordered pairs of distinct nodes in use; of a sample, those to its destinations
  std::uint64_t delivered_pairs = 0;  ///< pairs whose packets arrive on every choice of candidates
  std::string first_undelivered;      ///< the first pair that is not delivered, and why; empty if all are
  std::uint64_t channels = 0;         ///< channels of the network: link directions times virtual channels
  std::uint64_t escape_channels = 0;  ///< escape channels among them: all, unless routing is adaptive
  std::uint64_t dependencies = 0;  ///< distinct ones; with adaptive routing, edges of the order of the escape channels
  std::uint64_t multicasts = 0;    ///< sets followed; 0 without multicasts, or if not all pairs are delivered
  std::uint64_t delivered_multicasts = 0;   ///< sets of which every member gets one copy, and no other node any
  std::string first_undelivered_multicast;  ///< the first set that is not delivered, and why; empty if all are
  bool acyclic = false;  ///< whether the dependencies that count have no cycle: all, with adaptive routing the order
  std::vector<Channel> cycle;  ///< a cycle of channels, each waiting for the next, the last for the first
  /// Returns whether all pairs and sets are delivered and there is no cycle. With ProofBy::kSample that is no proof.
  bool holds() const { return acyclic && delivered_pairs == pairs && delivered_multicasts == multicasts; }
};

/// Proves a routing. Throws std::invalid_argument if the relation has no virtual channel or more than kMaxVcs.
/// `progress`    is called after each destination, on any thread but never on two at a time; the total grows by as many
///               destinations again if every pair has to be examined
/// `threads`     0: one for each core if the network is large enough. Several threads query the relations at the same
///               time, so these must be safe to use that way
/// `multicast`   nullptr: no multicasts are proved. They come from all nodes, in use or not
/// `out_of_use`  nodes that neither send nor receive packets with one destination
ProofResult prove(const Network& network, const RoutingRelation& relation, const Progress& progress = {},
                  unsigned threads = 0, const MulticastRelation* multicast = nullptr,
                  std::span<const NodeId> out_of_use = {});

/// Examines the pairs to some destinations in the same way; ProofBy::kSample. Multicasts are followed from the nodes
/// that the destinations are. The cycle that it finds is one of the network; that it finds none proves nothing.
ProofResult prove_sample(const Network& network, const RoutingRelation& relation, std::span<const NodeId> destinations,
                         const Progress& progress = {}, unsigned threads = 0,
                         const MulticastRelation* multicast = nullptr, std::span<const NodeId> out_of_use = {});

/// Returns port and virtual channel as text, such as "x3.y4.bypass_e vc 1".
std::string describe(const Network& network, const Channel& channel);

}  // namespace kintsugi
