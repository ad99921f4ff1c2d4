#include "models/routing/allowed_routes.hpp"

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

namespace kintsugi {

namespace {

constexpr std::uint64_t kMostRoutes = std::numeric_limits<std::uint64_t>::max();

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  return a > kMostRoutes - b ? kMostRoutes : a + b;
}

struct RoutePlace {
  Vc vc;
  RoutingState state = 0;
  friend auto operator<=>(const RoutePlace&, const RoutePlace&) = default;
};

/// Where packets with the same ports behind them can be.
struct PlaceSet {
  PortRef arrival;
  std::vector<RoutePlace> places;  ///< in order of preference, so that the first candidate comes first
  friend auto operator<=>(const PlaceSet&, const PlaceSet&) = default;
};

struct Onward {
  AllowedHop hop;
  std::size_t to;  ///< index of the set at the far end
};

struct RoutePoint {
  bool is_destination = false;
  bool is_dead_end = false;  ///< a packet can be here for which there is no way on
  std::vector<Onward> branches;
  // of the routes from here on
  std::uint64_t count = 0;
  std::uint64_t delivered = 0;
  unsigned shortest = std::numeric_limits<unsigned>::max();
  unsigned longest = 0;
};

class RouteSearch {
 public:
  RouteSearch(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination)
      : network_(&network), relation_(&relation), source_(source), destination_(destination) {
    find({{source, kNoPort}, {{}}});
    for (std::size_t next = 0; next < points_.size(); ++next) expand(next);
  }

  /// Counts the routes of every point, those of later points first. Returns false if points lead back to themselves.
  bool count() {
    std::vector<std::vector<std::size_t>> before(points_.size());
    std::vector<std::size_t> open(points_.size());
    std::vector<std::size_t> ready;
    for (std::size_t point = 0; point < points_.size(); ++point) {
      open[point] = points_[point].branches.size();
      for (const Onward& branch : points_[point].branches) before[branch.to].push_back(point);
      if (open[point] == 0) ready.push_back(point);
    }
    std::size_t done = 0;
    for (; done < ready.size(); ++done) {
      sum(points_[ready[done]]);
      for (const std::size_t point : before[ready[done]]) {
        if (--open[point] == 0) ready.push_back(point);
      }
    }
    return done == points_.size();
  }

  const RoutePoint& start() const { return points_.front(); }

  std::vector<AllowedRoute> list(std::size_t most) const {
    std::vector<AllowedRoute> routes;
    struct Turn {
      std::size_t point;
      std::size_t next = 0;  ///< the branch that comes next
    };
    std::vector<Turn> way{{0}};
    std::vector<AllowedHop> hops;
    while (!way.empty() && routes.size() < most) {
      Turn& turn = way.back();
      const RoutePoint& point = points_[turn.point];
      if (turn.next == 0 && point.is_destination) routes.push_back({hops, true});
      if (turn.next == point.branches.size()) {
        if (point.is_dead_end && routes.size() < most) routes.push_back({hops, false});
        way.pop_back();
        if (!hops.empty()) hops.pop_back();
        continue;
      }
      const Onward& branch = point.branches[turn.next++];
      hops.push_back(branch.hop);
      way.push_back({branch.to});
    }
    return routes;
  }

 private:
  /// Returns the number of a set; a new one is a new point.
  std::size_t find(PlaceSet set) {
    const auto [entry, is_new] = numbers_.try_emplace(std::move(set), points_.size());
    if (is_new) {
      if (points_.size() == kMostPlaceSets) {
        throw std::length_error("there are too many places on the way: more than " + std::to_string(kMostPlaceSets));
      }
      points_.emplace_back().is_destination = entry->first.arrival.node == destination_;
      sets_.push_back(&entry->first);
    }
    return entry->second;
  }

  void expand(std::size_t point) {
    if (points_[point].is_destination) return;
    const PlaceSet& set = *sets_[point];
    std::vector<std::pair<AllowedHop, std::vector<RoutePlace>>>
        ways;  // in the order in which candidates name the ports
    for (const RoutePlace& place : set.places) {
      if (!follow(set.arrival, place, ways)) points_[point].is_dead_end = true;
    }
    for (auto& [hop, places] : ways) {
      const std::size_t to =
          find({relation_->is_adaptive() ? PortRef{hop.in.node, kNoPort} : hop.in, std::move(places)});
      points_[point].branches.push_back({hop, to});
    }
  }

  /// Adds what the candidates of one place lead to. Returns false if a packet there has no way on.
  bool follow(PortRef arrival, const RoutePlace& place,
              std::vector<std::pair<AllowedHop, std::vector<RoutePlace>>>& ways) const {
    Candidates candidates;
    relation_->route({.at = arrival.node,
                      .arrival_port = arrival.port,
                      .arrival_vc = place.vc,
                      .source = source_,
                      .destination = destination_,
                      .state = place.state},
                     candidates);
    bool possible = false;
    for (const Candidate& candidate : candidates) {
      const PortRef out{arrival.node, candidate.port};
      const VcSet vcs = candidate.vcs & all_vcs(relation_->vcs());
      if (out.port.index() >= network_->ports(out.node).size() || vcs == 0) continue;
      const std::optional<PortRef> far = network_->peer(out);
      if (!far) continue;
      possible = true;
      auto way = std::ranges::find_if(ways, [&](const auto& each) { return each.first.out == out; });
      if (way == ways.end()) way = ways.insert(ways.end(), {{out, *far}, {}});
      way->first.vcs |= vcs;
      add_places(vcs, candidate.state, way->second);
    }
    return possible;
  }

  /// With adaptive routing a packet on its way is queried as if it were just injected.
  void add_places(VcSet vcs, RoutingState state, std::vector<RoutePlace>& places) const {
    for (unsigned vc = 0; vc < relation_->vcs(); ++vc) {
      if ((vcs & vc_bit(vc)) == 0) continue;
      const RoutePlace place{relation_->is_adaptive() ? Vc{} : Vc::from(vc), state};
      if (std::ranges::find(places, place) == places.end()) places.push_back(place);
    }
  }

  void sum(RoutePoint& point) const {
    if (point.is_destination) {
      point.count = point.delivered = 1;
      point.shortest = 0;
      return;
    }
    if (point.is_dead_end) point.count = 1;
    for (const Onward& branch : point.branches) {
      const RoutePoint& next = points_[branch.to];
      point.count = saturating_sum(point.count, next.count);
      point.delivered = saturating_sum(point.delivered, next.delivered);
      if (next.delivered == 0) continue;
      point.shortest = std::min(point.shortest, next.shortest + 1);
      point.longest = std::max(point.longest, next.longest + 1);
    }
  }

  const Network* network_;
  const RoutingRelation* relation_;
  NodeId source_;
  NodeId destination_;
  std::map<PlaceSet, std::size_t> numbers_;
  std::vector<const PlaceSet*> sets_;  // of the points; keys of a map do not move
  std::vector<RoutePoint> points_;
};

}  // namespace

AllowedRoutes allowed_routes(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination,
                             std::size_t most) {
  RouteSearch search(network, relation, source, destination);
  AllowedRoutes routes;
  routes.endless = !search.count();
  if (routes.endless) return routes;
  const RoutePoint& start = search.start();
  routes.count = start.count;
  routes.delivered = start.delivered;
  routes.shortest = start.delivered == 0 ? 0 : start.shortest;
  routes.longest = start.longest;
  routes.listed = search.list(most);
  return routes;
}

}  // namespace kintsugi
