// The tutorial is followed as it is written, in a directory of its own: every command, and what it prints. The pictures
// of the pages are those that the tool draws.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

/// A command of a page, with the lines that the page prints below it. A line "..." stands for any number of lines.
struct Step {
  std::string command;
  Strings printed;
};

/// The steps are in the fenced blocks: a line that begins with "$ ", then what it prints.
std::vector<Step> steps_of(const std::string& page) {
  std::vector<Step> steps;
  bool fenced = false, in_step = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("```")) {
      fenced = !fenced;
      in_step = false;
    } else if (fenced && line.starts_with("$ ")) {
      steps.push_back({line.substr(2), {}});
      in_step = true;
    } else if (fenced && in_step) {
      steps.back().printed.push_back(line);
    }
  }
  return steps;
}

/// Returns whether the lines are those of the page, from the numbers on.
bool matches(const Strings& page, const Strings& lines, std::size_t i = 0, std::size_t j = 0) {
  if (i == page.size()) return j == lines.size();
  if (page[i] == "...") {
    for (std::size_t next = j; next <= lines.size(); ++next) {
      if (matches(page, lines, i + 1, next)) return true;
    }
    return false;
  }
  return j < lines.size() && page[i] == lines[j] && matches(page, lines, i + 1, j + 1);
}

/// A directory that looks like a clone in which the program has been built.
class Clone {
 public:
  Clone() {
    fs::create_directories(directory_.path() / "build" / "release");
    fs::create_symlink(program_path(), directory_.path() / "build" / "release" / "kintsugi");
    for (const char* house : {"hw", "models", "tb", "traces"}) {
      fs::create_directory_symlink(source_directory() / house, directory_.path() / house);
    }
  }
  ToolResult run(const std::string& command) const {
    return run_program({"sh", "-c", "cd '" + directory_.path().string() + "' && " + command});
  }

 private:
  TemporaryDirectory directory_;
};

TEST(TutorialSlow, followed_literally_prints_what_it_says) {
  const Clone clone;
  const std::vector<Step> steps = steps_of(text_of("tb/tutorial/README.md"));
  ASSERT_GE(steps.size(), 8u);
  for (const Step& step : steps) {
    const ToolResult result = clone.run(step.command);
    EXPECT_EQ(result.status, 0) << step.command << '\n' << result.err;
    EXPECT_TRUE(matches(step.printed, lines_of(result.out))) << step.command << " prints\n" << result.out;
  }
}

TEST(FirstScreenSlow, prints_what_the_demo_prints) {
  const Clone clone;
  const std::vector<Step> steps = steps_of(text_of("README.md"));
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].command, "tb/demo");
  EXPECT_NE(text_of("tb/demo").find("exec build/release/kintsugi demo --out out/demo \"$@\""), std::string::npos);
  const ToolResult result = clone.run("build/release/kintsugi demo --out out/demo --quiet");
  EXPECT_TRUE(matches(steps[0].printed, lines_of(result.out))) << result.out;
}

TEST(Tutorial, a_line_too_many_too_few_or_another_one_is_found) {
  const Strings printed = {"a", "b", "c"};
  EXPECT_TRUE(matches({"a", "b", "c"}, printed));
  EXPECT_TRUE(matches({"a", "..."}, printed));
  EXPECT_TRUE(matches({"...", "c"}, printed));
  EXPECT_FALSE(matches({"a", "b"}, printed));
  EXPECT_FALSE(matches({"a", "b", "c", "d"}, printed));
  EXPECT_FALSE(matches({"a", "...", "d"}, printed));
  EXPECT_FALSE(matches({}, printed));
}

/// A picture of a page: the part of what a command draws.
struct Shown {
  std::string file;  ///< below .github
  Strings command;   ///< the name of the picture follows
  std::string size;  ///< and part, as attributes of the picture; empty: the whole
};

void PrintTo(const Shown& shown, std::ostream* out) {
  *out << shown.file;
}

class PagePicture : public testing::TestWithParam<Shown> {};

/// KINTSUGI_GOLDEN=refresh writes it anew.
TEST_P(PagePicture, is_what_the_tool_draws) {
  const Shown& shown = GetParam();
  const TemporaryDirectory out;
  const std::string drawn = out.path().string() + "/drawn.svg";
  const ToolResult result = run_tool(with(shown.command, {drawn}));
  ASSERT_EQ(result.status, 0) << result.err;
  std::string picture = out.read("drawn.svg");
  if (!shown.size.empty()) {
    picture = std::regex_replace(picture, std::regex("width=\"\\d+\" height=\"\\d+\" viewBox=\"[^\"]*\""), shown.size,
                                 std::regex_constants::format_first_only);
  }
  const fs::path file = source_directory() / ".github" / shown.file;
  const char* wanted = std::getenv("KINTSUGI_GOLDEN");
  if (wanted != nullptr && std::string(wanted) == "refresh") std::ofstream(file, std::ios::binary) << picture;
  EXPECT_TRUE(text_of(file) == picture) << file << " is not what the tool draws; set KINTSUGI_GOLDEN=refresh";
}

INSTANTIATE_TEST_SUITE_P(
    Pages, PagePicture,
    testing::Values(
        Shown{"healed.svg",
              {"repair",
               "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[0, 2], [1, 0], [1, 2], [2, 1], [2, 3], "
               "[2, 5], [5, 3]]}}",
               "--svg"},
              "width=\"800\" height=\"400\" viewBox=\"12 96 950 484\""},
        Shown{"gallery/route.svg",
              {"route", "{kind: srt2d, n: 3}", "x1.y1", "x6.y3", "--routing", "minimal-adaptive", "--all", "--svg"},
              ""},
        Shown{"gallery/detour.svg",
              {"route",
               "{network: {kind: mesh, sides: [7, 5]}, router: {routing: around}, defects: {pe: [17], link: "
               "[[9, 10]]}}",
               "x1.y2", "x5.y2", "--svg"},
              ""},
        Shown{"gallery/mandala.svg", {"topo", "{kind: mandala, ports: 4, levels: 3}", "--svg"}, ""},
        Shown{"gallery/array.svg",
              {"repair", "{network: {kind: sse, n: 4, scheme: ksft2, k: 2}, defects: {pe: [4, 7]}}", "--svg"},
              ""}),
    [](const testing::TestParamInfo<Shown>& tested) {
      return std::regex_replace(tested.param.file, std::regex("[^a-z]"), "_");
    });

}  // namespace
}  // namespace kintsugi::test
