// A chip whose fabric is RTL, beside the model of it: equal in every flit, credit and state of every cycle, through
// faults at run time. Its packets are those of a chip without RTL, in the same cycles.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "hw/clock/messages.hpp"
#include "hw/pins/chain_pins.hpp"
#include "tb/testbench/configuration_driver.hpp"
#include "tb/testbench/fault_injector.hpp"
#include "tb/tests/cosimulation/fabrics.hpp"
#include "tb/tests/cosimulation/networks.hpp"
#include "tb/tests/cosimulation/verilated_fabrics.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

/// Returns the cycles of a comparison; the variable is for longer ones (tb/bench/cosimulation).
Cycle fabric_cycles(Cycle usual) {
  const char* const given = std::getenv("KINTSUGI_COSIMULATION_CYCLES");
  return given != nullptr ? std::stoull(given) : part_of(usual / 50, usual);
}

Defects dead_pes(const Fabric& fabric, const std::vector<std::string>& sites) {
  Defects defects;
  for (const std::string& site : sites) defects.add(fabric.site(site));
  return defects;
}

/// Fault k, in cycle 500 + 2 000 k or sooner, if the simulation is that short.
std::vector<NamedFault> faults_at(const std::vector<std::string>& sites, Cycle cycles) {
  std::vector<NamedFault> faults;
  for (const std::string& site : sites) {
    const Cycle step = std::min<Cycle>(2000, cycles / (sites.size() + 1));
    faults.push_back({std::min<Cycle>(500, step) + step * faults.size(), site});
  }
  return faults;
}

struct FabricCase {
  std::string name;
  bool in_rtl = true;
  LinkTiming link = {};
  std::vector<std::string> dead = {};    ///< sites
  std::vector<std::string> faults = {};  ///< sites whose PEs die
  unsigned mutant = 0;
};

/// A chip of the list, in a module of its own: two of them can be in one simulation.
class FabricChip final : public sc_core::sc_module {
 public:
  FabricChip(sc_core::sc_module_name name, const FabricCase& wanted)
      : sc_module(name),
        form_(*find_named(cosimulated_fabrics(), wanted.name)),
        fabric_(wanted.in_rtl ? make_rtl_fabric(wanted.name, comparison, wanted.mutant) : nullptr),
        bench(form_.kind, form_.parameters, form_.routing, parameters(wanted), true, form_.vcs, {}, Multicasts::kNone,
              {}, false,
              [this](ChipPlan& plan) {
                if (fabric_) plan.on_link = fabric_->links();
              }),
        known(dead_pes(bench.fabric->fabric(), wanted.dead)),
        faults_("faults", *bench.chip, *bench.fabric, known) {
    bench.record.keeps_flits = true;
  }

  /// Loads the first configuration, and has PEs die.
  void begin(const std::vector<std::string>& faults, Cycle cycles) {
    if (!faults.empty()) faults_.inject(faults_at(faults, cycles), 5);
    elaborate();
    load(bench.fabric->repair(known, {}));
  }
  void load(const Repair& repair) {
    bench.chip->configuration().load(stream_of(bench.fabric->fabric(), repair.configuration), repair.placement,
                                     repair.message);
  }
  void start(double rate, Cycle end) { bench.start_uniform(rate, 4, 1, end); }
  std::size_t reconfigurations() const { return faults_.reconfigurations().size(); }
  RtlFabric& rtl() { return *fabric_; }
  ConfigChain& chain() { return bench.chip->configuration().chain(); }

 private:
  static ChipParameters parameters(const FabricCase& wanted) {
    const CosimulatedFabric& form = *find_named(cosimulated_fabrics(), wanted.name);
    ChipParameters parameters;
    parameters.link = wanted.link;
    parameters.chain_bits = form.chain_bits;
    return parameters;
  }

  const CosimulatedFabric& form_;

 public:
  RtlComparison comparison;

 private:
  std::unique_ptr<RtlFabric> fabric_;

 public:
  Bench bench;
  Defects known;

 private:
  FaultInjector faults_;
};

