// The configuration chain: states arrive bit by bit, hold all at once, or not at all.
#include "hw/fabric/config_chain.hpp"

#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/element_defect.hpp"
#include "tb/tests/unit/hw/fabric/lone_chain.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi::test {
namespace {

/// The cycle of the load, from 0, in which the last bit of every field is shifted in; and the cycle that checks.
struct Arrival {
  std::vector<Cycle> field;
  Cycle check = 0;
};
Arrival expected_cycles(const Fabric& fabric, unsigned width) {
  Arrival expected;
  std::size_t bits = 0;
  for (const ConfigField& field : fabric.fields) {
    bits += field.bits;
    expected.field.push_back((bits - 1) / width);
  }
  const std::size_t stream_bits = (bits + 7) / 8 * 8 + 32;
  expected.check = (stream_bits + width - 1) / width;
  return expected;
}

class ChainWidth : public testing::TestWithParam<unsigned> {
 protected:
  /// Loads twice, random states over random states, and checks every switch after every cycle.
  void expect_states_arrive_cycle_by_cycle(const Fabric& fabric) {
    LoneChain lone(fabric, GetParam());
    const Arrival expected = expected_cycles(fabric, GetParam());
    RandomStream random(11, GetParam());
    SwitchStates old = lone.states();
    for (const SwitchState state : old) ASSERT_EQ(state, 0) << "power-up";
    for (int load = 0; load < 3; ++load) {
      const Configuration configuration = random_configuration(fabric, random);
      const SwitchStates fresh = switch_states(fabric, configuration);
      const auto stream = stream_of(fabric, configuration);
      ASSERT_EQ(lone.chain.cycles_for(stream.size()), expected.check + 1);
      lone.chain.load(stream);
      for (Cycle cycle = 0; cycle <= expected.check; ++cycle) {
        lone.clock.run_until(lone.clock.next() + 1);
        const bool committed = cycle == expected.check;
        ASSERT_EQ(lone.chain.phase(), committed                     ? ConfigChain::Phase::kActive
                                      : cycle + 1 == expected.check ? ConfigChain::Phase::kCheck
                                                                    : ConfigChain::Phase::kShift);
        for (std::size_t i = 0; i < fabric.switches.size(); ++i) {
          const bool arrived = cycle >= expected.field[fabric.switches[i].field];
          ASSERT_EQ(lone.switches[i]->shadow(), arrived ? fresh[i] : old[i])
              << fabric.switches[i].name << " in " << cycle;
          ASSERT_EQ(lone.switches[i]->state(), committed ? fresh[i] : old[i])
              << fabric.switches[i].name << " in " << cycle;
        }
      }
      old = fresh;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Widths, ChainWidth, testing::Values(1, 7, 32, 64));

TEST_P(ChainWidth, states_arrive_cycle_by_cycle_and_hold_all_at_once) {
  const SmallFabric small;
  expect_states_arrive_cycle_by_cycle(small.fabric);
}

TEST_P(ChainWidth, states_of_a_wafer_arrive_cycle_by_cycle_and_hold_all_at_once) {
  expect_states_arrive_cycle_by_cycle(wafer_4x4().fabric());
}

TEST_P(ChainWidth, what_it_shows_is_what_has_been_shifted_in) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, GetParam());
  RandomStream random(3, 3);
  const auto stream = stream_of(fabric, random_configuration(fabric, random));
  lone.chain.load(stream);
  const std::uint64_t all = stream.size() * 8;
  for (std::uint64_t done = 0; done < all;) {
    lone.clock.run_until(lone.clock.next() + 1);
    ASSERT_TRUE(lone.chain.valid());
    std::uint64_t word = 0;
    for (unsigned i = 0; i < GetParam() && done < all; ++i, ++done) {
      word |= std::uint64_t{stream[done / 8] >> done % 8 & 1u} << i;
    }
    ASSERT_EQ(lone.chain.bits(), done);
    ASSERT_EQ(lone.chain.word(), word);
    const std::size_t bytes = std::min<std::size_t>(done / 8, stream.size() - 4);
    ASSERT_EQ(lone.chain.checksum(), checksum(fabric, std::span(stream).first(bytes)));
  }
  lone.clock.run_until(lone.clock.next() + 1);
  EXPECT_FALSE(lone.chain.valid()) << "no word in the cycle that checks";
  EXPECT_EQ(lone.chain.word(), 0u);
}

TEST(Chain, shows_the_start_of_the_checksum_register_before_the_first_load) {
  LoneChain lone(wafer_4x4().fabric(), 32);
  EXPECT_EQ(lone.chain.checksum(), ~checksum_start(wafer_4x4().fabric()));
}

constexpr const char* kRefused = "bitstream refused, the old states stay: ";
constexpr const char* kWrongChecksum =
    "the checksum is wrong: the stream is damaged, or it was made for another fabric or network";

/// A chain with valid states in force, and another configuration to load.
class Refusal : public testing::Test {
 protected:
  Refusal() : lone(fabric, 32) {
    RandomStream random(5, 5);
    old = random_configuration(fabric, random);
    coming = random_configuration(fabric, random);
    lone.load(stream_of(fabric, old));
    lone.chain.on_commit([this](const auto&) { ++commits; });
  }
  void expect_refused(const std::string& why) {
    ASSERT_EQ(lone.chain.phase(), ConfigChain::Phase::kRefused);
    ASSERT_EQ(lone.chain.error(), kRefused + why);
    ASSERT_EQ(lone.states(), switch_states(fabric, old));
    ASSERT_EQ(lone.shadows(), lone.states()) << "nothing may be left behind for the next commit";
    ASSERT_EQ(commits, 0);
  }

  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone;
  Configuration old, coming;
  int commits = 0;
};

TEST_F(Refusal, every_single_wrong_bit_of_states_and_checksum) {
  const auto good = stream_of(fabric, coming);
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    auto wrong = good;
    wrong[bit / 8] = static_cast<std::uint8_t>(wrong[bit / 8] ^ 1u << bit % 8);
    lone.load(wrong);
    expect_refused(kWrongChecksum);
  }
  lone.load(good);
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(lone.chain.error(), "");
  EXPECT_EQ(lone.states(), switch_states(fabric, coming)) << "a right one is taken after all the wrong ones";
  EXPECT_EQ(commits, 1);
}

