#include "models/mandala/broadcast.hpp"

#include <stdexcept>

#include "models/mandala/routing.hpp"

namespace kintsugi::mandala {

ClusterBroadcast::ClusterBroadcast(const Mandala& mandala, unsigned vcs, PassRule rule)
    : mandala_(mandala), vcs_(vcs), rule_(rule) {
  validate(mandala);
  if (!mandala.is_whole()) throw std::invalid_argument("a prefix of a MANDALA network has no broadcast of its own");
  if (vcs >= mandala.levels && vcs <= kMaxVcs) return;
  throw std::invalid_argument("a broadcast needs " + std::to_string(mandala.levels) + " to " + std::to_string(kMaxVcs) +
                              " virtual channels, not " + std::to_string(vcs));
}

void ClusterBroadcast::fork(const ForkQuery& query, std::span<Member>, Fork& out) const {
  const unsigned own = mandala_.digits(query.at)[1];
  const bool starts = query.arrival_port == kNoPort;
  out.ends_here = !starts;
  if (starts || query.arrival_port.value == own) {
    for (unsigned port = 0; port < mandala_.ports; ++port) {
      if (port != own) add(port, query.state, out);
    }
  }
  if (passes(query)) add(own, query.state, out);
}

/// Whether a copy goes on by the external port.
bool ClusterBroadcast::passes(const ForkQuery& query) const {
  const Digits digits = mandala_.digits(query.at);
  const unsigned level = mandala_.connection_level(digits);
  if (level > mandala_.levels || query.arrival_port.value == digits[1]) return false;
  const bool within = level <= (query.state >> 10 & 31u);
  if (query.arrival_port == kNoPort) return within;
  const bool rises = level > mandala_.highest_difference(digits, mandala_.digits(query.source));
  if (rises && within) return true;
  const bool straight = digits[level] == query.arrival_port.value;  // g_1 of the far end is digit g_level of this one
  return straight && (within || rule_ == PassRule::kPrinted);
}

void ClusterBroadcast::add(unsigned port, RoutingState state, Fork& out) const {
  state = after_port(state, port);
  const unsigned index = port_changes(state);
  const VcSet channels = index < mandala_.levels ? class_vcs(index, mandala_.levels, vcs_) : 0;
  out.branches.push_back({PortId{static_cast<std::uint16_t>(port)}, channels, state, 0});
}

MulticastSet ClusterBroadcast::to_cluster(NodeId source, unsigned level) const {
  const std::uint32_t size = mandala_.power(level);
  const std::uint32_t first = source.value / size * size;
  MulticastSet set{level << 10, {}};
  for (std::uint32_t node = first; node < first + size; ++node) {
    if (node != source.value) set.members.push_back({node});
  }
  return set;
}

std::vector<MulticastSet> ClusterBroadcast::sets_to_prove(std::size_t, NodeId source) const {
  std::vector<MulticastSet> sets;
  for (unsigned level = 1; level <= mandala_.levels; ++level) sets.push_back(to_cluster(source, level));
  return sets;
}

}  // namespace kintsugi::mandala
