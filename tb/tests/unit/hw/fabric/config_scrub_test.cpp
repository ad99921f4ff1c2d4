// Upsets of the states in force: the scrub notices each within its bound, the next stream heals it, and the readback
// says which bit it was. fabric_simulation_test.cpp compares the cycle with that of the exported chain.
#include "hw/fabric/config_scrub.hpp"

#include <algorithm>

#include "tb/tests/unit/hw/fabric/lone_chain.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"

namespace kintsugi::test {
namespace {

/// Returns the bits in which two streams differ, without those of the checksum.
std::vector<std::size_t> bits_that_differ(const Fabric& fabric, const std::vector<std::uint8_t>& a,
                                          const std::vector<std::uint8_t>& b) {
  std::vector<std::size_t> bits;
  for (std::size_t at = 0; at < field_bytes(fabric) * 8; ++at) {
    if (((a[at / 8] ^ b[at / 8]) >> at % 8 & 1) != 0) bits.push_back(at);
  }
  return bits;
}

struct BitOfField {
  std::size_t field;
  unsigned bit;
};

/// Returns the bits of all fields in the order of the stream.
std::vector<BitOfField> bits_of_fields(const Fabric& fabric) {
  std::vector<BitOfField> bits;
  for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
    for (unsigned bit = 0; bit < fabric.fields[field].bits; ++bit) bits.push_back({field, bit});
  }
  return bits;
}

/// Upsets so many bits, each after a load and a random number of cycles; expects that all are noticed and healed.
/// Returns the most cycles that one took.
Cycle most_cycles_of_upsets(const Fabric& fabric, unsigned width, unsigned upsets, Schedule schedule) {
  LoneChain lone(fabric, width, schedule);
  const std::vector<BitOfField> bits = bits_of_fields(fabric);
  const Cycle bound = lone.chain.longest_until_noticed();
  RandomStream random(width, upsets);
  Cycle most = 0;
  for (unsigned i = 0; i < upsets; ++i) {
    const auto stream = stream_of(fabric, random_configuration(fabric, random));
    lone.load(stream);
    EXPECT_FALSE(lone.chain.has_noticed_upset());
    EXPECT_EQ(lone.chain.read_back(), stream) << "healed";
    lone.clock.run_until(lone.clock.next() + random.below(3 * bound));
    EXPECT_FALSE(lone.chain.has_noticed_upset()) << "there is none";
    const std::size_t at = random.below(bits.size());
    lone.chain.upset(bits[at].field, bits[at].bit);
    EXPECT_EQ(bits_that_differ(fabric, lone.chain.read_back(), stream), std::vector{at});
    EXPECT_EQ(lone.chain.read_back(ConfigReader::Source::kShadows), stream);
    Cycle cycles = 0;
    for (; !lone.chain.has_noticed_upset() && cycles <= bound; ++cycles) lone.clock.run_until(lone.clock.next() + 1);
    EXPECT_LE(cycles, bound) << "bit " << at;
    most = std::max(most, cycles);
  }
  return most;
}

class ConfigScrubOf : public testing::TestWithParam<FabricCase> {};
INSTANTIATE_TEST_SUITE_P(Fabrics, ConfigScrubOf,
                         testing::Values(wafer_case(2, "standard", "1-shift", 1, 1),
                                         wafer_case(2, "standard", "uniform", 2, 7),
                                         wafer_case(3, "standard", "1-shift", 1, 32),
                                         wafer_case(3, "long", "uniform", 2, 64), arrays().at(2)),
                         [](const auto& each) { return each.param.name; });

TEST_P(ConfigScrubOf, notices_each_of_two_hundred_upsets_and_a_load_heals_it) {
  const RepairedFabric repaired(GetParam());
  most_cycles_of_upsets(repaired.fabric(), GetParam().chain_bits, 200, Schedule::kDomain);
}

TEST(ConfigScrub, is_the_same_on_every_schedule) {
  const auto most = [](Schedule schedule) {
    return in_child(
        [schedule] { return std::to_string(most_cycles_of_upsets(wafer_4x4().fabric(), 32, 40, schedule)); });
  };
  const std::string domain = most(Schedule::kDomain);
  EXPECT_EQ(most(Schedule::kProcess), domain);
  EXPECT_EQ(most(Schedule::kAlways), domain);
}

TEST(ConfigScrub, takes_two_passes_less_a_cycle_at_most) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, 32);
  const Cycle pass = (field_bytes(fabric) * 8 + 31) / 32 + 1;
  EXPECT_EQ(lone.chain.longest_until_noticed(), 2 * pass);
  const auto stream = stream_of(fabric, Configuration(fabric.fields.size(), SwitchState{0}));
  std::vector<Cycle> found;
  for (Cycle before = 0; before < pass; ++before) {
    lone.load(stream);
    lone.clock.run_until(lone.clock.next() + before);
    lone.chain.upset(0, 0);  // in the first word
    Cycle cycles = 0;
    for (; !lone.chain.has_noticed_upset(); ++cycles) lone.clock.run_until(lone.clock.next() + 1);
    found.push_back(cycles);
  }
  EXPECT_EQ(*std::ranges::max_element(found), 2 * pass - 1) << "just behind its word";
  EXPECT_EQ(*std::ranges::min_element(found), pass) << "just before it";
}

