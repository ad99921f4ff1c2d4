/// Statistics of the links and buffers of a chip, sampled at the end of every cycle of the window: takes time
/// proportional to the size of the chip, and none without an object of this class.
///
/// Links      between routers, each direction by itself; those of the PEs are left out
/// Use        flits sent in a direction of a link in the window / cycles watched, 0 .. 1
/// Occupancy  flits in the buffer of a virtual channel of an input port at the end of a cycle: taken from the link,
///            past the router's latency, and not sent on. Mean over the cycles watched, and maximum
#pragma once

#include <cstdint>
#include <vector>

#include "hw/chip/chip.hpp"

namespace kintsugi {

class LinkStatistics {
 public:
  /// Watches cycles below `end`. Every node must be in place whenever a cycle is watched.
  LinkStatistics(const Chip& chip, Cycle end);

  /// Samples links and buffers at the end of that cycle.
  void watch(Cycle cycle);

  struct Occupancy {
    std::uint64_t sum = 0;
    std::uint64_t max = 0;
  };
  struct Direction {
    PortRef from;
    PortRef to;
    KindId kind;
    std::uint64_t flits = 0;
  };
  /// Returns the directions by the node and the port that they leave.
  const std::vector<Direction>& directions() const { return directions_; }
  std::uint64_t cycles() const { return cycles_; }
  unsigned vcs() const { return vcs_; }

  double use(const Direction& direction) const { return per_cycle(direction.flits); }
  /// Returns the mean use over all directions; 0 without links.
  double mean_use() const;
  /// Returns the direction with the most flits, the first among equals; nullptr without links.
  const Direction* busiest() const;

  /// Returns the occupancy of the buffer at the end of that direction.
  const Occupancy& occupancy(std::size_t direction, unsigned vc) const { return occupancies_[direction * vcs_ + vc]; }
  double mean(const Occupancy& occupancy) const { return per_cycle(occupancy.sum); }
  /// Returns the occupancy of one virtual channel on all links: `sum` is over links and cycles.
  Occupancy of_channel(unsigned vc) const;
  double mean_of_channel(unsigned vc) const;

 private:
  double per_cycle(std::uint64_t count) const {
    return cycles_ == 0 ? 0 : static_cast<double>(count) / static_cast<double>(cycles_);
  }
  double per_link_and_cycle(std::uint64_t count) const {
    return directions_.empty() ? 0 : per_cycle(count) / static_cast<double>(directions_.size());
  }
  const Router& router_of(NodeId node) const { return chip_->router(chip_->nodes().placement().site_of[node.value]); }

  const Chip* chip_;
  Cycle end_;
  unsigned vcs_;
  std::uint64_t cycles_ = 0;
  std::vector<Direction> directions_;
  std::vector<Occupancy> occupancies_;  // by direction, then by channel
};

}  // namespace kintsugi
