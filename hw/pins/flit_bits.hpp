/// Where the fields of a flit lie in the bits of a link between exported routers (hw/rtl/README.md): from bit 0 up the
/// payload, the channel, tail and head.
///
/// Payload  from bit 0 up destination, routing state and, where the routing needs it, source; above this header the
///          number of the packet. The model reads the header of heads only; it finds the packet of every flit by its
///          number, which takes the 32 bits above the header. Bits above these are 0, and not read
#pragma once

#include <stdexcept>
#include <string>

#include "hw/rtl/routers.hpp"
#include "hw/rtl/verilog_text.hpp"

namespace kintsugi {

struct FlitBits {
  unsigned node = 1;        ///< bits of a node number
  unsigned state = 1;       ///< of the routing state
  bool has_source = false;  ///< whether the header has the source
  unsigned payload = 35;
  unsigned vc = 1;  ///< of the channel

  static constexpr unsigned kNumber = 32;

  unsigned header() const { return node * (has_source ? 2 : 1) + state; }
  /// Returns the bits of a flit.
  unsigned width() const { return payload + vc + 2; }

  /// Returns those of the routers that an export writes. Throws std::invalid_argument if a flit does not hold the
  /// number of a packet.
  static FlitBits of(const rtl::RoutingTable& table, const rtl::RouterForm& form) {
    const FlitBits bits{table.node_bits(), table.state_bits, table.has_source, rtl::payload_bits(table, form),
                        rtl::bits_for(table.vcs - 1)};
    if (bits.payload >= bits.header() + kNumber) return bits;
    throw std::invalid_argument("a flit on pins holds the header and the number of a packet, " +
                                std::to_string(bits.width() + bits.header() + kNumber - bits.payload) + " bits, not " +
                                std::to_string(bits.width()));
  }
};

}  // namespace kintsugi
