#include "tb/tool/diff/comparisons.hpp"

#include <algorithm>
#include <vector>

#include "models/fabric/bitstream.hpp"
#include "models/fabric/memory_image.hpp"
#include "models/network/text.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"
#include "tb/tool/states/field_table.hpp"

namespace kintsugi::diff {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Returns the bytes of a stream, which is compared with another one. `fabric` can be nullptr.
Bytes read_stream(const Source& source, const Source& other, const Fabric* fabric, Diagnostics& errors) {
  const std::size_t fields = fabric == nullptr ? 0 : field_bytes(*fabric);
  if (is_memory_image(source.text, source.name)) {
    std::vector<std::size_t> lengths = {fields + kChecksumBytes, fields};
    if (fabric == nullptr) {
      const bool is_other_image = is_memory_image(other.text, other.name);
      lengths = {is_other_image ? bytes_of_digits(source.text, source.name) : other.text.size()};
    }
    const auto image = read_memory_image(source.text, source.name, lengths);
    if (const auto* streams = std::get_if<ByteStreams>(&image)) return streams->front();
    add_mistakes(source.name, {std::get<FileMistake>(image)}, errors);
    return {};
  }
  const std::size_t bytes = source.text.size();
  if (fabric != nullptr && bytes != fields && bytes != fields + kChecksumBytes) {
    errors.add({source.name, 0, 0}, "a bitstream of the fabric of --scenario has " +
                                        counted(fields + kChecksumBytes, "byte") + ", or " + std::to_string(fields) +
                                        " without its checksum, not " + std::to_string(bytes));
  }
  return {source.text.begin(), source.text.end()};
}

bool bit_of(const Bytes& bytes, std::size_t bit) {
  return (bytes[bit / 8] >> bit % 8 & 1U) != 0;
}

std::string bit_name(std::size_t bit) {
  return "bit " + std::to_string(bit % 8) + " of byte " + std::to_string(bit / 8);
}

class StreamComparison {
 public:
  StreamComparison(const Bytes& a, const Bytes& b, std::size_t most) : a_(a), b_(b), found_(most) {}

  Comparison by_bits() {
    compare_bits(0, common_bits(), "bit");
    return finish();
  }

  Comparison by_fields(const Fabric& fabric) {
    const states::FieldTable table(fabric);
    std::size_t offset = 0;
    for (std::size_t i = 0; i < fabric.fields.size(); offset += fabric.fields[i].bits, ++i) {
      compare_field(table, i, offset);
    }
    const std::size_t end = (offset + 7) / 8 * 8;
    compare_bits(offset, std::min(end, common_bits()), "filler");
    compare_bits(end, common_bits(), "checksum");
    return finish();
  }

 private:
  std::size_t common_bits() const { return 8 * std::min(a_.size(), b_.size()); }

  void compare_bits(std::size_t from, std::size_t to, const std::string& kind) {
    for (std::size_t bit = from; bit < to; ++bit) {
      if (bit % 8 == 0 && a_[bit / 8] == b_[bit / 8]) {
        bit += 7;
        continue;
      }
      if (bit_of(a_, bit) == bit_of(b_, bit)) continue;
      found_.add(kind, bit, [&] {
        return Difference{kind, bit_name(bit), bit, {bit_of(a_, bit) ? 1 : 0, bit_of(b_, bit) ? 1 : 0}};
      });
    }
  }

  static unsigned value_of(const Bytes& bytes, std::size_t offset, unsigned bits) {
    unsigned value = 0;
    for (unsigned i = 0; i < bits; ++i) value |= (bit_of(bytes, offset + i) ? 1U : 0U) << i;
    return value;
  }

  void compare_field(const states::FieldTable& table, std::size_t field, std::size_t offset) {
    const unsigned bits = table.fabric().fields[field].bits;
    const unsigned a = value_of(a_, offset, bits), b = value_of(b_, offset, bits);
    if (a == b) return;
    std::size_t first = offset;
    while (bit_of(a_, first) == bit_of(b_, first)) ++first;
    found_.add("field", first, [&] {
      return Difference{"field",
                        table.fabric().fields[field].name,
                        first,
                        {state_text(table, field, a), state_text(table, field, b)}};
    });
  }

  static std::string state_text(const states::FieldTable& table, std::size_t field, unsigned value) {
    if (value < table.fabric().fields[field].states) return table.state_name(field, static_cast<SwitchState>(value));
    return std::to_string(value) + ", which is no state";
  }

  Comparison finish() {
    if (a_.size() != b_.size()) found_.add({"length", "bytes", common_bits(), {a_.size(), b_.size()}});
    return found_.finish("bit", counted(common_bits(), "bit"));
  }

  const Bytes& a_;
  const Bytes& b_;
  Differences found_;
};

}  // namespace

Comparison compare_bitstreams(const Source& a, const Source& b, const Fabric* fabric, std::size_t most_listed,
                              Diagnostics& errors) {
  const Bytes bytes_a = read_stream(a, b, fabric, errors);
  const Bytes bytes_b = read_stream(b, a, fabric, errors);
  if (!errors.empty()) return {};
  StreamComparison comparison(bytes_a, bytes_b, most_listed);
  return fabric != nullptr ? comparison.by_fields(*fabric) : comparison.by_bits();
}

}  // namespace kintsugi::diff
