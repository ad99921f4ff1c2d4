#include "models/srt/routing.hpp"

#include <bit>
#include <stdexcept>

namespace kintsugi::srt {

namespace {

/// The routing state of a packet that has jumped in the dimension it is in.
constexpr RoutingState kJumped = 1;

unsigned validated_vcs(unsigned vcs) {
  if (vcs >= 2 && vcs <= kMaxVcs) return vcs;
  throw std::invalid_argument("SRT routing needs 2 to " + std::to_string(kMaxVcs) + " virtual channels, not " +
                              std::to_string(vcs) + ": packets change to another one after the wrap of a ring");
}

/// Returns one of the channels 0 .. count - 1, by a product that mixes source and destination: in any traffic pattern
/// about equally many pairs prefer each.
VcSet preferred(VcSet vcs, const Axis::Place& place) {
  if ((vcs & (vcs - 1)) == 0) return vcs;  // one channel; std::popcount() is a call
  const auto count = static_cast<unsigned>(std::popcount(vcs));
  const std::uint32_t mixed = place.source * 0x9e3779b1u + place.destination * 0x85ebca77u;
  return vc_bit((mixed >> 16) * count >> 16);
}

std::string relation_name(RingAlgorithm algorithm, Jumps jumps) {
  const bool monotone = algorithm == RingAlgorithm::kMonotone;
  if (jumps == Jumps::kNever) return monotone ? "monotone" : "recursive";
  return monotone ? "adaptive" : "adaptive-recursive";
}

}  // namespace

void Axis::route(const Place& place, Candidates& out) const {
  const Heading way = heading(route_->ring(), place.at, place.destination);
  const bool starting = starts(place);
  const bool jumped = !starting && place.state == kJumped;
  const VcSet vcs = starting ? starting_vcs(way, place) : vc_bit(channel_class(place));
  offer({port(way, wants_bypass(way, jumped, place), place), vcs, jumped ? kJumped : 0}, place, out);
  if (!jumped && may_jump(route_->ring(), jumps_, way, place.at, place.destination)) {
    offer({port(way, true, place), vcs, kJumped}, place, out);
  }
}

/// A packet that may choose its class requests the preferred one first.
inline void Axis::offer(const Candidate& hop, const Place& place, Candidates& out) const {
  const VcSet first = preferred(hop.vcs, place);
  out.push_back({hop.port, first, hop.state});
  if (first != hop.vcs) out.push_back({hop.port, hop.vcs & ~first, hop.state});
}

/// A packet that has jumped has left the route that its source planned: under recursive routing it takes ring links.
inline bool Axis::wants_bypass(Heading way, bool jumped, const Place& place) const {
  if (jumped && route_->uses_source()) return false;
  return route_->takes_bypass(way, place.source, place.at, place.destination);
}

inline PortId Axis::port(Heading way, bool bypass, const Place& place) const {
  const Ring& ring = route_->ring();
  if (!bypass) return way == Heading::kPositive ? ports_.ahead : ports_.behind;
  if (ring.is_half_turn(ring.level(place.at))) {
    return place.physical_at < ring.size() / 2 ? ports_.bypass_ahead : ports_.bypass_behind;
  }
  return way == Heading::kPositive ? ports_.bypass_ahead : ports_.bypass_behind;
}

/// Returns whether the packet takes its first hop in this dimension.
inline bool Axis::starts(const Place& place) const {
  return place.arrival_port != ports_.ahead && place.arrival_port != ports_.behind &&
         place.arrival_port != ports_.bypass_ahead && place.arrival_port != ports_.bypass_behind;
}

inline VcSet Axis::starting_vcs(Heading way, const Place& place) const {
  if (jumps_ == Jumps::kNever) return vc_bit(0);
  const bool will_wrap = way == Heading::kPositive ? place.destination < place.at : place.destination > place.at;
  return all_vcs(will_wrap ? vcs_ - 1 : vcs_);
}

/// A packet that has jumped does not pass the wrap any more.
inline unsigned Axis::channel_class(const Place& place) const {
  if (wrap_class_ == WrapClass::kKeep || place.state == kJumped) return place.arrival_vc.value;
  return place.arrival_vc.value + (arrived_by_wrap(place) ? 1 : 0);
}

/// A packet that arrived by a port behind was heading ahead. By a link between opposite nodes (N/2 apart) the port does
/// not show the heading. It need not: a packet takes such a link only to jump, or to a destination N/2 away, where its
/// route in this dimension ends.
inline bool Axis::arrived_by_wrap(const Place& place) const {
  const Ring& ring = route_->ring();
  const bool bypass = place.arrival_port == ports_.bypass_ahead || place.arrival_port == ports_.bypass_behind;
  const bool went_ahead = place.arrival_port == ports_.behind || place.arrival_port == ports_.bypass_behind;
  const unsigned length = bypass ? 1u << ring.level(place.at) : 1;
  return went_ahead ? place.at < length : place.at + length >= ring.size();
}

std::vector<NodeId> AxisStages::line(unsigned stage) const {
  std::vector<NodeId> nodes;
  for (unsigned x = 0; x < torus_.size(); ++x) nodes.push_back(torus_.ahead(NodeId{0}, stage, x));
  return nodes;
}

PortRef AxisStages::on_line(PortRef port) const {
  const unsigned axis = stage_of(port);
  const unsigned at = torus_.wrap(torus_.ring_factor(axis) * torus_.row_coordinate(port.node));
  const PortRef image{torus_.ahead(NodeId{0}, axis, at), port.port};
  const bool bypass = port.port.value >= 2 * torus_.dimensions;
  if (!bypass || !torus_.ring().is_half_turn(torus_.level(port.node))) return image;
  const AxisPorts ports = axis_ports(torus_.dimensions, axis);
  return {image.node, at < torus_.size() / 2 ? ports.bypass_ahead : ports.bypass_behind};
}

TorusRelation::TorusRelation(const Torus& torus, RingAlgorithm algorithm, unsigned vcs, WrapClass wrap_class,
                             Jumps jumps)
    : torus_(validated(torus)),
      stages_(torus),
      vcs_(validated_vcs(vcs)),
      name_(relation_name(algorithm, jumps)),
      route_(make_ring_route(algorithm, torus.ring())) {
  for (unsigned axis = 0; axis < torus.dimensions; ++axis) {
    const AxisPorts ports = axis_ports(torus.dimensions, axis);
    dimensions_.push_back({Axis(*route_, ports, vcs, wrap_class, jumps), torus.ring_factor(axis)});
  }
}

void TorusRelation::route(const RouteQuery& query, Candidates& out) const {
  unsigned axis = 0;
  while (axis + 1 < torus_.dimensions &&
         torus_.coordinate(query.at, axis) == torus_.coordinate(query.destination, axis)) {
    ++axis;
  }
  dimensions_[axis].axis.route(place_on(axis, query), out);
}

/// The route in a dimension begins where the packet turned: on the line that it is on, with the coordinate of its
/// source.
inline Axis::Place TorusRelation::place_on(unsigned axis, const RouteQuery& query) const {
  Axis::Place place;
  place.physical_at = torus_.coordinate(query.at, axis);
  place.at = torus_.wrap(dimensions_[axis].ring_factor * torus_.row_coordinate(query.at));
  const unsigned offset = place.at - place.physical_at;
  place.source = torus_.wrap(torus_.coordinate(query.source, axis) + offset);
  place.destination = torus_.wrap(torus_.coordinate(query.destination, axis) + offset);
  place.arrival_port = query.arrival_port;
  place.arrival_vc = query.arrival_vc;
  place.state = query.state;
  return place;
}

}  // namespace kintsugi::srt
