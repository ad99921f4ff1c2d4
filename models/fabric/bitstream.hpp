/// The bitstream: a configuration as bytes, and the stream that is loaded into a chip: these bytes with their checksum.
///
/// Bytes     the fields in the order of Fabric::fields, each least significant bit first, packed from bit 0 of byte 0
///           upwards without gaps. The bits after the last field fill its byte and are 0
/// Checksum  CRC-32 (IEEE 802.3) over the fabric number, four bytes, low byte first, and then the bytes. So a stream
///           for any fabric with another number is refused, whatever its bytes are: two numbers leave two different
///           values in the checksum register, and the same bytes keep these different
/// Stream    the bytes, then the checksum, four bytes, low byte first. The fabric number itself is not sent
/// Register  the 32 bits that hardware shifts through, bit 0 of each byte first: the reflected polynomial is
///           0xedb88320, the value before the fabric number 0xffffffff, and the checksum is the inverted register. A
///           bit d replaces a register r by (r >> 1) ^ (0xedb88320 if bit 0 of r differs from d, else 0)
#pragma once

#include <boost/crc.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

/// The rule for the bits after the last field, as a message says it.
inline constexpr const char* kFillerRule = "the bits after the last field must be 0";

inline constexpr std::size_t kChecksumBytes = 4;  ///< of a stream

/// Returns the number of bytes of a configuration, without checksum.
std::size_t field_bytes(const Fabric& fabric);

/// Returns the bytes of a configuration, without checksum.
std::vector<std::uint8_t> pack(const Fabric& fabric, const Configuration& configuration);

/// Returns the configuration of the bytes: the inverse of pack. The values in a bypassed segment are not looked at: its
/// fields have the fallback. Throws std::invalid_argument if a value is not a
/// state (the message names the field), the length is wrong or a bit after the last field is not zero.
Configuration unpack(const Fabric& fabric, std::span<const std::uint8_t> bytes);

/// The checksum of a stream whose bytes come one by one.
class RunningChecksum {
 public:
  explicit RunningChecksum(const Fabric& fabric);
  void add(std::uint8_t byte) { crc_.process_byte(byte); }
  std::uint32_t value() const { return crc_.checksum(); }

 private:
  boost::crc_32_type crc_;
};

/// Returns the checksum of the bytes for this fabric.
std::uint32_t checksum(const Fabric& fabric, std::span<const std::uint8_t> bytes);

/// Returns the content of the checksum register after the fabric number, before the first byte: with it a chip checks
/// streams without knowing the number. It is the inverted checksum of no bytes.
std::uint32_t checksum_start(const Fabric& fabric);

/// Why a chip refuses a stream by itself, as the number by which it says so: the first of these that is wrong.
enum class StreamFault : std::uint8_t {
  kLength = 1,  ///< it has another number of bytes
  kChecksum,    ///< it is damaged, or made for another fabric
  kState,       ///< a value is no state of its field
  kFiller,      ///< a bit after the last field is not 0
};

/// Returns nullopt for a stream that a chip accepts.
std::optional<StreamFault> stream_fault(const Fabric& fabric, std::span<const std::uint8_t> stream);

/// Returns what is loaded into the chip: the bytes, then their checksum for this fabric, low byte first.
std::vector<std::uint8_t> with_crc(const Fabric& fabric, std::vector<std::uint8_t> bytes);

/// Returns the same of a configuration: with_crc of pack.
std::vector<std::uint8_t> stream_of(const Fabric& fabric, const Configuration& configuration);

}  // namespace kintsugi
