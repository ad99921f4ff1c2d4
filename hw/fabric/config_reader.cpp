#include "hw/fabric/config_reader.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/fabric/bitstream.hpp"

namespace kintsugi {

namespace {

constexpr std::uint32_t kReaderPolynomial = 0xedb88320;
constexpr std::uint64_t kReaderChecksumBits = 8 * kChecksumBytes;

/// Returns the checksum register after a bit more.
std::uint32_t register_after(std::uint32_t crc, bool bit) {
  return crc >> 1 ^ ((crc & 1) != unsigned{bit} ? kReaderPolynomial : 0);
}

}  // namespace

ConfigReader::ConfigReader(const Fabric& fabric, unsigned bits_per_cycle)
    : fabric_(&fabric),
      bits_per_cycle_(bits_per_cycle),
      crc_start_(checksum_start(fabric)),
      payload_(field_bytes(fabric) * 8) {}

void ConfigReader::attach(const std::vector<SwitchModule*>& switches) {
  std::vector<const SwitchModule*> of_field(fabric_->fields.size());
  for (std::size_t id = 0; id < switches.size(); ++id) {
    const SwitchModule*& first = of_field[fabric_->switches[id].field];
    if (first == nullptr) first = switches[id];
  }
  std::size_t at = 0;
  for (std::size_t field = 0; field < of_field.size(); ++field) {
    for (unsigned bit = 0; bit < fabric_->fields[field].bits; ++bit) payload_[at++] = {of_field[field], bit};
  }
}

void ConfigReader::begin(Source source) {
  is_reading_ = true;
  source_ = source;
  position_ = 0;
  crc_ = crc_start_;
}

bool ConfigReader::payload_bit(std::uint64_t at, Source source) const {
  const Bit& from = payload_[at];
  if (from.module == nullptr) return false;
  const SwitchState value = source == Source::kStates ? from.module->state() : from.module->shadow();
  return (value >> from.bit & 1) != 0;
}

/// Returns the word that waits, and brings the checksum register behind it.
ConfigReader::Word ConfigReader::next(std::uint32_t& crc) const {
  const std::uint64_t all = payload_.size() + kReaderChecksumBits;
  Word word;
  word.bits = static_cast<unsigned>(std::min<std::uint64_t>(bits_per_cycle_, all - position_));
  word.last = position_ + word.bits == all;
  for (unsigned i = 0; i < word.bits; ++i) {
    const std::uint64_t at = position_ + i;
    const bool bit = at < payload_.size() ? payload_bit(at, source_) : (~crc >> (at - payload_.size()) & 1) != 0;
    if (at < payload_.size()) crc = register_after(crc, bit);
    word.word |= std::uint64_t{bit} << i;
  }
  return word;
}

std::uint32_t ConfigReader::register_after_states(std::uint32_t crc, std::uint64_t from, std::uint64_t end) const {
  for (std::uint64_t at = from; at < std::min<std::uint64_t>(end, payload_.size()); ++at) {
    crc = register_after(crc, payload_bit(at, Source::kStates));
  }
  return crc;
}

ConfigReader::Word ConfigReader::word() const {
  std::uint32_t crc = crc_;
  return is_reading_ ? next(crc) : Word{};
}

void ConfigReader::take() {
  if (!is_reading_) throw std::logic_error("a word is taken of a configuration that is not being read back");
  const Word word = next(crc_);
  position_ += word.bits;
  is_reading_ = !word.last;
}

std::vector<std::uint8_t> ConfigReader::stream(Source source) const {
  ConfigReader reader = *this;
  reader.bits_per_cycle_ = 8;
  std::vector<std::uint8_t> bytes;
  for (reader.begin(source); reader.is_reading(); reader.take()) {
    bytes.push_back(static_cast<std::uint8_t>(reader.word().word));
  }
  return bytes;
}

}  // namespace kintsugi
