// The files of a run: one that cannot be written does not take the report with it, and none replaces an input.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

const std::string kRing = "{network: {kind: torus, sides: [8]}, traffic: {rate: 0.1, flits: 2}, run: {cycles: 400}}";

/// A directory that is there, with a file.
struct Place : TemporaryDirectory {
  Place() { fs::create_directories(path()); }
  std::string of(const std::string& name) const { return (path() / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path() / name) << text;
    return of(name);
  }
};

/// Runs with a limit of so many blocks of 512 bytes on the size of files; the output of the program has none.
ToolResult run_limited(int blocks, const Words& arguments) {
  const std::string line = "(ulimit -f " + std::to_string(blocks) + "; \"$0\" \"$@\"; echo status $? >&2) | cat";
  ToolResult result = run_program(with({"sh", "-c", line, program_path()}, arguments));
  const std::size_t at = result.err.rfind("status ");
  if (at == std::string::npos) return result;
  result.status = std::stoi(result.err.substr(at + 7));
  result.err.resize(at);
  return result;
}

/// Returns the report without the files and their errors.
json numbers_of(const std::string& report) {
  json numbers = json::parse(report);
  numbers.erase("files");
  numbers.erase("errors");
  return numbers;
}

TEST(RunFiles, that_cannot_be_written_leave_the_report) {
  const Place place;
  for (const Words& option : {Words{"--packets", place.of("log.jsonl")}, Words{"--page", place.of("a.html")}}) {
    const std::string message = "cannot write '" + option[1] +
                                "' (free some space on the disk, or raise the limit on the size of files): File too "
                                "large";
    const Words run = with({"run", kRing, "--quiet"}, option);
    const ToolResult text = run_limited(8, run);
    EXPECT_EQ(text.status, 2);
    EXPECT_EQ(text.out, run_tool({"run", kRing, "--quiet"}).out) << "the report without the file";
    EXPECT_EQ(text.err, "kintsugi: " + message + '\n');
    EXPECT_EQ(place.files(), Words{}) << "no part of the file";
    const ToolResult document = run_limited(8, with(run, {"--json"}));
    EXPECT_EQ(document.status, 2);
    EXPECT_EQ(numbers_of(document.out), numbers_of(run_tool({"run", kRing, "--json"}).out));
    const json errors = json::parse(document.out).at("errors");
    EXPECT_EQ(errors, json({{{"source", "kintsugi"}, {"line", 0}, {"column", 0}, {"message", message}}}));
  }
}

TEST(FilesOfCurves, that_cannot_be_written_leave_the_report) {
  const Place place;
  const std::string page = place.of("a.html");
  const std::string message = "cannot write '" + page +
                              "' (free some space on the disk, or raise the limit on the size of files): File too "
                              "large";
  const std::vector<Words> commands = {
      {"yield", "{kind: srt2d, n: 3}", "--maps", "20", "--faults", "0:3", "--quiet"},
      {"sweep", "{base: " + kRing + ", axes: {traffic.rate: [0.05, 0.1]}}", "--quiet"}};
  for (const Words& command : commands) {
    const Words with_page = with(command, {"--page", page});
    const ToolResult text = run_limited(32, with_page);
    EXPECT_EQ(text.status, 2) << command[0];
    EXPECT_EQ(text.out, run_tool(command).out) << command[0] << ": the report without the page";
    EXPECT_EQ(text.err, "kintsugi: " + message + '\n') << command[0];
    const ToolResult document = run_limited(32, with(with_page, {"--json"}));
    EXPECT_EQ(document.status, 2) << command[0];
    EXPECT_EQ(numbers_of(document.out), numbers_of(run_tool(with(command, {"--json"})).out)) << command[0];
    const json errors = json::parse(document.out).at("errors");
    EXPECT_EQ(errors, json({{{"source", "kintsugi"}, {"line", 0}, {"column", 0}, {"message", message}}}));
    EXPECT_EQ(place.files(), Words{}) << command[0] << ": no part of the page";
    EXPECT_EQ(run_tool(with_page).status, 0) << command[0] << " writes it where there is room";
    EXPECT_TRUE(fs::remove(page)) << command[0];
  }
}

TEST(RunFiles, that_cannot_be_written_do_not_keep_others_from_it) {
  const Place place;
  const ToolResult result = run_limited(128, {"run", kRing, "--json", "--packets", place.of("log.jsonl"), "--page",
                                              place.of("a.html")});  // 35 and 170 kB
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(place.files(), Words{"log.jsonl"});
  EXPECT_EQ(json::parse(result.out).at("files"), json::array({place.of("log.jsonl")}));
}

