/// Does a multicast reach each member exactly once and nobody else, whichever channels its copies are given? The walk
/// over the copies, which also collects the dependencies between channels.
///
/// A copy that leaves by a branch with several channels is followed on each; where they lead to the same forks, and
/// mostly they do, once for all of them. With a list of members what is right can be seen at every fork: a copy ends at
/// a node exactly when the node is a member, and all other members are on its branches. Without a list the ends are
/// counted, and the channel must not matter.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/routing/dependencies.hpp"
#include "models/routing/multicast.hpp"

namespace kintsugi {

class MulticastCheck {
 public:
  /// All arguments must outlive the check; `dependencies` is added to.
  MulticastCheck(const Network& network, const MulticastRelation& relation, const ChannelNumbers& numbers,
                 DependencyGraph& dependencies);
  bool delivers(NodeId source, const MulticastSet& set);
  /// Why the first set that was not delivered was not, in words.
  const std::string& first_failure() const { return first_failure_; }
  /// Copies that arrived, over all sets.
  std::uint64_t copies() const { return copies_; }

 private:
  /// A copy at a node, on any of some channels of the link it came by.
  struct Step {
    PortRef from;  ///< the port it left the node before by; kNoPort: just injected
    PortRef arrival;
    VcSet vcs = 0;
    RoutingState state = 0;
    std::size_t hops = 0;
    bool counts = true;  ///< false: another choice of channels is what is counted
    std::vector<Member> members;
  };
  /// What the relation says to a copy, and the channels it says it for.
  struct Answer {
    Fork fork;
    std::vector<Member> members;
    VcSet held = 0;
  };

  bool follow(Step step);
  Answer ask(const Step& step, VcSet channels) const;
  bool take(const Step& step, const Answer& answer);
  bool divides(const Step& step, const Answer& answer);
  bool leave(const Step& step, VcSet held, const Branch& branch, std::span<const Member> members);
  bool compare(const MulticastSet& set);
  bool fail(NodeId at, const std::string& reason);

  const Network* network_;
  const MulticastRelation* relation_;
  const ChannelNumbers* numbers_;
  DependencyGraph* dependencies_;
  NodeId source_;
  std::vector<Step> pending_;
  std::vector<NodeId> ends_;  // of the present multicast
  std::uint64_t copies_ = 0;
  std::string first_failure_;
};

}  // namespace kintsugi
