// expect.golden: a run that is compared with the report or the packet log of an earlier one.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

constexpr const char* kGoldenWafer =
    "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}, faults: [{cycle: 200, pe: [3, 3]}], traffic: "
    "{rate: 0.2, flits: 2}, run: {cycles: 400, warmup: 0, seed: ";

/// A run and the files that it has written: its report, its packet log, and one with routes.
class GoldenRuns : public testing::Test {
 protected:
  GoldenRuns() {
    std::filesystem::create_directories(place_.path());
    const ToolResult with_routes =
        run_tool({"run", scenario("1"), "--json", "--quiet", "--timing", "--packets", path("routes.jsonl"), "--route"});
    EXPECT_EQ(with_routes.status, 0) << with_routes.err;
    write("report.json", with_routes.out);
    EXPECT_EQ(run_tool({"run", scenario("1"), "--quiet", "--packets", path("packets.jsonl")}).status, 0);
  }

  std::string path(const std::string& name) const { return (place_.path() / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  /// Writes a file as another one, in which a part of the text, once, is another one.
  std::string changed(const std::string& name, const std::string& what, const std::string& by) const {
    std::string text = text_of(path(name));
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    if (at != std::string::npos) text.replace(at, what.size(), by);
    write("changed_" + name, text);
    return "changed_" + name;
  }

  std::string scenario(const std::string& seed, const std::string& expect = "") const {
    return kGoldenWafer + seed + "}" + (expect.empty() ? "" : ", expect: {" + expect + "}") + "}";
  }
  std::string expecting(const std::string& file) const { return scenario("1", "golden: " + path(file)); }

  json expect_of(const std::string& document, int status, const std::vector<std::string>& options = {}) const {
    const ToolResult result = run_tool(with({"run", document, "--json", "--quiet"}, options));
    EXPECT_EQ(result.status, status) << result.err;
    return json::parse(result.out).at("expect");
  }

  const TemporaryDirectory place_;
};

TEST_F(GoldenRuns, are_met_by_the_same_run_on_every_schedule_and_number_of_threads) {
  for (const char* file : {"report.json", "packets.jsonl", "routes.jsonl"}) {
    SCOPED_TRACE(file);
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{}, {"--schedule", "always"}, {"--threads", "2"}, {"--timing"}}) {
      const json expect = expect_of(expecting(file), 0, options);
      EXPECT_EQ(expect["met"], true);
      EXPECT_EQ(expect["expectations"], json::array());
      EXPECT_EQ(expect["golden"]["file"], path(file));
      EXPECT_EQ(expect["golden"]["met"], true);
      EXPECT_EQ(expect["golden"]["first"], nullptr);
      EXPECT_EQ(expect["golden"]["differences"], 0);
      EXPECT_EQ(expect["golden"]["notes"], json::array());
    }
  }
  EXPECT_EQ(expect_of(expecting("packets.jsonl"), 0)["golden"]["form"], "packets");
  EXPECT_EQ(expect_of(expecting("report.json"), 0)["golden"]["form"], "report");
}

TEST_F(GoldenRuns, are_not_met_by_a_run_with_one_number_more_or_less) {
  const std::string created = "\"created\": " + json::parse(text_of(path("report.json")))["packets"]["created"].dump();
  const json report = expect_of(expecting(changed("report.json", created, "\"created\": 7")), 1);
  EXPECT_EQ(report["met"], false);
  EXPECT_EQ(report["golden"]["differences"], 1);
  EXPECT_EQ(report["golden"]["by_kind"], json::parse(R"({"number": 1})"));
  EXPECT_EQ(report["golden"]["first"]["name"], "packets.created");
  EXPECT_EQ(report["golden"]["first"]["a"], 7);

  const std::string log = text_of(path("routes.jsonl"));
  const std::size_t at = log.find("\"delivered\":");
  const std::string delivered = log.substr(at, log.find(',', at) - at);
  const json packets = expect_of(expecting(changed("routes.jsonl", delivered, "\"delivered\":399")), 1);
  EXPECT_EQ(packets["golden"]["differences"], 1);
  EXPECT_EQ(packets["golden"]["first"]["kind"], "delivered");
  EXPECT_EQ(packets["golden"]["first"]["a"], 399);
  EXPECT_TRUE(packets["golden"]["first"].contains("cycle"));
}

TEST_F(GoldenRuns, with_routes_are_compared_hop_by_hop) {
  const std::string log = text_of(path("routes.jsonl"));
  const std::size_t route = log.find("\"route\":[[");
  const std::string begin = log.substr(route, log.find(']', route) - route);
  const std::size_t head = begin.rfind(',', begin.rfind(',') - 1), channel = begin.rfind(',', head - 1);
  const std::string other = begin.substr(0, channel) + ",7" + begin.substr(head);
  EXPECT_EQ(expect_of(expecting(changed("routes.jsonl", begin, other)), 1)["golden"]["by_kind"],
            json::parse(R"({"route": 1})"));
}

