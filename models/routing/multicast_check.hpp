/// Does a multicast reach each member exactly once and nobody else, whichever channels its copies are given? The walk
/// over the copies, which also collects the dependencies between channels.
///
/// A copy that leaves by a branch with several channels is followed on each; where they lead to the same forks, and
/// mostly they do, once for all of them.
#pragma once

#include <optional>
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
  struct Copy {
    PortRef from;  ///< the port it left the node before by; kNoPort: just injected
    PortRef arrival;
    VcSet vcs = 0;
    RoutingState state = 0;
    std::vector<Member> members;
  };
  /// The nodes where a copy, or one of those it became, ends; nothing once something was wrong.
  using Ends = std::optional<std::vector<NodeId>>;

  Ends follow(const Copy& copy, std::size_t hops);
  Ends follow_branches(const Copy& copy, VcSet held, const Fork& fork, std::span<const Member> members,
                       std::size_t hops);
  Ends follow_branch(const Copy& copy, VcSet held, const Branch& branch, std::span<const Member> members,
                     std::size_t hops);
  std::nullopt_t fail(NodeId at, const std::string& reason);

  const Network* network_;
  const MulticastRelation* relation_;
  const ChannelNumbers* numbers_;
  DependencyGraph* dependencies_;
  NodeId source_;
  std::uint64_t copies_ = 0;
  std::string first_failure_;
};

}  // namespace kintsugi
