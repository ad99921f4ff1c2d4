// The configuration chain behind signals: the same load, cycle by cycle.
#include "hw/pins/chain_pins.hpp"

#include <algorithm>
#include <sstream>

#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fabric/lone_chain.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

/// The signals of a chain, and a process that drives a stream of words onto them, one at each clock edge.
class ChainMaster {
 public:
  explicit ChainMaster(ConfigChain& chain) : pins("pins", chain), width_(chain.bits_per_cycle()) {
    pins.load_i(load);
    pins.valid_i(valid);
    pins.word_i(word);
    pins.last_i(last);
    pins.bits_i(bits);
    pins.phase_o(phase);
    pins.refused_o(refused);
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&chain.module_clock().signal->posedge_event());
    sc_core::sc_spawn([this] { drive(); }, "master", &options);
  }

  /// From the next edge on: `gap` cycles without a word before each.
  void send(std::vector<std::uint8_t> stream, unsigned gap = 0) {
    stream_ = std::move(stream);
    position_ = 0;
    gap_ = gap;
    waits_ = gap;
    state_ = State::kLoad;
  }

  sc_core::sc_signal<bool> load, valid, last;
  sc_core::sc_signal<sc_dt::uint64> word;
  sc_core::sc_signal<std::uint32_t> bits, phase, refused;
  ChainPins pins;

 private:
  enum class State : std::uint8_t { kIdle, kLoad, kWords };

  void drive() {
    load.write(state_ == State::kLoad);
    valid.write(false);
    if (state_ == State::kLoad) {
      state_ = State::kWords;
    } else if (state_ == State::kWords) {
      drive_word();
    }
  }
  void drive_word() {
    if (waits_-- != 0) return;
    waits_ = gap_;
    const std::uint64_t all = stream_.size() * 8;
    const std::uint64_t count = std::min<std::uint64_t>(width_, all - position_);
    sc_dt::uint64 value = 0;
    for (std::uint64_t i = 0; i < count; ++i, ++position_) {
      value |= sc_dt::uint64{stream_[position_ / 8] >> (position_ % 8) & 1u} << i;
    }
    valid.write(true);
    word.write(value);
    last.write(position_ == all);
    bits.write(static_cast<std::uint32_t>(count));
    if (position_ == all) state_ = State::kIdle;
  }

  unsigned width_;
  State state_ = State::kIdle;
  std::vector<std::uint8_t> stream_;
  std::uint64_t position_ = 0;
  unsigned gap_ = 0;
  unsigned waits_ = 0;
};

std::vector<std::uint8_t> random_stream(const Fabric& fabric, std::uint64_t seed) {
  RandomStream random(seed, seed);
  return stream_of(fabric, random_configuration(fabric, random));
}

/// Returns what the probes of a chain show in every cycle of a load.
std::string probes_of_load(LoneChain& lone, Cycle cycles, const sc_core::sc_signal<std::uint32_t>* phase = nullptr) {
  std::ostringstream text;
  for (Cycle i = 0; i < cycles; ++i) {
    lone.clock.run_until(lone.clock.next() + 1);
    text << static_cast<int>(lone.chain.phase()) << ' ' << lone.chain.bits() << ' ' << lone.chain.valid() << ' '
         << lone.chain.word() << ' ' << lone.chain.checksum() << '\n';
    if (phase == nullptr) continue;
    EXPECT_EQ(phase->read(), static_cast<std::uint32_t>(lone.chain.phase())) << i;
  }
  return text.str();
}

class ChainPinsOfWidth : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Widths, ChainPinsOfWidth, testing::Values(1, 7, 32, 64));

TEST_P(ChainPinsOfWidth, load_a_configuration_as_the_chain_does_by_itself) {
  const Fabric& fabric = wafer_4x4().fabric();
  const auto stream = random_stream(fabric, 3);
  const Cycle cycles = ConfigChain::cycles_for(stream.size(), GetParam()) + 4;
  const std::string itself = in_child([&] {
    LoneChain lone(fabric, GetParam());
    lone.clock.run_until(11);
    lone.chain.load(stream);
    const std::string begun = "1 0 0 0 " + std::to_string(lone.chain.checksum()) + '\n';
    return begun + probes_of_load(lone, cycles);
  });
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    const std::string by_pins = in_child([&] {
      LoneChain lone(fabric, GetParam(), schedule);
      ChainMaster master(lone.chain);
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      lone.clock.run_until(9);
      master.send(stream);  // load_i is high after edge 9, and taken at edge 10
      lone.clock.run_until(10);
      const std::string text = probes_of_load(lone, cycles + 1, &master.phase);
      RandomStream random(3, 3);
      EXPECT_EQ(lone.states(), switch_states(fabric, random_configuration(fabric, random)));
      return text;
    });
    EXPECT_EQ(by_pins, itself) << static_cast<int>(schedule);
  }
}

