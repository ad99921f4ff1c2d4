// What the fuzzers have found stays mended, and the fuzzers find what is planted.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

const fs::path kFuzz = source_directory() / "tb" / "tests" / "fuzz";

/// The cases of a harness: those that a fuzzer has found, and those that it begins with.
std::vector<fs::path> cases_of(const std::string& harness) {
  std::vector<fs::path> cases;
  for (const std::string folder : {"found", "corpus"}) {
    if (!fs::is_directory(kFuzz / folder / harness)) continue;
    for (const auto& entry : fs::directory_iterator(kFuzz / folder / harness)) cases.push_back(entry.path());
  }
  return cases;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(FuzzCases, every_harness_bears_its_cases) {
  for (const fuzz::Harness& harness : fuzz::harnesses()) {
    for (const fs::path& path : cases_of(harness.name)) {
      EXPECT_NO_THROW(harness.run(bytes_of(path))) << path;
    }
  }
}

TEST(FuzzCases, the_readers_bear_the_shipped_files_cut_anywhere) {
  const std::string scenario = bytes_of(source_directory() / "traces" / "broken_switches.yaml");
  for (std::size_t end = 0; end < scenario.size(); end += 7) fuzz::read_scenario_text(scenario.substr(0, end));
  const std::string sweep = bytes_of(source_directory() / "traces" / "sweeps" / "channels.yaml");
  for (std::size_t end = 0; end < sweep.size(); end += 7) fuzz::read_sweep_text(sweep.substr(0, end));
  const std::string trace = bytes_of(source_directory() / "traces" / "reduction.csv");
  for (std::size_t end = 0; end < trace.size(); end += 7) fuzz::read_trace(trace.substr(0, end));
  for (const char* name : {"soc.graphml", "chords.csv"}) {
    const std::string graph = bytes_of(source_directory() / "traces" / "graphs" / name);
    for (std::size_t end = 0; end < graph.size(); end += 7) fuzz::read_user_graph(graph.substr(0, end));
  }
  for (const char* name : {"wafer.csv", "wafer.txt", "lot.sinf", "wafer.g85.xml", "wafer.e142.xml", "inspection.klarf",
                           "inspection18.klarf"}) {
    const std::string map = bytes_of(source_directory() / "traces" / "maps" / name);
    for (std::size_t end = 0; end < map.size(); end += 37) fuzz::read_wafer_map(map.substr(0, end));
  }
  const fs::path foreign = source_directory() / "traces" / "foreign";
  const std::string flows = bytes_of(foreign / "camera.flows");
  for (std::size_t end = 0; end < flows.size(); end += 7) fuzz::read_vtr_text(flows.substr(0, end));
  const std::string table = bytes_of(foreign / "tiles.noxim");
  for (std::size_t end = 0; end < table.size(); ++end) fuzz::read_noxim_text(table.substr(0, end));
  const std::string packets = bytes_of(foreign / "reads.tra");
  for (std::size_t end = 0; end < packets.size(); end += 7) fuzz::read_netrace_bytes(packets.substr(0, end));
  const std::string step = bytes_of(foreign / "step.0.et");
  for (std::size_t end = 0; end < step.size(); ++end) fuzz::read_chakra_bytes('\1' + step.substr(0, end));
  const std::string assignment = bytes_of(kFuzz / "corpus" / "assignment" / "three_ranks");
  for (std::size_t end = 0; end < assignment.size(); ++end) fuzz::read_assignment(assignment.substr(0, end));
}

TEST(FuzzGrammar, draws_every_key_and_every_weight_of_a_router) {
  const std::string draw =
      "import sys; sys.path.insert(0, sys.argv[1]); import documents, random; names = documents.Names(sys.argv[2]);"
      "maker = documents.Maker(names, random.Random(1)); drawn = set()\n"
      "for _ in range(400): drawn |= {'router.' + key if key != 'weight' else value for key, value in"
      " maker.router('mandala', False).entries}\n"
      "print(sorted({key for key in names.keys if key.startswith('router.')} - drawn - {'router.weight'}"
      " - {'router.' + preset for preset in names.presets}),"
      " sorted(set(names.link_weights) - drawn))";
  const ToolResult result = run_program({"python3", "-B", "-c", draw, kFuzz.string(), program_path()});
  EXPECT_EQ(result.out, "[] []\n") << result.err;
}

TEST(FuzzCases, every_folder_of_cases_is_that_of_a_harness) {
  for (const std::string folder : {"found", "corpus"}) {
    if (!fs::is_directory(kFuzz / folder)) continue;
    for (const auto& entry : fs::directory_iterator(kFuzz / folder)) {
      if (!entry.is_directory()) continue;
      EXPECT_NE(fuzz::find_harness(entry.path().filename().string()), nullptr) << entry.path();
    }
  }
}

TEST(FuzzCases, a_promise_that_is_broken_is_thrown) {
  EXPECT_NO_THROW(fuzz::require(true, "holds"));
  EXPECT_THROW(fuzz::require(false, "does not hold"), std::logic_error);
}

/// Runs the grammar fuzzer on a program that does `mischief` wherever it is not asked for its names.
ToolResult fuzz_with(const std::string& mischief) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  fs::permissions(directory.path(), fs::perms::others_all | fs::perms::owner_all);
  const std::string program = directory.path() / "program";
  std::ofstream(program) << "#!/bin/sh\ncase \"$*\" in 'list --json'|*--help) exec " << program_path()
                         << " \"$@\" ;; esac\n"
                         << mischief << '\n';
  fs::permissions(program, fs::perms(0755));
  return run_program({"python3", "-B", kFuzz / "grammar.py", "6", "--seed", "1", "--program", program});
}

