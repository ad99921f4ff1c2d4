/// The routing relation: where a packet may go next. Written once, used by the router, the proof and the statistics.
///
/// A relation is asked at a node that is not the destination; the router delivers to the local port by itself.
/// It answers with candidates in order of preference: a port, the virtual channels of that port's link that may be
/// taken (any of them), and the routing state the header carries from there on. The router takes the first candidate
/// that has a free channel; the proof considers all of them.
///
/// Answers depend on the query alone: no clock, no load, no random number. No answer (an empty list) means that the
/// packet cannot be delivered from here.
///
/// Adaptive routing  Some channels may be adaptive: packets take them in any order, even one in which they could wait
///           for each other in a circle. The others are escape channels. Every answer has a candidate on escape
///           channels, so that no head ever waits for adaptive ones alone; no candidate names both kinds. A packet may
///           go to and fro between the two; the routing state says enough to keep it in the order of the escape
///           channels (proof.hpp). The router gives an adaptive channel to a packet only when the buffer it leads to
///           is empty.
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi {

/// What a header carries beside source and destination; its meaning is the relation's own. A new packet has 0.
using RoutingState = std::uint32_t;

/// A set of virtual channels of one link: bit v is channel v.
using VcSet = std::uint32_t;

constexpr VcSet vc_bit(unsigned vc) {
  return VcSet{1} << vc;
}
/// Channels 0 .. count - 1; count is 0 to 32.
constexpr VcSet all_vcs(unsigned count) {
  return count >= 32 ? ~VcSet{0} : (VcSet{1} << count) - 1;
}
/// The channels of class `index` of `classes` when `vcs`, no fewer than these, are shared out evenly among them: from
/// ceil(index vcs / classes) on.
constexpr VcSet class_vcs(unsigned index, unsigned classes, unsigned vcs) {
  const auto first = [=](unsigned k) { return (k * vcs + classes - 1) / classes; };
  return all_vcs(first(index + 1)) & ~all_vcs(first(index));
}

struct RouteQuery {
  NodeId at;
  PortId arrival_port = kNoPort;  ///< kNoPort: just injected by the PE of this node
  Vc arrival_vc{};                ///< the channel it came on; meaningless just after injection
  NodeId source;
  NodeId destination;  ///< never equal to `at`
  RoutingState state = 0;
};

struct Candidate {
  PortId port;
  VcSet vcs = 0;
  RoutingState state = 0;
};

/// No relation offers more; more than this is a mistake in the relation (push_back throws std::bad_alloc).
using Candidates = boost::container::static_vector<Candidate, 32>;

class RoutingRelation {
 public:
  virtual ~RoutingRelation() = default;
  virtual const std::string& name() const = 0;
  /// Virtual channels of every link, 1 .. 32.
  virtual unsigned vcs() const = 0;
  /// Appends the candidates for this query to `out`, which the caller hands over empty.
  virtual void route(const RouteQuery& query, Candidates& out) const = 0;
  /// False promises that `source` is never looked at: the proof then needs one walk per destination, not per pair.
  virtual bool uses_source() const = 0;
  /// Whether there are adaptive channels. That promises that port and channel of arrival are never looked at: a packet
  /// on its way is asked for as if it were just injected, with the state of its header.
  virtual bool is_adaptive() const { return false; }
  /// The adaptive channels of the link that leaves a node by a port.
  virtual VcSet adaptive_vcs(NodeId, PortId) const { return 0; }
};

}  // namespace kintsugi
