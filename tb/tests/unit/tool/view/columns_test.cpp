// Columns: packed numbers are read back as a browser does, by another way than that which packed them.
#include "tb/tool/view/columns.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <stdexcept>
#include <vector>

namespace kintsugi::view::test {
namespace {

using nlohmann::ordered_json;

/// Decodes base64 bit by bit.
std::vector<unsigned char> decoded(const std::string& text) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  EXPECT_EQ(text.size() % 4, 0u);
  std::vector<unsigned char> bytes;
  std::uint32_t bits = 0;
  unsigned known = 0;
  for (const char c : text.substr(0, text.find('='))) {
    bits = bits << 6U | static_cast<std::uint32_t>(alphabet.find(c));
    known += 6;
    if (known < 8) continue;
    known -= 8;
    bytes.push_back(static_cast<unsigned char>(bits >> known));
  }
  return bytes;
}

/// Returns the words of a column, of so many bytes each, least significant byte first.
std::vector<std::uint64_t> words_of(const ordered_json& column, std::size_t size) {
  const std::vector<unsigned char> bytes = decoded(column.at("base64").get<std::string>());
  EXPECT_EQ(bytes.size() % size, 0u);
  std::vector<std::uint64_t> words(bytes.size() / size);
  for (std::size_t i = 0; i < bytes.size(); ++i) words[i / size] |= std::uint64_t{bytes[i]} << (8 * (i % size));
  return words;
}

using Numbers = std::vector<std::uint64_t>;

TEST(Columns, base64_is_that_of_the_standard) {
  // RFC 4648, section 10
  const std::vector<std::pair<std::string, std::string>> known = {{"", ""},
                                                                  {"f", "Zg=="},
                                                                  {"fo", "Zm8="},
                                                                  {"foo", "Zm9v"},
                                                                  {"foob", "Zm9vYg=="},
                                                                  {"fooba", "Zm9vYmE="},
                                                                  {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : known) EXPECT_EQ(base64(bytes), text);
  EXPECT_EQ(base64(std::string("\0\xff\xfb", 3)), "AP/7") << "all bytes, not only those of texts";
}

TEST(Columns, unsigned_numbers_take_the_narrowest_type_that_holds_all) {
  const std::vector<std::tuple<std::uint64_t, std::string, std::size_t>> cases = {
      {0, "u8", 1}, {255, "u8", 1}, {256, "u16", 2}, {65535, "u16", 2}, {65536, "u32", 4}, {4294967295, "u32", 4}};
  for (const auto& [most, type, size] : cases) {
    for (std::size_t count = 1; count < 6; ++count) {
      Numbers numbers(count, 7);
      if (most < 7) numbers.assign(count, 0);
      numbers[count / 2] = most;
      const ordered_json packed = column(numbers);
      EXPECT_EQ(packed.at("type"), type) << most;
      EXPECT_EQ(words_of(packed, size), numbers) << most;
    }
  }
}

TEST(Columns, the_type_depends_on_the_numbers_not_on_the_type_that_held_them) {
  EXPECT_EQ(column(std::vector<std::uint32_t>{1, 2}), column(Numbers{1, 2}));
  EXPECT_EQ(column(std::vector<std::uint16_t>{1, 300}), column(Numbers{1, 300}));
  EXPECT_EQ(column(std::vector<std::uint8_t>{1, 2}), column(Numbers{1, 2}));
}

TEST(Columns, a_number_that_no_type_holds_is_refused) {
  try {
    column(Numbers{1, 4294967296});
    FAIL() << "it was packed";
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "a column of a page cannot hold 4294967296: it has more than 32 bits");
  }
}

TEST(Columns, no_numbers_are_an_empty_column) {
  EXPECT_EQ(column(Numbers{}).dump(), R"({"type":"u8","base64":""})");
  EXPECT_EQ(column(std::vector<std::int32_t>{}).dump(), R"({"type":"i32","base64":""})");
}

TEST(Columns, signed_and_real_numbers_keep_every_bit) {
  const std::vector<std::int32_t> integers = {0, -1, 1, std::numeric_limits<std::int32_t>::min(),
                                              std::numeric_limits<std::int32_t>::max()};
  const ordered_json packed = column(integers);
  EXPECT_EQ(packed.at("type"), "i32");
  const Numbers words = words_of(packed, 4);
  ASSERT_EQ(words.size(), integers.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(words[i])), integers[i]);
  }
  const std::vector<double> reals = {0, -0.1, 1e300, 5e-324};
  EXPECT_EQ(column(reals).at("type"), "f64");
  const Numbers doubles = words_of(column(reals), 8);
  for (std::size_t i = 0; i < reals.size(); ++i) EXPECT_EQ(std::bit_cast<double>(doubles[i]), reals[i]);
  const std::vector<float> halves = {0.1F, -2.5F};
  EXPECT_EQ(column(halves).at("type"), "f32");
  const Numbers floats = words_of(column(halves), 4);
  for (std::size_t i = 0; i < halves.size(); ++i) {
    EXPECT_EQ(std::bit_cast<float>(static_cast<std::uint32_t>(floats[i])), halves[i]);
  }
}

}  // namespace
}  // namespace kintsugi::view::test
