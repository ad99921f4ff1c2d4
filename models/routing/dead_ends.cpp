#include "models/routing/dead_ends.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi {

namespace {

constexpr std::uint32_t kSourcesAtOnce = 1024;  // as many as keep the list of hops inside the cache

}  // namespace

DeadEndCheck::DeadEndCheck(const RoutingRelation& relation, const ChannelNumbers& numbers,
                           DependencyGraph& dependencies, const std::vector<bool>* in_use)
    : relation_(&relation), numbers_(&numbers), dependencies_(&dependencies), in_use_(in_use) {}

bool DeadEndCheck::passes(NodeId destination) {
  query_.destination = destination;
  met_.forget_all();
  const std::uint32_t at_once = relation_->uses_source() ? 1 : kSourcesAtOnce;
  for (std::uint32_t first = 0; first < numbers_->nodes(); first += at_once) {
    if (relation_->uses_source()) met_.forget_all();
    if (!spread(NodeId{first}, NodeId{std::min(first + at_once, numbers_->nodes())})) return false;
  }
  return true;
}

bool DeadEndCheck::passes(NodeId destination, std::span<const NodeId> sources) {
  query_.destination = destination;
  met_.forget_all();
  hops_.clear();
  for (const NodeId source : sources) {
    if (source == destination) continue;
    if (!start(source)) return false;
    if (!relation_->uses_source()) continue;
    if (!follow_all()) return false;
    met_.forget_all();
    hops_.clear();
  }
  return follow_all();
}

/// Follows the packets of some sources on all choices, but no hop that an earlier packet took.
bool DeadEndCheck::spread(NodeId first, NodeId end) {
  hops_.clear();
  for (NodeId source = first; source < end; ++source.value) {
    if (source == query_.destination || (in_use_ != nullptr && !(*in_use_)[source.value])) continue;
    if (!start(source)) return false;
  }
  return follow_all();
}

/// Injects a packet.
bool DeadEndCheck::start(NodeId source) {
  held_ = kInjected;
  query_.at = source;
  query_.arrival_port = kNoPort;
  query_.arrival_vc = Vc{};
  query_.source = relation_->uses_source() ? source : kNoNode;
  query_.state = 0;
  return ask();
}

bool DeadEndCheck::follow_all() {
  for (std::size_t i = 0; i < hops_.size(); ++i) {
    const Hop hop = hops_[i];
    if (met_.insert(hop) && !follow(hop)) return false;
  }
  return true;
}

/// Moves to the node that the hop leads to, by each of its channels.
bool DeadEndCheck::follow(const Hop& hop) {
  const PortRef to = numbers_->far(hop.port);
  if (to.node == query_.destination) return true;
  query_.at = to.node;
  query_.arrival_port = to.port;
  query_.state = hop.state;
  for (VcSet left = hop.vcs; left != 0; left &= left - 1) {
    const auto vc = static_cast<unsigned>(std::countr_zero(left));
    query_.arrival_vc = Vc{static_cast<std::uint8_t>(vc)};
    held_ = hop.port * numbers_->vcs() + vc;
    if (!ask()) return false;
  }
  return true;
}

/// Queries the relation and takes every candidate.
bool DeadEndCheck::ask() {
  Candidates candidates;
  relation_->route(query_, candidates);
  return !candidates.empty() &&
         std::all_of(candidates.begin(), candidates.end(), [this](const Candidate& c) { return take(c); });
}

bool DeadEndCheck::take(const Candidate& candidate) {
  if (candidate.port.value >= numbers_->ports(query_.at)) return false;
  const Hop hop{numbers_->first_port(query_.at) + candidate.port.value, candidate.vcs, candidate.state};
  const bool possible = hop.vcs != 0 && (hop.vcs & ~all_vcs(numbers_->vcs())) == 0;
  if (!possible || numbers_->far(hop.port).node == kNoNode) return false;
  if (held_ != kInjected) dependencies_->add(held_, candidate.port, hop.vcs);
  if (hops_.empty() || hop != hops_.back()) hops_.push_back(hop);
  return true;
}

}  // namespace kintsugi
