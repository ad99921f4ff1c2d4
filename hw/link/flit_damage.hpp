/// What an error on a link does to a flit. The flit itself is not changed: its packet notes the damage (Packet::damage,
/// Packet::syndrome), and the PE at its destination drops it.
///
/// Flits    the fields by which routers and credits work are taken to survive every error, so that a damaged packet
///          still ends at its destination
/// Order    several links may damage flits of one packet in one cycle: the result does not depend on their order
/// Needs    a chip with detection (ChipContext::detection), which has a single thread
#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/link/chip_context.hpp"
#include "hw/link/thread_state.hpp"
#include "models/detection/error_check.hpp"
#include "models/detection/parameters.hpp"

namespace kintsugi {

/// Lets nothing of the content of a flit through. Every receiver notices that, with any CRC or none.
inline void erase_flit(const ChipContext& chip, Flit flit) {
  ++chip.own->detection.flits_erased;
  (*chip.packets)[flit.packet].damage |= Packet::kErased;
}

/// Turns the bits of a flit over that `error` has, of 64 bits, not 0. With CRC `flit` the receiver of the link finds
/// the error unless it has syndrome 0, and marks the flit.
inline void corrupt_flit(const ChipContext& chip, Flit flit, std::uint64_t error) {
  const DetectionParameters& how = *chip.detection;
  Packet& packet = (*chip.packets)[flit.packet];
  ++chip.own->detection.flits_corrupted;
  const bool found = how.crc == CrcScheme::kFlit && syndrome_of(how.crc_bits, error) != 0;
  chip.own->detection.flits_found += found ? 1 : 0;
  packet.damage |= found ? Packet::kMarked : Packet::kWrong;
  if (how.crc != CrcScheme::kPacket) return;
  const std::size_t behind = std::size_t{packet.flits} - flit.sequence - 1;
  packet.syndrome ^= syndrome_of(how.crc_bits, error, behind);
}

}  // namespace kintsugi