TEST_P(ChainPinsOfWidth, wait_in_gaps) {
  const Fabric& fabric = wafer_4x4().fabric();
  LoneChain lone(fabric, GetParam());
  ChainMaster master(lone.chain);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const auto stream = random_stream(fabric, 4);
  master.send(stream, 3);
  lone.clock.run_until(4 * ConfigChain::cycles_for(stream.size(), GetParam()) + 10);
  EXPECT_EQ(lone.chain.phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(lone.chain.accepted(), 1u);
}

struct LoneMaster {
  LoneMaster() : fabric(wafer_4x4().fabric()), lone(fabric, 32), master(lone.chain) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void send(const std::vector<std::uint8_t>& stream) {
    master.send(stream);
    lone.clock.run_until(lone.clock.next() + lone.chain.cycles_for(stream.size()) + 5);
  }
  const Fabric& fabric;
  LoneChain lone;
  ChainMaster master;
};

TEST(ChainPins, a_damaged_stream_is_refused_and_the_next_one_accepted) {
  LoneMaster chip;
  const auto stream = random_stream(chip.fabric, 5);
  auto damaged = stream;
  damaged[3] ^= 4;
  chip.send(damaged);
  EXPECT_EQ(chip.master.phase.read(), 4u);
  EXPECT_EQ(chip.lone.chain.refusal(), ConfigChain::Refusal::kChecksum);
  EXPECT_EQ(chip.master.refused.read(), 2u);
  chip.send(stream);
  EXPECT_EQ(chip.master.phase.read(), 3u);
  EXPECT_EQ(chip.master.refused.read(), 0u);
}

TEST(ChainPins, a_stream_of_another_length_is_refused) {
  LoneMaster chip;
  auto stream = random_stream(chip.fabric, 5);
  stream.push_back(0);
  chip.send(stream);
  EXPECT_EQ(chip.lone.chain.refusal(), ConfigChain::Refusal::kLength);
  EXPECT_EQ(chip.master.refused.read(), 1u);
  EXPECT_NE(chip.lone.chain.error().find("the stream has 28 bytes, this fabric takes 27"), std::string::npos);
}

TEST(ChainPins, a_load_while_a_stream_comes_in_begins_anew) {
  LoneMaster chip;
  chip.master.send(random_stream(chip.fabric, 6));
  chip.lone.clock.run_until(chip.lone.clock.next() + 5);
  EXPECT_EQ(chip.lone.chain.phase(), ConfigChain::Phase::kShift);
  chip.send(random_stream(chip.fabric, 7));
  EXPECT_EQ(chip.lone.chain.phase(), ConfigChain::Phase::kActive);
  RandomStream random(7, 7);
  EXPECT_EQ(chip.lone.states(), switch_states(chip.fabric, random_configuration(chip.fabric, random)));
  EXPECT_EQ(chip.lone.chain.accepted(), 1u);
}

TEST(ChainPins, a_load_while_a_stream_comes_in_by_itself_is_a_mistake) {
  LoneMaster chip;
  chip.lone.chain.load(random_stream(chip.fabric, 6));
  chip.master.send(random_stream(chip.fabric, 7));
  EXPECT_THROW(chip.lone.clock.run_until(5), sc_core::sc_report);
}

TEST(ChainPins, a_word_of_more_bits_than_the_chain_takes_is_a_mistake) {
  LoneMaster chip;
  chip.lone.clock.run_until(3);
  chip.lone.chain.begin_words();
  EXPECT_THROW(chip.lone.chain.put_word(4, 0, 33, true), std::logic_error);
  EXPECT_NO_THROW(chip.lone.chain.put_word(4, 0, 32, true));
  EXPECT_THROW(chip.lone.chain.put_word(5, 0, 32, true), std::logic_error) << "the stream has ended";
}

TEST(ChainPins, configure_a_chip_that_was_told_where_its_nodes_live) {
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", {}, true);
  ChainMaster master(bench.chip->configuration().chain());
  elaborate();
  const Repair repair = bench.fabric->repair({SiteId{3}}, {});
  const auto stream = stream_of(bench.fabric->fabric(), repair.configuration);
  const Cycle cycles = bench.chip->configuration().chain().cycles_for(stream.size()) + 4;
  master.send(stream);
  bench.run(cycles);
  EXPECT_EQ(bench.chip->configuration().chain().refusal(), ConfigChain::Refusal::kAdmission) << "not told yet";
  EXPECT_NE(bench.chip->configuration().chain().error().find("ChipConfiguration::expect()"), std::string::npos);
  EXPECT_EQ(master.refused.read(), 6u) << "the exported chain knows 1 to 4";
  bench.chip->configuration().expect(repair.placement, repair.message);
  master.send(stream);
  bench.run(cycles);
  ASSERT_EQ(master.phase.read(), 3u) << bench.chip->configuration().chain().error();
  bench.start_uniform(0.2, 4, 3, bench.clock().next() + 200);
  bench.run(1000);
  EXPECT_GT(bench.record.created_packets, 50u);
  EXPECT_EQ(bench.record.arrivals.size(), bench.record.created_packets);
  EXPECT_THROW(bench.chip->configuration().expect({}), std::logic_error) << "no placement";
}

}  // namespace
}  // namespace kintsugi::test
