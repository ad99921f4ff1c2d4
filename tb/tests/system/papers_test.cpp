// The table of the papers in models/README.md: every item has a command that works, and says what came out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "tb/tests/system/page_commands.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

const std::string kHeading = "## The papers, item by item";
const std::string kTool = "kintsugi ";

using Cells = std::vector<std::string>;

/// Splits "| a | b | c |" at its bars.
Cells cells_of(const std::string& line) {
  Cells cells;
  std::size_t begin = 2;
  for (std::size_t end; (end = line.find(" |", begin)) != std::string::npos; begin = end + 3) {
    cells.push_back(line.substr(begin, end - begin));
  }
  return cells;
}

/// The rows of each paper, by the head of its table.
using Papers = std::vector<std::pair<std::string, std::vector<Cells>>>;

/// Returns the papers below the heading, with the rows of their tables.
Papers papers_of(const std::string& page) {
  Papers papers;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("## ")) inside = line == kHeading;
    if (!inside || !line.starts_with("| ")) continue;
    const Cells cells = cells_of(line);
    if (line.find(" | command | printed |") != std::string::npos) {
      papers.emplace_back(cells.front(), std::vector<Cells>{});
    } else {
      papers.back().second.push_back(cells);
    }
  }
  return papers;
}

Papers all_papers() {
  return papers_of(text_of("models/README.md"));
}

/// Returns what is wrong with a row; empty if nothing is.
std::string mistake_in(const Cells& row) {
  constexpr std::array<const char*, 4> kVerdicts{"met", "not met", "corrected", "curves"};
  if (row.size() != 3) return "has " + std::to_string(row.size()) + " cells";
  if (row[0].empty()) return "has no item";
  const std::string& command = row[1];
  if (!command.starts_with('`' + kTool) || std::ranges::count(command, '`') != 2 || !command.ends_with('`')) {
    return "has no single command";
  }
  const bool judged = std::ranges::any_of(kVerdicts, [&](const char* verdict) { return row[2].starts_with(verdict); });
  return judged ? "" : "does not say whether the printed figure is met";
}

TEST(Papers, every_item_has_a_command_and_says_what_came_out) {
  std::size_t items = 0;
  const Papers papers = all_papers();
  for (const auto& [paper, rows] : papers) {
    for (const Cells& row : rows) EXPECT_EQ(mistake_in(row), "") << row.front();
    items += rows.size();
  }
  EXPECT_GE(items, 45u);
}

TEST(Papers, a_row_without_a_command_or_a_verdict_is_seen) {
  EXPECT_EQ(mistake_in({"theorem 2", "`kintsugi list`", "met"}), "");
  EXPECT_EQ(mistake_in({"theorem 2", "", "met"}), "has no single command");
  EXPECT_EQ(mistake_in({"theorem 2", "`kintsugi list`, `kintsugi demo`", "met"}), "has no single command");
  EXPECT_EQ(mistake_in({"theorem 2", "`kintsugi list`", "?"}), "does not say whether the printed figure is met");
  EXPECT_EQ(mistake_in(cells_of("| theorem 2 | `kintsugi list` |")), "has 2 cells");
  EXPECT_TRUE(papers_of("## Other\n| theorem 2 | `kintsugi list` | met |\n").empty());
}

class PapersSlow : public testing::TestWithParam<std::size_t> {};

TEST_P(PapersSlow, every_command_works) {
  std::set<std::string> commands;
  const Papers papers = all_papers();
  for (const Cells& row : papers.at(GetParam()).second) {
    commands.insert(row.at(1).substr(1 + kTool.size(), row.at(1).size() - 2 - kTool.size()));
  }
  // another test runs those that stand in a block of a page too
  for (const PageCommand& command : commands_of_pages()) commands.erase(command.words);
  for (const std::string& command : commands) {
    const std::string line = std::string(program_path()) + ' ' + without_tables_of_other_tests(command) + " --quiet";
    const ToolResult result = run_program({"sh", "-c", line});
    EXPECT_EQ(result.status, 0) << command << "\n" << result.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Paper, PapersSlow, testing::Range<std::size_t>(0, 5));

TEST(Papers, are_five) {
  EXPECT_EQ(all_papers().size(), 5u);
}

}  // namespace
}  // namespace kintsugi::test
