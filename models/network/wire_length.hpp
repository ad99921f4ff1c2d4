/// The lengths of the links of a network, in pitches.
///
/// Directly wired  a wire runs along the two axes from the place of one node to that of the other
#pragma once

#include <cmath>
#include <concepts>

#include "models/network/length_sums.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

/// Returns the pitches of a directly wired link, rounded.
inline unsigned wire_pitches(const Network& network, const Link& link) {
  const Position a = network.position(link.a.node), b = network.position(link.b.node);
  return static_cast<unsigned>(std::lround(std::abs(a.x - b.x) + std::abs(a.y - b.y)));
}

/// Sums up the lengths of all links; `pitches` returns that of a link.
template <std::invocable<const Link&> Pitches>
LengthSums link_lengths(const Network& network, const Pitches& pitches) {
  LengthSums sums;
  for (const Link& link : network.links()) sums.count(pitches(link));
  return sums;
}

/// Does so for a directly wired network.
inline LengthSums wire_lengths(const Network& network) {
  return link_lengths(network, [&network](const Link& link) { return wire_pitches(network, link); });
}

}  // namespace kintsugi
