/// The bitstream: a configuration as bytes, with its checksum.
///
/// Holds the fields in the order of Fabric::fields, each least significant bit first, packed into bytes from bit 0
/// upwards without gaps. The last byte is filled with zeros. The checksum is CRC-32 (IEEE 802.3, reflected) over the
/// bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

/// Returns the bitstream of a configuration, without checksum.
std::vector<std::uint8_t> pack(const Fabric& fabric, const Configuration& configuration);

/// Returns the configuration of a bitstream: the inverse of pack. Throws std::invalid_argument if a value is not a
/// state (the message names the field), the length is wrong or a filler bit is not zero.
Configuration unpack(const Fabric& fabric, std::span<const std::uint8_t> bytes);

std::uint32_t crc32(std::span<const std::uint8_t> bytes);

/// Returns what is loaded into the chip: the bytes, then their CRC-32, low byte first.
std::vector<std::uint8_t> with_crc(std::vector<std::uint8_t> bitstream);

}  // namespace kintsugi