TEST(GrammarFuzzer, finds_every_kind_of_planted_mistake) {
  const std::vector<std::pair<std::string, std::string>> planted = {
      {"kill -SEGV $$", "ends by signal 11"},
      {"exit 3", "exit status 3"},
      {"exit 2", "exit status 2 without a message"},
      {"echo 'no place' >&2; exit 2", "a message without a place: no place"},
      {"echo 'kintsugi: a mistake of the model, not of the input: x' >&2; exit 1", "a mistake of the model"},
      {"printf 'kintsugi: \\033[31m\\n' >&2; exit 2", "a control character in a message"},
      {"echo x; touch w.vcd.part; exit 0", "left behind: w.vcd.part"},
      {"mkdir out; echo 'kintsugi: x' >&2; exit 2", "exit status 2, but it made out"},
      {"echo '{\"a\": nan}'; exit 0", "standard output is not one JSON document"},
  };
  for (const auto& [mischief, finding] : planted) {
    const ToolResult result = fuzz_with(mischief);
    EXPECT_EQ(result.status, 1) << mischief << '\n' << result.err;
    EXPECT_NE(result.out.find(finding), std::string::npos) << mischief << '\n' << result.out;
  }
}

TEST(GrammarFuzzer, finds_nothing_where_all_is_right) {
  const ToolResult result = fuzz_with("echo '{}'; exit 0");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("no finding"), std::string::npos) << result.out;
}

TEST(GrammarFuzzer, a_case_is_shown_by_its_seed_and_number) {
  const ToolResult result =
      run_program({"python3", "-B", kFuzz / "grammar.py", "--case", "1:3", "--program", program_path()});
  EXPECT_NE(result.out.find("\n$ kintsugi "), std::string::npos) << result.out << result.err;
}

TEST(Mutations, each_fits_the_sources) {
  const ToolResult result = run_program({"python3", "-B", source_directory() / "tb" / "mutate", "--check"});
  EXPECT_EQ(result.status, 0) << result.err;
  std::smatch number;
  ASSERT_TRUE(std::regex_search(result.out, number, std::regex("^([0-9]+) changes fit")));
  EXPECT_GE(std::stoi(number[1]), 60);
}

TEST(Mutations, an_unknown_one_is_refused) {
  const ToolResult result = run_program({"python3", "-B", source_directory() / "tb" / "mutate", "no_such_change"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("there is no change called no_such_change"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace kintsugi::test
