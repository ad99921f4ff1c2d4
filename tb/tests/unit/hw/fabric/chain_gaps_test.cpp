// Gaps in a stream: in a cycle without a valid word the chain waits, and loses nothing.
#include "tb/tests/unit/hw/fabric/lone_chain.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi::test {
namespace {

std::uint64_t word_of(const std::vector<std::uint8_t>& stream, std::uint64_t at, unsigned width) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < width && at + i < stream.size() * 8; ++i) {
    word |= std::uint64_t{stream[(at + i) / 8] >> (at + i) % 8 & 1u} << i;
  }
  return word;
}

/// Loads a stream, `valid` driven at random, and checks after every cycle what the chain has taken. Returns the number
/// of cycles of the load.
class Gaps : public testing::TestWithParam<unsigned> {
 protected:
  Cycle load_with_gaps(LoneChain& lone, const std::vector<std::uint8_t>& stream, RandomStream& random) {
    const std::uint64_t all = stream.size() * 8;
    std::uint64_t taken = 0;
    Cycle cycles = 0;
    bool valid = random.below(2) == 0;
    lone.chain.set_valid(valid);
    lone.chain.load(stream);
    for (; taken < all; ++cycles) {
      const std::uint64_t word = valid ? word_of(stream, taken, GetParam()) : 0;
      const bool shifts = valid;
      if (shifts) taken = std::min<std::uint64_t>(taken + GetParam(), all);
      lone.clock.run_until(lone.clock.next() + 1);
      valid = random.below(3) != 0;
      lone.chain.set_valid(valid);
      EXPECT_EQ(lone.chain.valid(), shifts) << cycles;
      EXPECT_EQ(lone.chain.word(), word) << cycles;
      EXPECT_EQ(lone.chain.bits(), taken) << cycles;
      EXPECT_EQ(lone.chain.phase(), taken == all ? ConfigChain::Phase::kCheck : ConfigChain::Phase::kShift) << cycles;
    }
    lone.chain.set_valid(false);
    lone.clock.run_until(lone.clock.next() + 1);
    EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive) << "the check needs no valid word";
    return cycles;
  }
};
INSTANTIATE_TEST_SUITE_P(Widths, Gaps, testing::Values(1, 7, 32, 64));

TEST_P(Gaps, shift_nothing_in_and_lose_nothing) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, GetParam());
  RandomStream random(21, GetParam());
  for (int load = 0; load < 3; ++load) {
    const Configuration configuration = random_configuration(fabric, random);
    const auto stream = stream_of(fabric, configuration);
    const Cycle cycles = load_with_gaps(lone, stream, random);
    EXPECT_GE(cycles + 1, lone.chain.cycles_for(stream.size()));
    EXPECT_EQ(lone.states(), switch_states(fabric, configuration));
  }
}

/// Returns the bits in and the phase after every cycle of two loads with gaps that a process of its own makes.
std::string course(Schedule schedule) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, 32, schedule);
  RandomStream random(4, 4);
  sc_core::sc_event cycle;
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.set_sensitivity(&cycle);
  sc_core::sc_spawn(
      [&] {
        lone.chain.set_valid(random.below(2) == 0);
        cycle.notify(lone.clock.period());
      },
      "valid_source", &options);
  std::string text;
  RandomStream states(5, 5);
  constexpr Cycle kEnough = 500;
  for (int load = 0; load < 2; ++load) {
    lone.chain.load(stream_of(fabric, random_configuration(fabric, states)));
    do {
      lone.clock.run_until(lone.clock.next() + 1);
      text += std::to_string(lone.clock.now()) + ' ' + std::to_string(lone.chain.bits()) + ' ' +
              (lone.chain.valid() ? "valid " : "waits ") + ConfigChain::kPhaseNames[std::size_t(lone.chain.phase())] +
              '\n';
    } while (lone.clock.now() < kEnough && lone.chain.phase() != ConfigChain::Phase::kActive);
    EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive);
  }
  return text;
}

TEST(ChainGaps, give_the_same_course_on_every_schedule) {
  const std::string domain = in_child([] { return course(Schedule::kDomain); });
  EXPECT_NE(domain.find("waits shift"), std::string::npos);
  EXPECT_NE(domain.find("valid shift"), std::string::npos);
  EXPECT_EQ(in_child([] { return course(Schedule::kProcess); }), domain);
  EXPECT_EQ(in_child([] { return course(Schedule::kAlways); }), domain);
}

TEST(ChainGaps, cost_one_evaluation_however_long_they_are) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 8);
  lone.chain.load(stream_of(small.fabric, {2, 1, 2}));
  lone.clock.run_until(2);
  lone.chain.set_valid(false);
  lone.clock.run_until(1000);
  EXPECT_EQ(lone.clock.evaluations(), 3u) << "two words, and the first cycle of the gap";
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kShift);
  EXPECT_EQ(lone.chain.bits(), 16u);
  lone.chain.set_valid(true);
  lone.clock.run_until(2000);
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(lone.clock.evaluations(), 7u) << "three more words and the check";
}

TEST(ChainGaps, the_input_costs_nothing_while_no_stream_is_loaded) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 8);
  for (Cycle cycle = 1; cycle <= 50; ++cycle) {
    lone.chain.set_valid(cycle % 2 == 0);
    lone.clock.run_until(cycle);
  }
  EXPECT_EQ(lone.clock.evaluations(), 0u);
}

TEST(ChainGaps, before_the_first_word_delay_the_load) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 32);
  lone.chain.set_valid(false);
  lone.chain.load(stream_of(small.fabric, {2, 1, 2}));
  lone.clock.run_until(10);
  EXPECT_EQ(lone.chain.bits(), 0u);
  EXPECT_THROW(lone.chain.load({}), std::logic_error) << "it is busy";
  lone.chain.set_valid(true);
  lone.clock.run_until(13);
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive);
}

TEST(ChainGaps, of_several_calls_in_a_cycle_the_last_counts) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 8);
  lone.chain.load(stream_of(small.fabric, {2, 1, 2}));
  for (const bool last : {true, false, false, true, true}) {
    const std::uint64_t before = lone.chain.bits();
    lone.chain.set_valid(!last);
    lone.chain.set_valid(last);
    lone.clock.run_until(lone.clock.next() + 1);
    EXPECT_EQ(lone.chain.bits(), before + (last ? 8 : 0));
  }
}

TEST(ChainGaps, do_not_hide_a_wrong_stream) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 8);
  auto wrong = stream_of(small.fabric, {2, 1, 2});
  wrong[4] ^= 1;
  lone.chain.load(wrong);
  for (Cycle cycle = 1; cycle < 20; ++cycle) {
    lone.chain.set_valid(cycle % 3 == 0);
    lone.clock.run_until(cycle);
  }
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kRefused);
  EXPECT_EQ(lone.states(), (SwitchStates{0, 0, 0}));
}

}  // namespace
}  // namespace kintsugi::test
