// `kintsugi saturate`: bisection for the saturation throughput.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kGrid4x4 =
    "{network: {kind: mesh, sides: [4, 4]}, router: {preset: paper}, traffic: {flits: 4}, run: "
    "{cycles: 3000, warmup: 500}}";

json saturate(const std::vector<std::string>& more, const std::string& scenario = kGrid4x4) {
  std::vector<std::string> arguments = {"saturate", scenario, "--json", "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out);
}

json measured(const std::string& rate) {
  return json::parse(
      run_tool({"run", kGrid4x4, "--json", "--quiet", "--set", "traffic.rate=" + rate}).out)["throughput"];
}

TEST(Saturate, the_rate_found_is_accepted_and_the_next_one_is_not) {
  const json found = saturate({"--tolerance", "0.02"});
  const double rate = found["saturation"]["rate"].get<double>();
  EXPECT_GT(rate, 0.3);
  EXPECT_LT(rate, 0.9);
  EXPECT_EQ(found["beyond"], false);
  const auto share = [](const json& throughput) {
    return throughput["accepted"].get<double>() / throughput["offered"].get<double>();
  };
  EXPECT_GE(share(measured(std::to_string(rate))), 0.95);
  EXPECT_LT(share(measured(std::to_string(rate + 0.02))), 0.95);
  EXPECT_EQ(found["runs"].size(), 6u) << "50 rates";
}

TEST(Saturate, the_share_that_must_be_accepted_counts) {
  EXPECT_LT(saturate({"--tolerance", "0.02", "--accepted", "0.99"})["saturation"]["rate"].get<double>(),
            saturate({"--tolerance", "0.02", "--accepted", "0.7"})["saturation"]["rate"].get<double>());
}

const std::string kMeshWithHole =
    "{network: {kind: mesh, sides: [4, 4]}, router: {preset: paper}, traffic: {flits: 4}, defects: {pe: [5]}, run: "
    "{cycles: 3000, warmup: 500}}";

TEST(Saturate, packets_to_a_dead_node_do_not_count_as_offered) {
  const json sound = saturate({"--tolerance", "0.1"});
  const json found = saturate({"--tolerance", "0.1"}, kMeshWithHole);
  EXPECT_GE(found["saturation"]["rate"].get<double>(), sound["saturation"]["rate"].get<double>() - 0.2);
  for (const json& run : found["runs"]) {
    EXPECT_GT(run.at("lost"), 0);
    EXPECT_EQ(run.at("is_accepted"), run.at("accepted").get<double>() >=
                                         0.95 * (run.at("offered").get<double>() - run.at("lost").get<double>()));
  }
  for (const json& run : sound["runs"]) EXPECT_EQ(run.at("lost"), 0);
}

TEST(Saturate, says_what_was_dropped_where_something_was) {
  const auto text = [](const std::string& command, const std::string& input) {
    return run_tool(command == "sweep" ? std::vector<std::string>{command, input, "--quiet"}
                                       : std::vector<std::string>{command, input, "--tolerance", "0.5", "--quiet"})
        .out;
  };
  const auto sweep_of = [](const std::string& base) {
    return "{base: " + base + ", axes: {traffic.rate: [0.1, 0.2]}}";
  };
  const std::string meaning = "\ndropped: flits that could not be delivered; they do not count as offered";
  for (const auto& [command, with, without] :
       {std::tuple("saturate", kMeshWithHole, kGrid4x4), {"sweep", sweep_of(kMeshWithHole), sweep_of(kGrid4x4)}}) {
    EXPECT_NE(text(command, with).find("  accepted  dropped  "), std::string::npos) << text(command, with);
    EXPECT_NE(text(command, with).find(meaning), std::string::npos) << command;
    EXPECT_EQ(text(command, without).find("dropped"), std::string::npos) << command;
  }
  EXPECT_NE(text("sweep", sweep_of(kMeshWithHole)).find("  above 0.2000  "), std::string::npos)
      << text("sweep", sweep_of(kMeshWithHole));
}

TEST(Saturate, a_network_that_takes_everything_saturates_beyond_the_highest_rate) {
  const json found =
      saturate({"--tolerance", "0.25"},
               "{network: {kind: full, nodes: 4}, router: {vcs: 8, buffer: 16}, traffic: {flits: 1, pattern: "
               "bit_complement}, run: {cycles: 2000, warmup: 200}}");
  EXPECT_EQ(found["beyond"], true);
  EXPECT_EQ(found["saturation"]["rate"], 1.0);
}

TEST(Saturate, says_what_is_wrong_before_anything_runs) {
  const auto message = [](const std::vector<std::string>& arguments) {
    const ToolResult result = run_tool(arguments);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_NE(message({"saturate", kGrid4x4, "--tolerance", "0"}).find("not a decimal number above 0 and at most 1"),
            std::string::npos);
  EXPECT_NE(message({"saturate", "{network: {kind: mesh, sides: [4, 4]}}"}).find("add traffic: {}"), std::string::npos);
  EXPECT_NE(message({"saturate", "traces/reduction.yaml"}).find("a trace has no rate"), std::string::npos);
  EXPECT_NE(message({"saturate", "{network: {kind: mesh, sides: [4]}, traffic: {rat: 1}}"}).find("rat"),
            std::string::npos);
}

const std::string kTinyMesh =
    "{network: {kind: mesh, sides: [2, 2]}, traffic: {flits: 2}, run: {cycles: 200, warmup: 20}}";

ToolResult saturate_in_shell(const std::string& before, const std::string& argument) {
  return run_program({"sh", "-c", before + program_path() + " saturate " + argument + " --tolerance 0.5 --quiet"});
}

TEST(Saturate, a_scenario_from_standard_input_or_a_fifo_is_read_once) {
  const std::string expected = run_tool({"saturate", kTinyMesh, "--tolerance", "0.5", "--quiet"}).out;
  EXPECT_NE(expected, "");
  EXPECT_EQ(saturate_in_shell("echo '" + kTinyMesh + "' | ", "-").out, expected);
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string fifo = (directory.path() / "fifo").string();
  const ToolResult result = saturate_in_shell("mkfifo " + fifo + "; echo '" + kTinyMesh + "' > " + fifo + " & ", fifo);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, expected);
}

TEST(Saturate, files_in_a_scenario_are_looked_for_beside_it_and_can_be_read_again) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string scenario = (directory.path() / "s.yaml").string();
  const std::string map = (directory.path() / "map.yaml").string();
  std::ofstream(scenario) << "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {file: map.yaml}, traffic: {}, "
                             "run: {cycles: 200, warmup: 20}}";
  const std::string text = "echo '{defects: {pe: [[1, 1]]}}' > " + map;
  EXPECT_EQ(saturate_in_shell(text + "; ", scenario).status, 0);
  std::filesystem::remove(map);
  const ToolResult refused = saturate_in_shell("mkfifo " + map + "; " + text + " & ", scenario);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err,
            scenario + ":1:60: defects.file: '" + map + "' is a FIFO, and every run reads it; name a regular file\n");
}

TEST(Saturate, a_run_that_fails_ends_the_search) {
  const ToolResult result = run_tool({"saturate", "traces/irreparable.yaml", "--json", "--quiet"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(json::parse(result.out)["saturation"], nullptr);
}

}  // namespace
}  // namespace kintsugi::test
