#include "models/traffic/multicast_source.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

/// The number of the first stream for multicasts. Streams for other packets are numbered by node, from 0.
constexpr std::uint64_t kFirstStream = std::uint64_t{1} << 32;

/// Draws any node except the source.
NodeId draw_other(NodeId source, std::uint32_t nodes, RandomStream& random) {
  const auto drawn = static_cast<std::uint32_t>(random.below(nodes - 1));
  return NodeId{drawn + (drawn >= source.value)};
}

}  // namespace

Addressees address_all(std::uint32_t nodes) {
  return {[nodes](NodeId source, RandomStream&, MulticastSet& set) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (node != source.value) set.members.push_back(NodeId{node});
    }
  }};
}

Addressees address_random(std::uint32_t nodes, std::uint32_t size) {
  // Floyd's algorithm: one number for each member, every set with the same probability.
  return {[nodes, size](NodeId source, RandomStream& random, MulticastSet& set) {
    std::vector<NodeId>& members = set.members;
    for (std::uint32_t last = nodes - 1 - size; last < nodes - 1; ++last) {
      NodeId member{static_cast<std::uint32_t>(random.below(last + 1))};
      auto place = std::ranges::lower_bound(members, member);
      if (place != members.end() && *place == member) {
        member.value = last;
        place = members.end();
      }
      members.insert(place, member);
    }
    for (NodeId& member : members) member.value += member.value >= source.value;
  }};
}

Addressees address_list(std::vector<NodeId> list) {
  std::ranges::sort(list);
  return {[list](NodeId source, RandomStream&, MulticastSet& set) {
            std::ranges::remove_copy(list, std::back_inserter(set.members), source);
          },
          [list](NodeId source) {
            return std::ranges::any_of(list, [source](NodeId member) { return member != source; });
          }};
}

Addressees address_groups(std::uint32_t nodes, std::function<std::vector<NodeId>(NodeId, NodeId)> group) {
  return {[nodes, group = std::move(group)](NodeId source, RandomStream& random, MulticastSet& set) {
    std::ranges::remove_copy(group(source, draw_other(source, nodes, random)), std::back_inserter(set.members), source);
  }};
}

Addressees address_own(std::function<MulticastSet(NodeId)> own) {
  return {[own = std::move(own)](NodeId source, RandomStream&, MulticastSet& set) { set = own(source); }};
}

MulticastSource::MulticastSource(NodeId node, const MulticastTraffic& traffic, std::uint64_t seed, Cycle begin,
                                 Cycle end)
    : traffic_(&traffic), random_(seed, kFirstStream + node.value), end_(end), node_(node) {
  if (traffic.addressees.sends(node)) draw_next(begin - 1);
}

PacketOrder MulticastSource::take() {
  ordered_.state = 0;
  ordered_.members.clear();
  traffic_->addressees(node_, random_, ordered_);
  draw_next(due_);
  return {kNoNode, traffic_->flits, &ordered_};
}

void MulticastSource::draw_next(Cycle from) {
  const Cycle gap = traffic_->gaps.draw(random_);
  // `from` may be one before cycle 0.
  due_ = gap < end_ && from + 1 < end_ - gap + 1 ? from + gap : GeometricGaps::kNever;
}

}  // namespace kintsugi
