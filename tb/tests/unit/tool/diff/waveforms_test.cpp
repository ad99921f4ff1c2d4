// Two waveforms, signal by signal and cycle by cycle.
#include "tb/tool/diff/waveforms.hpp"

#include "tb/tests/unit/tool/diff/two_files.hpp"

namespace kintsugi::diff {
namespace {

/// A dump of kintsugi: cycles of 1 ns.
const std::string kOfModel =
    "$version Written by kintsugi $end\n$timescale 1 ns $end\n$scope module chip $end\n$var wire 1 ! valid $end\n"
    "$var wire 8 \" word [7:0] $end\n$var string 1 # state $end\n$upscope $end\n$enddefinitions $end\n"
    "#0\n$dumpvars\n0!\nb0 \"\nsopen #\n$end\n#2\n1!\nb101010 \"\n#3\nscross #\n#5\n0!\n#9\n";
/// The same from a simulator of RTL: in a bench, with a clock of 1 ns from 3.5 ns on, states as numbers, glitches.
const std::string kOfRtl =
    "$date x $end\n$timescale 1ps $end\n$scope module bench $end\n$var wire 1 % clk $end\n$scope module dut $end\n"
    "$scope module chip $end\n$var wire 1 ! valid $end\n$var wire 8 \" word [7:0] $end\n$var real 64 # state $end\n"
    "$var wire 1 & extra $end\n$upscope $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n"
    "#0\n$dumpvars\nx!\nbx \"\nr0 #\nx&\n0%\n$end\n#250\n0!\nb0 \"\n#3500\n1%\n#4000\n0%\n#5500\n1!\nb111 \"\n#5500\n"
    "b101010 \"\n#5600\n1&\n#6500\nr2 #\n#8500\n1!\n0!\n#12500\n";

Comparison compared_waves(const std::string& a, const std::string& b, const WaveOptions& options = {}) {
  TwoFiles files(a, b);
  files.request.wave = options;
  return files.compare().comparison;
}

WaveOptions of_rtl() {
  WaveOptions options;
  options.b.prefix = "bench.dut";
  options.b.start = read_wave_time("3.5ns");
  return options;
}

TEST(DiffWaves, that_are_equal_have_no_difference) {
  const Comparison comparison = compared_waves(kOfModel, kOfModel);
  EXPECT_TRUE(comparison.equal());
  EXPECT_EQ(comparison.unit, "cycle");
  EXPECT_EQ(comparison.compared, "3 signals, up to cycle 9");
  EXPECT_EQ(comparison.notes, Sentences{});
}

TEST(DiffWaves, find_a_change_that_is_one_cycle_later) {
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, with_change(kOfModel, "#5\n", "#6\n"))),
            (Sentences{R"(5 bits chip.valid: "0" "1")"}));
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, with_change(kOfModel, "#3\n", "#4\n"))),
            (Sentences{R"(3 text chip.state: "cross" "open")"}));
}

TEST(DiffWaves, find_one_bit_and_one_state) {
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, with_change(kOfModel, "b101010", "b101011"))),
            Sentences{R"(2 bits chip.word: "0x2a" "0x2b")"});
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, with_change(kOfModel, "b101010", "b10101x"))),
            Sentences{R"(2 bits chip.word: "0x2a" "0b10101x")"});
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, with_change(kOfModel, "scross", "sconnect"))),
            Sentences{R"(3 text chip.state: "cross" "connect")"});
}

TEST(DiffWaves, name_a_dump_that_ends_earlier) {
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, with_change(kOfModel, "#9\n", "#8\n"))),
            Sentences{R"(8 end last cycle: "goes on" 8)"});
  WaveOptions options;
  options.to = 7;
  EXPECT_TRUE(compared_waves(kOfModel, with_change(kOfModel, "#9\n", "#8\n"), options).equal());
}

TEST(DiffWaves, of_rtl_are_compared_by_cycles_with_a_prefix_and_a_start) {
  const Comparison comparison = compared_waves(kOfModel, kOfRtl, of_rtl());
  EXPECT_EQ(sentences_of(comparison), Sentences{});
  EXPECT_EQ(comparison.compared, "2 signals, up to cycle 9");
  ASSERT_EQ(comparison.notes.size(), 2u);
  EXPECT_EQ(comparison.notes[0],
            "1 signal is only in b: chip.extra; they are not compared, and --all makes them differences");
  EXPECT_EQ(comparison.notes[1].substr(0, 52), "1 signal is of different types in the two: chip.stat");
}

TEST(DiffWaves, of_rtl_show_a_planted_difference_in_its_cycle) {
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, with_change(kOfRtl, "#8500", "#9500"), of_rtl())),
            Sentences{R"(5 bits chip.valid: "0" "1")"});
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, with_change(kOfRtl, "\nb101010", "\nb101110"), of_rtl())),
            Sentences{R"(2 bits chip.word: "0x2a" "0x2e")"});
}

TEST(DiffWaves, compare_texts_with_numbers_if_asked) {
  WaveOptions options = of_rtl();
  options.match_texts = true;
  const std::string more_states = with_change(kOfModel, "#9\n", "#7\nsopen #\n#9\n");
  EXPECT_EQ(compared_waves(more_states, with_change(kOfRtl, "#12500", "#10500\nr0 #\n#12500"), options).compared,
            "3 signals, up to cycle 9");
  EXPECT_TRUE(compared_waves(more_states, with_change(kOfRtl, "#12500", "#10500\nr0 #\n#12500"), options).equal());
  EXPECT_EQ(sentences_of(compared_waves(more_states, with_change(kOfRtl, "#12500", "#10500\nr1 #\n#12500"), options)),
            Sentences{R"(7 text chip.state: "open" "1")"});
  EXPECT_EQ(sentences_of(compared_waves(more_states, kOfRtl, options)), Sentences{R"(7 text chip.state: "open" "2")"});
}

