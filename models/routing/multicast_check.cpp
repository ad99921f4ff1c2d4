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

/// Asks for every channel the copy can have come on, and goes on once for those with the same answer.
bool MulticastCheck::follow(Step step) {
  if (step.hops > numbers_->channels()) return fail(step.arrival.node, "a copy goes round for ever");
  const bool several = step.vcs != 0 && (step.vcs & (step.vcs - 1)) != 0;
  for (VcSet left = step.vcs; left != 0;) {
    const Answer answer = ask(step, left);
    left &= ~answer.held;
    if (several && left != 0 && !relation_->uses_members()) {
      return fail(step.arrival.node, "who gets a copy depends on the channel");
    }
    if (!take(step, answer)) return false;
    step.counts = false;
  }
  return true;
}

/// The answer for the first of these channels, and all of them for which it is the same.
MulticastCheck::Answer MulticastCheck::ask(const Step& step, VcSet channels) const {
  const auto same_member = [](const Member& a, const Member& b) { return a.node == b.node && a.state == b.state; };
  Answer first;
  for (unsigned vc = 0; vc < numbers_->vcs(); ++vc) {
    if ((channels & vc_bit(vc)) == 0) continue;
    Answer answer{{}, step.members, vc_bit(vc)};
    relation_->fork({step.arrival.node, step.arrival.port, Vc{static_cast<std::uint8_t>(vc)}, source_, step.state},
                    answer.members, answer.fork);
    if (first.held == 0) {
      first = std::move(answer);
    } else if (answer.fork == first.fork && std::ranges::equal(answer.members, first.members, same_member)) {
      first.held |= vc_bit(vc);
    }
  }
  return first;
}

bool MulticastCheck::take(const Step& step, const Answer& answer) {
  if (!answer.fork.ends_here && answer.fork.branches.empty()) {
    return fail(step.arrival.node, "a copy has nowhere to go");
  }
  if (relation_->uses_members() && !divides(step, answer)) return false;
  if (answer.fork.ends_here && step.counts) ends_.push_back(step.arrival.node);
  std::size_t next = answer.fork.ends_here ? 1 : 0;
  for (const Branch& branch : answer.fork.branches) {
    const std::span<const Member> members =
        relation_->uses_members() ? std::span(answer.members).subspan(next, branch.members) : std::span<const Member>();
    if (!leave(step, answer.held, branch, members)) return false;
    next += branch.members;
  }
  return true;
}

/// Whether each member is where it belongs: here, first in the list, or on one branch.
bool MulticastCheck::divides(const Step& step, const Answer& answer) {
  const NodeId at = step.arrival.node;
  const bool wanted = std::ranges::find(step.members, at, &Member::node) != step.members.end();
  if (answer.fork.ends_here && !wanted) return fail(at, "a copy arrives that nobody wanted");
  if (!answer.fork.ends_here && wanted) return fail(at, "no copy arrives");
  if (wanted && answer.members.front().node != at) return fail(at, "the member is not the first of the list");
  std::size_t kept = wanted ? 1 : 0;
  for (const Branch& branch : answer.fork.branches) kept += branch.members;
  if (kept > answer.members.size()) return fail(at, "a fork has more members than the copy");
  return kept == answer.members.size() || fail(at, "a fork forgets members");
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

/// Whether the ends are the members, each once.
bool MulticastCheck::compare(const MulticastSet& set) {
  copies_ += ends_.size();
  std::ranges::sort(ends_);
  if (ends_ == set.members) return true;
  const auto [wrong, missing] = std::ranges::mismatch(ends_, set.members);
  const bool too_many = missing == set.members.end() || (wrong != ends_.end() && *wrong < *missing);
  return fail(too_many ? *wrong : *missing, too_many ? "a copy arrives that nobody wanted" : "no copy arrives");
}

bool MulticastCheck::fail(NodeId at, const std::string& reason) {
  if (first_failure_.empty()) {
    first_failure_ =
        "multicast from " + network_->node_name(source_) + ": at " + network_->node_name(at) + ", " + reason;
  }
  return false;
}

}  // namespace kintsugi
