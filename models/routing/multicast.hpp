/// Multicast: one packet to many nodes. It travels as copies, each with a header of its own. At a node a copy ends,
/// continues, or forks. The relation decides which, as the routing relation does for a packet with one destination.
///
/// Members   the nodes that a copy still has to reach: its part of the bit map in the header. Where a copy forks, its
///           members are divided among the branches, so no member can be reached twice. A relation without member list
///           (uses_members() is false) is queried with none and decides by itself where a copy ends
/// Branch    unlike the candidates of the routing relation, all branches are taken, each on one of its channels
/// Inputs    a fork depends on the query and the members alone; without a list it does not depend on the channel that
///           the copy arrived on
/// Deadlock  A branch may be taken only when the next buffer can hold the whole packet (virtual cut-through). Once the
///           head has left, the rest is certain to follow: all of it is in this buffer or on its way to it, because
///           the same held at the node before, and so back to the source. So a copy never holds one output while it
///           waits for another. It is enough that the dependencies of all forks and all other packets together have no
///           cycle
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "models/network/types.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

struct Member {
  NodeId node;
  RoutingState state = 0;    ///< the routing state of the header for this member
  std::uint32_t branch = 0;  ///< scratch for the relation
};

struct ForkQuery {
  NodeId at;
  PortId arrival_port = kNoPort;  ///< kNoPort: just injected by the PE of this node
  Vc arrival_vc{};                ///< the channel it arrived on; meaningless just after injection
  NodeId source;
  RoutingState state = 0;  ///< of the copy; a new packet has the state of its set
};

struct Branch {
  PortId port;
  VcSet vcs = 0;
  RoutingState state = 0;
  std::uint32_t members = 0;  ///< number of members on this branch
  friend bool operator==(const Branch&, const Branch&) = default;
};

struct Fork {
  bool ends_here = false;  ///< the PE of this node gets a copy; if members are listed, this node is the first of them
  boost::container::small_vector<Branch, 8> branches;  ///< one for each port and set of channels
  friend bool operator==(const Fork&, const Fork&) = default;
};

/// The members of a multicast and the state in the header of the first copy. A relation without member list has all it
/// needs in the state; the members are then the nodes that it is expected to reach.
struct MulticastSet {
  RoutingState state = 0;
  std::vector<NodeId> members;  ///< strictly ascending, without the source unless it shall have a copy too
};

class MulticastRelation : public OfNetwork {
 public:
  virtual ~MulticastRelation() = default;
  /// Returns whether copies carry a list of their members.
  virtual bool uses_members() const = 0;
  /// Decides how a copy continues and fills `out`, which the caller passes empty. Sorts `members`: first the one that
  /// ends here, if any, then those of each branch in order. Sets their states to those after the hop.
  virtual void fork(const ForkQuery& query, std::span<Member> members, Fork& out) const = 0;
  /// Returns the sets from a source that a proof has to follow to cover all sets. By default that is one set, all other
  /// nodes. It is enough if the members do not influence each other: the copies for some members are then a part of the
  /// copies for all.
  virtual std::vector<MulticastSet> sets_to_prove(std::size_t nodes, NodeId source) const;
};

/// The tree of the routes: a copy reaches every member by the route of a unicast packet in an idle network, and forks
/// where routes part. If routing is adaptive, the route takes escape channels only: a copy waits for all its branches
/// and cannot choose others. Every dependency between channels is one of the routing relation, so the proof of the
/// relation covers any set of members, with forks.
class TreeOfRoutes final : public MulticastRelation {
 public:
  /// The relation must outlive the tree.
  explicit TreeOfRoutes(const RoutingRelation& relation) : relation_(&relation) { set_network(relation.network()); }
  bool uses_members() const override { return true; }
  void fork(const ForkQuery& query, std::span<Member> members, Fork& out) const override;

 private:
  const RoutingRelation* relation_;
};

}  // namespace kintsugi