TEST_F(Refusal, two_bytes_exchanged) {
  auto wrong = stream_of(fabric, coming);
  ASSERT_NE(wrong[2], wrong[3]);
  std::swap(wrong[2], wrong[3]);
  lone.load(wrong);
  expect_refused(kWrongChecksum);
}

TEST_F(Refusal, a_checksum_of_zeros) {
  auto wrong = stream_of(fabric, coming);
  std::fill(wrong.end() - 4, wrong.end(), std::uint8_t{0});
  lone.load(wrong);
  expect_refused(kWrongChecksum);
}

TEST_F(Refusal, a_checksum_of_the_bytes_without_the_number) {
  Fabric no_number = fabric;
  no_number.number = 0;
  lone.load(stream_of(no_number, coming));
  expect_refused(kWrongChecksum);
}

TEST_F(Refusal, a_stream_for_the_same_wires_and_another_network) {
  const srt::Wafer other({2, 2, 3}, {});
  const auto stream = stream_of(other.fabric(), other.configure({}));
  ASSERT_EQ(stream.size(), stream_of(fabric, coming).size());
  lone.load(stream);
  expect_refused(kWrongChecksum);
}

TEST_F(Refusal, the_same_bytes_under_every_number_that_differs_in_a_bit) {
  for (unsigned bit = 0; bit < 32; ++bit) {
    Fabric other = fabric;
    other.number ^= 1u << bit;
    lone.load(stream_of(other, coming));
    expect_refused(kWrongChecksum);
  }
}

