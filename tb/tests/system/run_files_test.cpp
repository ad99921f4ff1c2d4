// The files of commands: one that cannot be written does not take the report with it, and none replaces an input.
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
struct MadeDirectory : TemporaryDirectory {
  MadeDirectory() { fs::create_directories(path()); }
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
json numbers_of_run(const std::string& report) {
  json numbers = json::parse(report);
  numbers.erase("files");
  numbers.erase("errors");
  return numbers;
}

TEST(RunFiles, that_cannot_be_written_leave_the_report) {
  const MadeDirectory place;
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
    EXPECT_EQ(numbers_of_run(document.out), numbers_of_run(run_tool({"run", kRing, "--json"}).out));
    const json errors = json::parse(document.out).at("errors");
    EXPECT_EQ(errors, json({{{"source", "kintsugi"}, {"line", 0}, {"column", 0}, {"message", message}}}));
  }
}

TEST(FilesOfCurves, that_cannot_be_written_leave_the_report) {
  const MadeDirectory place;
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
    EXPECT_EQ(numbers_of_run(document.out), numbers_of_run(run_tool(with(command, {"--json"})).out)) << command[0];
    const json errors = json::parse(document.out).at("errors");
    EXPECT_EQ(errors, json({{{"source", "kintsugi"}, {"line", 0}, {"column", 0}, {"message", message}}}));
    EXPECT_EQ(place.files(), Words{}) << command[0] << ": no part of the page";
    EXPECT_EQ(run_tool(with_page).status, 0) << command[0] << " writes it where there is room";
    EXPECT_TRUE(fs::remove(page)) << command[0];
  }
}

