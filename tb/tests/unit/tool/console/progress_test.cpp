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
        line.tell(static_cast<std::size_t>(done), static_cast<std::size_t>(steps));
      }
    }
    return out.str();
  }
};

TEST_F(Progressing, SaysNothingInTheFirstTwoSeconds) {
  EXPECT_EQ(run(ProgressLine::Style::kRewrite, 100, milliseconds(19)), "");
  EXPECT_EQ(run(ProgressLine::Style::kAppend, 100, milliseconds(19)), "");
}

TEST_F(Progressing, SaysNothingWhenOff) {
  EXPECT_EQ(run(ProgressLine::Style::kOff, 100, milliseconds(1000)), "");
}

TEST_F(Progressing, RewritesOneLineTwiceASecondAndRemovesIt) {
  EXPECT_EQ(run(ProgressLine::Style::kRewrite, 12, milliseconds(250)),
            "\rproof: 66 %, about 1 s left\rproof: 83 %, about 1 s left\rproof: 100 %, about 0 s left\r" +
                std::string(28, ' ') + "\r");
}

TEST_F(Progressing, AddsALineEveryTenSecondsWhereThereIsNoTerminal) {
  EXPECT_EQ(run(ProgressLine::Style::kAppend, 24, milliseconds(1000)),
            "proof: 8 %, about 22 s left\nproof: 50 %, about 12 s left\nproof: 91 %, about 2 s left\n");
}

TEST_F(Progressing, CopesWithNoSteps) {
  std::ostringstream out;
  ProgressLine line("proof", ProgressLine::Style::kAppend, out);
  line.tell(0, 0);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace kintsugi
