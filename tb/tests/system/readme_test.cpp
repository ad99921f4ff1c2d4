// The commands on the pages work: the test runs every line of their fenced blocks that begins with the tool's path.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <regex>
#include <set>

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

/// The pages of the project.
std::vector<std::filesystem::path> all_pages() {
  std::vector<std::filesystem::path> pages = {
      source_directory() / "README.md", source_directory() / ".github" / "CONTRIBUTING.md",
      source_directory() / ".github" / "CHANGELOG.md", source_directory() / ".github" / "GALLERY.md",
      source_directory() / ".github" / "COMPARED.md"};
  for (const std::string folder : {"models", "hw", "tb", "traces"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_directory() / folder)) {
      if (entry.path().filename() == "README.md") pages.push_back(entry.path());
    }
  }
  return pages;
}

std::vector<Command> all_commands() {
  std::vector<Command> commands;
  for (const auto& page : all_pages()) std::ranges::move(commands_of(page), std::back_inserter(commands));
  return commands;
}

/// The anchors of the headings of a page: "## The networks compared" has "the-networks-compared".
std::set<std::string> anchors_of(const std::string& text) {
  std::set<std::string> anchors;
  const std::regex heading("(^|\n)#+ ([^\n]*)");
  for (std::sregex_iterator each(text.begin(), text.end(), heading), end; each != end; ++each) {
    std::string anchor;
    for (const char c : (*each)[2].str()) {
      if (c == ' ') anchor += '-';
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') {
        anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
    }
    anchors.insert(anchor);
  }
  return anchors;
}

TEST(PagesSlow, commands_do_what_they_say) {
  const std::vector<Command> commands = all_commands();
  ASSERT_GE(commands.size(), 5u);
  std::map<std::string, TemporaryDirectory>
      directories;  // a command can read what an earlier one of its page has written
  for (const Command& command : commands) {
    const TemporaryDirectory& out = directories[command.page];
    std::filesystem::create_directories(out.path());
    std::string line = std::string(program_path()) + " " + command.line.substr(kTool.size());
    line = std::regex_replace(line, std::regex("--out out/[a-z0-9/]*"), "--out " + out.path().string());
    line =
        std::regex_replace(line, std::regex("--bitstream out/[a-z0-9]*/"), "--bitstream " + out.path().string() + '/');
    line = std::regex_replace(line, std::regex("(--plot|--svg|--states) "), "$1 " + out.path().string() + '/');
    const ToolResult result = run_program({"sh", "-c", line});
    EXPECT_EQ(result.status, command.status) << command.page << ": " << command.line << "\n" << result.err;
  }
}

TEST(Pages, every_folder_has_one) {
  for (const std::string folder : {"models", "hw", "hw/rtl", "tb", "traces", "tb/bench", "tb/tool/scenario",
                                   "tb/tool/run", "tb/tool/sweep", "tb/tool/picture", "tb/tool/states", "tb/tool/cli",
                                   "tb/install", "tb/mpi", "tb/testbench", "tb/examples", "tb/tutorial"}) {
    EXPECT_TRUE(std::filesystem::exists(source_directory() / folder / "README.md")) << folder;
  }
}

TEST(Pages, the_page_of_the_testbench_has_every_room_of_the_tool) {
  const std::string page = text_of(source_directory() / "tb" / "README.md");
  for (const auto& room : std::filesystem::directory_iterator(source_directory() / "tb" / "tool")) {
    const std::string name = room.path().filename().string();
    EXPECT_NE(page.find("**`" + name + "/`**"), std::string::npos) << name;
  }
}

TEST(Pages, links_lead_to_files_and_headings) {
  std::size_t anchors = 0;
  for (const auto& page : all_pages()) {
    const std::string text = text_of(page);
    ASSERT_FALSE(text.empty()) << page;
    const std::regex link("\\]\\(([^)#:]*)(#([^)]*))?\\)");
    for (std::sregex_iterator each(text.begin(), text.end(), link), end; each != end; ++each) {
      const std::filesystem::path target = (*each)[1].length() == 0 ? page : page.parent_path() / (*each)[1].str();
      EXPECT_TRUE(std::filesystem::exists(target)) << page << ": " << (*each)[0];
      if (!(*each)[3].matched) continue;
      EXPECT_TRUE(anchors_of(text_of(target)).contains((*each)[3])) << page << ": " << (*each)[0];
      ++anchors;
    }
  }
  EXPECT_GE(anchors, 3u);
}

}  // namespace
}  // namespace kintsugi::test
