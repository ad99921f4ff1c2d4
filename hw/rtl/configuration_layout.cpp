#include "hw/rtl/configuration_layout.hpp"

#include <algorithm>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

bool bit_at(std::span<const std::uint8_t> stream, std::size_t bit) {
  return bit / 8 < stream.size() && (stream[bit / 8] >> (bit % 8) & 1) != 0;
}

}  // namespace

ConfigurationLayout::ConfigurationLayout(const Fabric& fabric, unsigned width)
    : fabric_(&fabric), width_(width), first_{0} {
  for (const ConfigField& field : fabric.fields) first_.push_back(first_.back() + field.bits);
}

std::size_t ConfigurationLayout::last_bits(std::size_t bytes) const {
  return bytes == 0 ? 0 : bytes * 8 - (words_of(bytes) - 1) * width_;
}

std::string ConfigurationLayout::words_text(std::span<const std::uint8_t> stream) const {
  std::string text;
  for (std::size_t word = 0; word < words_of(stream.size()); ++word) {
    std::vector<bool> bits;
    for (std::size_t b = word * width_; b < (word + 1) * width_; ++b) bits.push_back(bit_at(stream, b));
    text += hex_digits(bits) + '\n';
  }
  return text;
}

std::vector<bool> ConfigurationLayout::bits_of(const Configuration& configuration) const {
  std::vector<bool> bits;
  for (std::size_t field = 0; field < configuration.size(); ++field) {
    for (unsigned b = 0; b < fabric_->fields[field].bits; ++b) bits.push_back((configuration[field] >> b & 1) != 0);
  }
  return bits;
}

Configuration ConfigurationLayout::shifted(std::span<const std::uint8_t> stream, const Configuration& old) const {
  Configuration shadows = old;
  for (std::size_t field = 0; field < shadows.size(); ++field) {
    unsigned value = 0;
    for (unsigned b = 0; b < fabric_->fields[field].bits; ++b) {
      value |= unsigned{bit_at(stream, first_[field] + b)} << b;
    }
    const bool arrives = first_[field + 1] <= stream.size() * 8;
    if (arrives && value < fabric_->fields[field].states) shadows[field] = static_cast<SwitchState>(value);
  }
  return shadows;
}

std::vector<ChainPort> stream_ports(unsigned width) {
  return {{"load_i"}, {"valid_i"}, {"word_i", width}, {"last_i"}, {"bits_i", 7}, {"phase_o", 3}, {"refused_o", 3}};
}

std::vector<ChainPort> chain_ports(unsigned width) {
  std::vector<ChainPort> ports = stream_ports(width);
  ports.insert(ports.end(), {{"read_i"},
                             {"read_shadows_i"},
                             {"read_ready_i"},
                             {"read_valid_o"},
                             {"read_word_o", width},
                             {"read_last_o"},
                             {"read_bits_o", 7},
                             {"upset_o"}});
  return ports;
}

std::string declared_chain_ports(unsigned width) {
  std::string text;
  for (const ChainPort& port : chain_ports(width)) {
    text += declared_port(port.is_input() ? "input " : "output", port.bits, port.name + ",\n");
  }
  return text;
}

std::string same_ports(const std::vector<ChainPort>& ports) {
  constexpr std::size_t kInALine = 7;
  std::string text;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    text += (i == 0 ? "." : i % kInALine == 0 ? ",\n    ." : ", .") + ports[i].name;
  }
  return text;
}

}  // namespace kintsugi::rtl
