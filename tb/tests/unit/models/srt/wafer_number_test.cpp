// Wafers that are not the same have other numbers, and so refuse each other's streams.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "models/fabric/bitstream.hpp"
#include "models/fabric/fabric_number.hpp"
#include "models/srt/topology.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"

namespace kintsugi::srt {
namespace {

using Identity = std::tuple<unsigned, unsigned, unsigned, unsigned>;
Identity identity(const WaferCase& wafer) {
  return {wafer.torus.n, wafer.torus.T, wafer.torus.s, wafer.tracks};
}

TEST(WaferNumber, is_another_for_every_size_variant_shift_and_number_of_tracks) {
  std::map<std::uint32_t, Identity> known;
  std::set<Identity> wafers;
  for (const WaferCase& each : wafer_cases({2, 3, 4, 5})) {
    const Wafer wafer(each.torus, {.tracks = each.tracks, .wrap_pitches = {}});
    wafers.insert(identity(each));
    EXPECT_EQ(known.emplace(wafer.fabric().number, identity(each)).first->second, identity(each)) << each.name;
  }
  EXPECT_EQ(known.size(), wafers.size()) << "each wafer has one number";
  EXPECT_GT(wafers.size(), 30u);
}

TEST(WaferNumber, is_that_of_its_fabric_and_its_torus) {
  for (const WaferCase& each : wafer_cases({3})) {
    const Wafer wafer(each.torus, {.tracks = each.tracks, .wrap_pitches = {}});
    EXPECT_EQ(wafer.fabric().number, fabric_number(wafer.fabric(), make_network(each.torus))) << each.name;
  }
}

TEST(WaferNumber, is_the_golden_one_on_every_platform) {
  EXPECT_EQ(Wafer({2, 2, 1}, {}).fabric().number, 0xfa064eaeu);
  EXPECT_EQ(Wafer({3, 3, 1}, {}).fabric().number, 0x60fe32d1u);
  EXPECT_EQ(Wafer({4, 4, 1}, {}).fabric().number, 0xb764b282u);
}

TEST(WaferNumber, does_not_depend_on_the_length_of_the_return_wires) {
  const std::uint32_t number = Wafer({3, 3, 1}, {}).fabric().number;
  for (const std::int64_t pitches : {1, 10, 100}) {
    EXPECT_EQ(Wafer({3, 3, 1}, {.tracks = 1, .wrap_pitches = pitches}).fabric().number, number) << pitches;
  }
}

/// Their fields are the same, in number, bits and names: nothing but the number tells their streams apart.
TEST(WaferNumber, tells_the_streams_of_the_two_shifts_apart) {
  const Wafer one_shift({3, 3, 1}, {});
  const Wafer uniform({3, 3, uniform_shift(3, 3)}, {});
  const auto bytes = pack(one_shift.fabric(), one_shift.configure({}));
  EXPECT_NO_THROW(unpack(uniform.fabric(), bytes));
  EXPECT_NE(with_crc(one_shift.fabric(), bytes), with_crc(uniform.fabric(), bytes));
}

TEST(WaferNumber, tells_the_streams_of_a_standard_and_a_short_wafer_apart) {
  const Wafer standard({4, period_exponent(Variant::kStandard, 4), 1}, {});
  const Wafer brief({4, period_exponent(Variant::kShort, 4), 1}, {});
  const auto bytes = pack(standard.fabric(), standard.configure({}));
  EXPECT_NO_THROW(unpack(brief.fabric(), bytes)) << "their lengths are equal";
  EXPECT_NE(with_crc(standard.fabric(), bytes), with_crc(brief.fabric(), bytes));
}

}  // namespace
}  // namespace kintsugi::srt
