#include "models/fabric/bitstream.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "models/fabric/dead_segments.hpp"

namespace kintsugi {

namespace {

std::size_t bits_of(const Fabric& fabric) {
  std::size_t bits = 0;
  for (const ConfigField& field : fabric.fields) bits += field.bits;
  return bits;
}

/// Returns the bytes of a number, low byte first.
std::array<std::uint8_t, 4> bytes_of(std::uint32_t number) {
  std::array<std::uint8_t, 4> bytes;
  for (unsigned i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(number >> 8 * i);
  return bytes;
}

void require_valid(const ConfigField& field, unsigned value) {
  if (value < field.states) return;
  throw std::invalid_argument("field '" + field.name + "' cannot be " + std::to_string(value) +
                              ": its states are 0 to " + std::to_string(field.states - 1));
}

void require_length(const Fabric& fabric, const char* unit, std::size_t wanted, std::size_t found) {
  if (wanted == found) return;
  throw std::invalid_argument("a configuration of '" + fabric.name + "' has " + std::to_string(wanted) + " " + unit +
                              ", not " + std::to_string(found));
}

/// Reads bits in order, from bit 0 of byte 0 upwards.
class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool at_end() const { return position_ == bytes_.size() * 8; }
  unsigned take(unsigned bits) {
    unsigned value = 0;
    for (unsigned bit = 0; bit < bits; ++bit, ++position_) {
      value |= ((bytes_[position_ / 8] >> (position_ % 8)) & 1u) << bit;
    }
    return value;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
};

}  // namespace

std::size_t field_bytes(const Fabric& fabric) {
  return (bits_of(fabric) + 7) / 8;
}

std::vector<std::uint8_t> pack(const Fabric& fabric, const Configuration& configuration) {
  require_length(fabric, "fields", fabric.fields.size(), configuration.size());
  std::vector<std::uint8_t> bytes(field_bytes(fabric));
  std::size_t position = 0;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    require_valid(fabric.fields[i], configuration[i]);
    for (unsigned bit = 0; bit < fabric.fields[i].bits; ++bit, ++position) {
      bytes[position / 8] |= static_cast<std::uint8_t>(((configuration[i] >> bit) & 1u) << (position % 8));
    }
  }
  return bytes;
}

Configuration unpack(const Fabric& fabric, std::span<const std::uint8_t> bytes) {
  require_length(fabric, "bytes", field_bytes(fabric), bytes.size());
  BitReader reader(bytes);
  Configuration configuration;
  configuration.reserve(fabric.fields.size());
  for (const ConfigField& field : fabric.fields) {
    const unsigned value = reader.take(field.bits);
    const auto fallback = fallback_of(fabric, configuration, configuration.size());
    if (!fallback) require_valid(field, value);
    configuration.push_back(fallback.value_or(static_cast<SwitchState>(value)));
  }
  while (!reader.at_end()) {
    if (reader.take(1) != 0) throw std::invalid_argument(kFillerRule);
  }
  return configuration;
}

RunningChecksum::RunningChecksum(const Fabric& fabric) {
  for (const std::uint8_t byte : bytes_of(fabric.number)) add(byte);
}

std::uint32_t checksum(const Fabric& fabric, std::span<const std::uint8_t> bytes) {
  RunningChecksum running(fabric);
  for (const std::uint8_t byte : bytes) running.add(byte);
  return running.value();
}

std::uint32_t checksum_start(const Fabric& fabric) {
  return ~checksum(fabric, {});
}

std::optional<StreamFault> stream_fault(const Fabric& fabric, std::span<const std::uint8_t> stream) {
  const std::size_t bytes = field_bytes(fabric);
  if (stream.size() != bytes + kChecksumBytes) return StreamFault::kLength;
  const auto fields = stream.first(bytes);
  if (!std::ranges::equal(bytes_of(checksum(fabric, fields)), stream.last(kChecksumBytes))) {
    return StreamFault::kChecksum;
  }
  BitReader reader(fields);
  for (const ConfigField& field : fabric.fields) {
    if (reader.take(field.bits) >= field.states) return StreamFault::kState;
  }
  while (!reader.at_end()) {
    if (reader.take(1) != 0) return StreamFault::kFiller;
  }
  return std::nullopt;
}

std::vector<std::uint8_t> with_crc(const Fabric& fabric, std::vector<std::uint8_t> bytes) {
  for (const std::uint8_t byte : bytes_of(checksum(fabric, bytes))) bytes.push_back(byte);
  return bytes;
}

std::vector<std::uint8_t> stream_of(const Fabric& fabric, const Configuration& configuration) {
  return with_crc(fabric, pack(fabric, configuration));
}

}  // namespace kintsugi
