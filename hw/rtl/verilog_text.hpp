/// Names and numbers of SystemVerilog, for the writers of this room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kintsugi::rtl {

/// Returns whether a text is a letter or '_', then letters, digits and '_'. Letters are those of ASCII.
bool is_identifier(std::string_view part);
/// Returns whether a text is a keyword of IEEE 1800 or of Icarus Verilog.
bool is_keyword(std::string_view part);

/// Returns the name of a user as a hierarchical one of SystemVerilog. Each part between dots stays as it is if it is an
/// identifier: a letter or '_', then letters, digits and '_'. What is none, or a keyword of IEEE 1800 or of Icarus
/// Verilog, or a name of the modules around it (such as "clk_i", or any that begins with "kt_") is mended: "kt_n_" is
/// put before it, '_' is doubled, and any other letter becomes '_' and its two hexadecimal digits. "7" is "kt_n_7",
/// "a-b" is "kt_n_a_2db". Different names stay different.
std::string mended(const std::string& name);

/// Returns the parts of a hierarchical name: "r3.c4" has "r3" and "c4". Throws std::invalid_argument if one of them is
/// no identifier.
std::vector<std::string> scopes_of(const std::string& name);

/// Returns a hierarchical name as one identifier: "r3_c4". Throws as scopes_of does.
std::string flat(const std::string& name);

/// Returns a text of several words as an identifier in lower or upper case: "track_switch", "TRACK_SWITCH".
std::string lower_snake(std::string_view words);
std::string upper_snake(std::string_view words);

/// Returns a number in decimal digits.
inline std::string number(std::uint64_t value) {
  return std::to_string(value);
}
/// Returns a number with its width: "4'd3".
std::string sized(unsigned bits, std::uint64_t number);
/// Returns hexadecimal digits as $readmemh reads them: the last one has bits 0 to 3.
std::string hex_digits(const std::vector<bool>& bits);
/// Returns a number of 32 bits as $readmemh reads it.
std::string hex_word(std::uint32_t number);
/// Returns "name[high:low]".
std::string slice(const std::string& name, std::size_t low, std::size_t bits);

/// Returns the bounds of a vector: "[3:0]".
std::string range(std::size_t bits);
/// Returns the declaration of a port of a module, without its end: "    input  logic [3:0] node_i".
std::string declared_port(const char* direction, std::size_t bits, const std::string& name);

/// Returns a text in which every @WORD@ is replaced by the value of that word.
std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& values);

/// Returns the number of bits that can hold this number: 1 at least.
unsigned bits_for(std::uint64_t number);

}  // namespace kintsugi::rtl