TEST_F(Refusal, loads_follow_each_other_without_a_reset) {
  const auto good = stream_of(fabric, coming);
  auto wrong = good;
  wrong[3] ^= 0x10;
  for (int round = 0; round < 3; ++round) {
    lone.load(wrong);
    expect_refused(kWrongChecksum);
    lone.load(good);
    ASSERT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive);
    ASSERT_EQ(lone.chain.error(), "");
    ASSERT_EQ(lone.states(), switch_states(fabric, coming));
    ASSERT_EQ(commits, 1);
    lone.load(stream_of(fabric, old));
    ASSERT_EQ(lone.states(), switch_states(fabric, old));
    commits = 0;
  }
}

TEST_F(Refusal, a_stream_that_is_too_short) {
  const auto good = stream_of(fabric, coming);
  for (std::size_t bytes = 1; bytes < good.size(); ++bytes) {
    lone.load({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(bytes)});
    expect_refused("the stream has " + std::to_string(bytes) + " bytes, this fabric takes 27");
  }
}

TEST_F(Refusal, a_shorter_stream_with_a_right_checksum_of_its_own) {
  auto payload = pack(fabric, coming);
  payload.pop_back();
  lone.load(with_crc(fabric, payload));
  expect_refused("the stream has 26 bytes, this fabric takes 27");
}

TEST_F(Refusal, a_stream_that_is_too_long) {
  auto wrong = stream_of(fabric, coming);
  wrong.push_back(0);
  lone.load(wrong);
  expect_refused("the stream has 28 bytes, this fabric takes 27");
  auto payload = pack(fabric, coming);
  payload.insert(payload.end(), 100, 0xff);
  lone.load(with_crc(fabric, payload));
  expect_refused("the stream has 127 bytes, this fabric takes 27");
}

TEST_F(Refusal, an_empty_stream) {
  lone.chain.load({});
  lone.clock.run_until(lone.clock.next() + 2);
  expect_refused("the stream has 0 bytes, this fabric takes 27");
}

TEST(ChainRefusal, cycles_for_holds_for_an_empty_stream) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 32);
  lone.load({});
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kRefused);
}

TEST(ChainRefusal, has_a_kind_for_each_check_and_none_without_a_refusal) {
  using enum ConfigChain::Refusal;
  const SmallFabric small;
  LoneChain lone(small.fabric, 32);
  const Configuration good{1, 2, 1};
  EXPECT_EQ(lone.chain.refusal(), std::nullopt) << "after power-up";
  const auto load = [&](const std::vector<std::uint8_t>& stream) {
    lone.load(stream);
    const auto fault = stream_fault(small.fabric, stream);
    if (fault) {
      EXPECT_EQ(static_cast<std::uint32_t>(*fault), ConfigChain::code(lone.chain.refusal()));
    }
    EXPECT_EQ(fault.has_value(), ConfigChain::code(lone.chain.refusal()) % 5 != 0) << "what the chain finds by itself";
    return lone.chain.refusal();
  };
  auto damaged = stream_of(small.fabric, good);
  damaged[0] ^= 1;
  EXPECT_EQ(load(damaged), kChecksum);
  EXPECT_EQ(load({1, 2, 3}), kLength);
  EXPECT_EQ(load(with_crc(small.fabric, {0b00'11'10})), kState);
  const auto filler = static_cast<std::uint8_t>(pack(small.fabric, good)[0] | 0x80);
  EXPECT_EQ(load(with_crc(small.fabric, {filler})), kFiller);
  EXPECT_EQ(load(with_crc(small.fabric, {0b10'11'10 | 0x40})), kState) << "the first of two";
  lone.chain.on_check([] { return std::optional<std::string>("it differs"); });
  EXPECT_EQ(load(stream_of(small.fabric, good)), kInspection);
  lone.chain.on_check({});
  EXPECT_EQ(load(stream_of(small.fabric, good)), std::nullopt);
  EXPECT_EQ(lone.chain.refused(kState), 2u);
  EXPECT_EQ(lone.chain.refused(kChecksum), 1u);
  EXPECT_EQ(lone.chain.refused(kAdmission), 0u);
  EXPECT_EQ(lone.chain.accepted(), 1u);
}

