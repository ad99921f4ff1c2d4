// The commands on the pages work: the test runs every line of their fenced blocks that begins with the tool's path.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

const std::string kTool = "build/release/kintsugi ";

struct Command {
  std::string page;
  std::string line;
  int status = 0;  ///< what the page says, in a comment: "# exit status 1"
};

int promised_status(const std::string& line) {
  std::smatch found;
  return std::regex_search(line, found, std::regex("# exit status ([0-9])")) ? std::stoi(found[1]) : 0;
}

std::vector<Command> commands_of(const std::filesystem::path& page) {
  std::vector<Command> commands;
  std::ifstream file(page);
  bool fenced = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) fenced = !fenced;
    if (fenced && line.starts_with(kTool)) {
      commands.push_back({page.lexically_relative(source_directory()).string(), line, promised_status(line)});
    }
  }
  return commands;
}

std::vector<Command> all_commands() {
  std::vector<Command> commands = commands_of(source_directory() / "README.md");
  for (const std::string folder : {"models", "hw", "tb", "traces"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_directory() / folder)) {
      if (entry.path().filename() != "README.md") continue;
      std::ranges::move(commands_of(entry.path()), std::back_inserter(commands));
    }
  }
  return commands;
}

TEST(PagesSlow, commands_do_what_they_say) {
  const std::vector<Command> commands = all_commands();
  ASSERT_GE(commands.size(), 5u);
  for (const Command& command : commands) {
    const TemporaryDirectory out;
    std::filesystem::create_directories(out.path());
    std::string line = std::string(program_path()) + " " + command.line.substr(kTool.size());
    line = std::regex_replace(line, std::regex("--out out/[a-z0-9/]*"), "--out " + out.path().string());
    line = std::regex_replace(line, std::regex("(--plot|--svg) "), "$1 " + out.path().string() + '/');
    const ToolResult result = run_program({"sh", "-c", line});
    EXPECT_EQ(result.status, command.status) << command.page << ": " << command.line << "\n" << result.err;
  }
}

TEST(Pages, every_folder_has_one) {
  for (const std::string folder : {"models", "hw", "tb", "traces"}) {
    EXPECT_TRUE(std::filesystem::exists(source_directory() / folder / "README.md")) << folder;
  }
}

TEST(Pages, links_lead_to_files) {
  std::vector<std::filesystem::path> pages = {".github/CONTRIBUTING.md", ".github/CHANGELOG.md"};
  for (const std::string folder : {".", "models", "hw", "tb", "traces", "models/srt", "models/grid", "models/rdt",
                                   "models/sse", "models/mandala", "tb/bench"}) {
    pages.push_back(std::filesystem::path(folder) / "README.md");
  }
  for (const std::filesystem::path& name : pages) {
    const std::filesystem::path page = source_directory() / name;
    std::ifstream file(page);
    ASSERT_TRUE(file) << page;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::regex link("\\]\\(([^)#:]+)(#[^)]*)?\\)");
    for (std::sregex_iterator each(text.begin(), text.end(), link), end; each != end; ++each) {
      EXPECT_TRUE(std::filesystem::exists(page.parent_path() / (*each)[1].str())) << page << ": " << (*each)[1];
    }
  }
}

}  // namespace
}  // namespace kintsugi::test