/// Runs a chip with RTL and one without, and compares all arrivals of flits.
void expect_equal_chips(FabricCase wanted, double rate) {
  const Cycle cycles = fabric_cycles(100'000);
  FabricChip rtl("rtl", wanted);
  wanted.in_rtl = false;
  FabricChip model("model", wanted);
  for (FabricChip* const each : {&rtl, &model}) each->begin(wanted.faults, cycles);
  rtl.bench.run(100);
  for (FabricChip* const each : {&rtl, &model}) each->start(rate, cycles);
  for (Cycle at = 0; at < cycles; at += 997) {
    rtl.bench.run(997);
    EXPECT_EQ(check_conservation(*rtl.bench.chip).value_or(""), "");
  }
  rtl.bench.run(2500);
  EXPECT_TRUE(rtl.comparison.holds()) << rtl.comparison.text();
  EXPECT_EQ(rtl.bench.chip->packets().live(), 0u);
  EXPECT_EQ(rtl.reconfigurations(), wanted.faults.size());
  EXPECT_EQ(rtl.rtl().loads(), wanted.faults.size() + 1);
  EXPECT_GT(rtl.comparison.cycles(), cycles / 2);
  EXPECT_GT(rtl.comparison.flits(), cycles);
  for (FabricChip* const each : {&rtl, &model}) std::ranges::sort(each->bench.record.flit_arrivals);
  EXPECT_TRUE(rtl.bench.record.flit_arrivals == model.bench.record.flit_arrivals);
  EXPECT_FALSE(rtl.bench.record.flit_arrivals.empty());
  std::cout << rtl.comparison.text() << "\n";
}

TEST(FabricCosimulation, torus_whose_pe_dies_under_load) {
  expect_equal_chips({.name = "torus_fabric", .dead = {"r1.c3", "r4.c1"}, .faults = {"r2.c2", "r3.c3"}}, 0.5);
}
TEST(FabricCosimulation, torus_whose_links_take_cycles_by_their_length) {
  expect_equal_chips({.name = "torus_fabric",
                      .link = {.constant = 1, .by_kind = {}, .reach = 3},
                      .dead = {"r2.c3"},
                      .faults = {"r2.c2"}},
                     0.4);
}
TEST(FabricCosimulation, srt_whose_pes_die_under_load) {
  expect_equal_chips({.name = "srt_fabric", .faults = {"r2.c2", "r1.c4", "r4.c4"}}, 0.5);
}
TEST(FabricCosimulation, srt_with_a_closed_ring) {
  expect_equal_chips({.name = "srt_fabric", .dead = {"r4.c5", "r4.c2", "r3.c2", "r3.c0", "r5.c3"}}, 0.4);
}
TEST(FabricCosimulation, mesh_whose_pe_dies_under_load) {
  expect_equal_chips({.name = "mesh_fabric", .faults = {"r1.c1"}}, 0.4);
}

/// A mesh in RTL alone, for what happens to its chain.
struct LoadedFabric {
  FabricChip chip{"rtl", {.name = "mesh_fabric"}};
  Repair whole = chip.bench.fabric->repair({}, {});
  Repair healed = chip.bench.fabric->repair(dead_pes(chip.bench.fabric->fabric(), {"r2.c2"}), {});

  std::vector<std::uint8_t> stream(const Repair& repair) const {
    return stream_of(chip.bench.fabric->fabric(), repair.configuration);
  }
  /// Sends packets, which arrive, and expects that nothing has differed.
  void expect_sound(std::uint64_t loads) {
    chip.bench.start_uniform(0.2, 4, 1, chip.bench.clock().next() + 200);
    chip.bench.run(600);
    EXPECT_EQ(chip.bench.chip->packets().live(), 0u);
    EXPECT_TRUE(chip.comparison.holds()) << chip.comparison.text();
    EXPECT_EQ(chip.rtl().loads(), loads);
  }
};

TEST(FabricCosimulation, what_its_chain_refuses_and_waits_for_is_what_the_model_does) {
  LoadedFabric loaded;
  ConfigurationDriver driver("driver", *loaded.chip.bench.chip);
  elaborate();
  driver.load(loaded.whole, [](Cycle cycle) { return cycle % 3 == 1; });
  loaded.chip.bench.run(300);
  EXPECT_TRUE(driver.accepted());
  for (const std::size_t byte : {std::size_t{2}, loaded.stream(loaded.healed).size() - 1}) {
    auto damaged = loaded.stream(loaded.healed);
    damaged[byte] ^= 4;
    driver.load(damaged, loaded.healed.placement);
    loaded.chip.bench.run(100);
    EXPECT_FALSE(driver.accepted());
  }
  auto longer = loaded.stream(loaded.healed);
  longer.push_back(0);
  driver.load(longer, loaded.healed.placement);
  loaded.chip.bench.run(100);
  driver.load(std::vector<std::uint8_t>(), loaded.healed.placement);
  loaded.chip.bench.run(100);
  EXPECT_FALSE(driver.accepted());
  loaded.expect_sound(5);
}

TEST(FabricCosimulation, a_load_can_begin_in_the_cycle_in_which_one_ends) {
  LoadedFabric loaded;
  ConfigurationDriver driver("driver", *loaded.chip.bench.chip);
  elaborate();
  driver.load(loaded.whole);
  int ends = 0;
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&driver.done);
  sc_core::sc_spawn(
      [&] {
        if (++ends < 4) driver.load(ends % 2 == 1 ? loaded.healed : loaded.whole);
      },
      "again", &options);
  loaded.chip.bench.run(400);
  EXPECT_EQ(ends, 4);
  EXPECT_EQ(loaded.chip.chain().accepted(), 4u);
  loaded.expect_sound(4);
}

