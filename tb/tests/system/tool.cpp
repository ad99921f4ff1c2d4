#include "tb/tests/system/tool.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>

namespace kintsugi::test {

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Executes the program with its output in files, so that it cannot block on a full pipe.
[[noreturn]] void become_program(std::vector<std::string> words, const fs::path& out, const fs::path& err) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const bool ready = chdir(KINTSUGI_SOURCE_DIR) == 0 && dup2(creat(out.c_str(), 0600), STDOUT_FILENO) >= 0 &&
                     dup2(creat(err.c_str(), 0600), STDERR_FILENO) >= 0;
  if (ready) execvp(argv[0], argv.data());
  _exit(127);
}

}  // namespace

ToolResult run_tool(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {program_path()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_program(words);
}

ToolResult run_program(const std::vector<std::string>& words) {
  const TemporaryDirectory scratch;
  fs::create_directories(scratch.path());
  const fs::path out = scratch.path() / "out";
  const fs::path err = scratch.path() / "err";
  const pid_t child = fork();
  if (child == 0) become_program(words, out, err);
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(out), content_of(err)};
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
/// program that outlives its test can leave files in the directory of a process whose number comes again.
TemporaryDirectory::TemporaryDirectory() {
  static int count = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  path_ = fs::temp_directory_path() /
          ("kintsugi_" + std::to_string(getpid()) + '_' + std::to_string(count++) + '_' + std::to_string(now));
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
