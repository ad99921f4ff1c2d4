/// Checks multicast: does each member get exactly one copy and no other node any, whichever channels the copies are
/// given? The check follows the copies and also collects the dependencies between channels.
///
/// A copy that leaves by a branch with several channels is followed on each; channels that lead to the same forks,
/// which is the usual case, are followed once together. With a member list every fork can be judged by itself: a copy
/// ends at a node exactly if the node is a member, and all other members are on its branches. Without a list the check
/// counts the nodes where copies end, and the channel must make no difference.
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
  /// All arguments must outlive the check, which adds to `dependencies`.
  MulticastCheck(const Network& network, const MulticastRelation& relation, const ChannelNumbers& numbers,
                 DependencyGraph& dependencies);
  /// Returns whether every member of the set gets exactly one copy and no other node any.
  bool delivers(NodeId source, const MulticastSet& set);
  /// Describes the first set that was not delivered, and why; empty while all were.
  const std::string& first_failure() const { return first_failure_; }
  /// Returns the number of copies that arrived, over all sets.
  std::uint64_t copies() const { return copies_; }

 private:
  /// A copy at a node, on any of the channels `vcs` of the link it arrived by.
  struct Step {
    PortRef from;  ///< the port by which it left the previous node; kNoPort: just injected
    PortRef arrival;
    VcSet vcs = 0;
    RoutingState state = 0;
    std::size_t hops = 0;
    bool counts = true;  ///< false: the copy was counted on another choice of channels
    std::vector<Member> members;
  };
  /// The fork of a copy, and the channels of arrival for which the relation gives it.
  struct ChannelFork {
    Fork fork;
    std::vector<Member> members;
    VcSet held = 0;
  };

  bool follow(Step step);
  ChannelFork ask(const Step& step, VcSet channels) const;
  bool take(const Step& step, const ChannelFork& choice);
  bool divides(const Step& step, const ChannelFork& choice);
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