TEST(FabricCosimulation, words_that_come_by_pins_go_into_the_chain_in_rtl_too) {
  LoadedFabric loaded;
  ConfigChain& chain = loaded.chip.chain();
  ChainPins pins("pins", chain);
  sc_core::sc_signal<bool> load("load"), valid("valid"), last("last");
  sc_core::sc_signal<sc_dt::uint64> word("word");
  sc_core::sc_signal<std::uint32_t> bits("bits"), phase("phase");
  pins.load_i(load);
  pins.valid_i(valid);
  pins.last_i(last);
  pins.word_i(word);
  pins.bits_i(bits);
  pins.phase_o(phase);
  const auto stream = loaded.stream(loaded.whole);
  const unsigned width = chain.bits_per_cycle();
  // Given up after three words, begun anew, with a gap before every other word.
  sc_core::sc_spawn([&] {
    const auto begin = [&] {
      load.write(true);
      sc_core::wait(1, sc_core::SC_NS);
      load.write(false);
    };
    const auto send = [&](std::size_t words) {
      for (std::size_t at = 0, number = 0; at < stream.size() * 8 && number < words; at += width, ++number) {
        if (number % 2 == 1) sc_core::wait(2, sc_core::SC_NS);
        sc_dt::uint64 value = 0;
        const std::size_t count = std::min<std::size_t>(width, stream.size() * 8 - at);
        for (std::size_t i = 0; i < count; ++i) value |= sc_dt::uint64{stream[(at + i) / 8] >> (at + i) % 8 & 1u} << i;
        valid.write(true);
        word.write(value);
        bits.write(static_cast<std::uint32_t>(count));
        last.write(at + width >= stream.size() * 8);
        sc_core::wait(1, sc_core::SC_NS);
        valid.write(false);
      }
    };
    sc_core::wait(10.5, sc_core::SC_NS);
    begin();
    send(3);
    begin();
    send(stream.size() * 8);
  });
  elaborate();
  loaded.chip.bench.chip->configuration().expect(loaded.whole.placement);
  loaded.chip.bench.run(300);
  EXPECT_EQ(chain.accepted(), 1u);
  loaded.expect_sound(2);
}

TEST(FabricCosimulation, of_another_chip_is_refused_before_the_first_cycle) {
  RtlComparison comparison;
  const auto fabric = make_rtl_fabric("mesh_fabric", comparison);
  const auto on_link = [&](ChipPlan& plan) { plan.on_link = fabric->links(); };
  const CosimulatedFabric& torus = *find_named(cosimulated_fabrics(), "torus_fabric");
  const Parameters& sides = find_named(cosimulated_fabrics(), "mesh_fabric")->parameters;
  Bench bench(torus.kind, sides, torus.routing, {}, true, torus.vcs, {}, Multicasts::kNone, {}, false, on_link);
  try {
    elaborate();
    ADD_FAILURE() << "taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("was exported for another fabric or network"), std::string::npos)
        << error.what();
  }
}

