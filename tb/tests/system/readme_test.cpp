// The commands on the pages work: the test runs every line of their fenced blocks that begins with the tool's path.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <set>

#include "tb/tests/system/page_commands.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

/// Returns the pages that have commands.
std::vector<std::string> pages_with_commands() {
  std::set<std::string> pages;
  for (const PageCommand& command : commands_of_pages()) pages.insert(command.page);
  return {pages.begin(), pages.end()};
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

/// Runs the commands of a page: one can read what an earlier one has written.
void expect_what_they_say(const std::string& page) {
  SCOPED_TRACE(page);
  const TemporaryDirectory out;
  std::filesystem::create_directories(out.path());
  const std::string into = out.path().string();
  for (const PageCommand& command : commands_of_pages()) {
    if (command.page != page) continue;
    std::string line = std::string(program_path()) + " " + without_tables_of_other_tests(command.words);
    line = std::regex_replace(line, std::regex("--out out/[a-z0-9/]*"), "--out " + into);
    line = std::regex_replace(line, std::regex("(--bitstream|--waves) out/[a-z0-9]*/"), "$1 " + into + '/');
    line = std::regex_replace(line, std::regex("(--plot|--svg|--states|--coverage) "), "$1 " + into + '/');
    line = std::regex_replace(line, std::regex("=\\$PWD/"), '=' + into + '/');
    if (command.words.starts_with("coverage ")) {
      line = std::regex_replace(line, std::regex(" ([a-z]+[.]json)"), ' ' + into + "/$1");
    }
    if (command.words.starts_with("diff ")) {
      line = std::regex_replace(line, std::regex(" out/[a-z0-9]*/"), ' ' + into + '/');
    }
    const ToolResult result = run_program({"sh", "-c", line});
    EXPECT_EQ(result.status, command.status) << command.words << "\n" << result.err;
  }
}

/// The pages are dealt out to parts by number: to name them, every program of tests would have to read all pages when
/// it starts.
class PagesSlow : public testing::TestWithParam<std::size_t> {
 public:
  static constexpr std::size_t kParts = 6;
};

TEST_P(PagesSlow, commands_do_what_they_say) {
  const std::vector<std::string> pages = pages_with_commands();
  for (std::size_t i = GetParam(); i < pages.size(); i += kParts) expect_what_they_say(pages[i]);
}

INSTANTIATE_TEST_SUITE_P(Part, PagesSlow, testing::Range<std::size_t>(0, PagesSlow::kParts));

TEST(Pages, enough_of_them_have_commands_and_tables_of_another_test_are_left_out) {
  EXPECT_GE(pages_with_commands().size(), 10u);
  EXPECT_GE(commands_of_pages().size(), 100u);
  EXPECT_EQ(without_tables_of_other_tests("topo '{kind: srt1d, n: 4}' --paper --json"),
            "topo '{kind: srt1d, n: 4}' --json");
  EXPECT_EQ(without_tables_of_other_tests("topo '{kind: mandala, ports: 4, levels: 2}' --paper"),
            "topo '{kind: mandala, ports: 4, levels: 2}' --paper");
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
