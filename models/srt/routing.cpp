#include "models/srt/routing.hpp"

#include <stdexcept>

namespace kintsugi::srt {

namespace {

constexpr Axis::Ports kRingPorts{ring_port::kEast, ring_port::kWest, ring_port::kBypassEast, ring_port::kBypassWest};
constexpr Axis::Ports kRowPorts{torus_port::kEast, torus_port::kWest, torus_port::kBypassEast, torus_port::kBypassWest};
constexpr Axis::Ports kColumnPorts{torus_port::kSouth, torus_port::kNorth, torus_port::kBypassSouth,
                                   torus_port::kBypassNorth};

template <class Shape>
const Shape& validated(const Shape& shape) {
  validate(shape);
  return shape;
}

unsigned validated_vcs(unsigned vcs) {
  if (vcs >= 2 && vcs <= kMaxVcs) return vcs;
  throw std::invalid_argument("SRT routing needs 2 to " + std::to_string(kMaxVcs) + " virtual channels, not " +
                              std::to_string(vcs) + ": packets change to another one after the wrap of a ring");
}

}  // namespace

Candidate Axis::next(const Place& place) const {
  const Heading way = heading(route_->ring(), place.at, place.destination);
  const bool bypass = route_->takes_bypass(way, place.source, place.at, place.destination);
  return {port(way, bypass, place), vc_bit(channel_class(place)), 0};
}

PortId Axis::port(Heading way, bool bypass, const Place& place) const {
  const Ring& ring = route_->ring();
  if (!bypass) return way == Heading::kPositive ? ports_.ahead : ports_.behind;
  if (ring.is_half_turn(ring.level(place.at))) {
    return place.physical_at < ring.size() / 2 ? ports_.bypass_ahead : ports_.bypass_behind;
  }
  return way == Heading::kPositive ? ports_.bypass_ahead : ports_.bypass_behind;
}

unsigned Axis::channel_class(const Place& place) const {
  const bool in_this_dimension = place.arrival_port == ports_.ahead || place.arrival_port == ports_.behind ||
                                 place.arrival_port == ports_.bypass_ahead ||
                                 place.arrival_port == ports_.bypass_behind;
  if (!in_this_dimension) return 0;
  if (wrap_class_ == WrapClass::kKeep) return place.arrival_vc.value;
  return place.arrival_vc.value + (arrived_by_wrap(place) ? 1 : 0);
}

/// A packet that came in from behind went ahead. After a half turn the port does not tell, but a half turn is only
/// taken when the destination is N/2 away, so it has ended there and nobody asks.
bool Axis::arrived_by_wrap(const Place& place) const {
  const Ring& ring = route_->ring();
  const bool bypass = place.arrival_port == ports_.bypass_ahead || place.arrival_port == ports_.bypass_behind;
  const bool went_ahead = place.arrival_port == ports_.behind || place.arrival_port == ports_.bypass_behind;
  const unsigned length = bypass ? 1u << ring.level(place.at) : 1;
  return went_ahead ? place.at < length : place.at + length >= ring.size();
}

RingRelation::RingRelation(const Ring& ring, RingAlgorithm algorithm, unsigned vcs, WrapClass wrap_class)
    : vcs_(validated_vcs(vcs)),
      route_(make_ring_route(algorithm, validated(ring))),
      axis_(*route_, kRingPorts, wrap_class) {}

void RingRelation::route(const RouteQuery& query, Candidates& out) const {
  Axis::Place place;
  place.source = query.source.value;
  place.at = place.physical_at = query.at.value;
  place.destination = query.destination.value;
  place.arrival_port = query.arrival_port;
  place.arrival_vc = query.arrival_vc;
  out.push_back(axis_.next(place));
}

TorusRelation::TorusRelation(const Torus& torus, RingAlgorithm algorithm, unsigned vcs, WrapClass wrap_class)
    : torus_(validated(torus)),
      inverse_shift_(torus.inverse_shift()),
      vcs_(validated_vcs(vcs)),
      route_(make_ring_route(algorithm, torus.ring())),
      row_(*route_, kRowPorts, wrap_class),
      column_(*route_, kColumnPorts, wrap_class) {}

void TorusRelation::route(const RouteQuery& query, Candidates& out) const {
  const bool in_right_column = torus_.x(query.at) == torus_.x(query.destination);
  out.push_back(in_right_column ? next_in_column(query) : next_in_row(query));
}

/// The row is still that of the source.
Candidate TorusRelation::next_in_row(const RouteQuery& query) const {
  const unsigned y = torus_.y(query.at);
  Axis::Place place;
  place.source = torus_.row_coordinate(torus_.x(query.source), y);
  place.at = torus_.row_coordinate(torus_.x(query.at), y);
  place.destination = torus_.row_coordinate(torus_.x(query.destination), y);
  place.physical_at = torus_.x(query.at);
  place.arrival_port = query.arrival_port;
  place.arrival_vc = query.arrival_vc;
  return row_.next(place);
}

/// The route in the column begins where the packet turned: in the row of the source.
Candidate TorusRelation::next_in_column(const RouteQuery& query) const {
  const unsigned offset = inverse_shift_ * torus_.x(query.at);
  Axis::Place place;
  place.source = torus_.wrap(torus_.y(query.source) + offset);
  place.at = torus_.wrap(torus_.y(query.at) + offset);
  place.destination = torus_.wrap(torus_.y(query.destination) + offset);
  place.physical_at = torus_.y(query.at);
  place.arrival_port = query.arrival_port;
  place.arrival_vc = query.arrival_vc;
  return column_.next(place);
}

}  // namespace kintsugi::srt
