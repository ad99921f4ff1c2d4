/// Runs the tests of a program, and writes how much processor time each takes: after a test it appends the line
/// "NAME SECONDS" to the file that the variable KINTSUGI_TEST_TIMES names. Without the variable it writes nothing. The
/// time is that of the process and of the processes that it has waited for. The start of the process counts for its
/// first test. What tests of a process share, and is ended after them, has a line of its own: "SUITE.shared SECONDS".
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "tb/tests/unit/tests_apart.hpp"

namespace kintsugi::test {

class TestTimes : public testing::EmptyTestEventListener {
 public:
  explicit TestTimes(std::string file) : file_(std::move(file)) {}

  void OnTestEnd(const testing::TestInfo& test) override {
    suite_ = test.test_suite_name();
    note(suite_ + '.' + test.name());
  }

  void OnEnvironmentsTearDownEnd(const testing::UnitTest& /*tests*/) override {
    if (used() - before_ > 1) note(suite_ + ".shared");
  }

 private:
  void note(const std::string& name) {
    const double now = used();
    // one write of a short line: tests that end at the same time do not mix their lines
    const std::string line = name + ' ' + std::to_string(now - before_) + '\n';
    std::ofstream(file_, std::ios::app) << line << std::flush;
    before_ = now;
  }

  static double used() { return used(RUSAGE_SELF) + used(RUSAGE_CHILDREN); }

  static double used(int who) {
    rusage usage{};
    getrusage(who, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }

  std::string file_;
  std::string suite_;  ///< of the last test
  double before_ = 0;
};

/// Reads the options of a program of tests, and has the times written that are asked for.
inline void begin_tests(int& argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* file = std::getenv("KINTSUGI_TEST_TIMES");
  if (file != nullptr) testing::UnitTest::GetInstance()->listeners().Append(new TestTimes(file));
}

/// Runs the tests that the options take.
inline int run_tests(int argc, char** argv) {
  const std::optional<TestsApart> apart = TestsApart::asked_for(argc, argv);
  return apart ? apart->run() : RUN_ALL_TESTS();
}

}  // namespace kintsugi::test
