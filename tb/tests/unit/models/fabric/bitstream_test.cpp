#include "models/fabric/bitstream.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi {
namespace {

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

/// A fabric of which only the number matters.
Fabric numbered(std::uint32_t number) {
  Fabric fabric;
  fabric.number = number;
  return fabric;
}

/// The register as the header describes it for hardware, bit by bit.
std::uint32_t shifted(std::uint32_t crc, std::span<const std::uint8_t> bytes) {
  for (const std::uint8_t byte : bytes) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      const bool differs = ((crc ^ byte >> bit) & 1) != 0;
      crc = crc >> 1 ^ (differs ? 0xedb88320u : 0u);
    }
  }
  return crc;
}

/// The well-known check value of CRC-32 is that of "123456789"; the number is its first four bytes.
TEST(Bitstream, checksum_is_the_ieee_one_of_the_number_and_the_bytes) {
  const Fabric fabric = numbered(0x34333231);
  EXPECT_EQ(checksum(fabric, std::vector<std::uint8_t>{'5', '6', '7', '8', '9'}), 0xcbf43926u);
  EXPECT_EQ(checksum(numbered(0), {}), 0x2144df1cu) << "of four zeros";
}

TEST(Bitstream, the_checksum_follows_the_bytes_low_byte_first) {
  const std::vector<std::uint8_t> expected = {'5', '6', '7', '8', '9', 0x26, 0x39, 0xf4, 0xcb};
  EXPECT_EQ(with_crc(numbered(0x34333231), {'5', '6', '7', '8', '9'}), expected) << "the number is not sent";
}

TEST(Bitstream, the_checksum_register_starts_with_what_the_number_leaves_in_it) {
  for (const std::uint32_t number : {0u, 1u, 0x80000000u, 0x34333231u, 0xffffffffu}) {
    const Fabric fabric = numbered(number);
    const std::vector<std::uint8_t> low_byte_first = {
        static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8),
        static_cast<std::uint8_t>(number >> 16), static_cast<std::uint8_t>(number >> 24)};
    EXPECT_EQ(checksum_start(fabric), shifted(0xffffffff, low_byte_first)) << number;
    const std::vector<std::uint8_t> bytes = {0x00, 0xff, 0x12, 0x80};
    EXPECT_EQ(~shifted(checksum_start(fabric), bytes), checksum(fabric, bytes)) << number;
  }
}

TEST(Bitstream, bytes_that_come_one_by_one_have_the_same_checksum) {
  const Fabric fabric = numbered(0x12345678);
  const std::vector<std::uint8_t> bytes = {3, 1, 4, 1, 5};
  RunningChecksum running(fabric);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(running.value(), checksum(fabric, std::span(bytes).first(i)));
    running.add(bytes[i]);
  }
  EXPECT_EQ(running.value(), checksum(fabric, bytes));
}

/// Every bit of a number counts, however long the stream is.
TEST(Bitstream, two_numbers_never_have_the_same_checksum_of_the_same_bytes) {
  const std::vector<std::uint8_t> bytes(300, 0x5a);
  const std::uint32_t number = 0x12345678;
  for (unsigned bit = 0; bit < 32; ++bit) {
    EXPECT_NE(checksum(numbered(number), bytes), checksum(numbered(number ^ 1u << bit), bytes)) << bit;
  }
}

TEST(Bitstream, a_stream_is_the_bytes_of_a_configuration_with_their_checksum) {
  const test::SmallFabric small;
  EXPECT_EQ(stream_of(small.fabric, {3, 1, 2}), with_crc(small.fabric, {0b00'10'01'11}));
}

TEST(Bitstream, fields_are_packed_from_bit_zero_upwards) {
  const test::SmallFabric small;
  EXPECT_EQ(pack(small.fabric, {3, 1, 2}), (std::vector<std::uint8_t>{0b00'10'01'11}));
}

TEST(Bitstream, unpacking_returns_what_was_packed) {
  const test::SmallFabric small;
  for (SwitchState track = 0; track < 4; ++track) {
    for (SwitchState a = 0; a < 3; ++a) {
      for (SwitchState b = 0; b < 3; ++b) {
        const Configuration configuration{track, a, b};
        EXPECT_EQ(unpack(small.fabric, pack(small.fabric, configuration)), configuration);
      }
    }
  }
}

TEST(Bitstream, a_value_that_is_no_state_is_refused_with_the_name_of_its_field) {
  const test::SmallFabric small;
  const std::string message = "field 'b' cannot be 3: its states are 0 to 2";
  EXPECT_EQ(refusal([&] { pack(small.fabric, {1, 1, 3}); }), message);
  EXPECT_EQ(refusal([&] { unpack(small.fabric, std::vector<std::uint8_t>{0b00'11'01'11}); }), message);
}

TEST(Bitstream, a_wrong_length_is_refused) {
  const test::SmallFabric small;
  EXPECT_EQ(refusal([&] { pack(small.fabric, {1, 1}); }), "a configuration of 'small' has 3 fields, not 2");
  EXPECT_EQ(refusal([&] { unpack(small.fabric, std::vector<std::uint8_t>(2)); }),
            "a configuration of 'small' has 1 bytes, not 2");
  EXPECT_EQ(refusal([&] { unpack(small.fabric, {}); }), "a configuration of 'small' has 1 bytes, not 0");
  EXPECT_EQ(refusal([&] { switch_states(small.fabric, {1}); }), "a configuration of 'small' has 3 fields, not 1");
}

TEST(Bitstream, a_filler_that_is_not_zero_is_refused) {
  const test::SmallFabric small;
  EXPECT_EQ(refusal([&] { unpack(small.fabric, std::vector<std::uint8_t>{0b01'10'01'11}); }), kFillerRule);
  EXPECT_EQ(refusal([&] { unpack(small.fabric, std::vector<std::uint8_t>{0b10'10'01'11}); }),
            "the bits after the last field must be 0");
}

}  // namespace
}  // namespace kintsugi
