#include "hw/wave/vcd_format.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace kintsugi::wave {

namespace {

/// The eight binary digits of every byte: a change of a wide signal costs a copy per byte, not a branch per bit.
constexpr auto kByteDigits = [] {
  std::array<std::array<char, 8>, 256> digits{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned bit = 0; bit < 8; ++bit) digits[byte][bit] = (byte >> (7 - bit) & 1) != 0 ? '1' : '0';
  }
  return digits;
}();

std::string octal(unsigned char byte) {
  const auto digit = [&](unsigned shift) { return static_cast<char>('0' + (byte >> shift & 7)); };
  return {'\\', digit(6), digit(3), digit(0)};
}

/// The exponent of the kernel's time resolution, -12 for a picosecond. It is a power of ten by SystemC's own rule.
int resolution_exponent() {
  return static_cast<int>(std::lround(std::log10(sc_core::sc_get_time_resolution().to_seconds())));
}

}  // namespace

std::string short_name(std::uint64_t n) {
  constexpr std::uint64_t base = '~' - '!' + 1;
  std::string text;
  for (std::uint64_t rest = n + 1; rest > 0; rest = (rest - 1) / base) {
    text += static_cast<char>('!' + (rest - 1) % base);
  }
  return text;
}

char* put_bits(char* out, std::uint64_t value) {
  const auto width = std::max(1, static_cast<int>(std::bit_width(value)));
  const int odd = width % 8;
  int shift = width - odd;
  if (odd != 0) {
    std::memcpy(out, kByteDigits[value >> shift].data() + 8 - odd, static_cast<std::size_t>(odd));
    out += odd;
  }
  for (; shift > 0; out += 8) {
    shift -= 8;
    std::memcpy(out, kByteDigits[value >> shift & 0xff].data(), 8);
  }
  return out;
}

std::string_view trim_bits(std::string_view bits) {
  while (bits.size() > 1 && bits[0] != '1' && bits[0] == bits[1]) bits.remove_prefix(1);
  if (bits.size() > 1 && bits[0] == '0' && bits[1] == '1') bits.remove_prefix(1);
  return bits;
}

std::string escape_name(std::string_view name) {
  std::string escaped;
  for (const char c : name) {
    if (c == '\\') {
      escaped += "\\\\";
    } else if (c > ' ' && c <= '~') {
      escaped += c;
    } else {
      escaped += octal(static_cast<unsigned char>(c));
    }
  }
  return escaped;
}

std::string timescale_text(const sc_core::sc_time& timescale) {
  static constexpr std::array<const char*, 6> units{"fs", "ps", "ns", "us", "ms", "s"};
  static constexpr std::array<const char*, 3> factors{"1 ", "10 ", "100 "};
  int exponent = resolution_exponent() + 15;
  auto rest = timescale.value();
  for (; rest != 0 && rest % 10 == 0; rest /= 10) ++exponent;
  if (rest != 1 || exponent < 0 || exponent > 17) {
    throw std::invalid_argument("a waveform's timescale is 1, 10 or 100 of a unit from fs to s, not " +
                                timescale.to_string());
  }
  return std::string(factors[exponent % 3]) + units[exponent / 3];
}

}  // namespace kintsugi::wave