/// A code of 3 in two bits for a bunch switch that has the states 0 to 2.
TEST(ChainRefusal, a_value_that_is_no_state_under_a_right_checksum) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 32);
  const Configuration old{1, 2, 1};
  lone.load(stream_of(small.fabric, old));
  for (const unsigned payload : {0b00'11'10u, 0b11'00'01u, 0b11'11'00u}) {
    lone.load(with_crc(small.fabric, {static_cast<std::uint8_t>(payload)}));
    EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kRefused);
    EXPECT_EQ(lone.chain.error(), kRefused + std::string((payload >> 2 & 3) == 3 ? "a" : "b") + " has no state 3");
    EXPECT_EQ(lone.states(), (SwitchStates{1, 2, 1}));
    EXPECT_EQ(lone.shadows(), lone.states());
  }
  lone.load(stream_of(small.fabric, {3, 0, 2}));
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(lone.states(), (SwitchStates{3, 0, 2}));
}

/// Their fields are the same, so every value of one is a state of the other.
TEST(ChainRefusal, a_stream_for_another_fabric_of_equal_length) {
  const srt::Wafer standard({4, period_exponent(srt::Variant::kStandard, 4), 1}, {});
  const srt::Wafer brief({4, period_exponent(srt::Variant::kShort, 4), 1}, {});
  LoneChain lone(standard.fabric(), 32);
  const auto good = stream_of(standard.fabric(), standard.configure({}));
  const auto other = stream_of(brief.fabric(), brief.configure({}));
  ASSERT_EQ(good.size(), other.size());
  lone.load(good);
  const SwitchStates old = lone.states();
  lone.load(other);
  EXPECT_EQ(lone.chain.error(), std::string(kRefused) + kWrongChecksum);
  EXPECT_EQ(lone.states(), old);
  EXPECT_EQ(lone.shadows(), old);
}

TEST(ChainRefusal, a_filler_bit_that_is_not_zero_under_a_right_checksum) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 32);
  const Configuration old{1, 2, 1};
  lone.load(stream_of(small.fabric, old));
  const std::uint8_t payload = pack(small.fabric, {3, 0, 2})[0];
  for (const unsigned filler : {0x40u, 0x80u, 0xc0u}) {
    const std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(payload | filler)};
    EXPECT_THROW(unpack(small.fabric, bytes), std::invalid_argument) << "the same rule";
    lone.load(with_crc(small.fabric, bytes));
    EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kRefused);
    EXPECT_EQ(lone.chain.error(), kRefused + std::string(kFillerRule));
    EXPECT_EQ(lone.states(), (SwitchStates{1, 2, 1}));
    EXPECT_EQ(lone.shadows(), lone.states());
  }
  lone.load(with_crc(small.fabric, {payload}));
  EXPECT_EQ(lone.states(), (SwitchStates{3, 0, 2}));
}

TEST(ChainRefusal, a_value_that_is_no_state_is_named_before_the_filler) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 32);
  lone.load(with_crc(small.fabric, {0xff}));
  EXPECT_EQ(lone.chain.error(), kRefused + std::string("a has no state 3"));
}

TEST(Chain, of_a_fabric_with_defects_takes_the_streams_of_the_sound_one) {
  const SmallFabric small;
  const ElementDefect stuck{StuckSwitch{SwitchId{0}, TrackSwitchType::kX}, "t stuck"};
  const DefectiveFabric defective(small.fabric, std::span(&stuck, 1));
  LoneChain lone(defective.fabric(), 32);
  lone.load(stream_of(small.fabric, {3, 0, 2}));
  EXPECT_EQ(lone.chain.error(), "");
  EXPECT_EQ(lone.states(), (SwitchStates{3, 0, 2}));
}

