/// Multicasts from all nodes: the members of each, and the packet source of one node.
///
///   all      every other node
///   group    the group of a level that contains a random other node (MulticastGroups)
///   random   `size` random other nodes
///   list     the listed nodes
///   own      the set that a function of the source gives; the header names it without a member list
///
/// Source   is never a member of its own multicast
/// Random   the arrivals of multicasts are Bernoulli, in multicasts/node/cycle. Each node draws them from a stream of
///          its own, separate from that of its other packets: for each multicast the members, then the gap to the next
#pragma once

#include <functional>
#include <vector>

#include "models/traffic/source.hpp"

namespace kintsugi {

/// The members of multicasts.
struct Addressees {
  /// Fills an empty set for a multicast of a source that sends.
  std::function<void(NodeId source, RandomStream& random, MulticastSet& set)> draw;
  std::function<bool(NodeId source)> sends = [](NodeId) { return true; };

  void operator()(NodeId source, RandomStream& random, MulticastSet& set) const { draw(source, random, set); }
};

/// @name `nodes` is the number of nodes of the network, at least 2
/// @{
Addressees address_all(std::uint32_t nodes);
/// `size` is 1 .. nodes - 1.
Addressees address_random(std::uint32_t nodes, std::uint32_t size);
Addressees address_list(std::vector<NodeId> list);
/// The members are group(source, node) for a random other node.
Addressees address_groups(std::uint32_t nodes, std::function<std::vector<NodeId>(NodeId, NodeId)> group);
Addressees address_own(std::function<MulticastSet(NodeId)> own);
/// @}

/// The parameters that all nodes share; must outlive the sources.
struct MulticastTraffic {
  Addressees addressees;
  std::uint16_t flits;
  GeometricGaps gaps;
};

class MulticastSource final : public PacketSource {
 public:
  /// Creates multicasts in cycles [begin, end).
  MulticastSource(NodeId node, const MulticastTraffic& traffic, std::uint64_t seed, Cycle begin, Cycle end);
  Cycle due() const override { return due_; }
  PacketOrder take() override;

 private:
  void draw_next(Cycle from);

  const MulticastTraffic* traffic_;
  RandomStream random_;
  Cycle end_;
  Cycle due_ = GeometricGaps::kNever;
  NodeId node_;
  MulticastSet ordered_;
};

/// Merges the packets of two sources; in the same cycle those of the first source come first. What one of them is
/// told, the other is told too: notes say whose packet it was.
class MergedSource final : public PacketSource {
 public:
  MergedSource(std::unique_ptr<PacketSource> first, std::unique_ptr<PacketSource> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  Cycle due() const override { return std::min(first_->due(), second_->due()); }
  PacketOrder take() override { return first_->due() <= second_->due() ? first_->take() : second_->take(); }
  void skip_until(Cycle cycle) override {
    first_->skip_until(cycle);
    second_->skip_until(cycle);
  }
  bool listens() const override { return first_->listens() || second_->listens(); }
  void received(const ReceivedPacket& packet, Cycle now) override {
    if (first_->listens()) first_->received(packet, now);
    if (second_->listens()) second_->received(packet, now);
  }
  void prepare(Cycle now) override {
    if (first_->listens() && first_->due() <= now) first_->prepare(now);
    if (second_->listens() && second_->due() <= now) second_->prepare(now);
  }
  void left(std::uint32_t note, Cycle now) override {
    if (first_->listens()) first_->left(note, now);
    if (second_->listens()) second_->left(note, now);
  }

 private:
  std::unique_ptr<PacketSource> first_;
  std::unique_ptr<PacketSource> second_;
};

}  // namespace kintsugi
