// Streams for the bench of a fabric: right ones, wrong ones of every kind, and any other.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/fabric_bench.hpp"
#include "models/fabric/bitstream.hpp"

namespace kintsugi::rtl {

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes flipped(Bytes stream, std::size_t bit) {
  stream.at(bit / 8) ^= static_cast<std::uint8_t>(1U << (bit % 8));
  return stream;
}

Bytes without_last(Bytes stream) {
  stream.pop_back();
  return stream;
}

Bytes with_one_more(Bytes stream) {
  stream.push_back(0);
  return stream;
}

Bytes with_zero_checksum(Bytes stream) {
  std::fill(stream.end() - 4, stream.end(), std::uint8_t{0});
  return stream;
}

/// Returns a stream with the first value that is no state, under a right checksum; none if every value is a state.
Bytes with_no_state(const Fabric& fabric, const Bytes& fields) {
  std::size_t first = 0;
  for (const ConfigField& field : fabric.fields) {
    if (field.states < 1U << field.bits) {
      Bytes wrong = fields;
      for (std::size_t b = first; b < first + field.bits; ++b) wrong[b / 8] |= static_cast<std::uint8_t>(1U << (b % 8));
      return with_crc(fabric, wrong);
    }
    first += field.bits;
  }
  return {};
}

/// Returns the stream of a fabric that has another number.
Bytes of_another_fabric(Fabric fabric, const Bytes& fields) {
  ++fabric.number;
  return with_crc(fabric, fields);
}

/// Returns what comes into force by a stream; empty if it must be refused.
Configuration accepted_of(const Fabric& fabric, const Bytes& stream) {
  if (stream.size() < kChecksumBytes) return {};
  const Bytes fields(stream.begin(), stream.end() - kChecksumBytes);
  if (with_crc(fabric, fields) != stream) return {};
  try {
    return unpack(fabric, fields);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

}  // namespace

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
                                {"a byte missing", without_last(stream)},
                                {"a byte too many", with_one_more(stream)},
                                {"the checksum zeroed", with_zero_checksum(stream)},
                                {"the stream of another fabric", of_another_fabric(fabric, fields)}};
  if (Bytes wrong = with_no_state(fabric, fields); !wrong.empty()) loads.push_back({"a value that is no state", wrong});
  const std::size_t bits = ConfigurationLayout(fabric, 1).field_bits();
  if (bits % 8 != 0) {
    loads.push_back({"a bit after the last field", with_crc(fabric, flipped(fields, bits))});
  }
  loads.push_back({"the repair again, with gaps", stream, configuration, true});
  return loads;
}

}  // namespace kintsugi::rtl
