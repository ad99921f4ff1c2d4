// Bitstreams as texts that $readmemh and $readmemb read. With the streams of repairs: tool/states/state_list_test.cpp.
#include "models/fabric/memory_image.hpp"

#include <gtest/gtest.h>

#include <array>

namespace kintsugi::test {
namespace {

using Stream = std::vector<std::uint8_t>;

constexpr std::array<std::size_t, 2> kLengths = {3, 2};

ByteStreams streams_in(std::string_view text, std::string_view file = "s.memh") {
  const auto read = read_memory_image(text, file, kLengths);
  const auto* const streams = std::get_if<ByteStreams>(&read);
  EXPECT_NE(streams, nullptr) << std::get<FileMistake>(read).message;
  return streams != nullptr ? *streams : ByteStreams();
}

FileMistake mistake_in(std::string_view text, std::string_view file = "s.memh") {
  const auto read = read_memory_image(text, file, kLengths);
  const auto* const mistake = std::get_if<FileMistake>(&read);
  return mistake != nullptr ? *mistake : FileMistake{-1, -1, "none"};
}

TEST(MemoryImage, has_its_first_byte_in_the_lowest_bits_of_its_first_word) {
  EXPECT_EQ(streams_in("21 43 65\n").front(), (Stream{0x21, 0x43, 0x65}));
  EXPECT_EQ(streams_in("4321 // low\n0065").front(), (Stream{0x21, 0x43, 0x65}));
  EXPECT_EQ(streams_in("@1 43 @0 2_1").front(), (Stream{0x21, 0x43})) << "without the checksum";
  EXPECT_EQ(streams_in("0010_0001 0100_0011", "s.memb").front(), (Stream{0x21, 0x43}));
}

TEST(MemoryImage, is_told_by_its_name_or_its_characters) {
  EXPECT_TRUE(is_memory_image("no word", "S.MEMH"));
  EXPECT_TRUE(is_memory_image("@0 12ab /* g */ xz", "stream"));
  EXPECT_FALSE(is_memory_image("12 gh", "stream"));
  EXPECT_FALSE(is_memory_image("", "stream"));
  EXPECT_EQ(bytes_of_digits("123 45", "s.memh"), 3u);
  EXPECT_EQ(bytes_of_digits("101 11", "s.memb"), 1u);
  EXPECT_EQ(bytes_of_digits("101 11", "S.MEMB"), 1u);
}

TEST(MemoryImage, with_a_mistake_is_refused_at_the_place_of_the_first) {
  EXPECT_EQ(mistake_in("21\n 4g 6h"), (FileMistake{2, 2, "'4g' is no word: words have hexadecimal or binary digits"}));
  EXPECT_EQ(mistake_in("21 43 @1 65"), (FileMistake{1, 10, "the address 1 has a word already; leave one out"}));
  EXPECT_EQ(mistake_in("21 /*"), (FileMistake{1, 4, "this comment has no end: close it by */"}));
  EXPECT_EQ(mistake_in(""), (FileMistake{0, 0, "this memory image has no word"}));
  EXPECT_EQ(mistake_in("1 2 3 4 5 6 7").line, 0) << "no stream has so many words";
  EXPECT_EQ(mistake_in("21 43 1065"),
            (FileMistake{1, 7,
                         "'1065' does not fit into 11 bits, the most that each of 3 words of a stream of 3 bytes "
                         "has"}));
}

}  // namespace
}  // namespace kintsugi::test
