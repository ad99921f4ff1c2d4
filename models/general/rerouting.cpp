#include "models/general/rerouting.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace kintsugi::general {

namespace {

constexpr unsigned kBits = 20;  // of a node number in a message
constexpr FaultMessage kMask = (FaultMessage{1} << kBits) - 1;

FaultMessage message_of(LinkDefect link, std::uint32_t count) {
  return (FaultMessage{count} << kBits | link.a.value) << kBits | link.b.value;
}

LinkDefect link_of(FaultMessage message) {
  return {SiteId::from(message >> kBits & kMask), SiteId::from(message & kMask)};
}

std::uint32_t count_of(FaultMessage message) {
  return static_cast<std::uint32_t>(message >> 2 * kBits);
}

/// Returns the links of a node to others, each once.
std::set<LinkDefect> links_of(const Network& network, NodeId node) {
  std::set<LinkDefect> links;
  for (const PortRef far : network.peers(node)) {
    if (far.node != kNoNode && far.node != node) links.insert(link_between(node, far.node));
  }
  return links;
}

}  // namespace

ReroutingRelation::ReroutingRelation(const Network& network, RoutesForm form)
    : network_(&network), form_(std::move(form)), known_(network.nodes()), of_node_(network.nodes()) {
  set_network(routed_network(network));
}

std::vector<FaultMessage> ReroutingRelation::notice(NodeId at, const Fault& fault) {
  std::vector<FaultMessage> fresh;
  if (const auto* link = std::get_if<LinkDefect>(&fault)) {
    count_change(at, *link, true, fresh);
    return fresh;
  }
  const NodeId dead{std::get<SiteId>(fault).value};
  for (const LinkDefect link : links_of(*network_, dead)) {
    const bool is_own = at == dead || link == link_between(at, dead);
    if (is_own) count_change(at, link, true, fresh);
  }
  return fresh;
}

std::vector<FaultMessage> ReroutingRelation::notice_end(NodeId at, LinkDefect link) {
  std::vector<FaultMessage> fresh;
  count_change(at, link, false, fresh);
  return fresh;
}

/// Counts a change of a link beside the node, unless the node knows of it.
void ReroutingRelation::count_change(NodeId at, LinkDefect link, bool dies, std::vector<FaultMessage>& fresh) {
  link = link_between(NodeId{link.a.value}, NodeId{link.b.value});
  const std::uint32_t count = changes(at, link);
  if ((count % 2 == 1) == dies) return;
  fresh.push_back(message_of(link, count + 1));
  learn(at, fresh.back());
}

bool ReroutingRelation::learn(NodeId at, FaultMessage message) {
  if (count_of(message) <= changes(at, link_of(message))) return false;
  known_[at.value][link_of(message)] = count_of(message);
  if (held_.empty()) of_node_[at.value].store(nullptr, std::memory_order_release);
  return true;
}

std::vector<FaultMessage> ReroutingRelation::all_known(NodeId at) const {
  std::vector<FaultMessage> all;
  for (const auto& [link, count] : all_changes(at)) all.push_back(message_of(link, count));
  return all;
}

void ReroutingRelation::know(const Defects& faults) {
  const LiveGraph checked(*network_, faults);
  std::set<LinkDefect> dead(faults.links.begin(), faults.links.end());
  for (const SiteId site : faults.sites) dead.merge(links_of(*network_, NodeId{site.value}));
  if (common_.empty() && std::ranges::all_of(known_, &Changes::empty)) {
    for (const LinkDefect link : dead) common_.emplace(link_between(NodeId{link.a.value}, NodeId{link.b.value}), 1);
    for (const auto& [link, count] : common_) common_dead_.push_back(link);
    for (auto& routes : of_node_) routes.store(nullptr, std::memory_order_release);
    return;
  }
  for (NodeId node{0}; node.value < known_.size(); ++node.value) {
    for (const LinkDefect link : dead) {
      std::vector<FaultMessage> told;
      count_change(node, link, true, told);
    }
  }
}

void ReroutingRelation::hold() {
  held_.clear();
  for (NodeId node{0}; node.value < known_.size(); ++node.value) {
    DeadLinks dead = dead_links(node);
    const bool as_before = !held_.empty() && *held_.back() == dead;
    held_.push_back(as_before ? held_.back() : std::make_shared<const DeadLinks>(std::move(dead)));
  }
}

void ReroutingRelation::release() {
  held_.clear();
  for (auto& routes : of_node_) routes.store(nullptr, std::memory_order_release);
}

/// Returns how often a link has changed, as far as a node knows.
std::uint32_t ReroutingRelation::changes(NodeId at, LinkDefect link) const {
  const Changes& own = known_[at.value];
  if (const auto found = own.find(link); found != own.end()) return found->second;
  const auto found = common_.find(link);
  return found == common_.end() ? 0 : found->second;
}

ReroutingRelation::Changes ReroutingRelation::all_changes(NodeId at) const {
  Changes all = known_[at.value];
  all.insert(common_.begin(), common_.end());  // keeps what the node has learnt since
  return all;
}

ReroutingRelation::DeadLinks ReroutingRelation::dead_links(NodeId at) const {
  if (known_[at.value].empty()) return common_dead_;
  DeadLinks dead;
  for (const auto& [link, count] : all_changes(at)) {
    if (count % 2 == 1) dead.push_back(link);
  }
  return dead;
}

const Routes& ReroutingRelation::make_routes(NodeId node, const Progress& progress) const {
  const std::scoped_lock lock(mutex_);
  const DeadLinks dead = held_.empty() ? dead_links(node) : *held_[node.value];
  auto found = made_.find(dead);
  if (found == made_.end()) {
    drop_unused();
    found = made_.emplace(dead, form_.make(LiveGraph(*network_, Defects({}, dead), form_.weights), progress)).first;
  }
  of_node_[node.value].store(found->second.get(), std::memory_order_release);
  return *found->second;
}

/// Drops the routes that no node has any more.
void ReroutingRelation::drop_unused() const {
  std::erase_if(made_, [&](const auto& made) {
    return std::ranges::none_of(of_node_, [&](const auto& routes) { return routes.load() == made.second.get(); });
  });
}

}  // namespace kintsugi::general
