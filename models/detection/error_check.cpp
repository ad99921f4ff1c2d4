#include "models/detection/error_check.hpp"

#include <array>
#include <boost/crc.hpp>
#include <cmath>
#include <stdexcept>
#include <string>

namespace kintsugi {

namespace {

using Content = std::array<unsigned char, kFlitBits / 8>;

/// Returns the bits of a flit, the first that is sent first.
Content content_of(std::uint64_t bits) {
  Content bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(bits >> (56 - 8 * i));
  return bytes;
}

/// The register begins with 0 and the result is not inverted, which keeps the checksum linear.
template <std::size_t bits, std::uint32_t polynomial>
std::uint32_t remainder_of(std::uint64_t error, std::size_t flits_behind) {
  boost::crc_optimal<bits, polynomial, 0, 0, false, false> crc;
  const Content first = content_of(error);
  const Content zero{};
  crc.process_bytes(first.data(), first.size());
  for (std::size_t i = 0; i < flits_behind; ++i) crc.process_bytes(zero.data(), zero.size());
  return static_cast<std::uint32_t>(crc.checksum());
}

}  // namespace

std::uint32_t syndrome_of(unsigned crc_bits, std::uint64_t error, std::size_t flits_behind) {
  switch (crc_bits) {
    case 8:
      return remainder_of<8, 0x07>(error, flits_behind);
    case 16:
      return remainder_of<16, 0x1021>(error, flits_behind);
    case 32:
      return remainder_of<32, 0x04c11db7>(error, flits_behind);
    default:
      throw std::invalid_argument("a checksum has 8, 16 or 32 bits, not " + std::to_string(crc_bits));
  }
}

double missed_share(unsigned crc_bits) {
  return (std::exp2(kFlitBits - crc_bits) - 1) / (std::exp2(kFlitBits) - 1);
}

}  // namespace kintsugi