TEST(DiffWaves, make_differences_of_single_signals_if_asked) {
  WaveOptions options = of_rtl();
  options.all = true;
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, kOfRtl, options)),
            (Sentences{R"(type chip.state: "a text" "a number")", R"(only in b chip.extra: null "declared")"}));
}

TEST(DiffWaves, are_compared_in_a_window) {
  const std::string other = with_change(with_change(kOfModel, "b101010", "b1"), "#5\n", "#6\n");
  WaveOptions options;
  EXPECT_EQ(compared_waves(kOfModel, other, options).differences, 2u);
  options.from = 6;
  EXPECT_EQ(sentences_of(compared_waves(kOfModel, other, options)), Sentences{R"(6 bits chip.word: "0x2a" "1")"})
      << "a value that holds is compared at the begin of the window";
  options.from = 0;
  options.to = 1;
  EXPECT_TRUE(compared_waves(kOfModel, other, options).equal());
  options.from = 100;
  options.to = {};
  TwoFiles files(kOfModel, other);
  files.request.wave = options;
  EXPECT_EQ(files.complaint(), "--from: 100 is behind the end of the waveforms, which is at 9");
}

TEST(DiffWaves, without_a_period_are_compared_at_all_times) {
  const std::string in_ns = with_change(kOfModel, "$version Written by kintsugi $end\n", "");
  const std::string in_ps = with_change(
      with_change(with_change(with_change(with_change(in_ns, "1 ns", "100 ps"), "#2\n", "#20\n"), "#3\n", "#30\n"),
                  "#5\n", "#50\n"),
      "#9\n", "#90\n");
  const Comparison equal = compared_waves(in_ns, in_ps);
  EXPECT_EQ(sentences_of(equal), Sentences{});
  EXPECT_EQ(equal.unit, "time");
  EXPECT_EQ(equal.notes, Sentences{"times are in ticks of 100 ps"});
  EXPECT_EQ(sentences_of(compared_waves(in_ns, with_change(in_ps, "#50\n", "#51\n"))),
            Sentences{R"(50 bits chip.valid: "0" "1")"});
  WaveOptions options;
  options.a.period = read_wave_time("1");
  EXPECT_EQ(sentences_of(compared_waves(in_ns, with_change(in_ps, "#50\n", "#51\n"), options)), Sentences{})
      << "the period of the other one is as long, and both times are in cycle 5";
}

TEST(DiffWaves, that_have_nothing_in_common_are_refused) {
  EXPECT_EQ(
      TwoFiles(kOfModel, kOfRtl).complaint(),
      "b: no signal to compare is in a too, where the first one is chip.valid, and here bench.clk; --prefix-a and "
      "--prefix-b take scopes off");
  TwoFiles files(kOfModel, kOfRtl);
  files.request.wave.b.prefix = "bench.du";
  EXPECT_EQ(files.complaint(), "--prefix-b: no signal of b is in the scope 'bench.du'; its first signal is bench.clk");
}

TEST(DiffWaves, refuse_times_that_are_no_ticks) {
  TwoFiles files(kOfModel, kOfModel);
  files.request.wave.a.period = read_wave_time("1.5ns");
  EXPECT_EQ(files.complaint(), "--period-a: 1.5ns is not a whole number of ticks of 1 ns above 0, the time unit of a");
  files.request.wave.a.period = {};
  files.request.wave.b.start = read_wave_time("1ps");
  EXPECT_EQ(files.complaint(), "--start-b: 1ps is not a whole number of ticks of 1 ns, the time unit of b");
}

TEST(DiffWaves, of_different_widths_are_compared_as_numbers) {
  const std::string wide = with_change(kOfModel, "wire 8 \" word [7:0]", "wire 12 \" word [11:0]");
  const Comparison comparison = compared_waves(kOfModel, wide);
  EXPECT_TRUE(comparison.equal());
  EXPECT_EQ(comparison.notes,
            Sentences{"1 signal is of different widths in the two, and compared as numbers: chip.word"});
}

TEST(DiffWaveTime, is_a_number_with_a_unit_or_ticks) {
  EXPECT_EQ(ticks_of(*read_wave_time("10ns"), -12), 10'000u);
  EXPECT_EQ(ticks_of(*read_wave_time("3.5 ns"), -12), 3'500u);
  EXPECT_EQ(ticks_of(*read_wave_time("1us"), -7), 10u);
  EXPECT_EQ(ticks_of(*read_wave_time("7"), -12), 7u);
  EXPECT_EQ(ticks_of(*read_wave_time("1ps"), -9), std::nullopt);
  EXPECT_EQ(ticks_of(*read_wave_time("999999999999s"), -15), std::nullopt);
  for (const char* wrong : {"", "ns", "-1ns", "1e3", "1.ns", ".5ns", "1.5", "1.2.3ns", "1 xs", "9999999999999999"}) {
    EXPECT_EQ(read_wave_time(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(tick_text(-11), "10 ps");
  EXPECT_EQ(tick_text(0), "1 s");
}

TEST(DiffWaveTime, that_is_too_late_for_the_other_unit_is_refused) {
  const std::string late = "$timescale 1 s $end $var wire 1 ! x $end $enddefinitions $end #18446744073709551615 1!\n";
  const std::string fine = "$timescale 1 fs $end $var wire 1 ! x $end $enddefinitions $end #1 1!\n";
  EXPECT_NE(TwoFiles(late, fine).complaint().find("is beyond what can be compared"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::diff
