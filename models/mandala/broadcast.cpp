#include "models/mandala/broadcast.hpp"

#include <stdexcept>

namespace kintsugi::mandala {

ClusterBroadcast::ClusterBroadcast(const MandalaRelation& unicast, PassRule rule)
    : mandala_(unicast.mandala()),
      classes_(unicast.classes()),
      vcs_(unicast.vcs()),
      kind_(unicast.kind_of_classes()),
      rule_(rule) {
  set_network(unicast.network());
  if (!mandala_.is_whole()) throw std::invalid_argument("a prefix of a MANDALA network has no broadcast of its own");
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

/// Returns whether a copy continues by the external port.
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
  out.branches.push_back({PortId{static_cast<std::uint16_t>(port)}, channels(port_changes(state)), state, 0});
}

VcSet ClusterBroadcast::channels(unsigned changes) const {
  if (kind_ == Classes::kIgnore) return all_vcs(vcs_);
  if (changes >= classes_) return 0;
  return class_vcs(kind_ == Classes::kHighestDigit ? classes_ - 1 - changes : changes, classes_, vcs_);
}

MulticastSet cluster_around(const Mandala& mandala, NodeId source, unsigned level) {
  const std::uint32_t size = mandala.power(level);
  const std::uint32_t first = source.value / size * size;
  MulticastSet set{level << 10, {}};
  for (std::uint32_t node = first; node < first + size; ++node) {
    if (node != source.value) set.members.push_back({node});
  }
  return set;
}

std::vector<MulticastSet> ClusterBroadcast::sets_to_prove(std::size_t, NodeId source) const {
  std::vector<MulticastSet> sets;
  for (unsigned level = 1; level <= mandala_.levels; ++level) sets.push_back(cluster_around(mandala_, source, level));
  return sets;
}

}  // namespace kintsugi::mandala
