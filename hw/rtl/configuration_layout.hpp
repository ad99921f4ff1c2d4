/// Where the configuration fields lie in the stream, and in the words in which it enters the chip.
///
/// Bits    all fields one after the other, each least significant bit first: bit `first` of the stream is bit 0 of the
///         field
/// Words   of `width` bits, bit 0 first. The last word of a stream may be shorter
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

class ConfigurationLayout {
 public:
  /// width: 1 .. 64, as for the configuration chain.
  ConfigurationLayout(const Fabric& fabric, unsigned width);

  unsigned width() const { return width_; }
  std::size_t first_bit(std::size_t field) const { return first_[field]; }
  /// Returns the bits of all fields, without the bits that fill the last byte.
  std::size_t field_bits() const { return first_.back(); }
  /// Returns the number of words of a right stream.
  std::size_t stream_words() const { return words_of((field_bits() + 7) / 8 + 4); }
  std::size_t words_of(std::size_t bytes) const { return (bytes * 8 + width_ - 1) / width_; }
  /// Returns how many bits the last word of a stream of so many bytes has: 0 for none.
  std::size_t last_bits(std::size_t bytes) const;
  /// Returns the words of a stream as $readmemh reads them, one in each line.
  std::string words_text(std::span<const std::uint8_t> stream) const;

  /// Returns the values of all fields, bit for bit.
  std::vector<bool> bits_of(const Configuration& configuration) const;
  /// Returns the shadows after a stream has been shifted in over `old`: a value that is no state leaves the old one.
  Configuration shifted(std::span<const std::uint8_t> stream, const Configuration& old) const;

 private:
  const Fabric* fabric_;
  unsigned width_;
  std::vector<std::size_t> first_;  // by field, and the end
};

/// A port by which a module takes streams for its configuration chain, or is read back; kt_config_chain.sv and
/// kt_config_reader.sv say what it means.
struct ChainPort {
  std::string name;  ///< ends in "_i" or "_o"
  unsigned bits = 1;
  bool is_input() const { return name.ends_with("_i"); }
  std::string net() const { return name.substr(0, name.size() - 2); }  ///< of a bench
};

/// Returns the ports of kt_config_chain by which it takes streams.
std::vector<ChainPort> stream_ports(unsigned width);

/// Returns the ports of every module with a chain of words of `width` bits, in order. Clock and reset are not among
/// them.
std::vector<ChainPort> chain_ports(unsigned width);

/// Returns their declarations as ports of a module, a line each; a comma follows each of them.
std::string declared_chain_ports(unsigned width);

/// Returns their connections to the nets of a module that has the same ports: ".load_i, .valid_i", seven in a line.
std::string same_ports(const std::vector<ChainPort>& ports);

}  // namespace kintsugi::rtl
