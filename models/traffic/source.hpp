/// Packet sources: one per logical node, asked for the cycle of its next packet. A source belongs to the logical node,
/// not to the PE that hosts it: after a repair the source moves with the node.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/network/types.hpp"
#include "models/random/random.hpp"
#include "models/routing/multicast.hpp"
#include "models/traffic/bernoulli.hpp"
#include "models/traffic/packet_lengths.hpp"
#include "models/traffic/pattern.hpp"

namespace kintsugi {

/// A number that a packet carries in its header for whoever has sent it; this one says nothing.
inline constexpr std::uint32_t kNoNote = 0xffffffff;

struct PacketOrder {
  NodeId destination;  ///< kNoNode for a multicast
  std::uint16_t flits = 1;
  const MulticastSet* set = nullptr;  ///< of a multicast; valid until the next call of take()
  RoutingState state = 0;             ///< that the packet starts with; a multicast starts with that of its set
  std::uint32_t note = kNoNote;       ///< every copy of a multicast carries it
};

/// A packet that has reached the node of a source.
struct ReceivedPacket {
  NodeId source;
  std::uint32_t serial;  ///< its number among those of its source, from 0
  std::uint16_t flits;
  std::uint16_t hops;  ///< links between routers
  Cycle created;
  Cycle injected;
  std::uint32_t note = kNoNote;  ///< of its order
};

class PacketSource {
 public:
  virtual ~PacketSource() = default;
  /// Returns the cycle in which the next packet is created; GeometricGaps::kNever if there is none.
  virtual Cycle due() const = 0;
  /// Returns the packet that is due and advances to the next one.
  virtual PacketOrder take() = 0;

  /// Leaves out the packets that are due before a cycle: the node was dead when they would have been created.
  virtual void skip_until(Cycle cycle) {
    while (due() < cycle) take();
  }

  /// @name For a source whose packets depend on others
  /// In a cycle received() comes first, then prepare(), take(), left(). A call must not touch what sources of other
  /// nodes use: several threads call.
  /// @{
  /// Returns whether the functions below are to be called; asked once, when the traffic starts at a PE.
  virtual bool listens() const { return false; }
  /// Called when the tail of a packet reaches the node in cycle `now`. due() may then be sooner than before, at the
  /// earliest `now`: so a source can answer.
  virtual void received(const ReceivedPacket&, Cycle /*now*/) {}
  /// Called in a cycle in which the source is due, before its packets are taken. due() may then be later than before:
  /// a source can be due without a packet, to go on with something else.
  virtual void prepare(Cycle /*now*/) {}
  /// Called when the last flit of a packet with this note leaves in cycle `now`, or never will because its PE has died.
  /// Of a packet that is sent several times only the first copy counts. due() may then be sooner, but not before the
  /// next cycle.
  virtual void left(std::uint32_t /*note*/, Cycle /*now*/) {}
  /// Returns whether packets are to come in cycle `from` or later because others have been received, even after the end
  /// of the traffic.
  virtual bool owes(Cycle /*from*/) const { return false; }
  /// @}
};

/// The parameters that all nodes of one pattern share; must outlive the sources.
struct BernoulliTraffic {
  /// `rate` is in flits per node and cycle, 0 .. 1: a packet is created with probability rate / mean length.
  BernoulliTraffic(std::unique_ptr<const TrafficPattern> destinations, PacketLengths packet_lengths, double rate)
      : pattern(std::move(destinations)), lengths(std::move(packet_lengths)), gaps(rate / lengths.mean()) {}

  std::unique_ptr<const TrafficPattern> pattern;
  PacketLengths lengths;
  GeometricGaps gaps;
};

/// Bernoulli arrivals of a traffic pattern. For each packet the node's stream is used for the destination, the length
/// and the gap to the next packet, in this order.
class BernoulliSource final : public PacketSource {
 public:
  /// Creates packets in cycles [begin, end).
  BernoulliSource(NodeId node, const BernoulliTraffic& traffic, std::uint64_t seed, Cycle begin, Cycle end)
      : traffic_(&traffic), random_(seed, node.value), end_(end), node_(node) {
    if (traffic.pattern->sends(node)) due_ = later(begin, traffic_->gaps.draw(random_) - 1);
  }

  Cycle due() const override { return due_; }
  PacketOrder take() override {
    PacketOrder order;
    order.destination = traffic_->pattern->destination(node_, random_);
    order.flits = traffic_->lengths.draw(random_);
    due_ = later(due_, traffic_->gaps.draw(random_));
    return order;
  }

 private:
  Cycle later(Cycle from, Cycle gap) const {
    return gap < end_ && from < end_ - gap ? from + gap : GeometricGaps::kNever;
  }

  const BernoulliTraffic* traffic_;
  RandomStream random_;
  Cycle end_;
  Cycle due_ = GeometricGaps::kNever;
  NodeId node_;
};

/// A fixed list of packets, by cycle, for tests and for replaying packet traces.
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