/// A terminal would take them for commands, and a line feed begins a row of the report that is none.
TEST(RunFiles, with_control_characters_in_their_names_are_named_without_these) {
  const TemporaryDirectory place;
  std::filesystem::create_directories(place.path());
  const std::string file = (place.path() / "a\x1b[31m\nverified yes.jsonl").string();
  const ToolResult result =
      run_tool({"run", "{network: {kind: mesh, sides: [2, 2]}, run: {cycles: 50}}", "--packets", file, "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_NE(result.out.find("a\\x1b[31m\\nverified yes.jsonl\n"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
}

TEST(RunFiles, that_cannot_be_written_do_not_keep_others_from_it) {
  const MadeDirectory place;
  const ToolResult result = run_limited(128, {"run", kRing, "--json", "--packets", place.of("log.jsonl"), "--page",
                                              place.of("a.html")});  // 35 and 170 kB
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(place.files(), Words{"log.jsonl"});
  EXPECT_EQ(json::parse(result.out).at("files"), json::array({place.of("log.jsonl")}));
}

TEST(RunFiles, whose_waveform_ends_too_large_leave_the_report) {
  const MadeDirectory place;
  const std::string waves =
      "{network: {kind: torus, sides: [8]}, traffic: {rate: 0.1, flits: 2}, run: {cycles: 400},"
      " waves: {file: w.vcd}}";
  const ToolResult result = run_limited(8, {"run", waves, "--json", "--quiet", "--out", place.of("made")});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(numbers_of_run(result.out), numbers_of_run(run_tool({"run", kRing, "--json"}).out));
  EXPECT_EQ(place.files(), Words{}) << "the directory goes with the files";
}

TEST(RunFiles, whose_directory_is_removed_during_the_run_leave_the_report) {
  const MadeDirectory place;
  const std::string endless =
      "{network: {kind: torus, sides: [8]}, traffic: {rate: 0.001, flits: 2}, run: {cycles: 1000000000}}";
  const std::string line =
      "dir=\"$1\"; shift; \"$0\" \"$@\" & run=$!;"
      " until ls \"$dir\" 2>/dev/null | grep -q part; do sleep 0.02; done;"
      // the file is there before the first cycle, which has come when the program has worked for 0.6 s
      " until [ \"$(awk '{print $14 + $15}' /proc/$run/stat)\" -ge 60 ]; do sleep 0.02; done;"
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
  const MadeDirectory place;
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

TEST(RunFiles, of_a_sequence_are_inputs_of_a_run_alone) {
  const MadeDirectory place;
  const std::string file = place.write(
      "scenario.yaml",
      "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}, traffic: {}, run: {cycles: 400}, "
      "reconfigurations: [{cycle: 200, states: states.csv}]}");
  const std::string states = place.of("states.csv");
  const Words repair = {"repair", file, "--states", states};
  for (const char* time : {"first", "again"}) EXPECT_EQ(run_tool(repair).status, 0) << time;
  EXPECT_EQ(run_tool({"run", file, "--quiet"}).status, 0) << "with the states that the repair has written";
  const std::string written = text_of(states);
  const ToolResult read = run_tool(with(repair, {"--set", "repair.states=" + states}));
  EXPECT_EQ(read.err, "--states: '" + states + "' is the file of repair.states; name another file\n");
  const std::string log = place.write("states.jsonl", "a,b\n");
  const ToolResult run = run_tool(
      {"run", file, "--set", "reconfigurations=[{cycle: 200, states: " + log + "}]", "--packets", log, "--quiet"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "--packets: '" + log + "' is the file of reconfigurations.0.states; name another file\n");
  EXPECT_EQ(text_of(states) + text_of(log), written + "a,b\n");
}

TEST(DemoFiles, are_those_of_a_run_of_its_scenario) {
  const MadeDirectory demo, run;
  const auto of = [&](const MadeDirectory& place, const Words& words) {
    return with(words, {"--quiet", "--route", "--out", place.path().string(), "--page", place.of("a.html"), "--packets",
                        place.of("log.jsonl")});
  };
  ASSERT_EQ(run_tool(of(demo, {"demo"})).status, 0);
  ASSERT_EQ(run_tool(of(run, {"run", "traces/demo.yaml"})).status, 0);
  EXPECT_EQ(demo.files(), (Words{"a.html", "demo.gtkw", "demo.sucl", "demo.vcd", "log.jsonl"}));
  for (const std::string& file : demo.files()) EXPECT_TRUE(demo.read(file) == run.read(file)) << file;
}

TEST(RepairFiles, replace_neither_an_input_nor_each_other) {
  const MadeDirectory place;
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

// No command replaces a file that it reads, or a directory that has the name of one of its files, whether an option
// names the file or the command. It says so before its work, and writes nothing.

const std::string kOnePacket = "5,0,2,3\n";
const std::string kTriangle = "a,b\n0,1\n1,2\n2,0\n";
const std::string kSmallWafer = "{network: {kind: srt2d, n: 2}, fabric: {}}";

class KeptFiles : public testing::Test {
 protected:
  /// Expects that the command refuses its file of this name, and leaves the directory as it is.
  void expect_refused(const Words& command, const std::string& where, const std::string& name,
                      const std::string& why) const {
    const Words before = place_.files();
    const ToolResult result = run_tool(command);
    EXPECT_EQ(result.status, 2) << command.front();
    EXPECT_EQ(result.out, "") << command.front();
    EXPECT_EQ(result.err, where + ": '" + of(name) + "' " + why + "\n");
    EXPECT_EQ(place_.files(), before) << command.front();
  }

  std::string of(const std::string& name) const { return place_.of(name); }
  std::string out() const { return place_.path().string(); }
  std::string write(const std::string& name, const std::string& text) const { return place_.write(name, text); }

 private:
  MadeDirectory place_;
};

/// A graph of the sweep's base, under any name.
std::string sweep_of(const std::string& graph, const std::string& traffic) {
  return "{base: {network: {kind: graph, file: " + graph + ", format: csv}, traffic: {" + traffic +
         "}, run: {cycles: 20}}, axes: {run.seed: [1, 2]}, plot: {x: run.seed}}";
}

TEST_F(KeptFiles, of_a_sweep_are_those_that_its_base_or_its_axes_name) {
  const std::string graph = write("graph.csv", kTriangle), trace = write("points.csv", kOnePacket);
  const std::string input = "is the file of traffic.trace; name another directory";
  expect_refused({"sweep", sweep_of(graph, "trace: " + trace), "--out", out()}, "--out", "points.csv", input);
  const std::string base = write("base.yaml", "{network: {kind: graph, file: graph.csv}, traffic: {}}");
  expect_refused({"sweep", "{base: " + base + ", axes: {traffic: [{trace: points.csv}]}}", "--out", out()}, "--out",
                 "points.csv", input);
  EXPECT_EQ(text_of(trace), kOnePacket);
  fs::remove(trace);
  const std::string picture = write("plot.svg", kTriangle);
  expect_refused({"sweep", sweep_of(picture, "rate: 0.1"), "--out", out()}, "--out", "plot.svg",
                 "is the file of network.file; name another directory");
  const std::string page = write("page.html", kTriangle);
  expect_refused({"sweep", sweep_of(page, "rate: 0.1"), "--page", page}, "--page", "page.html",
                 "is the file of network.file; name another file");
  EXPECT_EQ(text_of(picture) + text_of(page), kTriangle + kTriangle);
}

TEST_F(KeptFiles, are_the_inputs_of_every_command_that_writes_files) {
  const std::string is_scenario = "is the scenario; name another directory";
  expect_refused(
      {"yield", write("rivals.csv", kSmallWafer), "--rivals", "--pe-defect", "0.01", "--maps", "2", "--out", out()},
      "--out", "rivals.csv", is_scenario);
  expect_refused({"repair", write("bitstream.txt", kSmallWafer), "--out", out()}, "--out", "bitstream.txt",
                 is_scenario);
  expect_refused({"repair", write("proof.drat", kSmallWafer), "--certificate", out()}, "--certificate", "proof.drat",
                 is_scenario);
  expect_refused({"export", write("Makefile", kSmallWafer), "--out", out()}, "--out", "Makefile", is_scenario);
  expect_refused(
      {"route", "{kind: graph, file: " + write("a.svg", kTriangle) + ", format: csv}", "0", "2", "--svg", of("a.svg")},
      "--svg", "a.svg", "is the file of network.file; name another file");
  expect_refused({"topo", write("assignment.txt", "{kind: rdt, side: 16}"), "--search", "assignment", "--out", out()},
                 "--out", "assignment.txt", is_scenario);
}

TEST_F(KeptFiles, are_not_those_of_an_earlier_run_of_the_command) {
  const std::string graph = write("graph.csv", kTriangle);
  const std::vector<Words> commands = {
      {"sweep", sweep_of(graph, "rate: 0.1"), "--out", out()},
      {"topo", "{kind: graph, file: " + graph + "}", "--dot", "--graphml", "--out", out()},
      {"yield", kSmallWafer, "--maps", "2", "--faults", "1", "--out", out()},
      {"repair", kSmallWafer, "--out", out()},
      {"route", "{kind: graph, file: " + graph + "}", "0", "2", "--svg", of("a.svg")},
  };
  for (const Words& command : commands) {
    EXPECT_EQ(run_tool(command).status, 0) << command.front();
    EXPECT_EQ(run_tool(command).status, 0) << command.front();
  }
}

TEST_F(KeptFiles, are_directories_with_the_name_of_a_file) {
  const std::string file = "is a directory, which no file replaces; move it, or name another file";
  const std::string directory = "is a directory, which no file replaces; move it, or name another directory";
  for (const std::string name :
       {"a.jsonl", "a.html", "a.yaml", "a.svg", "a.json", "a.goal", "a.txlog", "w.gtkw", "network.dot", "points.csv",
        "yield.csv", "rivals.json", "repair.json", "Makefile", "proof.drat"}) {
    fs::create_directories(of(name));
  }
  expect_refused({"run", kRing, "--packets", of("a.jsonl")}, "--packets", "a.jsonl", file);
  expect_refused({"run", kRing, "--page", of("a.html")}, "--page", "a.html", file);
  expect_refused({"run", kRing, "--defects", of("a.yaml")}, "--defects", "a.yaml", file);
  expect_refused({"run", kRing, "--set", "waves.file=w.vcd", "--out", out()}, "--set waves.file=w.vcd", "w.gtkw", file);
  expect_refused({"route", kRing, "0", "2", "--svg", of("a.svg")}, "--svg", "a.svg", file);
  expect_refused({"topo", "{kind: srt1d, n: 3}", "--dot", "--out", out()}, "--out", "network.dot", directory);
  expect_refused({"sweep", "{base: " + kRing + ", axes: {run.seed: [1]}}", "--out", out()}, "--out", "points.csv",
                 directory);
  expect_refused({"yield", kSmallWafer, "--out", out()}, "--out", "yield.csv", directory);
  expect_refused({"yield", kSmallWafer, "--rivals", "--pe-defect", "0.01", "--maps", "2", "--out", out()}, "--out",
                 "rivals.json", directory);
  expect_refused({"repair", kSmallWafer, "--out", out()}, "--out", "repair.json", directory);
  expect_refused({"repair", kSmallWafer, "--certificate", out()}, "--certificate", "proof.drat", directory);
  expect_refused({"repair", kSmallWafer, "--states", of("a.json")}, "--states", "a.json", file);
  expect_refused({"export", kSmallWafer, "--out", out()}, "--out", "Makefile", directory);
  expect_refused({"workload", "allreduce", "--set", "ranks=4", "--set", "bytes=64", "--out", of("a.goal")}, "--out",
                 "a.goal", file);
  expect_refused({"packets", "traces/packets/ring.jsonl", "--perfetto", of("a.json")}, "--perfetto", "a.json", file);
  expect_refused({"packets", "traces/packets/ring.jsonl", "--transactions", of("a.txlog")}, "--transactions", "a.txlog",
                 file);
}

/// A command and the files that it writes below the directory DIR, as the option or key names them.
struct Writer {
  Words command;
  std::string where;
  Words files;
};

void PrintTo(const Writer& writer, std::ostream* out) {
  for (const std::string& word : writer.command) *out << word << ' ';
}

const std::string kWaves = "{network: {kind: torus, sides: [4]}, traffic: {}, run: {cycles: 20}, waves: {file: ";
const std::string kSmallSweep =
    "{base: {network: {kind: torus, sides: [4]}, traffic: {}, run: {cycles: 20}}, axes: "
    "{traffic.rate: [0.1], run.seed: [1, 2]}, plot: {over: run.seed}}";
const std::string kLostWafer =
    "{network: {kind: srt2d, n: 2}, fabric: {}, repair: {planner: rings}, defects: {pe: [[1, 1], [1, 2], [1, 3], [1, "
    "4], "
    "[2, 1], [2, 2], [2, 3], [2, 4], [3, 1], [3, 2], [3, 3], [3, 4], [4, 1]]}}";

const std::vector<Writer> kWriters = {
    {{"run", kRing, "--quiet", "--packets", "DIR/a.jsonl"}, "--packets", {"a.jsonl"}},
    {{"run", kRing, "--quiet", "--page", "DIR/a.html"}, "--page", {"a.html"}},
    {{"run", kRing, "--quiet", "--defects", "DIR/a.yaml"}, "--defects", {"a.yaml"}},
    {{"run", kWaves + "w.vcd}}", "--quiet", "--out", "DIR"}, "", {"w.vcd", "w.gtkw", "w.sucl"}},
    {{"run", kWaves + "w.fst}}", "--quiet", "--out", "DIR"}, "", {"w.fst", "w.gtkw", "w.sucl"}},
    {{"route", kRing, "0", "2", "--svg", "DIR/a.svg"}, "--svg", {"a.svg"}},
    {{"topo", "{kind: srt1d, n: 3}", "--svg", "DIR/a.svg"}, "--svg", {"a.svg"}},
    {{"topo", "{kind: srt1d, n: 3}", "--dot", "--graphml", "--out", "DIR"},
     "--out",
     {"network.dot", "network.graphml"}},
    {{"topo", kSmallWafer, "--fabric", "--dot", "--graphml", "--out", "DIR"},
     "--out",
     {"fabric.dot", "fabric.graphml"}},
    {{"topo", "{kind: rdt, side: 16}", "--search", "assignment", "--quiet", "--out", "DIR"},
     "--out",
     {"assignment.txt"}},
    {{"repair", kSmallWafer, "--out", "DIR"}, "--out", {"bitstream.bin", "bitstream.txt", "repair.json"}},
    {{"repair", kSmallWafer, "--states", "DIR/a.json"}, "--states", {"a.json"}},
    {{"repair", kSmallWafer, "--states", "DIR/a.csv"}, "--states", {"a.csv"}},
    {{"repair", kSmallWafer, "--svg", "DIR/a.svg"}, "--svg", {"a.svg"}},
    {{"repair", kSmallWafer, "--page", "DIR/a.html"}, "--page", {"a.html"}},
    {{"repair", kSmallWafer, "--defects", "DIR/a.yml"}, "--defects", {"a.yml"}},
    {{"repair", kLostWafer, "--certificate", "DIR"}, "--certificate", {"formula.cnf", "proof.drat"}},
    {{"export", kSmallWafer, "--out", "DIR"}, "", {"Makefile", "exported.txt"}},
    {{"yield", kSmallWafer, "--maps", "2", "--faults", "1", "--out", "DIR"},
     "--out",
     {"yield.json", "yield.csv", "yield.svg"}},
    {{"yield", kSmallWafer, "--maps", "2", "--faults", "1", "--page", "DIR/a.html"}, "--page", {"a.html"}},
    {{"yield", kSmallWafer, "--rivals", "--pe-defect", "0.01", "--maps", "2", "--out", "DIR"},
     "--out",
     {"rivals.json", "rivals.csv", "rivals_0.01_uniform.svg"}},
    {{"sweep", kSmallSweep, "--quiet", "--out", "DIR"},
     "--out",
     {"sweep.json", "points.csv", "quantiles.csv", "plot.svg"}},
    {{"sweep", kSmallSweep, "--quiet", "--page", "DIR/a.html"}, "--page", {"a.html"}},
    {{"workload", "barrier", "--set", "ranks=4", "--out", "DIR/a.goal"}, "--out", {"a.goal"}},
    {{"packets", "traces/packets/ring.jsonl", "--perfetto", "DIR/a.json"}, "--perfetto", {"a.json"}},
    {{"packets", "traces/packets/ring.jsonl", "--transactions", "DIR/a.txlog"}, "--transactions", {"a.txlog"}},
};

/// Returns the command for a directory.
Words in_directory(Words command, const std::string& directory) {
  for (std::string& word : command) {
    if (word.starts_with("DIR")) word.replace(0, 3, directory);
  }
  return command;
}

class ForeignFilesOf : public testing::TestWithParam<Writer> {
 protected:
  ToolResult run() const { return run_tool(in_directory(GetParam().command, place_.path().string())); }

  /// Expects that the command refuses this file of the user, and leaves the directory as it is.
  void expect_kept(const std::string& file) const {
    const std::string mine = "# mine\npoint,x,y\n";
    place_.write(file, mine);
    const Words before = place_.files();
    const ToolResult refused = run();
    EXPECT_EQ(refused.status, 2) << file;
    EXPECT_EQ(refused.out, "") << file;
    EXPECT_NE(refused.err.find(file), std::string::npos) << file << ": " << refused.err;
    const std::string remedy = GetParam().command.back() == "DIR" ? "directory" : "file";
    if (!GetParam().where.empty()) {
      EXPECT_EQ(refused.err, GetParam().where + ": '" + place_.of(file) +
                                 "' is there already, and kintsugi has not written it; move it, or name another " +
                                 remedy + '\n');
    }
    EXPECT_EQ(place_.files(), before) << file;
    EXPECT_EQ(place_.read(file), mine) << file;
    fs::remove(place_.of(file));
  }

  const MadeDirectory place_;
};

TEST_P(ForeignFilesOf, a_user_are_kept_and_those_of_the_command_replaced) {
  for (const std::string& file : GetParam().files) expect_kept(file);
  if (GetParam().command[0] != "export") place_.write(GetParam().files.front(), "");  // nothing is lost with it
  const ToolResult first = run(), second = run();
  EXPECT_NE(first.status, 2) << first.err;
  EXPECT_EQ(second.status, first.status) << second.err;
  for (const std::string& file : GetParam().files) EXPECT_TRUE(fs::exists(place_.of(file))) << file;
}

INSTANTIATE_TEST_SUITE_P(EveryCommand, ForeignFilesOf, testing::ValuesIn(kWriters), [](const auto& writer) {
  std::string name = writer.param.command[0] + '_' + std::to_string(writer.index);
  return name;
});

TEST(ForeignFiles, of_the_same_program_are_kept_too) {
  const MadeDirectory place;
  const std::string picture = place.of("a.svg");
  ASSERT_EQ(run_tool({"route", kRing, "0", "2", "--svg", picture}).status, 0);
  const std::string drawn = text_of(picture);
  const ToolResult plotted = run_tool({"topo", "{kind: rdt, side: 16}", "--plot", picture});
  EXPECT_EQ(plotted.status, 2);
  EXPECT_EQ(text_of(picture), drawn) << "a picture is no plot";
  const std::string saved = place.write("w.gtkw", "[*]\n[*] GTKWave Analyzer v3.3.104\n[dumpfile] \"w.vcd\"\n");
  EXPECT_EQ(run_tool({"run", kWaves + "w.vcd}}", "--quiet", "--out", place.path().string()}).status, 2);
  EXPECT_NE(text_of(saved).find("GTKWave Analyzer"), std::string::npos) << "signals that the user has arranged";
}

// A directory below that of an option may be a symbolic link to a place where no command shall write.

TEST(LinksInOut, are_followed_by_no_command) {
  const MadeDirectory place, elsewhere;
  const std::string out = place.path().string();
  fs::create_directory_symlink(elsewhere.path(), place.of("sub"));
  fs::create_directory_symlink(elsewhere.path(), place.of("points"));
  fs::create_directory_symlink(elsewhere.path(), place.of("blocks"));
  const auto message = [&](const Words& command) {
    const ToolResult result = run_tool(command);
    EXPECT_EQ(result.status, 2) << command[0];
    EXPECT_EQ(elsewhere.files(), Words{}) << command[0];
    return result.err;
  };
  const Words waves = {"run", kWaves + "sub/w.vcd}}", "--quiet", "--out", out};
  EXPECT_EQ(lines_of(message(waves)).front(), "<command line>:1:84: '" + place.of("sub/w.vcd") +
                                                  "' is behind the symbolic link '" + place.of("sub") +
                                                  "', which no output follows; remove it, or name another file");
  const auto store = [&](const std::string& folder) {
    return "--out: '" + place.of(folder) +
           "' is a symbolic link, which no output follows; remove it, or name another directory\n";
  };
  EXPECT_EQ(message({"sweep", kSmallSweep, "--quiet", "--out", out}), store("points"));
  EXPECT_EQ(message({"yield", kSmallWafer, "--maps", "2", "--faults", "1", "--resume", "--quiet", "--out", out}),
            store("blocks"));
}

TEST(LinksInOut, in_place_of_the_files_of_a_point_are_refused_too) {
  const MadeDirectory place, elsewhere;
  const Words sweep = {"sweep", kSmallSweep, "--quiet", "--resume", "--out", place.path().string()};
  ASSERT_EQ(run_tool(sweep).status, 0);
  const std::string point = fs::directory_iterator(place.of("points"))->path().string();
  const fs::path link = fs::path(point).replace_extension("");
  fs::create_directory_symlink(elsewhere.path(), link);
  const ToolResult result = run_tool(sweep);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--out: '" + link.string() +
                            "' is a symbolic link, which no output follows; remove it, or name another directory\n");
}

TEST(LinksInOut, may_stand_for_the_directory_itself) {
  const MadeDirectory place, elsewhere;
  fs::create_directory_symlink(elsewhere.path(), place.of("out"));
  for (const std::string& out : {place.of("out"), place.of("out/")}) {
    EXPECT_EQ(run_tool({"run", kWaves + "w.vcd}}", "--quiet", "--out", out}).status, 0) << out;
  }
  EXPECT_EQ(elsewhere.files(), (Words{"w.gtkw", "w.sucl", "w.vcd"}));
}

}  // namespace
}  // namespace kintsugi::test
