#include "tb/tool/console/progress.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace kintsugi {
namespace {

using std::chrono::milliseconds;

class Progressing : public testing::Test {
 protected:
  std::string run(ProgressLine::Style style, int steps, milliseconds each) {
    std::ostringstream out;
    ProgressLine::Time time{};
    {
      ProgressLine line("proof", style, out, [&] { return time; });
      for (int done = 1; done <= steps; ++done) {
        time += each;
        line.update(static_cast<std::size_t>(done), static_cast<std::size_t>(steps));
      }
    }
    return out.str();
  }
};

TEST_F(Progressing, says_nothing_in_the_first_two_seconds) {
  EXPECT_EQ(run(ProgressLine::Style::kRewrite, 100, milliseconds(19)), "");
  EXPECT_EQ(run(ProgressLine::Style::kAppend, 100, milliseconds(19)), "");
}

TEST_F(Progressing, says_nothing_when_off) {
  EXPECT_EQ(run(ProgressLine::Style::kOff, 100, milliseconds(1000)), "");
}

TEST_F(Progressing, rewrites_one_line_twice_a_second_and_removes_it) {
  EXPECT_EQ(run(ProgressLine::Style::kRewrite, 12, milliseconds(250)),
            "\rproof: 66 %, about 1 s left\rproof: 83 %, about 1 s left\rproof: 100 %, about 0 s left\r" +
                std::string(28, ' ') + "\r");
}

TEST_F(Progressing, adds_a_line_every_ten_seconds_where_there_is_no_terminal) {
  EXPECT_EQ(run(ProgressLine::Style::kAppend, 24, milliseconds(1000)),
            "proof: 8 %, about 22 s left\nproof: 50 %, about 12 s left\nproof: 91 %, about 2 s left\n");
}

TEST_F(Progressing, copes_with_no_steps) {
  std::ostringstream out;
  ProgressLine line("proof", ProgressLine::Style::kAppend, out);
  line.update(0, 0);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace kintsugi
