// The states of all switches in a cycle of a waveform, by whatever names and as whatever values it has them.
#include "tb/tool/diff/wave_states.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/states/repaired.hpp"

namespace kintsugi::diff {
namespace {

using test::Repaired;

/// Writes dumps of a fabric in the states of a repair, from cycle 5 on; before it the states are 0.
class CutWave : public testing::Test {
 protected:
  CutWave() { std::filesystem::create_directories(place_.path()); }

  const Fabric& fabric() const { return wafer_.fabric(); }

  /// Returns a dump in which a signal for each switch, called below its scope as `local` says, has what `value` says;
  /// "" for no signal.
  std::string dump(const std::string& begin, const std::string& type,
                   const std::function<std::string(std::size_t)>& local,
                   const std::function<std::string(std::size_t, SwitchState)>& value) const {
    std::string text = begin, before, after;
    const SwitchStates states = wafer_.switch_states();
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::string name = local(i), code = "s" + std::to_string(i);
      if (name.empty()) continue;
      text += "$var " + type + ' ' + code + ' ' + name + " $end\n";
      before += value(i, 0) + ' ' + code + '\n';
      after += value(i, states[i]) + ' ' + code + '\n';
    }
    return text + "$enddefinitions $end\n#0\n" + before + "#50\n" + after + "#100\n";
  }

  std::string by_state(const std::string& scope = "wafer.") const {
    return dump(
        kOfSimulator, "real 64", [&](std::size_t i) { return scope + fabric().switches[i].name + ".state"; }, as_real);
  }

  StatesOfWave cut(const std::string& text, Cycle cycle, const std::string& prefix = "",
                   const std::string& period = "10") const {
    const std::filesystem::path file = place_.path() / "w.vcd";
    std::ofstream(file, std::ios::binary) << text;
    WaveCut wanted{.file = file.string(), .cycle = cycle, .prefix = prefix};
    if (!period.empty()) wanted.period = read_wave_time(period);
    return states_of_wave(wanted, fabric());
  }

  /// Returns the message, with the name of the file cut to w.vcd.
  std::string complaint(const std::string& text, Cycle cycle, const std::string& prefix = "",
                        const std::string& period = "10") const {
    try {
      cut(text, cycle, prefix, period);
    } catch (const InputError& error) {
      std::string message = error.what();
      const std::string folder = place_.path().string() + '/';
      for (std::size_t at = 0; (at = message.find(folder)) != std::string::npos;) message.erase(at, folder.size());
      return message;
    }
    return "";
  }

  static std::string as_real(std::size_t, SwitchState state) { return 'r' + std::to_string(state); }
  static std::string as_bits(std::size_t, SwitchState state) {
    std::string bits;
    for (unsigned bit = 8; bit-- > 0;) bits += (state >> bit & 1U) != 0 ? '1' : '0';
    return 'b' + bits;
  }

