/// Runs tests each in a child of one process. A sanitized program takes long to start: so it starts once for many
/// tests, and each still has a process of its own.
///
/// Chosen    by --tests=PART/PARTS on the command line: of the tests that --gtest_filter takes, every PARTS-th, from
///           number PART on
/// Left out  those that match a line of the file in --without=FILE; those in --without-if-part=FILE too, unless the
///           whole of the tests is wanted (test_size.hpp)
/// Output    of a test only if it fails. Last come the lines "failed: NAME"
/// Time      a test is stopped after kSeconds, and has failed
/// Result    0 if every test passes, 1 if one fails or if there is none
#pragma once

#include <fnmatch.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {

class TestsApart {
 public:
  static constexpr unsigned kSeconds = 600;

  TestsApart(std::size_t part, std::size_t parts, std::string without = {})
      : part_(part), parts_(parts), without_(std::move(without)) {}

  /// Returns the part that the words ask for, if they do.
  static std::optional<TestsApart> asked_for(int argc, char** argv) {
    const std::string tests = value_of("--tests=", argc, argv);
    if (tests.empty()) return std::nullopt;
    std::istringstream text(tests);
    std::size_t part = 0;
    std::size_t parts = 0;
    char slash = 0;
    if (!(text >> part >> slash >> parts) || slash != '/' || !text.eof() || part >= parts) {
      throw std::invalid_argument("--tests=" + tests + ": expected --tests=PART/PARTS, parts from 0 on");
    }
    std::string without = patterns_in(value_of("--without=", argc, argv));
    if (!wants_whole()) without += patterns_in(value_of("--without-if-part=", argc, argv));
    return TestsApart(part, parts, std::move(without));
  }

  /// Returns the result of a test in the child, that of all tests in the process that was started.
  int run() const {
    const std::vector<std::string> names = chosen();
    std::vector<std::string> failed;
    for (const std::string& name : names) {
      std::cout.flush();
      const int output = memfd_create("output", 0);
      const pid_t child = fork();
      if (output < 0 || child < 0) throw std::runtime_error("no process for " + name);
      if (child == 0) return run_one(name, output);
      int status = 0;
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      if (status != 0) {
        failed.push_back(name);
        print(output);
        std::cout << name << (WIFSIGNALED(status) ? ": ended by signal " : ": ended with status ")
                  << (WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)) << '\n';
      }
      close(output);
    }
    std::cout << names.size() << " tests, " << failed.size() << " failed\n";
    for (const std::string& name : failed) std::cout << "failed: " << name << '\n';
    return failed.empty() && !names.empty() ? 0 : 1;
  }

 private:
  /// Returns what follows the option; empty without it.
  static std::string value_of(std::string_view option, int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      if (std::string_view(argv[i]).starts_with(option)) return argv[i] + option.size();
    }
    return {};
  }

  /// Returns the lines of a file, without comments, as patterns of GoogleTest: each with a ":" behind it.
  static std::string patterns_in(const std::string& path) {
    if (path.empty()) return {};
    std::ifstream file(path);
    if (!file) throw std::invalid_argument(path + ": cannot be read");
    std::string patterns;
    for (std::string line; std::getline(file, line);) {
      if (!line.empty() && line.front() != '#') patterns += line + ':';
    }
    return patterns;
  }

  static int run_one(const std::string& name, int output) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    alarm(kSeconds);
    testing::GTEST_FLAG(filter) = name;
    return RUN_ALL_TESTS();
  }

  static void print(int output) {
    lseek(output, 0, SEEK_SET);
    std::array<char, 65536> bytes;
    for (ssize_t count = 0; (count = read(output, bytes.data(), bytes.size())) > 0;)
      std::cout.write(bytes.data(), count);
  }

  std::vector<std::string> chosen() const {
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    std::vector<std::string> names;
    std::size_t number = 0;
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
      const testing::TestSuite& suite = *all.GetTestSuite(i);
      for (int j = 0; j < suite.total_test_count(); ++j) {
        std::string name = std::string(suite.name()) + '.' + suite.GetTestInfo(j)->name();
        if (name.find("DISABLED_") != std::string::npos || !passes_filter(name) || is_matched(name, without_)) continue;
        if (number++ % parts_ == part_) names.push_back(std::move(name));
      }
    }
    return names;
  }

  /// The filter has patterns, and after a "-" those of tests to leave out.
  static bool passes_filter(const std::string& name) {
    const std::string filter = testing::GTEST_FLAG(filter);
    const std::size_t minus = std::min(filter.find('-'), filter.size());
    const std::string taken = filter.substr(0, minus);
    return (taken.empty() || is_matched(name, taken)) &&
           !is_matched(name, filter.substr(std::min(minus + 1, filter.size())));
  }

  static bool is_matched(const std::string& name, const std::string& patterns) {
    std::istringstream all(patterns);
    for (std::string pattern; std::getline(all, pattern, ':');) {
      if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) return true;
    }
    return false;
  }

  std::size_t part_;
  std::size_t parts_;
  std::string without_;
};

}  // namespace kintsugi::test
