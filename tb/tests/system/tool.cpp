#include "tb/tests/system/tool.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <sstream>
#include <utility>

#include "tb/tool/cli/application.hpp"

namespace kintsugi::test {

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

using Argv = std::vector<char*>;  // ends with a null pointer
using Become = std::function<void(Argv& argv)>;

void execute(Argv& argv) {
  execvp(argv[0], argv.data());
  _exit(127);
}

/// Returns whether a command runs jobs: as processes of the program that it is.
bool starts_jobs(const std::vector<std::string>& arguments) {
  static const std::vector<std::string> words = {"sweep", "yield", "saturate", "--exhaustive"};
  return std::ranges::any_of(arguments,
                             [](const std::string& each) { return std::ranges::find(words, each) != words.end(); });
}

/// Slow tests start the program itself: those of the golden answers, of the pages, of what is installed. No sanitizer
/// runs them.
bool is_slow_test() {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) return true;
  const std::string name = std::string(test->test_suite_name()) + '.' + test->name();
  return name.find("Slow.") != std::string::npos || name.find(".slow_") != std::string::npos;
}

/// How long a child shows no progress: on a busy machine any command can take longer than a user's patience.
constexpr std::chrono::minutes kSilence{10};

/// Leaves without ending what the test has: taking all its tests apart in each child costs a sanitized one a tenth.
void be_the_tool(Argv& argv) {
  const int status = cli::run(static_cast<int>(argv.size()) - 1, argv.data(), kSilence);
  std::cout.flush();
  std::fflush(nullptr);
  _exit(status);
}

/// The output of the child is in files, so that it cannot block on a full pipe.
ToolResult run_child(std::vector<std::string> words, const Become& become) {
  Argv argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const TemporaryDirectory scratch;
  fs::create_directories(scratch.path());
  const fs::path out = scratch.path() / "out";
  const fs::path err = scratch.path() / "err";
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const bool ready = chdir(KINTSUGI_SOURCE_DIR) == 0 && dup2(creat(out.c_str(), 0600), STDOUT_FILENO) >= 0 &&
                       dup2(creat(err.c_str(), 0600), STDERR_FILENO) >= 0;
    if (ready) become(argv);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(out), content_of(err)};
}

}  // namespace

ToolResult run_tool(const std::vector<std::string>& arguments) {
  const bool as_child = !starts_jobs(arguments) && !is_slow_test();
  return run_child(with({program_path()}, arguments), as_child ? be_the_tool : execute);
}

ToolResult run_tool_with(void (*add)(), const std::vector<std::string>& arguments) {
  return run_child(with({program_path()}, arguments), [add](Argv& argv) {
    add();
    be_the_tool(argv);
  });
}

ToolResult run_program(const std::vector<std::string>& words) {
  return run_child(words, execute);
}

void reset_signals() {
  for (int each = 1; each < NSIG; ++each) signal(each, SIG_DFL);
}

const char* program_path() {
  return KINTSUGI_BINARY;
}

bool warnings_are_errors() {
  return KINTSUGI_WARNINGS_ARE_ERRORS;
}

fs::path source_directory() {
  return KINTSUGI_SOURCE_DIR;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(source_directory() / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The time is a part of the name because a whole check starts more processes than there are numbers for them: a
/// program that outlives its test can leave files in the directory of a process whose number comes again. The name is
/// short: a browser makes a socket far below, and the paths of sockets have 107 characters at most.
TemporaryDirectory::TemporaryDirectory() {
  static int count = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1);
  std::ostringstream name;
  name << "kintsugi_" << getpid() << '_' << count++ << '_' << std::hex << (now & 0xffffffff);
  path_ = fs::temp_directory_path() / name.str();
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<std::string> TemporaryDirectory::files() const {
  std::vector<std::string> names;
  if (!fs::exists(path_)) return names;
  for (const auto& entry : fs::directory_iterator(path_)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::string TemporaryDirectory::read(const std::string& name) const {
  return content_of(path_ / name);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace kintsugi::test