  const std::string kOfSimulator = "$timescale 1ns $end\n";
  const Repaired wafer_{test::kRepairedWafer};
  test::TemporaryDirectory place_;
};

TEST_F(CutWave, has_the_states_before_and_after_they_change) {
  const SwitchStates power_up(fabric().switches.size());
  for (const Cycle cycle : {0u, 4u}) EXPECT_EQ(cut(by_state(), cycle).list.states, power_up) << cycle;
  for (const Cycle cycle : {5u, 10u}) EXPECT_EQ(cut(by_state(), cycle).list.states, wafer_.switch_states()) << cycle;
  EXPECT_EQ(cut(by_state(), 5).scope, "wafer");
  EXPECT_EQ(cut(by_state(), 5).list.left_out, 0u);
}

TEST_F(CutWave, reads_names_of_states_that_kintsugi_writes) {
  const std::string text = dump(
      "$version Written by kintsugi $end\n$timescale 1 ns $end\n", "string 1",
      [&](std::size_t i) { return "chip." + fabric().switches[i].name + ".state"; },
      [&](std::size_t i, SwitchState state) { return 's' + fabric().switches[i].type->state_name(state); });
  EXPECT_EQ(cut(text, 50, "", "").list.states, wafer_.switch_states()) << "its cycles are 1 ns";
  EXPECT_EQ(complaint(text, 100, "", ""),
            "--at: cycle 100 is after the end of the waveform w.vcd, whose last cycle is 99")
      << "its last time stamp ends its last cycle";
  const std::string other = test::with_line(text, "s" + fabric().switches[0].type->state_name(0) + " s0", "sopened s0");
  EXPECT_EQ(complaint(other, 0, "", ""),
            "w.vcd: in cycle 0 1 switch has a value that is no state: " + fabric().switches[0].name +
                " (opened); is this the waveform of this fabric?");
}

TEST_F(CutWave, reads_the_registers_and_the_nets_of_fields) {
  std::vector<bool> seen(fabric().fields.size());
  const auto first_of_field = [&](std::size_t i) {
    const bool is_first = !seen[fabric().switches[i].field];
    seen[fabric().switches[i].field] = true;
    return is_first;
  };
  const std::string registers = dump(
      kOfSimulator, "reg 8",
      [&](std::size_t i) {
        return first_of_field(i) ? "bench.dut." + fabric().switches[i].name + ".field.state_q [7:0]" : "";
      },
      as_bits);
  EXPECT_EQ(cut(registers, 5).list.states, wafer_.switch_states());
  EXPECT_EQ(cut(registers, 5).scope, "bench.dut");
  seen.assign(fabric().fields.size(), false);
  const std::string nets = dump(
      kOfSimulator, "wire 8",
      [&](std::size_t i) {
        return first_of_field(i) ? "dut.state_" + std::to_string(fabric().switches[i].field) + " [7:0]" : "";
      },
      as_bits);
  EXPECT_EQ(cut(nets, 5, "dut").list.states, wafer_.switch_states());
  EXPECT_EQ(complaint(nets, 5).find("w.vcd: no scope of the waveform has the state of the switch sh.g0.c0"), 0u)
      << complaint(nets, 5);
}

TEST_F(CutWave, names_switches_that_are_missing_or_unknown) {
  const std::string text = by_state();
  EXPECT_EQ(complaint(test::with_line(text, "$var real 64 s3 ", "$var real 64 s3 other $end"), 5)
                .find("w.vcd: in the scope 'wafer' the waveform has no state of 1 switch: " +
                      fabric().switches[3].name + "; write the waveform with all switches"),
            0u);
  const std::string bits = dump(
      kOfSimulator, "wire 8", [&](std::size_t i) { return "wafer." + fabric().switches[i].name + ".state"; }, as_bits);
  const std::string unknown =
      test::with_line(test::with_line(bits, "b00000000 s1", "b000000x1 s1"), "b00000000 s2", "bz s2");
  EXPECT_EQ(complaint(unknown, 0), "w.vcd: in cycle 0 2 switches have an unknown state: " + fabric().switches[1].name +
                                       " (0x1), " + fabric().switches[2].name + " (z); take a cycle after the reset");
  EXPECT_EQ(cut(unknown, 5).list.states, wafer_.switch_states()) << "known from cycle 5 on";
  const std::string beyond = test::with_line(bits, "b00000000 s1", "b11111111 s1");
  EXPECT_EQ(complaint(beyond, 0), "w.vcd: in cycle 0 1 switch has a value that is no state: " +
                                      fabric().switches[1].name + " (11111111); is this the waveform of this fabric?");
  EXPECT_EQ(
      complaint(test::with_line(text, "r0 s4", "r0.5 s4"), 0)
          .find("w.vcd: in cycle 0 1 switch has a value that is no state: " + fabric().switches[4].name + " (0.5)"),
      0u);
}

TEST_F(CutWave, needs_a_cycle_of_the_waveform_and_its_length) {
  EXPECT_EQ(complaint(by_state(), 11), "--at: cycle 11 is after the end of the waveform w.vcd, whose last cycle is 10");
  const std::string late = std::string(by_state()).replace(by_state().find("#0\n"), 3, "#30\n");
  EXPECT_EQ(complaint(late, 2), "--at: cycle 2 is before the waveform w.vcd, which begins in cycle 3");
  EXPECT_EQ(
      complaint(by_state(), 5, "", ""),
      "--period: it is not known how long a cycle is in w.vcd, which kintsugi has not written; give the length of "
      "a cycle, such as --period 10ns");
  EXPECT_EQ(complaint(by_state(), 5, "", "1ps"),
            "--period: 1ps is not a whole number of ticks of 1 ns above 0, the time unit of w.vcd");
}

TEST_F(CutWave, takes_one_of_several_scopes) {
  std::string two = by_state("model.");
  const std::string name = "$var real 64 s0 " + fabric().switches[0].name + ".state $end\n";
  two.insert(two.find("$enddefinitions"), "$scope module rtl $end\n" + name + "$upscope $end\n");
  EXPECT_EQ(complaint(two, 5), "w.vcd: several scopes have the state of the switch " + fabric().switches[0].name +
                                   ": 'model', 'rtl'; name one of them with --prefix");
  EXPECT_EQ(cut(two, 5, "model").list.states, wafer_.switch_states());
  EXPECT_EQ(complaint(by_state(), 5, "dut"),
            "--prefix: no switch has a state in the scope 'dut' of w.vcd; switches are in 'wafer'");
}

TEST_F(CutWave, is_of_a_value_change_dump) {
  EXPECT_EQ(complaint("{a: X}", 0),
            "w.vcd: this is no waveform: a VCD begins with $version, $date, $timescale or $scope");
  EXPECT_NE(complaint(std::string("\0\0\0", 3), 0).find("FST is not read; fst2vcd "), std::string::npos);
  const std::string whole = by_state();
  EXPECT_NE(complaint(whole.substr(0, whole.find("$enddef")), 0).find("the waveform ends before $enddefinitions"),
            std::string::npos);
}

}  // namespace
}  // namespace kintsugi::diff
