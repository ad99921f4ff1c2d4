/// Where packets come from: one source per logical node, asked when its next packet is due. Sources belong to the
/// logical node, not to the PE that stands in for it: after a repair the source goes with the node.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/network/types.hpp"
#include "models/traffic/bernoulli.hpp"
#include "models/traffic/random.hpp"

namespace kintsugi {

struct PacketOrder {
  NodeId destination;
  std::uint16_t flits = 1;
};

class PacketSource {
 public:
  virtual ~PacketSource() = default;
  /// The cycle in which the next packet is created; GeometricGaps::kNever when there is none.
  virtual Cycle due() const = 0;
  /// The packet that is due; moves on to the next one.
  virtual PacketOrder take() = 0;
};

/// Bernoulli arrivals, destinations uniform over all nodes, with or without the node itself.
class UniformSource final : public PacketSource {
 public:
  /// Creates packets in cycles [begin, end). `gaps` must outlive the source; nodes >= 2.
  UniformSource(NodeId node, std::uint32_t nodes, bool self, std::uint16_t flits, const GeometricGaps& gaps,
                std::uint64_t seed, Cycle begin, Cycle end)
      : gaps_(&gaps), random_(seed, node.value), node_(node), nodes_(nodes), self_(self), flits_(flits), end_(end) {
    due_ = later(begin, gaps_->draw(random_) - 1);
  }

  Cycle due() const override { return due_; }
  PacketOrder take() override {
    const PacketOrder order{destination(), flits_};
    due_ = later(due_, gaps_->draw(random_));
    return order;
  }

 private:
  Cycle later(Cycle from, Cycle gap) const {
    return gap < end_ && from < end_ - gap ? from + gap : GeometricGaps::kNever;
  }
  NodeId destination() {
    if (self_) return NodeId{static_cast<std::uint32_t>(random_.below(nodes_))};
    const auto other = static_cast<std::uint32_t>(random_.below(nodes_ - 1));
    return NodeId{other + (other >= node_.value ? 1 : 0)};
  }

  const GeometricGaps* gaps_;
  RandomStream random_;
  NodeId node_;
  std::uint32_t nodes_;
  bool self_;
  std::uint16_t flits_;
  Cycle end_;
  Cycle due_ = GeometricGaps::kNever;
};

/// A fixed list of packets, by cycle: for tests and for replaying traces.
class ListSource final : public PacketSource {
 public:
  struct Entry {
    Cycle cycle;
    PacketOrder order;
  };
  /// Cycles must not descend.
  explicit ListSource(std::vector<Entry> entries) : entries_(std::move(entries)) {}
  Cycle due() const override { return next_ < entries_.size() ? entries_[next_].cycle : GeometricGaps::kNever; }
  PacketOrder take() override { return entries_[next_++].order; }

 private:
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
};

}  // namespace kintsugi
