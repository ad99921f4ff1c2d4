/// The spellings of a value change dump: short names, bit strings, escaped names, time units.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <systemc>

namespace kintsugi::wave {

/// The n-th short name: digits '!' to '~', lowest first.
std::string short_name(std::uint64_t n);

/// `value` in binary without leading zeros, at least one digit, at most 64; returns the end of the text.
char* put_bits(char* out, std::uint64_t value);

/// `bits` as short as VCD allows: readers extend on the left with 0 after 0 or 1, with x after x, with z after z.
std::string_view trim_bits(std::string_view bits);

/// What GTKWave's tools read back as `name`: octal escapes for all but visible ASCII, a backslash is doubled.
std::string escape_name(std::string_view name);

/// "100 ps"; std::invalid_argument for anything but 1, 10 or 100 of a unit from fs to s.
std::string timescale_text(const sc_core::sc_time& timescale);

}  // namespace kintsugi::wave
