// The table of the papers in models/README.md: every item has a command that works, and says what came out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

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

/// Returns the rows of the tables below the heading, without those that head them.
std::vector<Cells> rows_of(const std::string& page) {
  std::vector<Cells> rows;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("## ")) inside = line == kHeading;
    if (!inside || !line.starts_with("| ") || line.find(" | command | printed |") != std::string::npos) continue;
    rows.push_back(cells_of(line));
  }
  return rows;
}

std::vector<Cells> item_rows() {
  return rows_of(text_of("models/README.md"));
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
  const std::vector<Cells> rows = item_rows();
  EXPECT_GE(rows.size(), 45u);
  for (const Cells& row : rows) EXPECT_EQ(mistake_in(row), "") << row.front();
}

TEST(Papers, a_row_without_a_command_or_a_verdict_is_seen) {
  EXPECT_EQ(mistake_in({"theorem 2", "`kintsugi list`", "met"}), "");
  EXPECT_EQ(mistake_in({"theorem 2", "", "met"}), "has no single command");
  EXPECT_EQ(mistake_in({"theorem 2", "`kintsugi list`, `kintsugi demo`", "met"}), "has no single command");
  EXPECT_EQ(mistake_in({"theorem 2", "`kintsugi list`", "?"}), "does not say whether the printed figure is met");
  EXPECT_EQ(mistake_in(cells_of("| theorem 2 | `kintsugi list` |")), "has 2 cells");
  EXPECT_TRUE(rows_of("## Other\n| theorem 2 | `kintsugi list` | met |\n").empty());
}

TEST(PapersSlow, every_command_works) {
  std::set<std::string> commands;
  for (const Cells& row : item_rows()) commands.insert(row.at(1).substr(1, row.at(1).size() - 2));
  for (const std::string& command : commands) {
    const std::string line = std::string(program_path()) + ' ' + command.substr(kTool.size()) + " --quiet";
    const ToolResult result = run_program({"sh", "-c", line});
    EXPECT_EQ(result.status, 0) << command << "\n" << result.err;
  }
}

}  // namespace
}  // namespace kintsugi::test
