// tb/bench/run: its help and the arguments that it refuses. The measurements are not tested; no test asserts a time.
#include <gtest/gtest.h>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

TEST(Bench, help_names_every_option) {
  const ToolResult help = run_program({"tb/bench/run", "--help"});
  EXPECT_EQ(help.status, 0) << help.err;
  for (const std::string option : {"--out", "--readme", "--quick", "--filter", "--repetitions", "--help"}) {
    EXPECT_NE(help.out.find("\n  " + option), std::string::npos) << option;
  }
}

struct Refusal {
  std::vector<std::string> options;
  std::string says;
};

/// It refuses wrong arguments before it builds or measures.
TEST(Bench, refuses_wrong_options) {
  const std::vector<Refusal> refusals{
      {{"--filter", "("}, "'(' is not a regular expression"},
      {{"--repetitions", "0"}, "--repetitions: at least 1"},
      {{"--readme", "--quick"}, "--readme writes all tables anew"},
      {{"--out", "nowhere/results.json"}, "there is no directory nowhere"},
      {{"--fast"}, "unrecognized arguments: --fast"},
  };
  for (const Refusal& refusal : refusals) {
    std::vector<std::string> words{"python3", "-B", "tb/bench/measure.py", "--check-options"};
    words.insert(words.end(), refusal.options.begin(), refusal.options.end());
    const ToolResult result = run_program(words);
    EXPECT_EQ(result.status, 2) << refusal.says;
    EXPECT_NE(result.err.find(refusal.says), std::string::npos) << result.err;
  }
}

/// The page has the comments between which its tables are written.
TEST(Bench, page_has_the_markers_once) {
  const ToolResult page = run_program({"grep", "-c", "-e", "<!-- measured: written by tb/bench/run --readme -->", "-e",
                                       "<!-- end of measured -->", "tb/bench/README.md"});
  EXPECT_EQ(page.out, "2\n");
}

/// Runs with the settings of a measurement, for a few cycles.
TEST(Bench, scenarios_run_and_report_what_the_tables_show) {
  for (const std::string scenario : {"tb/bench/mesh.yaml", "tb/bench/srt.yaml"}) {
    const ToolResult result = run_tool({"run", scenario, "--json", "--timing", "--quiet", "--set", "run.cycles=200"});
    EXPECT_EQ(result.status, 0) << result.err;
    for (const std::string key : {"accepted", "cycles", "flit_hops", "ns_per_flit_hop", "router_cycles_per_second",
                                  "simulation_seconds", "elaboration_seconds", "peak_memory_bytes"}) {
      EXPECT_NE(result.out.find('"' + key + '"'), std::string::npos) << scenario << ": " << key;
    }
  }
}

}  // namespace
}  // namespace kintsugi::test
