#include "models/routing/multicast.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

namespace kintsugi {

namespace {

/// Returns the index of the branch by that port and those channels; adds the branch if there is none.
std::uint32_t branch_for(const Candidate& next, Fork& fork) {
  const auto same = std::ranges::find_if(
      fork.branches, [&next](const Branch& branch) { return branch.port == next.port && branch.vcs == next.vcs; });
  if (same != fork.branches.end()) return static_cast<std::uint32_t>(same - fork.branches.begin());
  fork.branches.push_back({next.port, next.vcs});
  return static_cast<std::uint32_t>(fork.branches.size() - 1);
}

}  // namespace

std::vector<MulticastSet> MulticastRelation::sets_to_prove(std::size_t nodes, NodeId source) const {
  MulticastSet all_others;
  for (NodeId node{0}; node.value < nodes; ++node.value) {
    if (node != source) all_others.members.push_back(node);
  }
  return {std::move(all_others)};
}

void TreeOfRoutes::fork(const ForkQuery& query, std::span<Member> members, Fork& out) const {
  for (Member& member : members) {
    if (member.node == query.at) {
      out.ends_here = true;
      member.branch = 0;
      continue;
    }
    Candidates candidates;
    relation_->route({query.at, query.arrival_port, query.arrival_vc, query.source, member.node, member.state},
                     candidates);
    const auto next = std::ranges::find_if(candidates, [&](const Candidate& candidate) {
      return (candidate.vcs & relation_->adaptive_vcs(query.at, candidate.port)) == 0;
    });
    if (next == candidates.end()) {
      throw std::logic_error("no way leads from node " + std::to_string(query.at.value) + " to node " +
                             std::to_string(member.node.value) + ", a member of a multicast");
    }
    const std::uint32_t branch = branch_for(*next, out);
    ++out.branches[branch].members;
    member.branch = branch + 1;
    member.state = next->state;
  }
  std::ranges::sort(members, {}, [](const Member& member) { return std::tuple(member.branch, member.node); });
}

}  // namespace kintsugi
