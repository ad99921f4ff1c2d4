// Completion in the shells: what it offers is what the program says in its help.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/scenario/reader.hpp"

namespace kintsugi::test {
namespace {

using Words = std::set<std::string>;

/// What bash offers for the last of these words, which follow the name of the program.
Words offered(const std::vector<std::string>& words) {
  const std::string ask =
      "source tb/install/completion/kintsugi.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
      "_kintsugi; printf '%s\\n' \"${COMPREPLY[@]}\"";
  const ToolResult result = run_program(with({"bash", "-c", ask, "bash", program_path()}, words));
  EXPECT_EQ(result.err, "");
  const std::vector<std::string> lines = lines_of(result.out);
  return {lines.begin(), lines.end()};
}

/// The words that a group of the expression finds in the help.
Words in_help(const std::vector<std::string>& arguments, const std::string& expression) {
  const std::string help = run_tool(arguments).out;
  const std::regex regex(expression);
  Words words;
  for (std::sregex_iterator each(help.begin(), help.end(), regex), end; each != end; ++each) words.insert((*each)[1]);
  return words;
}

Words commands() {
  return in_help({"help"}, "\n  ([a-z]+)   +[a-z]");
}

TEST(Completion, offers_all_commands) {
  ASSERT_GE(commands().size(), 10u);
  Words all = commands();
  Words topics = all;
  for (const Term& section : section_terms()) topics.insert(section.name);
  EXPECT_EQ(offered({"help", ""}), topics);
  all.insert({"--help", "--version"});
  EXPECT_EQ(offered({""}), all);
  EXPECT_EQ(offered({"sa"}), Words{"saturate"});
}

TEST(Completion, offers_all_options_of_every_command) {
  for (const std::string& command : commands()) {
    const Words options = in_help({"help", command}, "\n  (?:-h,)?(--[a-z-]+)");
    ASSERT_TRUE(options.contains("--help")) << command;
    EXPECT_EQ(offered({command, "-"}), options) << command;
  }
}

TEST(Completion, offers_files_as_input) {
  EXPECT_EQ(offered({"run", "--quiet", "traces/demo"}), Words{"traces/demo.yaml"});
}

}  // namespace
}  // namespace kintsugi::test