TEST(FabricCosimulation, of_a_directly_wired_chip_is_refused) {
  RtlComparison comparison;
  const auto fabric = make_rtl_fabric("mesh_fabric", comparison);
  const auto on_link = [&](ChipPlan& plan) { plan.on_link = fabric->links(); };
  const CosimulatedFabric& mesh = *find_named(cosimulated_fabrics(), "mesh_fabric");
  EXPECT_THROW(
      Bench(mesh.kind, mesh.parameters, mesh.routing, {}, false, mesh.vcs, {}, Multicasts::kNone, {}, false, on_link),
      std::invalid_argument);
}

TEST(FabricCosimulation, words_of_another_width_are_refused) {
  RtlComparison comparison;
  const auto fabric = make_rtl_fabric("mesh_fabric", comparison);
  const auto on_link = [&](ChipPlan& plan) { plan.on_link = fabric->links(); };
  const CosimulatedFabric& mesh = *find_named(cosimulated_fabrics(), "mesh_fabric");
  ChipParameters parameters;
  parameters.chain_bits = mesh.chain_bits + 1;
  Bench bench(mesh.kind, mesh.parameters, mesh.routing, parameters, true, mesh.vcs, {}, Multicasts::kNone, {}, false,
              on_link);
  EXPECT_THROW(elaborate(), std::invalid_argument);
}

TEST(FabricCosimulation, a_link_that_is_longer_than_its_delay_lines_is_refused_by_name) {
  FabricCase wanted{.name = "mesh_fabric", .link = {.constant = 2, .by_kind = {}, .reach = {}}};
  FabricChip chip("rtl", wanted);
  elaborate();
  chip.load(chip.bench.fabric->repair({}, {}));
  try {
    chip.bench.run(200);
    ADD_FAILURE() << "taken";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("its link takes 2 cycles, and those of the RTL at most 1"),
              std::string::npos)
        << error.what();
  }
}

/// Runs the torus with a mistake in its RTL, and expects that it is reported, once, within the run.
void expect_mutant_is_found(unsigned mutant, const std::string& where) {
  const Cycle cycles = 800;
  const FabricCase wanted{.name = "torus_fabric", .link = {.constant = 1, .by_kind = {}, .reach = 3}, .mutant = mutant};
  FabricChip chip("rtl", wanted);
  sc_core::sc_report_handler::set_actions(kRtlDifferenceReport, sc_core::SC_DO_NOTHING);
  chip.begin({"r2.c2"}, cycles);
  chip.bench.run(100);
  chip.start(0.3, cycles);
  chip.bench.run(cycles + 800);
  ASSERT_EQ(chip.comparison.differences().size(), 1u);
  EXPECT_EQ(sc_core::sc_report_handler::get_count(kRtlDifferenceReport), 1);
  const std::string text = chip.comparison.text();
  EXPECT_NE(text.find(where), std::string::npos) << text;
  EXPECT_TRUE(chip.rtl().has_differed());
  // The model goes on with its own flits.
  EXPECT_EQ(chip.bench.chip->packets().live(), 0u);
  EXPECT_EQ(check_conservation(*chip.bench.chip).value_or(""), "");
  std::cout << text << "\n";
}

TEST(FabricMutant, a_selector_that_takes_the_other_line) {
  expect_mutant_is_found(1, "flit: the model has");
}
TEST(FabricMutant, d1_and_d2_taken_for_each_other) {
  expect_mutant_is_found(2, "the model has");
}
TEST(FabricMutant, a_load_that_does_not_begin_anew) {
  expect_mutant_is_found(3, ", ");
}
TEST(FabricMutant, a_bit_of_each_word_of_the_chain_lost) {
  expect_mutant_is_found(4, "shadow: the model has");
}
TEST(FabricMutant, a_bit_of_the_lanes_lost) {
  expect_mutant_is_found(5, "the model has");
}
TEST(FabricMutant, all_credits_of_channel_0) {
  expect_mutant_is_found(6, "channel of the credit: the model has 1, RTL 0");
}
TEST(FabricMutant, long_links_a_cycle_shorter) {
  expect_mutant_is_found(7, ": the model has");
}
TEST(FabricMutant, switches_that_change_once_only) {
  expect_mutant_is_found(8, "state: the model has");
}

}  // namespace
}  // namespace kintsugi::test
