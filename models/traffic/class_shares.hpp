/// Priority classes of the packets of a pattern: each packet has a class of its own, drawn by shares.
///
/// Class   a packet starts in the routing state with its number, that of MessageClasses
///         (models/routing/message_classes.hpp)
/// Random  a node draws classes from a stream of its own, a number for each packet: so its packets are otherwise those
///         that it sends without classes
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "models/random/random.hpp"
#include "models/traffic/source.hpp"

namespace kintsugi {

class ClassShares {
 public:
  /// `shares` are by class, in any unit. Throws std::invalid_argument if one is negative, or none above 0.
  explicit ClassShares(std::span<const double> shares);

  unsigned classes() const { return static_cast<unsigned>(below_.size()) + 1; }
  /// Draws a class; takes one number of the stream.
  unsigned draw(RandomStream& random) const;

 private:
  std::vector<std::uint64_t> below_;  // the first class is drawn whose number exceeds that of the stream; else the last
};

class ClassedSource final : public PacketSource {
 public:
  /// `shares` must outlive the source.
  ClassedSource(std::unique_ptr<PacketSource> packets, NodeId node, const ClassShares& shares, std::uint64_t seed);

  Cycle due() const override { return packets_->due(); }
  PacketOrder take() override {
    PacketOrder order = packets_->take();
    order.state = shares_->draw(random_);
    return order;
  }

 private:
  std::unique_ptr<PacketSource> packets_;
  const ClassShares* shares_;
  RandomStream random_;
};

}  // namespace kintsugi
