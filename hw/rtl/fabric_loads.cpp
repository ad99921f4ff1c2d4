// Streams for the bench of a fabric: right ones, wrong ones of every kind, and any other.
#include <algorithm>
#include <span>
#include <utility>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/fabric_bench.hpp"
#include "hw/rtl/state_sweep.hpp"
#include "models/fabric/bitstream.hpp"

namespace kintsugi::rtl {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kMostBytesOfWord = 8;

Bytes flipped(Bytes stream, std::size_t bit) {
  stream.at(bit / 8) ^= static_cast<std::uint8_t>(1U << (bit % 8));
  return stream;
}

Bytes with_bytes(Bytes stream, std::size_t bytes) {
  stream.resize(bytes, 0);
  return stream;
}

Bytes with_zero_checksum(Bytes stream) {
  std::fill(stream.end() - 4, stream.end(), std::uint8_t{0});
  return stream;
}

/// Returns the fields that can have values which are no states.
std::vector<std::size_t> fields_with_other_values(const Fabric& fabric) {
  std::vector<std::size_t> fields;
  for (std::size_t i = 0; i < fabric.fields.size(); ++i) {
    if (fabric.fields[i].states < 1U << fabric.fields[i].bits) fields.push_back(i);
  }
  return fields;
}

/// Returns a stream in which this field has a value that is no state, under a right checksum.
Bytes with_no_state(const Fabric& fabric, Bytes fields, std::size_t field) {
  const std::size_t first = ConfigurationLayout(fabric, 1).first_bit(field);
  for (std::size_t b = first; b < first + fabric.fields[field].bits; ++b) {
    fields[b / 8] |= static_cast<std::uint8_t>(1U << (b % 8));
  }
  return with_crc(fabric, fields);
}

/// Returns the stream of a fabric that has another number.
Bytes of_another_fabric(Fabric fabric, const Bytes& fields) {
  ++fabric.number;
  return with_crc(fabric, fields);
}

/// Returns what comes into force by a stream; empty if it must be refused.
Configuration accepted_of(const Fabric& fabric, const Bytes& stream) {
  if (stream_fault(fabric, stream)) return {};
  return unpack(fabric, std::span(stream).first(field_bytes(fabric)));
}

}  // namespace

std::vector<StreamLoad> sweep_loads(const Fabric& fabric) {
  const std::vector<Configuration> all = state_sweep(fabric).configurations;
  std::vector<StreamLoad> loads;
  for (const Configuration& each : all) {
    const std::string name = "every state, " + std::to_string(loads.size() + 1) + " of " + std::to_string(all.size());
    loads.push_back({name, stream_of(fabric, each), each});
  }
  return loads;
}

StreamLoad load_of(const Fabric& fabric, const std::string& name, Bytes stream, unsigned gap) {
  Configuration accepted = accepted_of(fabric, stream);
  return {name, std::move(stream), std::move(accepted), false, gap};
}

std::vector<StreamLoad> all_loads(const Fabric& fabric, const Configuration& configuration,
                                  const Configuration& other) {
  const Bytes fields = pack(fabric, configuration);
  const Bytes stream = with_crc(fabric, fields), second = with_crc(fabric, pack(fabric, other));
  std::vector<StreamLoad> loads{{"the repair", stream, configuration},
                                {"other states", second, other},
                                {"a bit flipped", flipped(stream, stream.size() * 4)},
                                {"a byte missing", with_bytes(stream, stream.size() - 1)},
                                {"a byte too many", with_bytes(stream, stream.size() + 1)},
                                {"a word too many", with_bytes(stream, stream.size() + kMostBytesOfWord)},
                                {"without the checksum", fields},
                                {"a bit of the checksum flipped", flipped(stream, stream.size() * 8 - 1)},
                                {"the checksum zeroed", with_zero_checksum(stream)},
                                {"the stream of another fabric", of_another_fabric(fabric, fields)}};
  const std::vector<std::size_t> others = fields_with_other_values(fabric);
  if (!others.empty()) {
    loads.push_back({"a value that is no state", with_no_state(fabric, fields, others.front())});
  }
  if (others.size() > 1) {
    loads.push_back({"a last value that is no state", with_no_state(fabric, fields, others.back())});
  }
  const std::size_t bits = ConfigurationLayout(fabric, 1).field_bits();
  if (bits % 8 != 0) {
    loads.push_back({"a bit after the last field", with_crc(fabric, flipped(fields, bits))});
  }
  loads.push_back({"the repair again, with gaps", stream, configuration, true});
  return loads;
}

}  // namespace kintsugi::rtl
