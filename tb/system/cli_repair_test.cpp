// kintsugi repair and prove, on the wafer.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::string wafer(const std::string& defects, const std::string& more = "") {
  return "{network: {kind: srt2d, n: 3}, fabric: {tracks: 1}, defects: {" + defects + "}" + more + "}";
}

const std::string kTwoDefects = wafer("pe: [[3, 4], [5, 2]]");
/// A core defect with one more on each of its four lines: the smallest irreparable kind.
const std::string kCross = wafer("pe: [[4, 4], [2, 4], [6, 4], [4, 2], [4, 6], [1, 1]]");

TEST(Repair, ReportsTheStableKeys) {
  const ToolResult result = run_tool({"repair", kTwoDefects, "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repairable"), true);
  EXPECT_EQ(document.at("faults"), 2);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_EQ(document.at("bitstream_bytes"), 69);
  EXPECT_EQ(document.at("irreparable_subset"), json::array());
  ASSERT_EQ(document.at("paths").size(), 2u);
  EXPECT_EQ(document["paths"][0].at("pe"), (json{3, 4}));
  EXPECT_EQ(document["paths"][0].at("moved").get<int>() + document["paths"][1].at("moved").get<int>(),
            document.at("moved"));
}

TEST(Repair, WithoutDefectsHasTheKnownChecksum) {
  const json document = json::parse(run_tool({"repair", wafer(""), "--json"}).out);
  EXPECT_EQ(document.at("crc32"), "222356c9");
  EXPECT_EQ(document.at("moved"), 0);
}

TEST(Repair, WritesTheBitstreamWithItsChecksumLowByteFirst) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"repair", wafer(""), "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"bitstream.bin", "repair.json"}));
  const std::string bytes = directory.read("bitstream.bin");
  ASSERT_EQ(bytes.size(), 73u);
  EXPECT_EQ(bytes.substr(69), "\xc9\x56\x23\x22");
  EXPECT_EQ(directory.read("repair.json"), run_tool({"repair", wafer(""), "--json"}).out);
}

TEST(Repair, WritesNothingUnlessAsked) {
  const ToolResult result = run_tool({"repair", kTwoDefects});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("verified   yes"), std::string::npos) << result.out;
}

TEST(Repair, IrreparableIsStatusOneWithTheReasonAndNoFiles) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"repair", kCross, "--json", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 1);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repairable"), false);
  EXPECT_EQ(document.at("faults"), 6);
  EXPECT_EQ(document.at("irreparable_subset"), (json{{2, 4}, {4, 2}, {4, 4}, {4, 6}, {6, 4}}));
  ASSERT_EQ(document.at("blocked").size(), 20u);
  EXPECT_EQ(document.at("blocked")[9],
            (json{{"pe", {4, 4}}, {"direction", "east"}, {"reason", "blocked by dead r4.c6"}}));
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
  EXPECT_NE(run_tool({"repair", kCross}).out.find("impossible"), std::string::npos);
}

TEST(Repair, NeedsAFabric) {
  const ToolResult result = run_tool({"repair", "{network: {kind: srt2d, n: 3}}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "<command line>: there is no fabric to repair; add fabric: {}\n");
}

TEST(Repair, ADirectoryThatCannotBeMadeIsStatusTwo) {
  const ToolResult result = run_tool({"repair", kTwoDefects, "--out", "CMakeLists.txt/x"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
}

TEST(Prove, HoldsOnTheRepairedWafer) {
  const ToolResult result = run_tool({"prove", kTwoDefects, "--json"});
  EXPECT_EQ(result.status, 0);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("pairs"), 64 * 63);
  EXPECT_EQ(document.at("delivered_pairs"), 64 * 63);
  EXPECT_EQ(document.at("acyclic"), true);
  EXPECT_EQ(document.at("vcs"), 2);
  EXPECT_GT(document.at("channels"), 0);
  EXPECT_GT(document.at("dependencies"), 0);
  EXPECT_FALSE(document.contains("cycle"));
  EXPECT_EQ(document.at("repair").at("verified"), true);
}

TEST(Prove, DirectWiringNeedsNoRepair) {
  const ToolResult result = run_tool({"prove", "{network: {kind: srt1d, n: 5}}", "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_FALSE(json::parse(result.out).contains("repair"));
}

TEST(Prove, AnIrreparableWaferIsStatusOne) {
  const ToolResult result = run_tool({"prove", kCross, "--json"});
  EXPECT_EQ(result.status, 1);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repair").at("repairable"), false);
  EXPECT_FALSE(document.contains("acyclic"));
}

TEST(Prove, TextReportSaysWhetherItHolds) {
  EXPECT_NE(run_tool({"prove", "{network: {kind: srt1d, n: 5}}"}).out.find("proof         holds"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
