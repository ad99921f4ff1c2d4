// Value change dumps of any simulator, read step by step.
#include "tb/tool/diff/vcd_reader.hpp"

#include <random>

#include "tb/tests/unit/tool/diff/two_files.hpp"

namespace kintsugi::diff {
namespace {

/// A dump in a file, and its reader.
class DumpInFile {
 public:
  explicit DumpInFile(const std::string& text) : file_(text, ""), parts_(file_.request.a, kNoLimit) {}
  VcdReader& read() {
    reader_ = std::make_unique<VcdReader>(parts_, "", "a");
    return *reader_;
  }

 private:
  TwoFiles file_;
  FileParts parts_;
  std::unique_ptr<VcdReader> reader_;
};

/// Returns "#5 top.x=1 top.y=10x" for each time stamp under which values change.
Sentences steps_of(const std::string& text) {
  DumpInFile dump(text);
  VcdReader& reader = dump.read();
  Sentences steps;
  while (const auto time = reader.next_time()) {
    std::vector<CodeNo> changed;
    reader.take(changed);
    std::string step = '#' + std::to_string(*time);
    for (const VcdSignal& signal : reader.signals()) {
      if (std::ranges::find(changed, signal.code) == changed.end()) continue;
      step += ' ' + signal.name + '=' + reader.value(signal.code);
    }
    steps.push_back(step);
  }
  return steps;
}

std::string vcd_complaint(const std::string& text) {
  try {
    steps_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const std::string kDeclared =
    "$timescale 10 ps $end\n$scope module top $end\n$var wire 1 ! x $end\n$var reg 4 \" y [3:0] $end\n"
    "$var real 64 # r $end\n$var string 1 $ s $end\n$upscope $end\n$enddefinitions $end\n";

TEST(DiffVcdReader, has_signals_scopes_and_the_time_unit) {
  DumpInFile dump(
      "$date today $end $comment $enddefinitions is not here $end\n$timescale\n\t100us\n$end\n$scope module a $end\n"
      "$scope begin b $end $var wire 8 ! v [7:0] $end $var wire 1 % v [3] $end $var wire 8 & w[0:7] $end\n"
      "$upscope $end $var integer 32 ' i $end $var event 1 ( e $end $upscope $end $attrbegin misc 07 $end\n"
      "$enddefinitions $end\n");
  const VcdReader& reader = dump.read();
  std::string names;
  for (const VcdSignal& each : reader.signals()) names += each.name + ' ';
  EXPECT_EQ(names, "a.b.v a.b.v[3] a.b.w a.i a.e ");
  EXPECT_EQ(reader.exponent(), -4);
  EXPECT_FALSE(reader.is_ours());
  EXPECT_EQ(reader.next_time(), std::nullopt);
}

TEST(DiffVcdReader, reads_values_under_their_time_stamps) {
  EXPECT_EQ(steps_of(kDeclared + "#0\n$dumpvars\n0!\nb0011 \"\nr1.50 #\nsopen $\n$end\n#5 1!\n#5 b1x \"\n#7\n#9 "
                                 "b11 \" 0! 1!\n"),
            (Sentences{"#0 top.x=0 top.y=11 top.r=1.5 top.s=open", "#5 top.x=1", "#5 top.y=1x", "#7",
                       "#9 top.x=1 top.y=11"}));
}

TEST(DiffVcdReader, has_one_form_for_each_value) {
  const std::vector<std::pair<std::string, std::string>> forms = {
      {"b0000", "0"},    {"b0001", "1"},    {"b1000", "1000"},  {"bX", "x"},       {"bxxxx", "x"}, {"b0x01", "0x01"},
      {"bZZ1Z", "zz1z"}, {"bHL10", "1010"}, {"b0000011", "11"}, {"buw-1", "xxx1"}, {"B01", "1"}};
  for (const auto& [written, value] : forms) {
    const std::string shortened = value == "zz1z" ? "z1z" : value == "xxx1" ? "x1" : value;
    EXPECT_EQ(steps_of(kDeclared + "#0 b1111 \"\n#1 " + written + " \"\n").back(), "#1 top.y=" + shortened) << written;
  }
}

TEST(DiffVcdReader, reads_the_same_in_whatever_parts_the_file_comes) {
  std::mt19937 random(1);
  std::string text = kDeclared;
  for (int time = 0; time < 30'000; ++time) {
    text += '#' + std::to_string(time) + "\nb" + (random() % 2 == 0 ? "01" : "110") + " \"\n";
  }
  ASSERT_GT(text.size(), std::size_t{4} * 65536) << "it has several parts";
  EXPECT_EQ(steps_of(text).size(), 30'000u);
}

TEST(DiffVcdReader, refuses_what_is_no_dump_at_its_place) {
  const auto after = [](const std::string& values) { return vcd_complaint(kDeclared + values); };
  EXPECT_EQ(after("#0\n1!\n2!\n"), "a:11:1: this is no value of a signal: '2!'");
  EXPECT_EQ(after("#0 1?"), "a:9:4: no signal has the code '?'");
  EXPECT_EQ(after("#5\n#4\n"), "a:10:1: the time goes back from #5");
  EXPECT_EQ(after("#99999999999999999999"),
            "a:9:1: a time stamp is not an integer from 0 to 2^64 - 1: '#99999999999999999999'");
  EXPECT_EQ(after("#0 b10101 \""), "a:9:11: a value has more bits than its signal, which has 4");
  EXPECT_EQ(after("#0 b12 \""), "a:9:8: this is no value in binary: '12'");
  EXPECT_EQ(after("#0 b \""), "a:9:6: a value has no digits");
  EXPECT_EQ(after("#0 rtwo #"), "a:9:9: this is no number: 'two'");
  EXPECT_EQ(after("#0 r1 !"), "a:9:7: a value of another type than that of its signal");
  EXPECT_EQ(vcd_complaint("x"), "a:1:1: a declaration, such as $var or $scope, is expected, not 'x'");
  EXPECT_EQ(vcd_complaint("$upscope $end"), "a:1:1: $upscope closes no scope");
  EXPECT_EQ(vcd_complaint("$timescale 3 ns $end").substr(0, 52),
            "a:1:17: the timescale '3ns' is not 1, 10 or 100 of a");
  EXPECT_EQ(vcd_complaint("$var wire 0 ! x $end"),
            "a:1:11: the width of a signal is not an integer from 1 to 2^20: '0'");
  EXPECT_EQ(vcd_complaint("$var wire 99999999999 ! x $end").substr(0, 7), "a:1:11:");
  EXPECT_EQ(vcd_complaint("$var wire 1 ! x $end $var wire 2 ! y $end"),
            "a:1:34: the code '!' was that of a signal of another type or width");
}

TEST(DiffVcdReader, refuses_a_dump_that_is_cut) {
  EXPECT_EQ(vcd_complaint(kDeclared + "#0 b11"), "a:9:7: the waveform ends in the middle; it is not complete");
  EXPECT_EQ(vcd_complaint(kDeclared + "#0 1"), "a:9:4: a value has no code of its signal; the waveform may be cut");
  for (std::size_t length = 1; length + 20 < kDeclared.size(); length += 7) {
    EXPECT_NE(vcd_complaint(kDeclared.substr(0, length)), "") << length;
  }
}

TEST(DiffVcdReader, refuses_names_and_words_beyond_its_limits) {
  const std::string longest(5000, 'n');
  EXPECT_NE(vcd_complaint("$scope module " + longest + " $end").find("longer than 4096 bytes"), std::string::npos);
  EXPECT_NE(vcd_complaint("$var wire 1 ! " + longest + " $end").find("longer than 4096 bytes"), std::string::npos);
  EXPECT_NE(vcd_complaint(kDeclared + "#0 b" + std::string(2'000'000, '1')).find("longer than 1 MiB"),
            std::string::npos);
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "$scope module m $end\n";
  EXPECT_NE(vcd_complaint(deep).find("nested too deeply"), std::string::npos);
}

TEST(DiffVcdReader, survives_any_change_of_a_byte) {
  std::mt19937 random(7);
  const std::string right = kDeclared + "#0\n0!\nb11 \"\nr1 #\nsx $\n#5\n1!\n";
  for (int i = 0; i < 300; ++i) {
    std::string wrong = right;
    wrong[random() % wrong.size()] = static_cast<char>(random() % 256);
    EXPECT_NO_FATAL_FAILURE(vcd_complaint(wrong));
  }
}

}  // namespace
}  // namespace kintsugi::diff
