// Pages of runs in a browser: what they show, compared with log and report; how they are used; how they look.
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "tb/tests/system/browser.hpp"
#include "tb/tests/system/page_agreement.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Sentences = std::vector<std::string>;
using Words = std::vector<std::string>;

const std::string kBrowsedWafer =
    "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.1, flits: 3},"
    " faults: [{cycle: 300, pe: [2, 2]}, {cycle: 600, pe: [1, 3]}, {cycle: 900, pe: [4, 1]}],"
    " run: {cycles: 1200, warmup: 0}}";
const std::string kBrowsedArray =
    "{network: {kind: sse, n: 4}, fabric: {}, traffic: {rate: 0.05, flits: 3}, faults: [{cycle: 500, pe: [3]}],"
    " run: {cycles: 1200, warmup: 0}}";
const std::string kBrowsedMesh =
    "{network: {kind: mesh, sides: [5, 4]}, router: {routing: around, vcs: 4}, traffic: {rate: 0.1, flits: 4},"
    " faults: [{cycle: 300, pe: 7}], run: {cycles: 900, warmup: 0}}";
const std::string kBrowsedRing =
    "{network: {kind: ring, nodes: 12}, traffic: {rate: 0.1, flits: 2}, run: {cycles: 800, warmup: 0}}";
const std::string kBrowsedNothing =
    "{network: {kind: ring, nodes: 6}, traffic: {rate: 0, flits: 2}, run: {cycles: 100, warmup: 0}}";

/// A page that a command has written.
class Written {
 public:
  explicit Written(const Words& command) {
    const ToolResult result = run_tool(with(command, {"--page", file().string()}));
    if (result.status > 1) throw std::runtime_error(result.err);
    report = result.out;
  }
  fs::path file() const { return directory_.path() / "page.html"; }
  json open() const { return {{"open", file().string()}, {"as", "paint"}}; }
  std::uintmax_t bytes() const { return fs::file_size(file()); }

  std::string report;

 private:
  TemporaryDirectory directory_;
};

/// A run with its page, its report and its packet log.
struct Browsed {
  explicit Browsed(const std::string& scenario)
      : page({"run", scenario, "--json", "--quiet", "--route", "--packets", log_file()}),
        report(json::parse(page.report)) {
    for (const std::string& line : lines_of(directory.read("log.jsonl"))) log.push_back(json::parse(line));
    log.erase(log.begin());
  }
  std::string log_file() const { return (directory.path() / "log.jsonl").string(); }

  TemporaryDirectory directory;
  Written page;
  json report;
  std::vector<json> log;
};

json shown(const std::string& expression, const std::string& name) {
  return {{"eval", expression}, {"as", name}};
}

/// Returns twenty cycles, in each of which a packet is injected.
std::vector<std::uint64_t> twenty_cycles(const std::vector<json>& log) {
  std::vector<std::uint64_t> cycles;
  for (std::size_t i = 0; i < 20; ++i) {
    const json& packet = log[log.size() * i / 20];
    cycles.push_back((packet["injected"].is_null() ? packet["created"] : packet["injected"]).get<std::uint64_t>());
  }
  return cycles;
}

/// What a page shows in some cycles: at that cycle, and at the end of its bin.
struct Answers {
  json names;
  json at;
  json ended;
  json last;
};

Answers answers_of(const Browsed& run, const json& cycles) {
  const std::string end_of_bin =
      "(cycle => Math.min(names.cycles, (Math.floor(cycle / names.bin) + 1) * names.bin) - 1)";
  const json found = visit({run.page.open(), shown("window.names = " + kNamesOfThePage, "names"),
                            shown(cycles.dump() + ".map(cycle => kintsugi.at(cycle))", "at"),
                            shown(cycles.dump() + ".map(" + end_of_bin + ").map(cycle => kintsugi.at(cycle))", "ended"),
                            shown("kintsugi.at(names.cycles - 1)", "last")});
  EXPECT_EQ(found["complaints"], json::array());
  const json& values = found["values"];
  return {values["names"], values["at"], values["ended"], values["last"]};
}

void expect_agreement(const std::string& scenario) {
  const Browsed run(scenario);
  ASSERT_GT(run.log.size(), 100u) << "nothing is tested";
  const std::vector<std::uint64_t> cycles = twenty_cycles(run.log);
  const Answers page = answers_of(run, cycles);
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    EXPECT_EQ(page.at[i]["cycle"], cycles[i]);
    EXPECT_EQ(disagreements(page.names, page.at[i], page.ended[i], run.log), Sentences{}) << "in cycle " << cycles[i];
  }
  EXPECT_EQ(disagreements_at_the_end(page.last, run.report), Sentences{});
}

TEST(PageInABrowserSlow, of_a_wafer_with_three_faults_agrees_with_log_and_report) {
  expect_agreement(kBrowsedWafer);
}

TEST(PageInABrowserSlow, of_an_array_agrees_with_log_and_report) {
  expect_agreement(kBrowsedArray);
}

TEST(PageInABrowserSlow, of_a_mesh_with_a_fault_agrees_with_log_and_report) {
  expect_agreement(kBrowsedMesh);
}

TEST(PageInABrowserSlow, of_a_ring_agrees_with_log_and_report) {
  expect_agreement(kBrowsedRing);
}

TEST(PageInABrowserSlow, that_says_something_else_than_the_log_is_noticed) {
  const Browsed run(kBrowsedWafer);
  const std::vector<std::uint64_t> cycles = twenty_cycles(run.log);
  const Answers page = answers_of(run, {cycles[10]});
  const json right = page.at[0];
  ASSERT_EQ(disagreements(page.names, right, page.ended[0], run.log), Sentences{});
  ASSERT_FALSE(right["packets"].empty());
  const auto notices = [&](const std::string& pointer, const json& value) {
    json wrong = right;
    wrong[json::json_pointer(pointer)] = value;
    return !disagreements(page.names, wrong, page.ended[0], run.log).empty();
  };
  for (const char* sum : {"created", "injected", "delivered", "lost", "flits", "queued", "in_flight"}) {
    EXPECT_TRUE(notices(std::string("/") + sum, right[sum].get<std::uint64_t>() + 1)) << sum;
  }
  EXPECT_TRUE(notices("/load/0", 100'000));
  EXPECT_TRUE(notices("/queue/0", 99));
  EXPECT_TRUE(notices("/packets/0/number", 99'999));
  EXPECT_TRUE(notices("/packets/0/site", (right["packets"][0]["site"].get<std::size_t>() + 2) % 16));
  EXPECT_TRUE(notices("/node", json(right["node"].size(), -1)));
  json report = run.report;
  report["packets"]["lost"] = 99'999;
  EXPECT_EQ(disagreements_at_the_end(page.last, report).size(), 1u);
}

}  // namespace
}  // namespace kintsugi::test
