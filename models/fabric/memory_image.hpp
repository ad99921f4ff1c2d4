/// Reads a bitstream that is a text: a memory image as $readmemh and $readmemb of Verilog take it (IEEE 1800, clause
/// 21.4).
///
/// Text      words of hexadecimal or binary digits between blanks and line ends, with underscores between digits;
///           // and /* */ comments; @ and a hexadecimal address, from 0 on, before the word at this address. The words
///           are binary if the name of the file ends in .memb, or if their number says so. Every address has one word
/// Stream    bit 0 of word 0 comes first. The width of a word follows from the number of words and the length of the
///           stream; bits behind the last field are filler
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "models/network/file_mistake.hpp"

namespace kintsugi {

/// `file` is the name of the file. Returns whether bytes are such a text: the name ends in .memh or .memb, or only
/// characters of words and addresses are outside comments.
bool is_memory_image(std::string_view bytes, std::string_view file);

/// Returns the bytes that the words have if each counts with all bits of its digits; of a text with a mistake any
/// number.
std::size_t bytes_of_digits(std::string_view text, std::string_view file);

using ByteStreams = std::vector<std::vector<std::uint8_t>>;

/// Returns the bytes of the streams that the words can mean, the likeliest first: 27 words whose highest bits are 0 are
/// 27 bytes, or 23 bytes in words of 7 bits. `lengths` are the lengths in bytes that a stream can have, at least one,
/// the preferred one first. Returns the first mistake instead, if there is one: a character that is no digit, a digit x
/// or z, an address that is given twice or left out, a number of words that no width makes a stream, a word that is too
/// wide for that number.
std::variant<ByteStreams, FileMistake> read_memory_image(std::string_view text, std::string_view file,
                                                         std::span<const std::size_t> lengths);

}  // namespace kintsugi
