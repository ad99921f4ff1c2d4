#include "tb/tool/run/link_statistics.hpp"

#include <algorithm>

namespace kintsugi {

LinkStatistics::LinkStatistics(const Chip& chip, Cycle end)
    : chip_(&chip), end_(end), vcs_(chip.parameters().router.vcs) {
  const Network& network = *chip.plan().network;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    for (std::uint16_t port = 0; port < network.ports(NodeId{node}).size(); ++port) {
      const PortRef from{NodeId{node}, PortId{port}};
      if (const auto to = network.peer(from)) directions_.push_back({from, *to, network.kind_at(from)});
    }
  }
  occupancies_.resize(directions_.size() * vcs_);
}

void LinkStatistics::watch(Cycle cycle) {
  if (cycle >= end_) return;
  ++cycles_;
  auto occupancy = occupancies_.begin();
  for (Direction& direction : directions_) {
    direction.flits += router_of(direction.from.node).link(direction.from.port).sent(cycle).has_value();
    const Router& receiver = router_of(direction.to.node);
    for (const Vc vc : receiver.vcs()) {
      const std::uint64_t flits = receiver.occupancy(direction.to.port, vc);
      occupancy->sum += flits;
      occupancy->max = std::max(occupancy->max, flits);
      ++occupancy;
    }
  }
}

double LinkStatistics::mean_use() const {
  std::uint64_t flits = 0;
  for (const Direction& direction : directions_) flits += direction.flits;
  return per_link_and_cycle(flits);
}

const LinkStatistics::Direction* LinkStatistics::busiest() const {
  const auto found = std::ranges::max_element(directions_, {}, &Direction::flits);
  return found == directions_.end() ? nullptr : &*found;
}

LinkStatistics::Occupancy LinkStatistics::of_channel(unsigned vc) const {
  Occupancy total;
  for (std::size_t direction = 0; direction < directions_.size(); ++direction) {
    total.sum += occupancy(direction, vc).sum;
    total.max = std::max(total.max, occupancy(direction, vc).max);
  }
  return total;
}

double LinkStatistics::mean_of_channel(unsigned vc) const {
  return per_link_and_cycle(of_channel(vc).sum);
}

}  // namespace kintsugi
