#include "tb/tool/console/progress.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <thread>

namespace kintsugi {
namespace {

using std::chrono::milliseconds;

class Progressing : public testing::Test {
 protected:
  std::string run(ProgressLine::Style style, int steps, milliseconds each) {
    std::ostringstream out;
    ProgressLine::Time time{};
    {
      ProgressLine line("proof", "step", style, out, [&] { return time; });
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
            "proof: 66 %, 4 steps left, about 1 s\rproof: 83 %, 2 steps left, less than 1 s\rproof: 100 %" +
                std::string(28, ' ') + '\r' + std::string(12, ' ') + "\r");
}

TEST_F(Progressing, adds_a_line_every_ten_seconds_where_there_is_no_terminal) {
  EXPECT_EQ(run(ProgressLine::Style::kAppend, 24, milliseconds(1000)),
            "proof: 8 %, 22 steps left, about 22 s\nproof: 50 %, 12 steps left, about 12 s\n"
            "proof: 91 %, 2 steps left, about 2 s\n");
}

TEST_F(Progressing, estimates_no_time_before_five_percent) {
  EXPECT_EQ(run(ProgressLine::Style::kAppend, 100, milliseconds(1000)).substr(0, 72),
            "proof: 2 %, 98 steps left\nproof: 12 %, 88 steps left, about 88 s\nproof: ");
}

TEST(Progress, of_an_unknown_whole_says_what_is_left) {
  std::ostringstream out;
  ProgressLine::Time time{};
  ProgressLine line("draining", "packet", ProgressLine::Style::kAppend, out, [&] { return time; });
  line.update_left(7);
  EXPECT_EQ(out.str(), "") << "silent at first";
  time += std::chrono::seconds(3);
  line.update_left(5);
  line.update_left(4);
  time += std::chrono::seconds(10);
  line.update_left(1);
  EXPECT_EQ(out.str(), "draining: 5 packets left\ndraining: 1 packet left\n");
}

TEST(Progress, of_a_whole_that_has_no_size_says_what_is_done) {
  std::ostringstream out;
  ProgressLine::Time time{};
  ProgressLine line("reading the trace", "byte", ProgressLine::Style::kAppend, out, [&] { return time; });
  const Progress listener = line.listener();
  listener(7, 0);
  EXPECT_EQ(out.str(), "") << "silent at first";
  time += std::chrono::seconds(3);
  listener(9, 0);
  EXPECT_EQ(out.str(), "reading the trace: 9 bytes done\n");
}

TEST(Progress, of_work_in_parts_names_each_and_counts_its_time_from_its_beginning) {
  std::ostringstream out;
  ProgressLine::Time time{};
  {
    ProgressLines parts(ProgressLine::Style::kAppend, out, [&] { return time; });
    const BeginPart progress = parts.listener();
    for (const std::string what : {"reading", "placing"}) {
      const Progress part = begin_part(progress, what, "step");
      for (std::size_t done = 1; done <= 12; ++done) {
        time += milliseconds(1000);
        part(done, 20);
      }
    }
  }
  EXPECT_EQ(out.str(),
            "reading: 10 %, 18 steps left, about 18 s\nreading: 60 %, 8 steps left, about 8 s\n"
            "placing: 10 %, 18 steps left, about 18 s\nplacing: 60 %, 8 steps left, about 8 s\n");
  EXPECT_FALSE(begin_part({}, "reading", "byte"));
}

TEST(Progress, of_short_parts_is_due_after_two_seconds_of_all) {
  std::ostringstream out;
  ProgressLine::Time time{};
  ProgressLines parts(ProgressLine::Style::kAppend, out, [&] { return time; });
  const BeginPart progress = parts.listener();
  for (const std::string what : {"network", "fabric", "routing"}) {
    const Progress part = begin_part(progress, what, "step");
    time += milliseconds(900);
    part(1, 2);
  }
  EXPECT_EQ(out.str(), "routing: 50 %, 1 step left, less than 1 s\n");
}

/// Returns what is shown of work of three seconds that reports at most one step.
template <class Begin>
std::string shown_of_silent_work(const Begin& begin) {
  std::ostringstream out;
  {
    const auto line = begin(out);
    std::this_thread::sleep_for(milliseconds(2900));
  }
  return out.str();
}

TEST(Progress, of_work_without_steps_is_shown_while_it_is_silent) {
  EXPECT_EQ(shown_of_silent_work([](std::ostream& out) {
              return std::make_unique<ProgressLine>("fabric", "step", ProgressLine::Style::kAppend, out);
            }),
            "fabric: 2 s so far\n");
  EXPECT_EQ(shown_of_silent_work([](std::ostream& out) {
              auto parts = std::make_unique<ProgressLines>(ProgressLine::Style::kAppend, out);
              begin_part(parts->listener(), "fabric", "step")(1, 3);
              return parts;
            }),
            "fabric: 33 %, 2 steps left, about 4 s\n");
  EXPECT_EQ(shown_of_silent_work([](std::ostream& out) {
              return std::make_unique<ProgressLine>("fabric", "step", ProgressLine::Style::kOff, out);
            }),
            "");
}

TEST(Progress, of_a_command_is_due_when_all_of_its_lines_have_been_silent_for_two_seconds) {
  std::ostringstream out;
  ProgressLine::Time time{};
  ProgressBoard board(out, ProgressBoard::kSilence, [&] { return time; });
  const auto work = [&](const std::string& what, ProgressLine::Style style) {
    ProgressLine line(what, "step", style, out);
    time += milliseconds(900);
    line.update(1, 2);
  };
  time += milliseconds(900);  // before the first line
  work("network", ProgressLine::Style::kAppend);
  work("fabric", ProgressLine::Style::kAppend);
  work("routing", ProgressLine::Style::kAppend);
  work("proof", ProgressLine::Style::kOff);
  work("tables", ProgressLine::Style::kAppend);
  EXPECT_EQ(out.str(), "fabric: 50 %, 1 step left, less than 1 s\ntables: 50 %, 1 step left, less than 1 s\n");
}

TEST(Progress, of_a_line_within_another_goes_on_with_the_other) {
  std::ostringstream out;
  ProgressLine::Time time{};
  ProgressBoard board(out, ProgressBoard::kSilence, [&] { return time; });
  ProgressLine maps("maps", "map", ProgressLine::Style::kRewrite, out);
  time += milliseconds(3000);
  maps.update(1, 0);
  {
    ProgressLine proof("proof", "step", ProgressLine::Style::kRewrite, out);
    time += milliseconds(3000);
    proof.update(7, 0);
  }
  maps.update(2, 0);
  EXPECT_EQ(out.str(),
            "maps: 1 map done\r                \rproof: 7 steps done\r                   \rmaps: 2 maps done\r");
}

TEST(Progress, of_a_command_between_two_lines_is_told_until_its_result_comes) {
  const auto shown_of = [](bool has_result) {
    std::ostringstream out;
    {
      const ProgressBoard board(out, milliseconds(300));
      { const ProgressLine line("reading", "byte", ProgressLine::Style::kAppend, out); }
      if (has_result) ProgressBoard::end_work(out);
      std::this_thread::sleep_for(milliseconds(900));
    }
    return out.str();
  };
  EXPECT_EQ(shown_of(false), "working\n");
  EXPECT_EQ(shown_of(true), "");
}

TEST_F(Progressing, copes_with_no_steps) {
  std::ostringstream out;
  ProgressLine line("proof", "step", ProgressLine::Style::kAppend, out);
  line.update(0, 0);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace kintsugi