TEST(RunFiles, whose_waveform_ends_too_large_leave_the_report) {
  const Place place;
  const std::string waves =
      "{network: {kind: torus, sides: [8]}, traffic: {rate: 0.1, flits: 2}, run: {cycles: 400},"
      " waves: {file: w.vcd}}";
  const ToolResult result = run_limited(8, {"run", waves, "--json", "--quiet", "--out", place.of("made")});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(numbers_of(result.out), numbers_of(run_tool({"run", kRing, "--json"}).out));
  EXPECT_EQ(place.files(), Words{}) << "the directory goes with the files";
}

TEST(RunFiles, whose_directory_is_removed_during_the_run_leave_the_report) {
  const Place place;
  const std::string endless =
      "{network: {kind: torus, sides: [8]}, traffic: {rate: 0.001, flits: 2}, run: {cycles: 1000000000}}";
  const std::string line =
      "dir=\"$1\"; shift; \"$0\" \"$@\" & run=$!;"
      " until ls \"$dir\" 2>/dev/null | grep -q part; do sleep 0.02; done;"
      " rm -r \"$dir\"; kill -TERM $run; wait $run; exit $?";
  const ToolResult result = run_program({"bash", "-c", line, program_path(), place.of("d"), "run", endless, "--json",
                                         "--quiet", "--packets", place.of("d/log.jsonl")});
  const json report = json::parse(result.out);
  EXPECT_EQ(report.at("stopped"), "SIGTERM");
  EXPECT_TRUE(report.contains("packets"));
  EXPECT_NE(report.at("errors").at(0).at("message").get<std::string>().find("log.jsonl"), std::string::npos);
  EXPECT_EQ(result.status, 143) << result.err;
}

TEST(RunFiles, do_not_replace_an_input) {
  const Place place;
  const std::string edges = place.write("edges.html", "a,b\n0,1\n1,2\n2,3\n3,0\n");
  const std::string trace = place.write("trace.jsonl", "5,0,2,3\n");
  const std::string scenario = "{network: {kind: graph, file: edges.html, format: csv}, traffic: {trace: trace.jsonl}}";
  const std::string file = place.write("scenario.jsonl", scenario);
  EXPECT_EQ(run_tool({"run", file, "--packets", file}).err,
            "--packets: '" + file + "' is the scenario; name another file\n");
  const ToolResult both =
      run_tool({"run", file, "--packets", place.of("./trace.jsonl"), "--page", edges, "--json", "--quiet"});
  EXPECT_EQ(both.status, 2);
  EXPECT_EQ(both.err, "--packets: '" + place.of("./trace.jsonl") +
                          "' is the file of traffic.trace; name another file\n--page: '" + edges +
                          "' is the file of network.file; name another file\n");
  const Words clash = {
      "run", file, "--set", "waves.file=w.vcd", "--set", "traffic.trace=w.gtkw", "--out", place.path().string()};
  const std::string signals = place.write("w.gtkw", "5,0,2,3\n");
  EXPECT_EQ(run_tool(clash).err,
            "--set waves.file=w.vcd: '" + signals + "' is the file of traffic.trace; name another file\n");
  EXPECT_EQ(text_of(file) + text_of(edges) + text_of(trace) + text_of(signals),
            scenario + "a,b\n0,1\n1,2\n2,3\n3,0\n5,0,2,3\n5,0,2,3\n");
}

TEST(DemoFiles, are_those_of_a_run_of_its_scenario) {
  const Place demo, run;
  const auto of = [&](const Place& place, const Words& words) {
    return with(words, {"--quiet", "--route", "--out", place.path().string(), "--page", place.of("a.html"), "--packets",
                        place.of("log.jsonl")});
  };
  ASSERT_EQ(run_tool(of(demo, {"demo"})).status, 0);
  ASSERT_EQ(run_tool(of(run, {"run", "traces/demo.yaml"})).status, 0);
  EXPECT_EQ(demo.files(), (Words{"a.html", "demo.gtkw", "demo.sucl", "demo.vcd", "log.jsonl"}));
  for (const std::string& file : demo.files()) EXPECT_TRUE(demo.read(file) == run.read(file)) << file;
}

TEST(RepairFiles, replace_neither_an_input_nor_each_other) {
  const Place place;
  const std::string scenario = "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[3, 3]]}}";
  const std::string file = place.write("scenario.json", scenario);
  EXPECT_EQ(run_tool({"repair", file, "--states", file}).err,
            "--states: '" + file + "' is the scenario; name another file\n");
  const ToolResult result =
      run_tool({"repair", file, "--out", place.of("made"), "--states", place.of("made/repair.json")});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "--states: '" + place.of("made/repair.json") + "' is written for --out too; name another file\n");
  EXPECT_EQ(place.files(), Words{"scenario.json"});
}

}  // namespace
}  // namespace kintsugi::test
