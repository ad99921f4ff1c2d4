// `kintsugi sweep` with `plot.over`: quantiles over random maps, of which some cannot be repaired.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tb/tests/system/page_data.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Few defects can be repaired on all maps, many on some, and more on none.
const std::string kMaps =
    "{base: {network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.05}, run: {cycles: 60, proof: skip}}, axes: "
    "{defects.random: [2, 11, 30], defects.seed: {from: 1, to: 7, step: 1}}, plot: {x: defects.random, y: "
    "repair.moved, over: defects.seed}}";

/// Returns all files below a directory with their content.
std::map<std::string, std::string> all_files(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) files[entry.path().lexically_relative(directory).string()] = text_of(entry.path());
  }
  return files;
}

ToolResult sweep_maps(const TemporaryDirectory& out, const std::vector<std::string>& more) {
  return run_tool(with({"sweep", kMaps, "--quiet", "--out", out.path().string()}, more));
}

/// Returns the lowest number that at least this share of them does not exceed, by trying 0, 1, 2 ...
json quantile_by_trying(const std::vector<int>& numbers, int percent) {
  if (numbers.empty()) return nullptr;
  for (int limit = 0;; ++limit) {
    const auto up_to = std::ranges::count_if(numbers, [limit](int number) { return number <= limit; });
    if (up_to * 100 >= percent * static_cast<int>(numbers.size()) && up_to > 0) return limit;
  }
}

/// Recounts the quantiles from the results of the report.
json recounted(const json& report) {
  json samples = json::array();
  for (const std::string defects : {"2", "11", "30"}) {
    std::vector<int> numbers;
    for (const json& result : report.at("results")) {
      if (result["values"]["defects.random"] != defects || result["status"] != 0) continue;
      numbers.push_back(result["figures"].at("repair.moved").get<int>());
    }
    json sample = {{"values", {{"defects.random", defects}}},
                   {"runs", numbers.size()},
                   {"failed", 7 - numbers.size()},
                   {"silent", 0}};
    for (const auto& [key, percent] :
         std::map<std::string, int>{{"min", 0}, {"q10", 10}, {"q50", 50}, {"q90", 90}, {"max", 100}}) {
      sample[key] = quantile_by_trying(numbers, percent);
    }
    samples.push_back(sample);
  }
  return samples;
}

TEST(SweepOver, maps_that_cannot_be_repaired_are_counted_and_the_others_give_the_quantiles) {
  const TemporaryDirectory out;
  const ToolResult result = sweep_maps(out, {"--json"});
  EXPECT_EQ(result.status, 1) << "a run that fails is a failure, as in every sweep";
  json report = json::parse(result.out);
  EXPECT_EQ(result.out, out.read("sweep.json"));
  const json expected = recounted(report);
  EXPECT_EQ(expected[0]["failed"], 0);
  EXPECT_GT(expected[1]["failed"], 0);
  EXPECT_LT(expected[1]["failed"], 7);
  EXPECT_EQ(expected[2]["failed"], 7);
  EXPECT_LT(expected[1]["min"], expected[1]["max"]);
  ASSERT_EQ(report["quantiles"].size(), 3u);
  for (json& sample : report["quantiles"]) sample.erase("mean");
  EXPECT_EQ(report["quantiles"], expected);
  EXPECT_EQ(lines_of(out.read("quantiles.csv")).size(), 1u + 3u);
  EXPECT_NE(out.read("plot.svg").find("medians over defects.seed"), std::string::npos);
}

