/// The bits at a port of a module that Verilator has made (--sc), whatever type the port has there: bool for one bit,
/// std::uint32_t up to 32, sc_dt::uint64 up to 64, sc_bv for more.
#pragma once

#include <concepts>
#include <cstdint>
#include <systemc>
#include <type_traits>
#include <vector>

namespace kintsugi {

/// Bits of a bus, bit 0 first, all 0 at first.
class PinBits {
 public:
  explicit PinBits(unsigned width) : width_(width), words_((width + 31) / 32) {}

  unsigned width() const { return width_; }  ///< in bits
  /// Returns one of them.
  bool bit(unsigned at) const { return (words_[at / 32] >> at % 32 & 1) != 0; }
  /// Returns `width` bits from `at` on, at most 64.
  std::uint64_t field(unsigned at, unsigned width) const {
    std::uint64_t value = 0;
    for (unsigned done = 0; done < width;) {
      const unsigned offset = (at + done) % 32;
      value |= std::uint64_t{words_[(at + done) / 32] >> offset} << done;
      done += 32 - offset;
    }
    return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
  }
  /// Sets `width` bits from `at` on, at most 64; the bits of `value` above them are ignored.
  void set_field(unsigned at, unsigned width, std::uint64_t value) {
    for (unsigned done = 0; done < width;) {
      const unsigned offset = (at + done) % 32;
      const unsigned count = width - done < 32 - offset ? width - done : 32 - offset;
      const std::uint32_t mask = (~std::uint32_t{0} >> (32 - count)) << offset;
      std::uint32_t& word = words_[(at + done) / 32];
      word = (word & ~mask) | (static_cast<std::uint32_t>(value >> done) << offset & mask);
      done += count;
    }
  }
  void set_bit(unsigned at, bool value) { set_field(at, 1, value ? 1 : 0); }
  void clear() { words_.assign(words_.size(), 0); }

  /// Returns the bits in words of 32, bit 0 in word 0; the last word has zeros above width().
  const std::vector<std::uint32_t>& words() const { return words_; }
  void set_word(std::size_t number, std::uint32_t value) { words_[number] = value; }

  friend bool operator==(const PinBits&, const PinBits&) = default;

 private:
  unsigned width_;
  std::vector<std::uint32_t> words_;
};

/// @name From and to the values of signals
/// @{
template <std::integral Value>
void take_value(PinBits& bits, Value value) {
  bits.set_field(0, bits.width(), static_cast<std::uint64_t>(value));
}
template <int W>
void take_value(PinBits& bits, const sc_dt::sc_bv<W>& value) {
  for (std::size_t i = 0; i < bits.words().size(); ++i) {
    bits.set_word(i, static_cast<std::uint32_t>(value.get_word(static_cast<int>(i))));
  }
}
template <std::integral Value>
void give_value(const PinBits& bits, Value& value) {
  value = static_cast<Value>(bits.field(0, bits.width()));
}
template <int W>
void give_value(const PinBits& bits, sc_dt::sc_bv<W>& value) {
  for (std::size_t i = 0; i < bits.words().size(); ++i) value.set_word(static_cast<int>(i), bits.words()[i]);
}
/// @}

/// A signal at one such port. `Port`: the type of the port, sc_in or sc_out, or a reference to it.
template <class Port>
class PinSignal {
 public:
  using Value = typename std::remove_cvref_t<Port>::data_type;

  /// Binds the port to the signal.
  PinSignal(const char* name, std::remove_cvref_t<Port>& port, Value initial = {}) : signal_(name, initial) {
    port.bind(signal_);
  }

  void write(const PinBits& bits) {
    give_value(bits, value_);
    signal_.write(value_);
  }
  void write_bit(bool value) { signal_.write(static_cast<Value>(value)); }
  void read(PinBits& bits) const { take_value(bits, signal_.read()); }

 private:
  // The clock of the chip and a process of the module write it, in different delta cycles.
  sc_core::sc_signal<Value, sc_core::SC_MANY_WRITERS> signal_;
  Value value_{};
};

}  // namespace kintsugi
