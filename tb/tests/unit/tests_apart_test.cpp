// Tests in children of one process: each is alone, and one that fails, in whatever way, is named.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "tb/tests/unit/tests_apart.hpp"

namespace kintsugi::test {
namespace {

/// Tests of a program that is started below; they do nothing otherwise.
class TestsApartPlanted : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("KINTSUGI_PLANTED") == nullptr) GTEST_SKIP();
  }
  static int runs_in_this_process;
};
int TestsApartPlanted::runs_in_this_process = 0;

TEST_F(TestsApartPlanted, first_in_its_process) {
  EXPECT_EQ(++runs_in_this_process, 1);
  std::puts("what a test that passes prints");
}
TEST_F(TestsApartPlanted, first_in_its_process_too) {
  EXPECT_EQ(++runs_in_this_process, 1);
}
TEST_F(TestsApartPlanted, fails) {
  FAIL() << "as planted";
}
TEST_F(TestsApartPlanted, ends_by_a_signal) {
  std::abort();
}

struct Result {
  int status = 0;
  std::string out;
};

std::string this_program() {
  std::array<char, 4096> path{};
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  return {path.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

/// Runs planted tests in this program, started again.
Result run_planted(const std::string& options) {
  setenv("KINTSUGI_PLANTED", "1", 1);
  unsetenv("KINTSUGI_TEST_TIMES");
  std::FILE* const pipe = popen((this_program() + " " + options + " 2>&1").c_str(), "r");
  unsetenv("KINTSUGI_PLANTED");
  Result result;
  std::array<char, 4096> bytes;
  for (std::size_t count = 0; (count = std::fread(bytes.data(), 1, bytes.size(), pipe)) > 0;) {
    result.out.append(bytes.data(), count);
  }
  result.status = WEXITSTATUS(pclose(pipe));
  return result;
}

TEST(TestsApart, pass_each_in_a_process_of_its_own) {
  const Result result = run_planted("--tests=0/1 --gtest_filter='TestsApartPlanted.first*'");
  EXPECT_EQ(result.status, 0) << result.out;
  EXPECT_EQ(result.out, "2 tests, 0 failed\n");
}

TEST(TestsApart, name_those_that_fail_with_their_output) {
  const Result result = run_planted("--tests=0/1 --gtest_filter='TestsApartPlanted.*-*too'");
  EXPECT_EQ(result.status, 1);
  for (const std::string text :
       {"as planted", "TestsApartPlanted.ends_by_a_signal: ended by signal 6", "3 tests, 2 failed",
        "failed: TestsApartPlanted.fails\nfailed: TestsApartPlanted.ends_by_a_signal\n"}) {
    EXPECT_NE(result.out.find(text), std::string::npos) << text << " is not in:\n" << result.out;
  }
  EXPECT_EQ(result.out.find("what a test that passes prints"), std::string::npos);
}

TEST(TestsApart, parts_have_each_test_once) {
  int tests = 0;
  for (const std::string part : {"0/3", "1/3", "2/3"}) {
    const Result result = run_planted("--tests=" + part + " --gtest_filter=TestsApartPlanted.*");
    tests += std::atoi(result.out.substr(result.out.rfind(" tests, ") - 1).c_str());
  }
  EXPECT_EQ(tests, 4);
  EXPECT_EQ(run_planted("--tests=0/1 --gtest_filter=NoSuchTest.*").status, 1) << "none is not all";
}

TEST(TestsApart, those_in_a_file_are_left_out_and_in_another_only_if_a_part_is_wanted) {
  const std::string first = testing::TempDir() + "first_list";
  const std::string second = testing::TempDir() + "second_list";
  std::ofstream(first) << "# a comment\n\nTestsApartPlanted.fails\n";
  std::ofstream(second) << "TestsApartPlanted.ends*\n";
  const std::string options = "--tests=0/1 --gtest_filter=TestsApartPlanted.* --without=" + first;
  const auto last_line = [](const Result& result) { return result.out.substr(result.out.rfind("ed: ") + 4); };
  EXPECT_EQ(last_line(run_planted(options)), "TestsApartPlanted.ends_by_a_signal\n");
  EXPECT_EQ(run_planted(options + " --without-if-part=" + second).out, "2 tests, 0 failed\n");
  setenv("KINTSUGI_WHOLE", "1", 1);
  EXPECT_EQ(last_line(run_planted(options + " --without-if-part=" + second)), "TestsApartPlanted.ends_by_a_signal\n");
  unsetenv("KINTSUGI_WHOLE");
  EXPECT_NE(run_planted(options + " --without-if-part=/no/such/file").status, 0);
}

TEST(TestsApart, a_part_that_there_is_not_is_refused) {
  for (std::string word : {"--tests=3/3", "--tests=x", "--tests=1", "--tests=0/2x"}) {
    std::array<char*, 2> words{word.data(), word.data()};
    EXPECT_THROW(TestsApart::asked_for(2, words.data()), std::invalid_argument) << word;
  }
}

}  // namespace
}  // namespace kintsugi::test
