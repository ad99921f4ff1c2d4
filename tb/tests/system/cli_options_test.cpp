// Every option of every command, as its help lists them: hostile values, the text of the help, its examples.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using Strings = std::vector<std::string>;

/// The commands with an input of which nothing is wrong, so that a refusal is about the option.
const std::map<std::string, Strings> kInputs = {
    {"demo", {}},
    {"run", {"{network: {kind: srt1d, n: 3}}"}},
    {"topo", {"{kind: srt2d, n: 2}"}},
    {"route", {"{kind: srt1d, n: 3}", "0", "5"}},
    {"prove", {"{network: {kind: srt1d, n: 3}}"}},
    {"repair", {"{network: {kind: srt2d, n: 2}, fabric: {}}"}},
    {"map", {"traces/maps/wafer.csv"}},
    {"convert", {"traces/foreign/camera.flows"}},
    {"check", {"{network: {kind: srt2d, n: 2}, fabric: {}}", "--plan", "{paths: []}"}},
    {"export", {"{network: {kind: srt2d, n: 2}, fabric: {}}"}},
    {"yield", {"{kind: srt2d, n: 2}"}},
    {"sweep", {"{base: {network: {kind: srt1d, n: 3}, traffic: {}}, axes: {router.vcs: [2, 4]}}"}},
    {"saturate", {"{network: {kind: srt1d, n: 3}, traffic: {}}"}},
    {"packets", {"traces/packets/ring.jsonl"}},
    {"diff", {"traces/packets/ring.jsonl", "traces/packets/ring.jsonl"}},
    {"explain", {"{network: {kind: srt1d, n: 3}, traffic: {}}", "--router", "0", "--cycle", "5"}},
    {"coverage", {"traces/coverage/torus.json"}},
    {"list", {}},
    {"new", {"mesh"}},
    {"workload", {"{name: barrier, ranks: 4}"}},
};

const Strings kHostile = {"", "nan", "inf", "-inf", "-1", "1e99", "99999999999999999999"};

/// Returns the values to try on the option of that number: half of them, in turn; a sanitizer tries one on each. With
/// KINTSUGI_WHOLE=1 they are all.
Strings to_try(const Strings& values, std::size_t option) {
  if (runs_whole_tests()) return values;
  Strings some;
  const std::size_t step = kSanitized ? values.size() : 2;  // for the next option the others
  for (std::size_t i = option % step; i < values.size(); i += step) some.push_back(values[i]);
  return some;
}

std::string help_of(const std::string& command) {
  return run_tool({command, "--help"}).out;
}

struct Option {
  std::string name;
  std::string value;  ///< "N"; "" for a flag
};

/// Returns the options that a help text lists: lines "  --name VALUE   what it does".
std::vector<Option> options_in(const std::string& help) {
  std::vector<Option> options;
  const std::regex row("^  (?:-h,)?(--[a-z-]+)(?: (\\S+))?(  .*)?$");
  for (const std::string& line : lines_of(help)) {
    std::smatch found;
    if (std::regex_match(line, found, row)) options.push_back({found[1], found[2]});
  }
  return options;
}

/// A directory, a file that is read and a router can have every name but the empty one; a prefix can be any identifier.
bool may_be_valid(const std::string& command, const Option& option, const std::string& value) {
  if (option.name == "--prefix") return value == "nan" || value == "inf";
  return (option.name == "--out" || option.name == "--certificate" || option.name == "--through" ||
          option.name == "--fill" || (command == "check" && option.value == "FILE")) &&
         !value.empty();
}

void expect_refusal(const std::string& command, const Option& option, const std::string& value) {
  Strings words = {"timeout", "10", program_path(), command};
  words = with(with(words, kInputs.at(command)), {option.name, value, "--json", "--quiet"});
  const ToolResult result = run_program(words);
  const std::string told = command + ' ' + option.name + " '" + value + "'\n" + result.err;
  EXPECT_EQ(result.status, 2) << told;
  EXPECT_NE(result.err.find(option.name), std::string::npos) << told;
  EXPECT_FALSE(std::regex_search(result.err, std::regex("[0-9]e[+-]?[0-9]+ to|to [0-9.]+e[+-]?[0-9]"))) << told;
  const auto document = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_TRUE(document.is_object() && document.contains("errors")) << told;
  EXPECT_FALSE(document["errors"].empty()) << told;
}

TEST(Options, that_take_a_value_refuse_hostile_ones_by_name) {
  std::size_t tried = 0;
  for (const auto& [command, input] : kInputs) {
    for (const Option& option : options_in(help_of(command))) {
      if (option.value.empty()) continue;
      for (const std::string& value : to_try(kHostile, tried)) {
        if (!may_be_valid(command, option, value)) expect_refusal(command, option, value);
      }
      ++tried;
    }
  }
  EXPECT_GE(tried, 30u) << "the help is read wrongly";
}

