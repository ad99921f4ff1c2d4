/// The proof: does the routing deliver every pair, and is its channel dependency graph free of cycles?
///
/// A channel is one direction of a link and one virtual channel of it. There is a dependency from channel a to channel
/// b when some packet that holds a may ask for b next. Every candidate of the relation counts, not just the preferred
/// one. If every packet arrives whichever candidates it is given and the graph has no cycle, no deadlock is possible
/// (Dally and Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", 1987).
///
/// A pair is delivered when every choice of candidates and of their channels leads to the destination. Not delivered is
/// a pair that can reach a node where there is no candidate, or one with an open or unknown port, without
/// a channel, or with a channel the links do not have; and one that can go round for ever.
/// A relation that promises not to look at the source is asked with source kNoNode.
///
/// With multicasts, each set that stands for others is followed from every source (multicast_check.hpp): every member
/// must get exactly one copy and nobody else any, and the dependencies of the forks count with all others.
///
/// Nodes can be out of use: then pairs are those of the others, and what passes by the nodes themselves is for the
/// relation to say.
///
/// Adaptive routing is proved after Duato ("A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks",
/// 1993): wherever a packet can come to it must be offered an escape channel, every pair must be delivered on every
/// choice, and the order in which packets take escape channels, with any number of adaptive ones in between, must have
/// no cycle (escape_order.hpp). Then there is no deadlock. For of all packets that would wait for ever let P be one
/// whose next escape channel c is the highest. Flits of another such packet Q stand at the front of the buffer of c.
/// The head of Q is there too, or has gone on; it stands at the front of a buffer or behind others in that of an escape
/// channel. At the front, it is offered an escape channel, and that comes after c; behind others, the channel it is on
/// comes after c. Either way c was not the highest. The head of Q cannot stand behind others in the buffer of an
/// adaptive channel, for such a channel is given to a packet only when its buffer is empty. (Without that, two packets
/// can wait for each other though each was offered an escape before.)
///
/// The proof has two parts. The quick one (dead_ends.hpp) can only say that all is well; a relation that holds needs no
/// more. Where it cannot, or routing is adaptive, the other (delivery.hpp) examines every pair. The destinations are
/// shared among threads; the result does not depend on their number.
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

struct Channel {
  PortRef from;  ///< the port the flits leave by
  Vc vc;
  friend constexpr auto operator<=>(const Channel&, const Channel&) = default;
};

struct ProofResult {
  std::uint64_t pairs = 0;            ///< ordered pairs of distinct nodes in use
  std::uint64_t delivered_pairs = 0;  ///< those that arrive on every choice of candidates
  std::string first_undelivered;      ///< in words; empty when all are delivered
  std::uint64_t channels = 0;         ///< channels of the network: link directions times virtual channels
  std::uint64_t escape_channels = 0;  ///< those of them that are: all, unless routing is adaptive
  std::uint64_t dependencies = 0;  ///< distinct ones; with adaptive routing, edges of the order of the escape channels
  std::uint64_t multicasts = 0;    ///< sets followed; 0 without multicasts, or when not all pairs are delivered
  std::uint64_t delivered_multicasts = 0;
  std::string first_undelivered_multicast;  ///< in words; empty when all are delivered
  bool acyclic = false;
  std::vector<Channel> cycle;  ///< a cycle of channels, each waiting for the next, the last for the first
  bool holds() const { return acyclic && delivered_pairs == pairs && delivered_multicasts == multicasts; }
};

/// `progress` is told after each destination, on any thread but never on two at a time; when pairs have to be examined,
/// the total grows by as many destinations again. `threads` 0: one for each core if the network is worth it. Several
/// threads ask the relations at the same time; they must bear that. `multicast` nullptr: there are none; they
/// come from all nodes, in use or not.
ProofResult prove(const Network& network, const RoutingRelation& relation, const Progress& progress = {},
                  unsigned threads = 0, const MulticastRelation* multicast = nullptr,
                  std::span<const NodeId> out_of_use = {});

/// "x3.y4.bypass_e vc 1"
std::string describe(const Network& network, const Channel& channel);

}  // namespace kintsugi
