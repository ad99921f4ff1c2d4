/// The bitstream: a configuration as bytes, with its checksum.
///
/// Fields in the order of Fabric::fields, each least significant bit first, packed into bytes from bit 0 upwards
/// without gaps; the last byte is filled with zeros. The checksum is CRC-32 (IEEE 802.3, reflected) over the bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

std::vector<std::uint8_t> pack(const Fabric& fabric, const Configuration& configuration);

/// The inverse of pack. std::invalid_argument, naming the field, for a value that is not a state, a wrong length or
/// a non-zero filler.
Configuration unpack(const Fabric& fabric, std::span<const std::uint8_t> bytes);

std::uint32_t crc32(std::span<const std::uint8_t> bytes);

/// What is loaded into the chip: the bytes, then their CRC-32, low byte first.
std::vector<std::uint8_t> with_crc(std::vector<std::uint8_t> bitstream);

}  // namespace kintsugi
