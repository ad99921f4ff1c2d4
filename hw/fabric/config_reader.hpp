/// Reads the configuration of a chip back, word by word, as the exported chain does (hw/rtl/kt_config_reader.sv): the
/// states in force, or the shadows, as a stream with its checksum.
///
/// Words     of as many bits as the chain takes in a cycle, the first bit in bit 0: the fields in the order of the
///           stream, zeros up to a multiple of 8, the CRC-32 of what has been read, behind the number of the fabric.
///           Each has the values of the moment in which it is looked at
/// Fields    one that sets no switch reads as 0
/// Errors    take() throws std::logic_error while nothing is read
#pragma once

#include <cstdint>
#include <vector>

#include "hw/fabric/switch_module.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi {

class ConfigReader {
 public:
  enum class Source : std::uint8_t { kStates, kShadows };
  struct Word {
    std::uint64_t word = 0;
    unsigned bits = 0;  ///< of it that belong to the stream
    bool last = false;
    friend bool operator==(const Word&, const Word&) = default;
  };

  /// bits_per_cycle: 1 .. 64.
  ConfigReader(const Fabric& fabric, unsigned bits_per_cycle);
  /// `switches` is indexed by SwitchId.
  void attach(const std::vector<SwitchModule*>& switches);

  /// Begins a readback; one that is under way is given up.
  void begin(Source source);
  bool is_reading() const { return is_reading_; }
  /// Returns the word that waits; 0 and no bits while nothing is read.
  Word word() const;
  /// Goes on to the next word.
  void take();
  void give_up() { is_reading_ = false; }

  /// Returns the whole stream as it is now.
  std::vector<std::uint8_t> stream(Source source) const;

  /// @name For the scrub: the checksum register as hardware has it
  /// @{
  std::uint64_t payload_bits() const { return payload_.size(); }  ///< of fields and filler
  std::uint32_t register_at_start() const { return crc_start_; }
  /// Returns it after the bits `from` to `end` - 1 of the states in force, or those of them that there are.
  std::uint32_t register_after_states(std::uint32_t crc, std::uint64_t from, std::uint64_t end) const;
  /// @}

 private:
  /// Where a bit of the stream comes from.
  struct Bit {
    const SwitchModule* module = nullptr;  // nullptr: none, it is 0
    unsigned bit = 0;
  };
  bool payload_bit(std::uint64_t at, Source source) const;
  Word next(std::uint32_t& crc) const;

  const Fabric* fabric_;
  unsigned bits_per_cycle_;
  std::uint32_t crc_start_;
  std::vector<Bit> payload_;  // fields and filler
  bool is_reading_ = false;
  Source source_ = Source::kStates;
  std::uint64_t position_ = 0;  // bits that were taken
  std::uint32_t crc_ = 0;       // the register after them
};

}  // namespace kintsugi
