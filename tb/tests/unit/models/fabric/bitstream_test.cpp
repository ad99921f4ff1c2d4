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

TEST(Bitstream, checksum_is_the_ieee_one) {
  const std::string check = "123456789";
  const std::vector<std::uint8_t> bytes(check.begin(), check.end());
  EXPECT_EQ(crc32(bytes), 0xcbf43926u);
  EXPECT_EQ(crc32({}), 0u);
}

TEST(Bitstream, the_checksum_follows_the_bytes_low_byte_first) {
  const std::vector<std::uint8_t> bytes = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  std::vector<std::uint8_t> expected = bytes;
  expected.insert(expected.end(), {0x26, 0x39, 0xf4, 0xcb});
  EXPECT_EQ(with_crc(bytes), expected);
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
  EXPECT_EQ(refusal([&] { unpack(small.fabric, std::vector<std::uint8_t>{0b01'10'01'11}); }),
            "the bits after the last field must be 0");
}

}  // namespace
}  // namespace kintsugi
