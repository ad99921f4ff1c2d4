#include "models/routing/multicast_check.hpp"

#include <algorithm>

namespace kintsugi {

MulticastCheck::MulticastCheck(const Network& network, const MulticastRelation& relation, const ChannelNumbers& numbers,
                               DependencyGraph& dependencies)
    : network_(&network), relation_(&relation), numbers_(&numbers), dependencies_(&dependencies) {}

bool MulticastCheck::delivers(NodeId source, const MulticastSet& set) {
  source_ = source;
  ends_.clear();
  pending_.clear();
  Step first{{source, kNoPort}, {source, kNoPort}, vc_bit(0), set.state, 0, true, {}};
  if (relation_->uses_members()) {
    for (const NodeId member : set.members) first.members.push_back({member});
  }
  pending_.push_back(std::move(first));
  while (!pending_.empty()) {
    Step step = std::move(pending_.back());
    pending_.pop_back();
    if (!follow(std::move(step))) return false;
  }
  return compare(set);
}

/// Queries the relation for every channel that the copy can have arrived on; follows channels with equal forks once.
bool MulticastCheck::follow(Step step) {
  if (step.hops > numbers_->channels()) return fail(step.arrival.node, "a copy circulates for ever");
  const bool several = step.vcs != 0 && (step.vcs & (step.vcs - 1)) != 0;
  for (VcSet left = step.vcs; left != 0;) {
    const ChannelFork choice = ask(step, left);
    left &= ~choice.held;
    if (several && left != 0 && !relation_->uses_members()) {
      return fail(step.arrival.node, "the members that get a copy depend on the channel");
    }
    if (!take(step, choice)) return false;
    step.counts = false;
  }
  return true;
}

/// Returns the fork for the first of these channels, and all of them that have the same fork.
MulticastCheck::ChannelFork MulticastCheck::ask(const Step& step, VcSet channels) const {
  const auto same_member = [](const Member& a, const Member& b) { return a.node == b.node && a.state == b.state; };
  ChannelFork first;
  for (unsigned vc = 0; vc < numbers_->vcs(); ++vc) {
    if ((channels & vc_bit(vc)) == 0) continue;
    ChannelFork choice{{}, step.members, vc_bit(vc)};
    relation_->fork({step.arrival.node, step.arrival.port, Vc{static_cast<std::uint8_t>(vc)}, source_, step.state},
                    choice.members, choice.fork);
    if (first.held == 0) {
      first = std::move(choice);
    } else if (choice.fork == first.fork && std::ranges::equal(choice.members, first.members, same_member)) {
      first.held |= vc_bit(vc);
    }
  }
  return first;
}

bool MulticastCheck::take(const Step& step, const ChannelFork& choice) {
  if (!choice.fork.ends_here && choice.fork.branches.empty()) {
    return fail(step.arrival.node, "a copy has nowhere to go");
  }
  if (relation_->uses_members() && !divides(step, choice)) return false;
  if (choice.fork.ends_here && step.counts) ends_.push_back(step.arrival.node);
  std::size_t next = choice.fork.ends_here ? 1 : 0;
  for (const Branch& branch : choice.fork.branches) {
    const std::span<const Member> members =
        relation_->uses_members() ? std::span(choice.members).subspan(next, branch.members) : std::span<const Member>();
    if (!leave(step, choice.held, branch, members)) return false;
    next += branch.members;
  }
  return true;
}

/// Returns whether the fork keeps every member: the one that ends here is the first of the list, the others are on one
/// branch each.
bool MulticastCheck::divides(const Step& step, const ChannelFork& choice) {
  const NodeId at = step.arrival.node;
  const bool wanted = std::ranges::find(step.members, at, &Member::node) != step.members.end();
  if (choice.fork.ends_here && !wanted) return fail(at, "a copy arrives that is not wanted");
  if (!choice.fork.ends_here && wanted) return fail(at, "no copy arrives");
  if (wanted && choice.members.front().node != at) return fail(at, "the member is not the first of the list");
  std::size_t kept = wanted ? 1 : 0;
  for (const Branch& branch : choice.fork.branches) kept += branch.members;
  if (kept > choice.members.size()) return fail(at, "a fork has more members than the copy");
  return kept == choice.members.size() || fail(at, "a fork forgets members");
}

bool MulticastCheck::leave(const Step& step, VcSet held, const Branch& branch, std::span<const Member> members) {
  const PortRef out{step.arrival.node, branch.port};
  const bool exists = out.port.value < network_->ports(out.node).size();
  const std::optional<PortRef> far = exists ? network_->peer(out) : std::nullopt;
  if (!far) return fail(out.node, "a branch leaves by a port without a link");
  if (branch.vcs == 0 || (branch.vcs & ~all_vcs(numbers_->vcs())) != 0) {
    return fail(out.node, "a branch names no virtual channel, or one that the links do not have");
  }
  for (unsigned from = 0; from < numbers_->vcs() && step.from.port != kNoPort; ++from) {
    if ((held & vc_bit(from)) != 0) dependencies_->add(numbers_->number(step.from, from), out.port, branch.vcs);
  }
  pending_.push_back(
      {out, *far, branch.vcs, branch.state, step.hops + 1, step.counts, {members.begin(), members.end()}});
  return true;
}

/// Returns whether the copies ended at the members, once at each.
bool MulticastCheck::compare(const MulticastSet& set) {
  copies_ += ends_.size();
  std::ranges::sort(ends_);
  if (ends_ == set.members) return true;
  const auto [wrong, missing] = std::ranges::mismatch(ends_, set.members);
  const bool too_many = missing == set.members.end() || (wrong != ends_.end() && *wrong < *missing);
  return fail(too_many ? *wrong : *missing, too_many ? "a copy arrives that is not wanted" : "no copy arrives");
}

bool MulticastCheck::fail(NodeId at, const std::string& reason) {
  if (first_failure_.empty()) {
    first_failure_ =
        "multicast from " + network_->node_name(source_) + ": at " + network_->node_name(at) + ", " + reason;
  }
  return false;
}

}  // namespace kintsugi
