/// The routing relation: where a packet may go next. Written once; the router, the proof and the statistics use it.
///
/// A relation is queried at a node that is not the destination; the router delivers to the local port by itself.
/// It returns candidates in order of preference. A candidate is a port, the virtual channels of that port's link that
/// may be taken (any of them), and the next routing state of the header. The router takes the first candidate that has
/// a free channel; the proof considers all of them.
///
/// Candidates depend on the query alone: no clock, no load, no random number. An empty list means that the packet
/// cannot be delivered from here.
///
/// Adaptive routing  Some channels may be adaptive: packets take them in any order, even one in which they could wait
///           for each other in a cycle. The others are escape channels. Every list has a candidate on escape channels,
///           so that no head ever waits for adaptive ones alone; no candidate names both kinds. A packet may change
///           between the two kinds any number of times; its routing state keeps it in the order of the escape channels
///           (proof.hpp). The router gives an adaptive channel to a packet only when the buffer it leads to is empty.
/// Deferred  Some candidates may be deferred: a way for a packet that remains blocked. A router with patience p offers
///           them to a head only from p cycles after it was routed on; with p = 0 they are as all others. The proof
///           considers them as all others too, so it covers every patience: with fewer candidates a head can only wait
///           for fewer channels, and after p cycles it waits for all.
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <string>

#include "models/network/types.hpp"
#include "models/routing/routed_network.hpp"

namespace kintsugi {

class StagedRouting;

/// What a header carries beside source and destination; only the relation interprets it. A new packet has 0, unless
/// its message class has another (message_classes.hpp).
using RoutingState = std::uint32_t;

/// A set of virtual channels of one link: bit v is channel v.
using VcSet = std::uint32_t;

constexpr VcSet vc_bit(unsigned vc) {
  return VcSet{1} << vc;
}
constexpr VcSet vc_bit(Vc vc) {
  return vc_bit(vc.value);
}
/// Returns channels 0 .. count - 1; count is 0 to 32.
constexpr VcSet all_vcs(unsigned count) {
  return count >= 32 ? ~VcSet{0} : (VcSet{1} << count) - 1;
}
/// Returns the channels of class `index` if `vcs` channels are divided evenly among `classes` classes, at least one
/// each: class `index` begins at ceil(index * vcs / classes).
constexpr VcSet class_vcs(unsigned index, unsigned classes, unsigned vcs) {
  const auto first = [=](unsigned k) { return (k * vcs + classes - 1) / classes; };
  return all_vcs(first(index + 1)) & ~all_vcs(first(index));
}

struct RouteQuery {
  NodeId at;
  PortId arrival_port = kNoPort;  ///< kNoPort: just injected by the PE of this node
  Vc arrival_vc{};                ///< the channel it arrived on; meaningless just after injection
  NodeId source;
  NodeId destination;  ///< never equal to `at`
  RoutingState state = 0;
};

struct Candidate {
  PortId port;
  VcSet vcs = 0;
  RoutingState state = 0;
  bool deferred = false;  ///< only for a head that has waited as long as the router's patience
};

/// At most 32 candidates; push_back of one more throws std::bad_alloc, which is a mistake in the relation.
using Candidates = boost::container::static_vector<Candidate, 32>;

class RoutingRelation : public OfNetwork {
 public:
  virtual ~RoutingRelation() = default;
  virtual const std::string& name() const = 0;
  /// Returns the number of virtual channels of every link, 1 .. 32.
  virtual unsigned vcs() const = 0;
  /// Appends the candidates for this query to `out`, which the caller passes empty.
  virtual void route(const RouteQuery& query, Candidates& out) const = 0;
  /// Returns whether the hops that packets may take depend on `source`: the set of ports, channels and next states, not
  /// its order. If not, the proof, for which the order is nothing, needs one search per destination, not per pair, and
  /// queries with source kNoNode. A relation may still order its candidates by source, as adaptive SRT routing does, to
  /// spread packets over channels; so whoever takes the first candidate gives the source in any case.
  virtual bool uses_source() const = 0;
  /// Returns whether there are adaptive channels. If so, candidates must not depend on port and channel of arrival: a
  /// packet on its way is queried as if it were just injected, with the state of its header.
  virtual bool is_adaptive() const { return false; }
  /// Returns on how many channels the PE of a node injects, 1 to vcs(): the first ones of the link to its router. Any
  /// number is free of deadlock, because no packet but those of this PE waits for these channels. Where packets have
  /// fewer channels than a link, more of them would let a PE keep packets on their way from the links.
  virtual unsigned injection_vcs(NodeId) const { return vcs(); }
  /// Returns into how many classes of packets the channels are divided, each with an equal part of its own
  /// (message_classes.hpp); 1: none.
  virtual unsigned message_classes() const { return 1; }
  /// Returns the bits of the tables that the router of a node holds; 0 if it computes its routes.
  virtual std::uint64_t table_bits(NodeId) const { return 0; }
  /// Returns the adaptive channels of the link that leaves a node by a port.
  virtual VcSet adaptive_vcs(NodeId, PortId) const { return 0; }
  /// Returns what the relation promises of its stages (staged.hpp); nullptr: nothing.
  virtual const StagedRouting* staged() const { return nullptr; }
  /// Returns whether packets are known to wait for each other for ever: a routing that is there to measure its routes.
  /// A chip refuses it unless it is told to accept it. One that returns false is not proved by that (proof.hpp).
  virtual bool can_deadlock() const { return false; }
};

}  // namespace kintsugi
