#include "tb/tests/system/browser.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {

namespace {

using nlohmann::json;

/// Both ends, which no other child of the process gets.
std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe for the browser's driver");
  return ends;
}

std::string read_line(std::FILE* file) {
  char* line = nullptr;
  std::size_t size = 0;
  const ssize_t length = getline(&line, &size, file);
  const std::unique_ptr<char, decltype(&std::free)> owner(line, &std::free);
  return length < 0 ? std::string() : std::string(line, static_cast<std::size_t>(length));
}

}  // namespace

Browser::Browser() {
  const std::array<int, 2> tasks = make_pipe();
  const std::array<int, 2> visits = make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, tasks[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, visits[1], STDOUT_FILENO);
  std::string file = (source_directory() / "tb/tests/system/browser/drive.py").string();
  std::array<std::string, 2> words = {"python3", "-B"};
  const std::array<char*, 4> argv = {words[0].data(), words[1].data(), file.data(), nullptr};
  const int error = posix_spawnp(&driver_, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(tasks[0]);
  close(visits[1]);
  tasks_ = fdopen(tasks[1], "w");
  visits_ = fdopen(visits[0], "r");
  if (error == 0) return;
  std::fclose(tasks_);
  std::fclose(visits_);
  throw std::runtime_error("pages are tested by python3: apt-get install python3");
}

Browser::~Browser() {
  std::fclose(tasks_);
  std::fclose(visits_);
  waitpid(driver_, nullptr, 0);
}

Visit Browser::try_visit(const json& steps, json task) {
  task["steps"] = steps;
  std::fputs((task.dump() + '\n').c_str(), tasks_);
  std::fflush(tasks_);
  const std::string found = read_line(visits_);
  if (found.empty()) throw std::runtime_error("the browser's driver has failed: see standard error");
  return json::parse(found);
}

namespace {

std::unique_ptr<Browser>& browser_of_all() {
  static std::unique_ptr<Browser> browser;
  return browser;
}

/// Ends the browser after the last test, while its time still counts for the tests.
class BrowserEnd : public testing::Environment {
  void TearDown() override { browser_of_all().reset(); }
};
[[maybe_unused]] const testing::Environment* const kBrowserEnd = testing::AddGlobalTestEnvironment(new BrowserEnd);

}  // namespace

Visit try_visit(const json& steps, const json& task) {
  if (!browser_of_all()) browser_of_all() = std::make_unique<Browser>();
  return browser_of_all()->try_visit(steps, task);
}

Visit visit(const json& steps, const json& task) {
  Visit found = try_visit(steps, task);
  if (!found.at("failure").is_null()) {
    throw std::runtime_error(found["failure"].get<std::string>() + "\n" + found["complaints"].dump());
  }
  return found;
}

}  // namespace kintsugi::test
