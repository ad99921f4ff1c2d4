// kintsugi yield --rivals and --cluster.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kRivalMesh = "{kind: mesh, sides: [4, 4]}";
const std::string kRivalScenario =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around, vcs: 2}, traffic: {flits: 4}, "
    "run: {cycles: 1000}}";

ToolResult rivals(std::vector<std::string> more, const std::string& input = kRivalMesh) {
  more.insert(more.begin(), {"yield", input, "--rivals", "--quiet"});
  return run_tool(more);
}

json rivals_json(std::vector<std::string> more, const std::string& input = kRivalMesh) {
  more.push_back("--json");
  const ToolResult result = rivals(std::move(more), input);
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out);
}

std::string error(const ToolResult& result) {
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  return result.err;
}

TEST(Rivals, stand_on_equal_silicon) {
  const json schemes = rivals_json({"--pe-defect", "0.05", "--maps", "10"}).at("schemes");
  ASSERT_EQ(schemes.size(), 5u);
  std::vector<std::string> names;
  for (const json& scheme : schemes) {
    names.push_back(scheme.at("name"));
    EXPECT_EQ(scheme.at("pes"), 32) << names.back();
  }
  EXPECT_EQ(names, (std::vector<std::string>{"shift", "rows", "columns", "spare cores", "holes"}));
  EXPECT_EQ(schemes[1].at("switches"), 32) << "a bypass at each PE";
  EXPECT_EQ(schemes[3].at("switches"), 0);
  EXPECT_EQ(schemes[3].at("wires"), 4 * 7 + 3 * 8) << "the links of a mesh of 4 x 8";
}

TEST(Rivals, deliver_what_is_wanted_on_dies_without_defects) {
  const json document = rivals_json({"--pe-defect", "0", "--maps", "3"});
  for (const json& scheme : document.at("settings").at(0).at("schemes")) {
    EXPECT_EQ(scheme.at("repaired"), 3);
    const bool is_larger = scheme.at("name") == "holes";
    EXPECT_EQ(scheme.at("usable").at("mean"), is_larger ? 32 : 16);
    EXPECT_EQ(scheme.at("diameter").at("q50"), is_larger ? 10 : 6);
    EXPECT_EQ(scheme.at("performance_yield").at("1.00"), 1);
  }
}

TEST(Rivals, shift_repair_needs_no_fewer_defects_than_harvesting_to_fail) {
  const json document = rivals_json({"--pe-defect", "0.02,0.2", "--cluster", "1", "--maps", "200"});
  const json& settings = document.at("settings");
  ASSERT_EQ(settings.size(), 4u);
  const auto repaired = [&](int setting, int scheme) {
    return settings[setting]["schemes"][scheme]["repaired"].get<int>();
  };
  for (int setting = 0; setting < 4; ++setting) {
    EXPECT_GE(repaired(setting, 0), repaired(setting, 1));
    EXPECT_GE(repaired(setting, 0), repaired(setting, 2));
    EXPECT_LE(repaired(setting, 3), repaired(setting, 4)) << "enough cores are enough for both";
  }
  for (int scheme = 0; scheme < 5; ++scheme) {
    EXPECT_GE(repaired(0, scheme), repaired(2, scheme)) << "the same maps with more defects";
  }
  EXPECT_EQ(settings[0]["cluster"], nullptr);
  EXPECT_EQ(settings[1]["cluster"], 1);
  EXPECT_GT(repaired(3, 1), repaired(2, 1)) << "clusters leave more dies with few defects";
}

TEST(Rivals, do_not_depend_on_the_number_of_threads) {
  const auto out = [](const char* jobs, std::vector<std::string> more, const std::string& input) {
    more.insert(more.end(), {"--pe-defect", "0.08", "--cluster", "2", "--jobs", jobs, "--csv"});
    return rivals(more, input).out;
  };
  const std::vector<std::string> maps = {"--maps", "60", "--field", "3,3"};
  EXPECT_EQ(out("1", maps, kRivalMesh), out("3", maps, kRivalMesh));
  const std::vector<std::string> simulated = {"--maps", "3", "--saturation", "2", "--tolerance", "0.25"};
  const std::string one = out("1", simulated, kRivalScenario);
  EXPECT_EQ(one, out("3", simulated, kRivalScenario));
  EXPECT_EQ(std::ranges::count(one, '\n'), 1 + 2 * 5 * 3) << one;
}

TEST(Rivals, a_simulated_network_without_defects_has_the_full_throughput) {
  const json document =
      rivals_json({"--pe-defect", "0", "--maps", "2", "--saturation", "1", "--tolerance", "0.1"}, kRivalScenario);
  EXPECT_GT(document.at("full_throughput"), 1);
  for (const json& scheme : document.at("settings").at(0).at("schemes")) {
    if (scheme.at("name") == "holes" || scheme.at("name") == "spare cores") continue;
    EXPECT_EQ(scheme.at("throughput").at("q50"), document.at("full_throughput"));
  }
}

