// The commands on the pages work: the test runs every line of their fenced blocks that begins with the tool's path.
#include <gtest/gtest.h>

#include <algorithm>
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
  const PageLinks links = links_of(all_pages());
  EXPECT_EQ(links.dead, std::vector<std::string>());
  EXPECT_GE(links.headings, 3u);
}

TEST(Pages, a_link_to_no_file_or_to_no_heading_is_named) {
  const TemporaryDirectory folder;
  std::filesystem::create_directories(folder.path());
  const std::filesystem::path page = folder.path() / "README.md";
  std::ofstream(page) << "# One heading\n[there](README.md#one-heading) [file](gone.md) [heading](#two)\n";
  EXPECT_EQ(links_of({page}).dead,
            (std::vector<std::string>{page.string() + ": ](gone.md)", page.string() + ": ](#two)"}));
}

}  // namespace
}  // namespace kintsugi::test
