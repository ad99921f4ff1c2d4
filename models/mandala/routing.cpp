#include "models/mandala/routing.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi::mandala {

MandalaRelation::MandalaRelation(std::string name, const Mandala& mandala, unsigned classes, unsigned vcs, Classes kind)
    : name_(std::move(name)), mandala_(mandala), classes_(classes), vcs_(vcs), kind_(kind) {
  validate(mandala);
  const unsigned fewest = kind == Classes::kIgnore ? 1 : classes;
  if (classes >= 1 && vcs >= fewest && vcs <= kMaxVcs) return;
  throw std::invalid_argument("routing " + name_ + " needs " + std::to_string(fewest) + " to " +
                              std::to_string(kMaxVcs) + " virtual channels, not " + std::to_string(vcs));
}

void MandalaRelation::offer(unsigned port, unsigned level, RoutingState state, Candidates& out, bool deferred) const {
  VcSet channels = all_vcs(vcs_);
  if (kind_ == Classes::kHighestDigit) channels = class_vcs(level - 1, classes_, vcs_);
  if (kind_ == Classes::kPortChanges) {
    if (port_changes(state) + 1 >= classes_ && after_port(state, port) >> 5 != state >> 5) return;
    state = after_port(state, port);
    channels = class_vcs(port_changes(state), classes_, vcs_);
  }
  out.push_back({PortId{static_cast<std::uint16_t>(port)}, channels, state, deferred});
}

namespace {

const Mandala& whole(const Mandala& mandala) {
  validate(mandala);
  if (mandala.is_whole()) return mandala;
  throw std::invalid_argument("in a prefix of a MANDALA network only hdr routes around the missing nodes");
}

/// Returns the hops from a node to another one that first differs from it in the digit of `level`, if the packet leaves
/// its cluster of level - 1 towards the cluster with digit c.
unsigned hops_towards(const Digits& from, const Digits& to, unsigned level, unsigned c) {
  const unsigned below = level - 1;
  if (c == to[level]) return hops_to_corner(from, below, c) + 1 + hops_to_corner(to, below, from[level]);
  return hops_to_corner(from, below, c) + (1u << below) + 1 + hops_to_corner(to, below, c);
}

}  // namespace

RsimRelation::RsimRelation(const Mandala& mandala, unsigned vcs, Classes kind)
    : MandalaRelation("rsim", whole(mandala), mandala.levels, vcs, kind) {}

void RsimRelation::route(const RouteQuery& query, Candidates& out) const {
  const Digits to = mandala().digits(query.destination);
  const unsigned level = mandala().highest_difference(mandala().digits(query.at), to);
  offer(to[level], level, query.state, out);
}

ShortestWay shortest_way(const Mandala& mandala, NodeId from, NodeId to) {
  const Digits own = mandala.digits(from);
  const Digits other = mandala.digits(to);
  const unsigned level = mandala.highest_difference(own, other);
  ShortestWay best{hops_towards(own, other, level, other[level]), other[level]};
  for (unsigned c = 0; c < mandala.ports; ++c) {
    if (c == own[level]) continue;
    const unsigned hops = hops_towards(own, other, level, c);
    if (hops < best.hops) best = {hops, c};
  }
  return best;
}

ShortestRelation::ShortestRelation(const Mandala& mandala, unsigned vcs, Classes kind)
    : MandalaRelation("shortest", whole(mandala), mandala.levels + 1, vcs, kind) {
  if (kind == Classes::kHighestDigit) throw std::invalid_argument("routing shortest has classes by port changes");
}

void ShortestRelation::route(const RouteQuery& query, Candidates& out) const {
  offer(shortest_way(mandala(), query.at, query.destination).port, 1, query.state, out);
}

namespace {

constexpr RoutingState kRedirected = 1u << 19;
constexpr RoutingState kTarget = 0x1ffu << 10;

constexpr RoutingState with_target(RoutingState state, unsigned level, unsigned c) {
  return (state & ~kTarget) | level << 10 | c << 15 | kRedirected;
}

}  // namespace

RedirectRelation::RedirectRelation(const Mandala& mandala, unsigned vcs, Classes kind)
    : MandalaRelation("redirect", whole(mandala), mandala.levels + 2, vcs, kind) {
  if (kind == Classes::kHighestDigit) throw std::invalid_argument("routing redirect has classes by port changes");
}

void RedirectRelation::route(const RouteQuery& query, Candidates& out) const {
  const Digits own = mandala().digits(query.at);
  const Digits to = mandala().digits(query.destination);
  const unsigned target_level = query.state >> 10 & 31u;
  const unsigned target = query.state >> 15 & 15u;
  if (target_level != 0 && own[target_level] != target) return offer(target, target_level, query.state, out);
  const RoutingState state = query.state & ~kTarget;
  const unsigned level = mandala().highest_difference(own, to);
  offer(to[level], level, state, out);
  if ((state & kRedirected) != 0) return;
  boost::container::static_vector<std::pair<unsigned, unsigned>, kMostPorts> others;
  for (unsigned c = 0; c < mandala().ports; ++c) {
    if (c != own[level] && c != to[level]) others.push_back({hops_towards(own, to, level, c), c});
  }
  std::ranges::sort(others);
  for (const auto& [hops, c] : others) offer(c, level, with_target(state, level, c), out, true);
}

}  // namespace kintsugi::mandala