TEST(SweepOver, gives_the_same_bytes_with_jobs_resumed_and_in_shards) {
  const TemporaryDirectory one;
  const ToolResult alone = sweep_maps(one, {"--jobs", "1"});
  EXPECT_EQ(alone.status, 1);
  const auto files = all_files(one.path());
  EXPECT_TRUE(files.contains("quantiles.csv"));
  const TemporaryDirectory two;
  const ToolResult together = sweep_maps(two, {"--jobs", "2"});
  EXPECT_EQ(together.out, alone.out);
  EXPECT_EQ(together.err, alone.err);
  EXPECT_EQ(all_files(two.path()), files);
  fs::remove(two.path() / "quantiles.csv");
  for (const auto& [name, content] : files) {
    if (name.starts_with("points/") && name[7] < '8') fs::remove(two.path() / name);
  }
  EXPECT_EQ(sweep_maps(two, {"--resume"}).out, alone.out);
  EXPECT_EQ(all_files(two.path()), files);
  const TemporaryDirectory shards;
  for (const std::string shard : {"2/2", "1/2"}) EXPECT_EQ(sweep_maps(shards, {"--shard", shard}).status, 1);
  EXPECT_FALSE(fs::exists(shards.path() / "quantiles.csv"));
  EXPECT_EQ(sweep_maps(shards, {"--collect", shards.path().string()}).out, alone.out);
  EXPECT_EQ(all_files(shards.path()), files);
}

TEST(SweepOver, names_alone_give_a_table_and_no_plot) {
  const TemporaryDirectory out;
  const ToolResult result =
      run_tool({"sweep",
                "{base: {network: {kind: mesh, sides: [3, 3]}, traffic: {}, run: {cycles: 300, proof: skip}}, axes: "
                "{traffic.flits: [4, {1: 1, 8: 2}], run.seed: [1, 2, 3]}, plot: {over: run.seed, y: packets.created}}",
                "--quiet", "--out", out.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("\n{1: 1, 8: 2}   3     0 "), std::string::npos) << result.out;
  EXPECT_EQ(out.files(), (std::vector<std::string>{"points", "points.csv", "quantiles.csv", "sweep.json"}));
  EXPECT_TRUE(lines_of(out.read("quantiles.csv"))[2].starts_with("\"{1: 1, 8: 2}\",3,0,0,"));
}

TEST(SweepOver, a_number_that_no_run_reports_is_said) {
  const ToolResult result = run_tool(
      {"sweep",
       "{base: {network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 200}}, axes: {run.seed: [1, 2]}, plot: {over: "
       "run.seed, y: hops.max}}",
       "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "<command line>:1:125: plot.y: no point reports 'hops.max': only a run with details reports it; set "
            "run.details: true\n");
}

TEST(SweepOver, a_place_that_cannot_be_written_is_named_before_the_first_run) {
  const TemporaryDirectory out;
  fs::create_directories(out.path() / "quantiles.csv");
  const ToolResult result = sweep_maps(out, {});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--out: '" + (out.path() / "quantiles.csv").string() +
                            "' is a directory, which no file replaces; move it, or name another directory\n");
  EXPECT_EQ(out.files(), std::vector<std::string>{"quantiles.csv"});
}

TEST(SweepOver, the_page_has_medians_bands_and_the_quantiles_of_the_report) {
  const TemporaryDirectory out;
  const ToolResult result =
      run_tool({"sweep", kMaps, "--quiet", "--json", "--page", (out.path() / "page.html").string()});
  const json report = json::parse(result.out);
  const json page = data_of_page(out.read("page.html"));
  ASSERT_EQ(page.at("plots").size(), 1u);
  EXPECT_EQ(page["plots"][0]["band"], "10 to 90 % of the runs");
  const json& series = page["plots"][0].at("series").at(0);
  EXPECT_EQ(series["x"], (json::array({2.0, 11.0}))) << "of 30 defects no map can be repaired";
  for (std::size_t i = 0; i < 2; ++i) {
    const json& sample = report["quantiles"][i];
    EXPECT_EQ(series["y"][i], sample["q50"]);
    EXPECT_EQ(series["low"][i], sample["q10"]);
    EXPECT_EQ(series["high"][i], sample["q90"]);
  }
  const json& table = page.at("tables").at(0);
  EXPECT_EQ(table["title"], "Quantiles");
  EXPECT_EQ(table["columns"],
            (json::array({"defects.random", "runs", "failed", "silent", "min", "q10", "q50", "q90", "max", "mean"})));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(table["rows"][i][6], report["quantiles"][i]["q50"].dump());
}

}  // namespace
}  // namespace kintsugi::test
