// How the form of a file is recognised.
#include "tb/tool/diff/form.hpp"

#include "tb/tests/unit/tool/diff/two_files.hpp"

namespace kintsugi::diff {
namespace {

struct KnownText {
  const char* text;
  const char* file;
  Form form;
};

TEST(DiffForm, is_recognised_by_the_content) {
  const KnownText texts[] = {
      {"{\n  \"network\": \"ring\",\n  \"packets\": {\"created\": 1}\n}", "a", Form::kReport},
      {"{\"repairable\": true, \"fields\": [], \"paths\": []}", "a", Form::kReport},
      {"{\"network\": {\"fields\": 1}}", "a", Form::kReport},
      {"{\"a\": \"fields: x\", \"b\": \"\\\"paths\\\":\"}", "a", Form::kReport},
      {"{\"network\": \"x\", \"fields\": []}", "a", Form::kStates},
      {"[[sh.g0, X]]", "a", Form::kStates},
      {"kind,name,far\n", "a", Form::kStates},
      {"offset  bits  name  value  state\n", "a", Form::kStates},
      {"# a comment\nsh.g0.c0 X\n", "a", Form::kStates},
      {"fields:\n  sh.g0: X\n", "a", Form::kStates},
      {"# a plan\npaths:\n  - {pe: [1, 2], direction: east}\n", "a", Form::kPlan},
      {"{placement: {x0.y0: [0, 1]}}", "a", Form::kPlan},
      {"{\"rings_of_nodes\": []}", "a", Form::kPlan},
      {"UUUU", "a.bin", Form::kBitstream},
      {"\x01\x02", "a", Form::kBitstream},
      {"\xff\xfe", "a", Form::kBitstream},
      {"1234abcd\n00ff\n", "a", Form::kBitstream},
      {"0101\n", "a.memb", Form::kBitstream},
  };
  for (const auto& [text, file, form] : texts) EXPECT_EQ(recognised(text, file), form) << text;
  EXPECT_EQ(recognised("", "a"), std::nullopt);
  EXPECT_EQ(recognised("some words that are no file of ours\n", "a"), std::nullopt);
}

TEST(DiffForm, of_waveforms_and_packet_logs_shows_in_their_beginning) {
  EXPECT_EQ(beginning_of("\n$date\n today $end"), Beginning::kWaveform);
  EXPECT_EQ(beginning_of("$version Written by kintsugi $end"), Beginning::kWaveform);
  EXPECT_EQ(beginning_of("{\"packets\":1,\"nodes\":8"), Beginning::kPackets);
  EXPECT_EQ(beginning_of("{\"id\":1,\"kind\":\"unicast\""), Beginning::kPackets);
  EXPECT_EQ(beginning_of("{\"packets\":{\"created\":1}}"), Beginning::kOther);
  EXPECT_EQ(beginning_of("$money"), Beginning::kOther);
}

TEST(DiffForm, of_two_files_must_be_the_same) {
  const TwoFiles files("{\"a\": 1}", "x X\n");
  EXPECT_EQ(files.complaint(),
            "b: this is a list of states, and a is a report; compare two files of one form, or say with --as what both "
            "are");
}

TEST(DiffForm, that_is_none_is_refused_with_the_names_of_all) {
  EXPECT_EQ(TwoFiles("no file of ours\n", "x X\n").complaint(),
            "a: cannot tell what this file is; --as says it: report, packets, states, bitstream, plan, waveform");
  EXPECT_EQ(TwoFiles("", "x X\n").complaint(), "a: the file is empty");
}

TEST(DiffForm, can_be_said) {
  TwoFiles files("{\"x\": \"X\", \"y\": 1}", "x X\ny 1\n", ".json", "");
  EXPECT_NE(files.complaint(), "");
  files.request.as = Form::kStates;
  EXPECT_EQ(files.sentences(), Sentences{});
}

TEST(DiffForm, has_no_options_of_another_form) {
  TwoFiles files("{\"x\": 1}", "{\"x\": 1}");
  files.request.wave.a.prefix = "top";
  EXPECT_EQ(files.complaint(),
            "--prefix-a: it has a meaning for waveforms only, and each of these files is a report; leave it out");
  files.request.wave = {};
  files.request.as = Form::kStates;
  files.request.report.tolerance = 0.5;
  EXPECT_EQ(
      files.complaint(),
      "--tolerance: it has a meaning for reports only, and each of these files is a list of states; leave it out");
}

TEST(DiffFiles, that_cannot_be_read_are_named) {
  TwoFiles files("x X\n", "x X\n");
  files.request.b = "/nowhere/x";
  EXPECT_EQ(files.complaint(), "/nowhere/x: cannot read this file: No such file or directory");
  files.request.b = "/";
  EXPECT_EQ(files.complaint(), "/: cannot read this file: it is a directory");
  files.request.a = files.request.b = "-";
  EXPECT_EQ(files.complaint(), "-: only one of the two files can be standard input; name the other");
}

}  // namespace
}  // namespace kintsugi::diff