TEST(Options, that_are_flags_refuse_values) {
  std::size_t tried = 0;
  for (const auto& [command, input] : kInputs) {
    for (const Option& option : options_in(help_of(command))) {
      if (!option.value.empty()) continue;
      for (const std::string& value : to_try({"true", "1", "false", ""}, tried)) {
        const ToolResult result = run_tool(with({command, option.name + '=' + value}, input));
        EXPECT_EQ(result.status, 2) << command << ' ' << option.name;
        EXPECT_EQ(result.err, "kintsugi: " + option.name + " takes no value; leave out '=" + value + "'\n");
      }
      ++tried;
    }
  }
  EXPECT_GE(tried, 25u) << "the help is read wrongly";
}

Strings with_help() {
  Strings all = {"help"};
  for (const auto& [command, input] : kInputs) all.push_back(command);
  return all;
}

TEST(HelpText, is_at_most_a_hundred_columns_wide) {
  Strings texts = {run_tool({"--help"}).out};
  for (const std::string& command : with_help()) texts.push_back(help_of(command));
  for (const std::string& text : texts) {
    for (const std::string& line : lines_of(text)) EXPECT_LE(line.size(), 100u) << line;
  }
}

TEST(HelpText, ends_with_examples_pages_and_exit_statuses) {
  for (const std::string& command : with_help()) {
    const std::string help = help_of(command);
    const std::size_t examples = help.find("\nExamples:\n  kintsugi ");
    const std::size_t pages = help.find("\nPages:  ");
    const std::size_t statuses = help.find("\nExit status:\n  0     done");
    ASSERT_NE(examples, std::string::npos) << command;
    EXPECT_LT(examples, pages) << command;
    EXPECT_LT(pages, statuses) << command;
    EXPECT_TRUE(help.ends_with(
        "\n  stopped by SIGINT (Ctrl-C), SIGTERM, SIGHUP: the report says so; the shell sees 130, 143, 129\n"))
        << help;
  }
}

TEST(HelpText, names_pages_that_exist) {
  const std::regex page("[a-z/]+/README\\.md");
  for (const std::string& command : with_help()) {
    const std::string help = help_of(command);
    std::size_t pages = 0;
    for (std::sregex_iterator each(help.begin(), help.end(), page), end; each != end; ++each, ++pages) {
      EXPECT_TRUE(std::filesystem::exists(source_directory() / each->str())) << command << ": " << each->str();
    }
    EXPECT_GE(pages, 1u) << command;
  }
}

TEST(HelpText, says_the_default_or_the_range_of_every_number) {
  for (const auto& [command, input] : kInputs) {
    const std::string help = std::regex_replace(help_of(command), std::regex("\n +"), " ");
    for (const Option& option : options_in(help_of(command))) {
      if (option.value != "N" && option.value != "K" && option.value != "RATE" && option.value != "SHARE") continue;
      const std::string row = help.substr(help.find(option.name + ' ' + option.value));
      EXPECT_TRUE(
          std::regex_search(row.substr(0, 300), std::regex("\\((above )?[0-9.]+,? (up )?to [0-9.^]+( - 1)?[);]")))
          << row.substr(0, 300);
    }
  }
}

/// Returns the examples of a help text: the lines below "Examples:".
Strings examples_in(const std::string& help) {
  Strings examples;
  const Strings lines = lines_of(help);
  auto line = std::ranges::find(lines, "Examples:");
  for (; line != lines.end() && !line->empty(); ++line) {
    if (line->starts_with("  kintsugi")) examples.push_back(line->substr(2));
  }
  return examples;
}

TEST(HelpTextSlow, has_two_examples_that_work) {
  Strings texts = {run_tool({"--help"}).out};
  for (const std::string& command : with_help()) texts.push_back(help_of(command));
  for (const std::string& text : texts) {
    const Strings examples = examples_in(text);
    EXPECT_EQ(examples.size(), 2u) << text;
    for (const std::string& example : examples) {
      const TemporaryDirectory out;
      std::string line = program_path() + example.substr(std::string("kintsugi").size());
      line = std::regex_replace(line, std::regex(" out/"), ' ' + out.path().string() + '/');
      const ToolResult result = run_program({"sh", "-c", line});
      EXPECT_EQ(result.status, 0) << example << '\n' << result.err;
    }
  }
}

}  // namespace
}  // namespace kintsugi::test
