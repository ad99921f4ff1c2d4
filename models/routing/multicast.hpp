/// Multicast: one packet to many nodes. It travels as copies, each with a header of its own; at a node a copy ends
/// here, goes on, or forks. The relation says which, as the routing relation does for a packet with one destination.
///
/// Members   the nodes a copy still has to reach, its part of the bit map in the header. Where a copy forks, its
///           members are divided among the branches, so none can be reached twice. A relation whose rule needs no
///           list (uses_members() is false) is asked with none; it says by itself where a copy ends
/// Branch    unlike the candidates of the routing relation, all branches are taken; each on one of its channels
/// Answers   depend on the query and the members alone; without a list, not on the channel the copy came on
/// Deadlock  a branch may be taken only when the next buffer can hold the whole packet (virtual cut-through). Once the
///           head has left, the rest is certain to follow: all of it is in the buffer or on its way there, as was
///           the case one node before, and so back to the source. So a copy never holds one output while it waits for
///           another, and it is enough that the dependencies of all forks and all other packets have no cycle together
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
  RoutingState state = 0;    ///< what the routing of this member has put into the header so far
  std::uint32_t branch = 0;  ///< scratch of the relation
};

struct ForkQuery {
  NodeId at;
  PortId arrival_port = kNoPort;  ///< kNoPort: just injected by the PE of this node
  Vc arrival_vc{};                ///< the channel it came on; meaningless just after injection
  NodeId source;
  RoutingState state = 0;  ///< of the copy; a new packet has that of its set
};

struct Branch {
  PortId port;
  VcSet vcs = 0;
  RoutingState state = 0;
  std::uint32_t members = 0;  ///< how many are on this branch
  friend bool operator==(const Branch&, const Branch&) = default;
};

struct Fork {
  bool ends_here = false;  ///< a copy goes to the PE of this node; then `at`, if members are listed, is the first one
  boost::container::small_vector<Branch, 8> branches;  ///< one for each port and set of channels
  friend bool operator==(const Fork&, const Fork&) = default;
};

/// To whom, and what the header of the first copy says. A relation that uses no list has all it needs in the state; the
/// members are then what is expected of it.
struct MulticastSet {
  RoutingState state = 0;
  std::vector<NodeId> members;  ///< strictly ascending, without the source unless it shall have a copy too
};

class MulticastRelation {
 public:
  virtual ~MulticastRelation() = default;
  /// Whether copies carry a list of their members.
  virtual bool uses_members() const = 0;
  /// Says where a copy goes on: `out` comes empty; `members` is put in the order of the branches, behind the one that
  /// ends here, and their states are those after the hop.
  virtual void fork(const ForkQuery& query, std::span<Member> members, Fork& out) const = 0;
  /// The sets from a source that a proof has to follow to know about all of them. Everybody else is enough where the
  /// members of a set do not look at each other: what a part of them does is a part of what all do.
  virtual std::vector<MulticastSet> sets_to_prove(std::size_t nodes, NodeId source) const;
};

/// The tree of the routes: every member is reached by the way a packet to it alone would take in an idle network, and
/// a copy forks where ways part. Where routing is adaptive it is the way by the escape alone: a copy waits for all its
/// branches and cannot turn to others. Every dependency between channels is one of the routing relation, so what is
/// proved of that holds for any set of members, with forks.
class TreeOfRoutes final : public MulticastRelation {
 public:
  /// The relation must outlive the tree.
  explicit TreeOfRoutes(const RoutingRelation& relation) : relation_(&relation) {}
  bool uses_members() const override { return true; }
  void fork(const ForkQuery& query, std::span<Member> members, Fork& out) const override;

 private:
  const RoutingRelation* relation_;
};

}  // namespace kintsugi
