// The configuration read back: what was loaded comes out again, and can be loaded. fabric_simulation_test.cpp compares
// its words with those of the exported chain.
#include "hw/fabric/config_reader.hpp"

#include <algorithm>

#include "tb/tests/unit/hw/fabric/lone_chain.hpp"

namespace kintsugi::test {
namespace {

using Source = ConfigReader::Source;

/// Returns the words of a readback as one stream, and expects that each but the last is full.
std::vector<std::uint8_t> bytes_read(LoneChain& lone, Source source) {
  std::vector<std::uint8_t> bytes;
  std::uint64_t position = 0;
  lone.chain.begin_read(lone.clock.next(), source);
  while (lone.chain.reader().is_reading()) {
    const ConfigReader::Word word = lone.chain.reader().word();
    if (!word.last) {
      EXPECT_EQ(word.bits, lone.chain.bits_per_cycle());
    }
    for (unsigned i = 0; i < word.bits; ++i, ++position) {
      if (position % 8 == 0) bytes.push_back(0);
      bytes.back() = static_cast<std::uint8_t>(bytes.back() | (word.word >> i & 1) << position % 8);
    }
    EXPECT_EQ(word.bits < 64 ? word.word >> word.bits : 0, 0u) << "bits that do not belong to the stream";
    lone.chain.take_read_word(lone.clock.next());
  }
  EXPECT_EQ(lone.chain.reader().word(), ConfigReader::Word{});
  return bytes;
}

class ConfigReaderOfWidth : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Widths, ConfigReaderOfWidth, testing::Values(1, 7, 32, 64));

TEST_P(ConfigReaderOfWidth, returns_the_stream_that_was_loaded) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, GetParam());
  const Configuration power_up(fabric.fields.size(), SwitchState{0});
  EXPECT_EQ(bytes_read(lone, Source::kStates), stream_of(fabric, power_up));
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    RandomStream random(seed, seed);
    const auto stream = stream_of(fabric, random_configuration(fabric, random));
    lone.load(stream);
    EXPECT_EQ(bytes_read(lone, Source::kStates), stream);
    EXPECT_EQ(bytes_read(lone, Source::kShadows), stream);
    EXPECT_EQ(lone.chain.read_back(), stream);
    EXPECT_EQ(stream_fault(fabric, lone.chain.read_back(Source::kShadows)), std::nullopt);
  }
}

TEST(ConfigReader, of_a_load_under_way_has_the_shadows_so_far_and_the_states_as_they_are) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, 32);
  RandomStream random(3, 3);
  const Configuration coming = random_configuration(fabric, random);
  lone.chain.load(stream_of(fabric, coming));
  lone.clock.run_until(lone.clock.next() + 3);
  ASSERT_EQ(lone.chain.phase(), ConfigChain::Phase::kShift);
  EXPECT_EQ(bytes_read(lone, Source::kStates), stream_of(fabric, Configuration(fabric.fields.size(), 0)));
  const std::vector<std::uint8_t> shadows = bytes_read(lone, Source::kShadows);
  const Configuration read = unpack(fabric, std::span(shadows).first(field_bytes(fabric)));
  const auto first = std::ranges::mismatch(read, coming);
  ASSERT_NE(first.in1, read.end()) << "not all has come";
  EXPECT_GT(first.in1 - read.begin(), 20) << "two words have come";
  EXPECT_TRUE(std::all_of(first.in1 + 1, read.end(), [](SwitchState state) { return state == 0; }));
}

TEST(ConfigReader, is_given_up_when_a_stream_that_came_meanwhile_ends) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, 32);
  RandomStream random(4, 4);
  const auto stream = stream_of(fabric, random_configuration(fabric, random));
  for (const bool is_damaged : {false, true}) {
    auto loaded = stream;
    if (is_damaged) loaded[2] ^= 1;
    lone.chain.load(loaded);
    lone.chain.begin_read(lone.clock.next(), Source::kStates);
    lone.clock.run_until(lone.clock.next() + lone.chain.cycles_for(stream.size()) - 1);
    ASSERT_EQ(lone.chain.phase(), ConfigChain::Phase::kCheck);
    EXPECT_TRUE(lone.chain.reader().is_reading());
    lone.clock.run_until(lone.clock.next() + 1);
    EXPECT_FALSE(lone.chain.reader().is_reading()) << is_damaged;
    EXPECT_EQ(lone.chain.read_back(), stream) << "a refused stream leaves the states as they are";
  }
  EXPECT_THROW(lone.chain.take_read_word(lone.clock.next()), std::logic_error);
}

}  // namespace
}  // namespace kintsugi::test