TEST(ConfigScrub, notices_the_states_at_power_up_and_what_is_upset_twice) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, 7);
  lone.clock.run_until(3);
  lone.chain.upset(0, 0);
  lone.clock.run_until(lone.clock.next() + 2);
  lone.chain.upset(5, 0);
  lone.clock.run_until(lone.clock.next() + lone.chain.longest_until_noticed());
  EXPECT_TRUE(lone.chain.has_noticed_upset());
}

TEST(ConfigScrub, does_not_notice_what_is_undone_at_once_and_tells_of_the_next) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, 32);
  unsigned told = 0;
  lone.chain.on_upset([&told] { ++told; });
  lone.load(stream_of(fabric, Configuration(fabric.fields.size(), SwitchState{0})));
  lone.chain.upset(3, 0);
  lone.chain.upset(3, 0);
  lone.clock.run_until(lone.clock.next() + 3 * lone.chain.longest_until_noticed());
  EXPECT_FALSE(lone.chain.has_noticed_upset());
  lone.chain.upset(3, 0);
  lone.clock.run_until(lone.clock.next() + 3 * lone.chain.longest_until_noticed());
  EXPECT_TRUE(lone.chain.has_noticed_upset());
  EXPECT_EQ(told, 1u);
}

TEST(ConfigScrub, is_not_healed_by_a_refused_stream_and_waits_for_a_readback) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, 32);
  auto stream = stream_of(fabric, Configuration(fabric.fields.size(), SwitchState{0}));
  lone.load(stream);
  lone.chain.begin_read(lone.clock.next(), ConfigReader::Source::kStates);
  lone.clock.run_until(lone.clock.next() + 2);
  lone.chain.upset(4, 1);
  lone.clock.run_until(lone.clock.next() + 3 * lone.chain.longest_until_noticed());
  EXPECT_FALSE(lone.chain.has_noticed_upset()) << "no word is taken";
  while (lone.chain.reader().is_reading()) lone.chain.take_read_word(lone.clock.next());
  lone.clock.run_until(lone.clock.next() + lone.chain.longest_until_noticed() / 2 + 1);
  EXPECT_TRUE(lone.chain.has_noticed_upset()) << "by one pass";
  ++stream.back();
  lone.load(stream);
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kRefused);
  EXPECT_TRUE(lone.chain.has_noticed_upset());
  --stream.back();
  lone.load(stream);
  EXPECT_FALSE(lone.chain.has_noticed_upset());
  EXPECT_EQ(lone.chain.read_back(), stream);
}

TEST(ConfigScrub, of_a_field_or_a_bit_that_there_is_not_is_a_mistake) {
  LoneChain lone(wafer_4x4().fabric(), 32);
  EXPECT_THROW(lone.chain.upset(0, 8), std::out_of_range);
  EXPECT_THROW(lone.chain.upset(100000, 0), std::out_of_range);
}

}  // namespace
}  // namespace kintsugi::test