TEST_F(GoldenRuns, are_not_met_by_another_seed_and_the_text_says_where_they_part) {
  const std::string other = scenario("2", "golden: " + path("packets.jsonl") + ", cycles: {at_least: 1}");
  const json expect = expect_of(other, 1);
  EXPECT_EQ(expect["met"], false) << "although the number is met";
  EXPECT_EQ(expect["expectations"][0]["met"], true);
  EXPECT_GT(expect["golden"]["differences"], 5);
  const ToolResult text = run_tool({"run", other, "--quiet"});
  EXPECT_EQ(text.status, 1);
  EXPECT_NE(text.out.find("not met: " + path("packets.jsonl") + ": "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("first:   cycle "), std::string::npos) << text.out;
  const ToolResult met = run_tool({"run", expecting("packets.jsonl"), "--quiet"});
  EXPECT_NE(met.out.find("met:     the run is that of " + path("packets.jsonl")), std::string::npos) << met.out;
}

TEST_F(GoldenRuns, are_found_beside_the_scenario_and_leave_no_file_behind) {
  write("scenario.yaml", scenario("1", "golden: packets.jsonl"));
  const TemporaryDirectory scratch;
  std::filesystem::create_directories(scratch.path());
  const ToolResult result = run_program(
      {"env", "TMPDIR=" + scratch.path().string(), program_path(), "run", path("scenario.yaml"), "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST_F(GoldenRuns, are_compared_whatever_log_the_command_writes) {
  const json expect = expect_of(expecting("routes.jsonl"), 0, {"--packets", path("lost.jsonl"), "--source", "x0.y0"});
  EXPECT_EQ(expect["golden"]["met"], true);
  const std::string all = text_of(path("packets.jsonl")), few = text_of(path("lost.jsonl"));
  EXPECT_LT(few.size(), all.size() / 2) << "the log that is asked for has the packets of one node";
  EXPECT_GT(few.size(), 400u);
  const ToolResult kept = run_tool({"run", expecting("packets.jsonl"), "--packets", path("packets.jsonl")});
  EXPECT_EQ(kept.status, 2);
  EXPECT_NE(kept.err.find("is the file of expect.golden; name another file"), std::string::npos) << kept.err;
}

TEST_F(GoldenRuns, that_did_not_begin_have_a_report_and_no_log) {
  const std::string irreparable =
      "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 1], [1, 2], [2, 1], "
      "[2, 2], [1, 3], [3, 1], [3, 3], [2, 3], [3, 2]]}, traffic: {}";
  write("irreparable.json", run_tool({"run", irreparable + "}", "--json", "--quiet"}).out);
  const json same = expect_of(irreparable + ", expect: {golden: " + path("irreparable.json") + "}}", 1);
  EXPECT_EQ(same["golden"]["met"], true) << "the run fails all the same, as the one before did";
  const json log = expect_of(irreparable + ", expect: {golden: " + path("packets.jsonl") + "}}", 1);
  EXPECT_EQ(log["golden"]["met"], false);
  EXPECT_EQ(log["golden"]["missing"], "the run did not begin");
}

TEST_F(GoldenRuns, that_cannot_be_compared_are_refused_before_the_run) {
  const auto refused = [&](const std::string& document) {
    const ToolResult result = run_tool({"run", document, "--quiet"});
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  const std::string remedy =
      "; kintsugi run SCENARIO --set expect={} writes one, with --json as a report, with --packets FILE as a packet "
      "log\n";
  EXPECT_EQ(refused(expecting("none.json")).substr(0, 16), "<command line>:1");
  EXPECT_NE(
      refused(expecting("none.json"))
          .find("expect.golden: " + path("none.json") + ": cannot read this file: No such file or directory" + remedy),
      std::string::npos);
  write("states.csv", "sh.g0.c0,X\n");
  EXPECT_NE(refused(expecting("states.csv"))
                .find(path("states.csv") +
                      " is a list of states, and must be a report of kintsugi run --json or a "
                      "packet log" +
                      remedy),
            std::string::npos);
  write("sweep.json", R"({"points": []})");
  EXPECT_NE(refused(expecting("sweep.json")).find("is a document of something else"), std::string::npos);
  write("cut.json", "{\"network\": 1,\n");
  EXPECT_EQ(refused(expecting("cut.json")),
            path("cut.json") + ":2:1: this is no JSON; a report is one JSON document\n");
  write("cut.jsonl", text_of(path("packets.jsonl")) + "{\"id\":");
  EXPECT_NE(refused(expecting("cut.jsonl")).find("this is no JSON; every line of a packet log is one document"),
            std::string::npos);
  write("empty.json", "");
  EXPECT_NE(refused(expecting("empty.json")).find("the file is empty"), std::string::npos);
  EXPECT_NE(refused("{network: {kind: mesh, sides: [3, 3]}, expect: {golden: " + path("packets.jsonl") + "}}")
                .find("is a packet log, and there is no traffic; add traffic: {}, or name a report"),
            std::string::npos);
}

TEST_F(GoldenRuns, in_a_sweep_are_named_by_the_points_that_differ) {
  const std::string sweep = "{base: " + expecting("report.json") + ", axes: {run.seed: [1, 2]}}";
  const ToolResult result = run_tool({"sweep", sweep, "--quiet", "--json"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_NE((result.out + result.err).find("not met: " + path("report.json") + ", "), std::string::npos)
      << result.out << result.err;
}

}  // namespace
}  // namespace kintsugi::test
