/// The fabric number: tells a chip for which fabric and which network a stream was made (bitstream.hpp).
///
/// It is the CRC-32 of the identity text, so it is the same on every platform. Two fabrics that differ in anything that
/// the text names have different numbers; of 2^32 such pairs one has equal numbers on average.
///
/// Text   a line for each fact, in this order; numbers in decimal digits:
///          fabric, ports     name, names of the router ports
///          site, field       name; name, bits, states
///          type              each different switch type once, numbered in the order of use: name, terminals with their
///                            lanes, then a line for each state with its name and the lanes that it joins
///          switch            name, type, field
///          tap, wire, link   ascending; of the two ends of a wire or link the lower one first
///          network           name; then for each node its ports, and for each link its ends as above
/// Without  positions, pitches, addresses and kinds of links: the states of the switches mean the same without them.
///          The order in which taps, wires and links are listed makes no difference
#pragma once

#include <cstdint>
#include <string>

#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

/// Returns the text of a fabric that is to carry a network.
std::string identity_text(const Fabric& fabric, const Network& carried);

/// Returns the CRC-32 of that text. Whoever makes a fabric calls this once and keeps the result in Fabric::number.
std::uint32_t fabric_number(const Fabric& fabric, const Network& carried);

}  // namespace kintsugi