TEST(Chain, refuses_to_load_while_it_is_busy_in_every_cycle_of_a_load) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 7);
  const auto stream = stream_of(small.fabric, {2, 1, 2});
  const Cycle cycles = lone.chain.cycles_for(stream.size());
  lone.chain.load(stream);
  for (Cycle cycle = 0; cycle < cycles; ++cycle) {
    EXPECT_THROW(lone.chain.load(stream_of(small.fabric, {1, 0, 0})), std::logic_error) << cycle;
    lone.clock.run_until(lone.clock.next() + 1);
  }
  EXPECT_EQ(lone.states(), (SwitchStates{2, 1, 2})) << "the first stream is not disturbed";
  EXPECT_NO_THROW(lone.chain.load(stream_of(small.fabric, {1, 0, 0})));
}

TEST(Chain, reports_exactly_the_switches_that_changed) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 32);
  std::vector<std::uint32_t> changed;
  lone.chain.on_commit([&](const std::vector<SwitchModule*>& modules) {
    changed.clear();
    for (const SwitchModule* module : modules) changed.push_back(module->id().value);
  });
  lone.load(stream_of(small.fabric, {2, 1, 2}));
  EXPECT_EQ(changed, (std::vector<std::uint32_t>{0, 1, 2}));
  lone.load(stream_of(small.fabric, {2, 0, 2}));
  EXPECT_EQ(changed, (std::vector<std::uint32_t>{1}));
  lone.load(stream_of(small.fabric, {2, 0, 2}));
  EXPECT_TRUE(changed.empty());
}

TEST(Chain, asks_for_admission_with_the_switches_that_would_change_before_one_does) {
  LoneChain lone(wafer_4x4().fabric(), 32);
  RandomStream random(3, 0);
  const SwitchStates before = lone.states();
  const Configuration configuration = random_configuration(lone.fabric, random);
  const SwitchStates fresh = switch_states(lone.fabric, configuration);
  std::optional<std::string> complaint = "not now";
  std::size_t asked = 0;
  lone.chain.on_admit([&](const std::vector<SwitchModule*>& changing) {
    ++asked;
    EXPECT_EQ(lone.states(), before);
    std::size_t expected = 0;
    for (std::size_t i = 0; i < fresh.size(); ++i) expected += fresh[i] != before[i];
    EXPECT_EQ(changing.size(), expected);
    return complaint;
  });
  lone.load(stream_of(lone.fabric, configuration));
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kRefused);
  EXPECT_EQ(lone.chain.error(), "bitstream refused, the old states stay: not now");
  EXPECT_EQ(lone.states(), before);
  EXPECT_EQ(lone.shadows(), before);
  complaint.reset();
  lone.load(stream_of(lone.fabric, configuration));
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(lone.states(), fresh);
  EXPECT_EQ(asked, 2u);
  std::vector<std::uint8_t> damaged = stream_of(lone.fabric, configuration);
  damaged.front() ^= 1U;
  lone.load(damaged);
  EXPECT_EQ(asked, 2u) << "a wrong stream is refused before";
}

TEST(Chain, is_asleep_when_it_is_not_loading) {
  const SmallFabric small;
  LoneChain lone(small.fabric, 1);
  lone.clock.run_until(100);
  EXPECT_EQ(lone.clock.evaluations(), 0u);
  lone.load(stream_of(small.fabric, {2, 1, 2}));
  EXPECT_EQ(lone.clock.evaluations(), 5u * 8 + 1) << "8 payload bits, 32 bits of CRC, one check";
  lone.clock.run_until(1000);
  EXPECT_EQ(lone.clock.evaluations(), 41u);
}

TEST(Chain, its_phases_have_names) {
  const auto phase_name = [](ConfigChain::Phase phase) {
    return ConfigChain::kPhaseNames[static_cast<std::size_t>(phase)];
  };
  EXPECT_STREQ(phase_name(ConfigChain::Phase::kIdle), "idle");
  EXPECT_STREQ(phase_name(ConfigChain::Phase::kShift), "shift");
  EXPECT_STREQ(phase_name(ConfigChain::Phase::kCheck), "check");
  EXPECT_STREQ(phase_name(ConfigChain::Phase::kActive), "active");
  EXPECT_STREQ(phase_name(ConfigChain::Phase::kRefused), "refused");
}

}  // namespace
}  // namespace kintsugi::test
