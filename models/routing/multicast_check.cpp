#include "models/routing/multicast_check.hpp"

#include <algorithm>

namespace kintsugi {

MulticastCheck::MulticastCheck(const Network& network, const MulticastRelation& relation, const ChannelNumbers& numbers,
                               DependencyGraph& dependencies)
    : network_(&network), relation_(&relation), numbers_(&numbers), dependencies_(&dependencies) {}

bool MulticastCheck::delivers(NodeId source, const MulticastSet& set) {
  source_ = source;
  Copy first{{source, kNoPort}, {source, kNoPort}, vc_bit(0), set.state, {}};
  if (relation_->uses_members()) {
    for (const NodeId member : set.members) first.members.push_back({member});
  }
  Ends ends = follow(first, 0);
  if (!ends) return false;
  copies_ += ends->size();
  std::ranges::sort(*ends);
  if (*ends == set.members) return true;
  const auto [wrong, missing] = std::ranges::mismatch(*ends, set.members);
  const bool too_many = missing == set.members.end() || (wrong != ends->end() && *wrong < *missing);
  fail(too_many ? *wrong : *missing, too_many ? "a copy arrives that nobody wanted" : "no copy arrives");
  return false;
}

/// Asks for every channel the copy can have come on, and goes on once for those with the same answer.
MulticastCheck::Ends MulticastCheck::follow(const Copy& copy, std::size_t hops) {
  if (hops > numbers_->channels()) return fail(copy.arrival.node, "a copy goes round for ever");
  VcSet left = copy.vcs;
  Ends ends;
  while (left != 0) {
    VcSet same = 0;
    Fork first_fork;
    std::vector<Member> first_members;
    for (unsigned vc = 0; vc < numbers_->vcs(); ++vc) {
      if ((left & vc_bit(vc)) == 0) continue;
      Fork fork;
      std::vector<Member> members = copy.members;
      relation_->fork({copy.arrival.node, copy.arrival.port, Vc{static_cast<std::uint8_t>(vc)}, source_, copy.state},
                      members, fork);
      const auto like_first = [](const Member& a, const Member& b) { return a.node == b.node && a.state == b.state; };
      if (same != 0 && !(fork == first_fork && std::ranges::equal(members, first_members, like_first))) continue;
      same |= vc_bit(vc);
      first_fork = std::move(fork);
      first_members = std::move(members);
    }
    left &= ~same;
    Ends here = follow_branches(copy, same, first_fork, first_members, hops);
    if (!here) return std::nullopt;
    std::ranges::sort(*here);
    if (ends && *ends != *here) return fail(copy.arrival.node, "who gets a copy depends on the channel");
    ends = std::move(here);
  }
  return ends;
}

MulticastCheck::Ends MulticastCheck::follow_branches(const Copy& copy, VcSet held, const Fork& fork,
                                                     std::span<const Member> members, std::size_t hops) {
  std::vector<NodeId> ends;
  if (fork.ends_here) ends.push_back(copy.arrival.node);
  if (!fork.ends_here && fork.branches.empty()) return fail(copy.arrival.node, "a copy has nowhere to go");
  std::size_t next = fork.ends_here && relation_->uses_members() ? 1 : 0;
  std::size_t kept = next;
  for (const Branch& branch : fork.branches) kept += branch.members;
  if (kept > members.size()) return fail(copy.arrival.node, "a fork has more members than the copy");
  if (kept < members.size()) return fail(copy.arrival.node, "a fork forgets members");
  for (const Branch& branch : fork.branches) {
    const Ends beyond = follow_branch(copy, held, branch, members.subspan(next, branch.members), hops);
    if (!beyond) return std::nullopt;
    ends.insert(ends.end(), beyond->begin(), beyond->end());
    next += branch.members;
  }
  return ends;
}

MulticastCheck::Ends MulticastCheck::follow_branch(const Copy& copy, VcSet held, const Branch& branch,
                                                   std::span<const Member> members, std::size_t hops) {
  const PortRef out{copy.arrival.node, branch.port};
  const bool exists = out.port.value < network_->ports(out.node).size();
  const std::optional<PortRef> far = exists ? network_->peer(out) : std::nullopt;
  if (!far) return fail(out.node, "a branch leaves by a port without a link");
  if (branch.vcs == 0 || (branch.vcs & ~all_vcs(numbers_->vcs())) != 0) {
    return fail(out.node, "a branch names no virtual channel, or one that the links do not have");
  }
  for (unsigned from = 0; from < numbers_->vcs() && copy.from.port != kNoPort; ++from) {
    if ((held & vc_bit(from)) != 0) dependencies_->add(numbers_->number(copy.from, from), out.port, branch.vcs);
  }
  return follow({out, *far, branch.vcs, branch.state, {members.begin(), members.end()}}, hops + 1);
}

std::nullopt_t MulticastCheck::fail(NodeId at, const std::string& reason) {
  if (first_failure_.empty()) {
    first_failure_ =
        "multicast from " + network_->node_name(source_) + ": at " + network_->node_name(at) + ", " + reason;
  }
  return std::nullopt;
}

}  // namespace kintsugi
