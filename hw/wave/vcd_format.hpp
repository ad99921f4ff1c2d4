/// Formats the parts of a value change dump: short names, bit strings, escaped names, time units.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <systemc>

namespace kintsugi::wave {

/// Returns the n-th short name: digits '!' to '~', lowest first.
std::string short_name(std::uint64_t n);

/// Writes `value` in binary without leading zeros, 1 to 64 digits; returns the end of the text.
char* put_bits(char* out, std::uint64_t value);

/// Returns `bits` as short as VCD allows: readers extend on the left with 0 after 0 or 1, with x after x, z after z.
std::string_view trim_bits(std::string_view bits);

/// Escapes `name` as GTKWave's tools read it: octal for all but visible ASCII, a backslash is doubled.
std::string escape_name(std::string_view name);

/// Returns the text of a timescale, as "100 ps". Throws std::invalid_argument unless it is 1, 10 or 100 of a unit from
/// fs to s.
std::string timescale_text(const sc_core::sc_time& timescale);

}  // namespace kintsugi::wave
