/// Runs the built program as a user would.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {

struct ToolResult {
  int status = -1;  ///< exit status; -1 when the program did not exit by itself
  std::string out;  ///< standard output
  std::string err;  ///< standard error
};

/// `kintsugi` with these arguments, in the source directory. Starting a program takes as long as most commands do: so
/// in a fast test a child of the test, which has the same code, does what the program would, unless it starts jobs.
ToolResult run_tool(const std::vector<std::string>& arguments);

/// A program like `kintsugi` to which a caller adds something of its own before it begins: a child of the test.
ToolResult run_tool_with(void (*add)(), const std::vector<std::string>& arguments);

/// Options that evaluate the modules in other ways than the default; the output must be the same.
inline const std::vector<std::vector<std::string>> kOtherWaysToRun = {
    {"--schedule", "process"}, {"--schedule", "always"}, {"--threads", "2"}, {"--threads", "3"}};

/// Returns the first ways, all if none are said, in which a test is to run a scenario besides the default. A sanitizer
/// finds nothing new in the fifth run of one scenario: with it, this is one way, another one for every turn.
inline std::span<const std::vector<std::string>> other_ways_to_run(std::size_t turn = 0,
                                                                   std::size_t first = kOtherWaysToRun.size()) {
  const std::span<const std::vector<std::string>> ways = std::span(kOtherWaysToRun).first(first);
  return kSanitized ? ways.subspan(turn % first, 1) : ways;
}

/// Returns the arguments with more appended.
inline std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// Returns the top of the checkout.
std::filesystem::path source_directory();
/// Returns the whole text of a file; a relative path is one below the top of the project.
std::string text_of(const std::filesystem::path& file);
/// Has the process end by every signal, as one from a terminal: a shell that starts tests in the background has some
/// ignored.
void reset_signals();
/// Returns the program under test.
const char* program_path();
/// Returns whether this build makes errors of warnings, as the check does: then programs of users are built so too.
bool warnings_are_errors();

/// Runs a program of the system, output and all as for run_tool; the first word is its name, found by PATH.
ToolResult run_program(const std::vector<std::string>& words);

/// A directory that is removed at the end; it is made when the first file is written.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Returns the names of its files, ascending.
  std::vector<std::string> files() const;
  std::string read(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

std::vector<std::string> lines_of(const std::string& text);

}  // namespace kintsugi::test