TEST(Rivals, a_family_without_larger_networks_is_compared_with_harvesting_only) {
  const json document = rivals_json({"--pe-defect", "0.03", "--maps", "20"}, "{kind: srt2d, n: 2}");
  EXPECT_EQ(document.at("schemes").size(), 3u);
  EXPECT_EQ(document.at("absent").at(0),
            "spare cores and holes are left out: a network of kind srt2d cannot have 4 x 8 nodes");
  EXPECT_EQ(document.at("schemes").at(1).at("wires"), nullptr);
}

TEST(Rivals, write_a_table_and_a_plot_for_each_kind_of_dies) {
  const TemporaryDirectory out;
  const ToolResult result = rivals({"--pe-defect", "0.05", "--cluster", "2", "--maps", "20", "--out", out.path()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(out.files(), (std::vector<std::string>{"rivals.csv", "rivals.json", "rivals_0.05_clustered.svg",
                                                   "rivals_0.05_uniform.svg"}));
}

TEST(Rivals, say_what_is_wrong) {
  EXPECT_EQ(error(rivals({})),
            "--rivals: how many PEs are defective? Add --pe-defect P[,P], the probabilities of a PE\n");
  EXPECT_EQ(error(rivals({"--pe-defect", "1"})), "--pe-defect: with --rivals, a probability is below 1\n");
  EXPECT_EQ(error(rivals({"--pe-defect", "0.1", "--maps", "5", "--saturation", "6"})),
            "--saturation: 6 maps are more than the 5 of --maps\n");
  EXPECT_EQ(error(rivals({"--pe-defect", "0.1", "--tracks", "1,2"})),
            "--rivals: the rivals are compared with one fabric; give one value each\n");
  EXPECT_EQ(error(rivals({"--pe-defect", "0.1", "--saturation", "2"})),
            "<command line>: --saturation simulates traffic; add traffic: {}, or leave --saturation out\n");
  EXPECT_NE(error(rivals({"--pe-defect", "0.1"}, "{kind: sse, n: 4, scheme: sft2}")).find("--rivals needs a network"),
            std::string::npos);
  EXPECT_NE(error(rivals({"--pe-defect", "0.1", "--faults", "2"})).find("--faults"), std::string::npos);
  EXPECT_NE(error(run_tool({"yield", kRivalMesh, "--saturation", "2"})).find("--rivals"), std::string::npos);
  EXPECT_NE(error(rivals({"--pe-defect", "0.1", "--saturation", "2"},
                         "{network: {kind: mesh, sides: [4, 4]}, fabric: {}, traffic: {}}"))
                .find("leave the section out"),
            std::string::npos);
}

// --- yield --cluster ------------------------------------------------------------------------------------------------

json clustered(std::vector<std::string> more, const std::string& network = kRivalMesh) {
  more.insert(more.begin(), {"yield", network, "--quiet", "--json"});
  const ToolResult result = run_tool(more);
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out);
}

TEST(YieldOfClusters, is_higher_than_that_of_uniform_defects_where_these_are_too_many) {
  std::string defects = "8";
  const auto probability = [&](const char* alpha, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"--faults", defects, "--maps", "2000", "--cluster", alpha};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return clustered(arguments)["rows"][0]["probability"].get<double>();
  };
  EXPECT_LT(probability("0.5"), probability("1000000") - 0.1) << "some maps get more than can be repaired";
  EXPECT_EQ(probability("0.5"), probability("0.5", {"--field", "6,6"})) << "one block is the whole wafer";
  EXPECT_NE(probability("0.5"), probability("0.5", {"--field", "3,3"}));
  EXPECT_EQ(probability("0.5"), probability("0.5", {"--jobs", "3"}));
  defects = "14";
  EXPECT_GT(probability("0.5"), probability("1000000") + 0.1) << "some maps get few enough";
}

TEST(YieldOfClusters, says_what_is_wrong) {
  const auto message = [](std::vector<std::string> more, const std::string& network = kRivalMesh) {
    more.insert(more.begin(), {"yield", network, "--quiet"});
    return error(run_tool(more));
  };
  EXPECT_EQ(message({"--cluster", "2", "--faults", "32"}),
            "--faults: with --cluster, a mean number of defective PEs is below the 32 PEs that can be defective\n");
  EXPECT_EQ(message({"--cluster", "2", "--pe-defect", "0.1"}),
            "--pe-defect: the yield of arrays is that of independent defects; leave --cluster out, or add --rivals, "
            "which draws the defects of whole dies\n");
  EXPECT_EQ(message({"--cluster", "2", "--field", "2,2"}, "{kind: sse, n: 4, scheme: sft2}"),
            "--field: the PEs of this fabric are not on a grid that could be cut into blocks; leave field out, and the "
            "density is drawn for the whole chip\n");
  EXPECT_EQ(message({"--cluster", "0"}), "--cluster: '0' is not a number from 0.01 to 10^6\n");
  EXPECT_EQ(message({"--cluster", "2", "--field", "2"}), "--field: '2' is not two integers A,B from 1 to 10^6\n");
  EXPECT_NE(message({"--field", "2,2"}).find("--cluster"), std::string::npos);
  EXPECT_NE(message({"--cluster", "2", "--exhaustive", "--faults", "2"}).find("--exhaustive"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
