/// Errors on links and the checksums that find them.
///
/// Flit      64 bits of content. With CRC `flit` its last bits are a checksum over the others, which every link
///           receiver checks; with CRC `packet` the last bits of the packet are a checksum over all others, which the
///           destination checks
/// Error     a pattern of 64 bits, uniform over all but 0: the bits of the flit that a link turns over
/// Syndrome  of a flit or packet: 0 if the checksum holds. A CRC is linear, so the syndrome depends on the errors
///           alone, not on the content; that of a packet is the exclusive or of those of its flits. It is computed,
///           with Boost.CRC, not drawn
/// Missed    an error with syndrome 0. Of the 2^64 - 1 patterns of one flit 2^(64 - w) - 1 are missed by w bits
/// Polynomials  of 8 bits x^8 + x^2 + x + 1 (ITU-T I.432.1), of 16 bits 0x1021 (ITU-T X.25), of 32 bits 0x04c11db7
///           (IEEE 802.3)
/// Not modelled: errors in the header, which the routers read, and in credits: they are taken to be protected by a code
///           of their own. Two errors of one flit that cancel count as an error
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/random/random.hpp"

namespace kintsugi {

inline constexpr unsigned kFlitBits = 64;

/// Returns the syndrome that an error leaves in a flit, or in a packet in which `flits_behind` flits come after it.
/// Takes a time in proportion to them. Throws std::invalid_argument unless the checksum has 8, 16 or 32 bits.
std::uint32_t syndrome_of(unsigned crc_bits, std::uint64_t error, std::size_t flits_behind = 0);

/// Returns the share of the errors of one flit that a checksum misses.
double missed_share(unsigned crc_bits);

/// One direction of a link that corrupts flits: a random stream of its own, from which each flit takes its numbers. So
/// which flit is corrupted, and how, depends on the flits of this direction alone.
class CorruptingLink {
 public:
  /// `rate`  probability 0 .. 1 that a flit is corrupted
  CorruptingLink(std::uint64_t seed, std::uint64_t link, double rate)
      : random_(seed, kFirstStream + link), chance_(rate) {}

  /// Returns the error of the next flit; 0: none.
  std::uint64_t next_error() {
    if (!chance_.happens(random_)) return 0;
    std::uint64_t error = 0;
    while (error == 0) error = random_.next();
    return error;
  }

 private:
  static constexpr std::uint64_t kFirstStream = std::uint64_t{1} << 62U;  // those of nodes are below 2^34
  RandomStream random_;
  Chance chance_;
};

}  // namespace kintsugi
