#include "models/general/rerouting.hpp"

#include <algorithm>
#include <utility>

namespace kintsugi::general {

namespace {

constexpr FaultMessage kLink = FaultMessage{1} << 62;
constexpr unsigned kBits = 31;  // of a node number in a message
constexpr FaultMessage kMask = (FaultMessage{1} << kBits) - 1;

FaultMessage message_of(const Fault& fault) {
  if (const SiteId* node = std::get_if<SiteId>(&fault)) return node->value;
  const auto [a, b] = std::get<LinkDefect>(fault);
  return kLink | FaultMessage{std::min(a.value, b.value)} << kBits | std::max(a.value, b.value);
}

Fault fault_of(FaultMessage message) {
  const SiteId low = SiteId::from(message & kMask);
  if ((message & kLink) == 0) return low;
  return LinkDefect{SiteId::from(message >> kBits & kMask), low};
}

Defects defects_of(std::span<const FaultMessage> messages) {
  Defects defects;
  for (const FaultMessage message : messages) defects.add(fault_of(message));
  return defects;
}

bool insert(std::vector<FaultMessage>& known, FaultMessage message) {
  const auto place = std::ranges::lower_bound(known, message);
  if (place != known.end() && *place == message) return false;
  known.insert(place, message);
  return true;
}

}  // namespace

ReroutingRelation::ReroutingRelation(const Network& network, RoutesForm form)
    : network_(&network), form_(std::move(form)), known_(network.nodes()), of_node_(network.nodes()) {}

std::vector<FaultMessage> ReroutingRelation::notice(NodeId at, const Fault& fault) {
  const FaultMessage message = message_of(fault);
  if (!learn(at, message)) return {};
  return {message};
}

bool ReroutingRelation::learn(NodeId at, FaultMessage message) {
  if (!insert(known_[at.value], message)) return false;
  of_node_[at.value].store(nullptr, std::memory_order_release);
  return true;
}

void ReroutingRelation::know(const Defects& faults) {
  const LiveGraph checked(*network_, faults);
  for (NodeId node{0}; node.value < known_.size(); ++node.value) {
    for (const SiteId dead : faults.sites) learn(node, message_of(dead));
    for (const LinkDefect dead : faults.links) learn(node, message_of(dead));
  }
}

const Routes& ReroutingRelation::make_routes(NodeId node) const {
  const std::scoped_lock lock(mutex_);
  const Knowledge& known = known_[node.value];
  auto found = made_.find(known);
  if (found == made_.end()) {
    drop_unused();
    found = made_.emplace(known, form_.make(LiveGraph(*network_, defects_of(known)))).first;
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
