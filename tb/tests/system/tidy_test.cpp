// tb/tidy finds what it is for.
#include <gtest/gtest.h>

#include <fstream>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

/// Runs tb/tidy on one file with this text; nothing that it finds is kept.
ToolResult tidy(const std::string& text) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = directory.path() / "planted.cpp";
  std::ofstream(file) << text;
  return run_program({"env", "KINTSUGI_TIDY_CACHE=" + (directory.path() / "cache").string(),
                      (source_directory() / "tb/tidy").string(), file});
}

TEST(TidySlow, a_file_without_mistakes_passes) {
  const ToolResult result = tidy("#include <cstdint>\nstd::uint32_t first() { return 1; }\n");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.err.find("0 findings in 1 files"), std::string::npos) << result.err;
}

TEST(TidySlow, planted_mistakes_are_found) {
  const ToolResult result = tidy(
      "#include <string>\n"
      "#include <utility>\n"
      "#include \"models/network/types.hpp\"\n"
      "std::string BadName(std::string text) {\n"
      "  const std::string taken = std::move(text);\n"
      "  return taken + text;\n"
      "}\n"
      "unsigned long count(const std::string& list) {\n"
      "  unsigned long all = 0;\n"
      "  for (const std::string item : {list, list}) all += item.size();\n"
      "  return all;\n"
      "}\n");
  EXPECT_EQ(result.status, 1) << result.err;
  for (const char* check : {"planted.cpp:3:1: included header types.hpp is not used directly [misc-include-cleaner]",
                            "invalid case style for function 'BadName' [readability-identifier-naming]",
                            "[bugprone-use-after-move]", "[performance-for-range-copy]"}) {
    EXPECT_NE(result.out.find(check), std::string::npos) << check << " is not in:\n" << result.out;
  }
}

TEST(TidySlow, a_file_that_cannot_be_compiled_does_not_pass) {
  const ToolResult result = tidy("int first() { return missing; }\n");
  EXPECT_EQ(result.status, 1) << result.out << result.err;
  EXPECT_NE(result.out.find("missing"), std::string::npos) << result.out;
}

TEST(Tidy, an_argument_that_is_no_source_is_refused) {
  const std::string tidy = source_directory() / "tb/tidy";
  const ToolResult option = run_program({tidy, "--fast"});
  EXPECT_EQ(option.status, 1);
  EXPECT_EQ(option.err, "usage: tb/tidy [FILE...]\n");
  const ToolResult page = run_program({tidy, "README.md"});
  EXPECT_EQ(page.status, 1);
  EXPECT_NE(page.err.find("README.md: not a .hpp or .cpp file"), std::string::npos) << page.err;
}

}  // namespace
}  // namespace kintsugi::test
