// What a program needs that has the blocks of a study counted by processes: a shard without a directory prints its
// counts, and the options of the command can be given on.
#include <gtest/gtest.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/cli/map_store.hpp"
#include "tb/tool/cli/values.hpp"

namespace kintsugi::test {
namespace {

const std::vector<std::string> kStudy = {"yield", "{kind: srt2d, n: 3}", "--faults", "5:6", "--maps", "1100", "--json"};

TEST(PrintedShard, the_counts_of_all_shards_are_those_of_the_study) {
  const auto study = nlohmann::json::parse(run_tool(kStudy).out);
  std::map<std::uint64_t, std::uint64_t> repairable;
  std::vector<bool> seen(6);
  for (const char* shard : {"1/4", "2/4", "3/4", "4/4"}) {
    const ToolResult result = run_tool(with(kStudy, {"--shard", shard}));
    ASSERT_EQ(result.status, 0) << result.err;
    const auto printed = nlohmann::json::parse(result.out);
    EXPECT_EQ(printed.at("blocks"), 6u);
    EXPECT_EQ(printed.at("shard"), shard);
    for (const auto& block : printed.at("results")) {
      const std::size_t number = block.at("block");
      EXPECT_FALSE(seen.at(number));
      seen[number] = true;
      EXPECT_EQ(block.at("status"), 0);
      repairable[number < 3 ? 5 : 6] += block.at("report").at("counts").at(0).at("repairable").get<std::uint64_t>();
    }
  }
  EXPECT_EQ(seen, std::vector<bool>(6, true));
  for (const auto& row : study.at("rows")) EXPECT_EQ(row.at("repairable"), repairable.at(row.at("faults")));
}

TEST(PrintedShard, without_a_document_it_needs_a_directory) {
  const ToolResult result = run_tool({"yield", "{kind: srt2d, n: 3}", "--shard", "1/2"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--shard: there is no directory for results; add --out DIR, or --json to print them\n");
}

/// The values of options, as a command has them.
struct Given {
  bool flag = false;
  unsigned number = 0;
  std::vector<std::string> names;
  std::vector<std::string> settings;
  std::vector<double> reals;
  std::pair<std::int64_t, std::int64_t> pair;
  std::string input;

  bool operator==(const Given&) const = default;
};

std::unique_ptr<CLI::App> command_of(Given& given) {
  auto app = std::make_unique<CLI::App>();
  app->add_flag("--flag", given.flag);
  cli::add_integer(*app, "--number", IntegerRange{0, 100}, given.number, "a number");
  cli::add_names(*app, "--names", given.names, "names");
  cli::add_reals(*app, "--reals", {0, 1}, given.reals, "numbers");
  cli::add_pair(
      *app, "--pair", IntegerRange{1, 9},
      [&given](auto a, auto b) {
        given.pair = {a, b};
      },
      "a pair");
  app->add_option("--set", given.settings)->allow_extra_args(false);
  app->add_option("--out", given.input);
  app->add_option("INPUT");
  return app;
}

std::vector<std::string> reversed(std::vector<std::string> words) {
  return {words.rbegin(), words.rend()};
}

TEST(GivenOptions, read_again_they_are_the_same_values) {
  const std::vector<std::string> words = {
      "--flag",    "--number", "3",        "--number=17",         "in.yaml", "--names",  "a,b",
      "--names=c", "--reals",  "0.5,0.25", "--set=k={a: [1, 2]}", "--set",   "x.y=-1 2", "--pair",
      "2,7"};
  Given first, second;
  const auto app = command_of(first);
  app->parse(reversed(words));
  const std::vector<std::string> again = cli::given_options(*app, {});
  command_of(second)->parse(reversed(again));
  EXPECT_EQ(second.number, 17u);
  EXPECT_EQ(second.names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(second.reals, (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(second.pair, std::pair(std::int64_t{2}, std::int64_t{7}));
  EXPECT_EQ(second.settings, (std::vector<std::string>{"k={a: [1, 2]}", "x.y=-1 2"}));
  EXPECT_TRUE(second.flag);
}

TEST(GivenOptions, those_named_and_those_not_given_are_left_out) {
  Given given;
  const auto app = command_of(given);
  app->parse(reversed({"--out", "dir", "--flag", "in.yaml"}));
  EXPECT_EQ(cli::given_options(*app, std::vector<std::string>{"--out"}), std::vector<std::string>{"--flag"});
  EXPECT_EQ(cli::given_options(*app, {}), (std::vector<std::string>{"--flag", "--out=dir"}));
}

}  // namespace
}  // namespace kintsugi::test
