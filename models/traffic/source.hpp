/// Packet sources: one per logical node, asked for the cycle of its next packet. A source belongs to the logical node,
/// not to the PE that hosts it: after a repair the source moves with the node.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/network/types.hpp"
#include "models/random/random.hpp"
#include "models/routing/multicast.hpp"
#include "models/traffic/bernoulli.hpp"
#include "models/traffic/burst.hpp"
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

/// A node that creates packets at a rate of its own.
struct NodeRate {
  NodeId node;
  double rate = 0;  ///< flits/cycle, 0 .. 1
};

/// The parameters that all nodes of one pattern share; must outlive the sources.
class BernoulliTraffic {
 public:
  /// `rate` is in flits per node and cycle, 0 .. 1: a packet is created with probability rate / mean length. `rates`
  /// takes its place at some nodes. With `burst` these are the mean rates; BurstShape::factor() gives those in a burst.
  /// Throws std::invalid_argument if a packet would have a probability above 1.
  BernoulliTraffic(std::unique_ptr<const TrafficPattern> destinations, PacketLengths packet_lengths, double rate,
                   std::span<const NodeRate> rates = {}, const std::optional<BurstShape>& burst = {});

  /// Returns the mean rate of a node, in flits/cycle.
  double rate_of(NodeId node) const { return has_own(node) ? own_[own_of_[node.value] - 1].rate : rate_; }
  /// Returns the gaps between the packets of a node, in bursts if there are any.
  const GeometricGaps& gaps_of(NodeId node) const { return has_own(node) ? own_[own_of_[node.value] - 1].gaps : gaps; }

  /// Draws the destination and the length of a packet, in this order.
  PacketOrder draw(NodeId source, RandomStream& random) const {
    PacketOrder order;
    order.destination = pattern->destination(source, random);
    order.flits = lengths.draw(random);
    return order;
  }

  std::unique_ptr<const TrafficPattern> pattern;
  PacketLengths lengths;
  GeometricGaps gaps;                  ///< of the nodes without a rate of their own
  std::optional<BurstTraffic> bursts;  ///< nullopt: the nodes create packets at any time

 private:
  struct Own {
    double rate;
    GeometricGaps gaps;
  };
  bool has_own(NodeId node) const { return node.value < own_of_.size() && own_of_[node.value] != 0; }

  double rate_;
  std::vector<Own> own_;               // by rate, ascending
  std::vector<std::uint32_t> own_of_;  // by node: the place in own_ and 1 more; 0: none
};

/// Bernoulli arrivals of a traffic pattern. For each packet the node's stream is used for the destination, the length
/// and the gap to the next packet, in this order.
class BernoulliSource final : public PacketSource {
 public:
  /// Creates packets in cycles [begin, end), whether the traffic has bursts or not.
  BernoulliSource(NodeId node, const BernoulliTraffic& traffic, std::uint64_t seed, Cycle begin, Cycle end)
      : traffic_(&traffic), gaps_(&traffic.gaps_of(node)), random_(seed, node.value), end_(end), node_(node) {
    if (traffic.pattern->sends(node)) due_ = later(begin, gaps_->draw(random_) - 1);
  }

  Cycle due() const override { return due_; }
  PacketOrder take() override {
    const PacketOrder order = traffic_->draw(node_, random_);
    due_ = later(due_, gaps_->draw(random_));
    return order;
  }

 private:
  Cycle later(Cycle from, Cycle gap) const {
    return gap < end_ && from < end_ - gap ? from + gap : GeometricGaps::kNever;
  }

  const BernoulliTraffic* traffic_;
  const GeometricGaps* gaps_;
  RandomStream random_;
  Cycle end_;
  Cycle due_ = GeometricGaps::kNever;
  NodeId node_;
};

/// The same arrivals in bursts: a gap counts only the cycles in them.
class BurstySource final : public PacketSource {
 public:
  /// Creates packets in cycles [begin, end). The traffic must have bursts.
  BurstySource(NodeId node, const BernoulliTraffic& traffic, std::uint64_t seed, Cycle begin, Cycle end)
      : traffic_(&traffic),
        gaps_(&traffic.gaps_of(node)),
        random_(seed, node.value),
        bursts_(node, *traffic.bursts, seed, begin),
        end_(end),
        node_(node) {
    if (traffic.pattern->sends(node)) due_ = bursts_.find(begin, gaps_->draw(random_), end_);
  }

  Cycle due() const override { return due_; }
  PacketOrder take() override {
    const PacketOrder order = traffic_->draw(node_, random_);
    due_ = bursts_.find(due_ + 1, gaps_->draw(random_), end_);
    return order;
  }

 private:
  const BernoulliTraffic* traffic_;
  const GeometricGaps* gaps_;
  RandomStream random_;
  Bursts bursts_;
  Cycle end_;
  Cycle due_ = GeometricGaps::kNever;
  NodeId node_;
};

/// Returns the source of a node: a BurstySource if the traffic has bursts, else a BernoulliSource.
std::unique_ptr<PacketSource> make_source(NodeId node, const BernoulliTraffic& traffic, std::uint64_t seed, Cycle begin,
                                          Cycle end);

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
