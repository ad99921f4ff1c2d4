// Programs that are refused before they run.
#include "models/workload/validation.hpp"

#include <gtest/gtest.h>

#include "models/workload/goal.hpp"

namespace kintsugi::workload::test {
namespace {

using Lines = std::vector<std::string>;

Lines findings_in(std::string_view text, std::uint64_t eager_bytes = 1000) {
  const GoalFile file = read_goal(text);
  if (!file.program) return {file.mistakes.front().message};
  Protocol protocol;
  protocol.eager_bytes = eager_bytes;
  Lines lines;
  for (const Finding& finding : check(*file.program, protocol).list) {
    lines.push_back(file.program->name(finding.op) + ' ' + finding.message);
  }
  return lines;
}

std::string two_ranks(const std::string& first, const std::string& second) {
  return "num_ranks 2\nrank 0 {\n" + first + "\n}\nrank 1 {\n" + second + "\n}\n";
}

TEST(WorkloadCheck, a_right_program_has_no_findings) {
  EXPECT_EQ(findings_in(two_ranks("a: send 8b to 1\nb: recv 8b from 1\nb requires a",
                                  "a: recv 9b from 0\nb: send 8b to 0\nb requires a")),
            Lines());
  EXPECT_EQ(findings_in("num_ranks 5\n"), Lines());
}

TEST(WorkloadCheck, a_calculation_of_more_cycles_than_a_run_can_have_is_named) {
  const GoalFile file = read_goal("num_ranks 1\nrank 0 {\na: calc 1000000000000\nb: calc 1000000\n}\n");
  Protocol protocol;
  EXPECT_TRUE(check(*file.program, protocol).list.empty()) << "10^12 cycles are the most";
  protocol.cycles_per_ns = 1.000001;
  const std::vector<Finding> one = check(*file.program, protocol).list;
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one.front().op, OpId{0});
  protocol.cycles_per_ns = 1e6;
  const std::vector<Finding> list = check(*file.program, protocol).list;
  ASSERT_EQ(list.size(), 1u) << "10^6 ns at 10^6 cycles each are 10^12 cycles";
  EXPECT_EQ(list.front().message,
            "takes 10^12 ns, at 10^6 cycles in each more than 10^12 cycles; take fewer nanoseconds, or fewer "
            "cycles_per_ns");
}

TEST(WorkloadCheck, sends_and_receives_without_the_other_are_named) {
  EXPECT_EQ(
      findings_in(two_ranks("a: send 8b to 1 tag 2\nb: send 8b to 1 tag 2", "c: recv 8b from 0 tag 2")),
      Lines{"rank 0, send b (line 4) has no receive: from rank 0 to rank 1 with tag 2 there are 2 sends and 1 recv; "
            "add a recv or leave out this send"});
  EXPECT_EQ(
      findings_in(two_ranks("a: send 8b to 1 tag 2", "c: recv 8b from 0 tag 3")),
      (Lines{"rank 0, send a (line 3) has no receive: from rank 0 to rank 1 with tag 2 there are 1 send and 0 recvs; "
             "add a recv or leave out this send",
             "rank 1, recv c (line 6) has no message: from rank 0 to rank 1 with tag 3 there are 1 recv and 0 sends; "
             "add a send or leave out this recv"}));
}

TEST(WorkloadCheck, wild_receives_must_be_as_many_as_the_messages_that_are_left) {
  EXPECT_EQ(findings_in(two_ranks("send 8b to 1\nsend 8b to 1 tag 4", "recv 8b from 0\nrecv 8b from -1 tag -1")),
            Lines());
  EXPECT_EQ(
      findings_in(two_ranks("send 8b to 1 tag 4", "recv 8b from -1 tag -1\nr: recv 8b from -1 tag 4")),
      Lines{"rank 1, recv r (line 7) has no message: rank 1 has 2 recvs from -1 or with tag -1 for 1 message; add a "
            "send or leave out this recv"});
  EXPECT_EQ(
      findings_in(two_ranks("send 8b to 1 tag 4\ns: send 8b to 1 tag 5", "recv 8b from -1 tag -1")),
      Lines{"rank 0, send s (line 4) has no receive: rank 1 has 1 recv from -1 or with tag -1 for 2 messages; add a "
            "recv"});
  EXPECT_EQ(
      findings_in(two_ranks("s: send 8b to 1 tag 4", "recv 8b from -1 tag 5")),
      Lines{"rank 0, send s (line 3) has no receive: no recv of rank 1 takes a message from rank 0 to rank 1 with tag "
            "4 beside those that others need; add a recv or leave out this send"});
  EXPECT_EQ(
      findings_in(two_ranks("send 8b to 1 tag 4\nsend 8b to 1 tag 5",
                            "recv 8b from -1 tag 4\nr: recv 8b from -1 tag 4\nrecv 8b from -1 tag -1")),
      Lines{"rank 1, recv number 2 (line 9) has no message: rank 1 has 3 recvs from -1 or with tag -1 for 2 messages; "
            "add a send or leave out this recv"});
  EXPECT_EQ(
      findings_in(two_ranks("send 8b to 1 tag 4\nsend 8b to 1 tag 5\nsend 8b to 1 tag 5",
                            "recv 8b from -1 tag 4\nr: recv 8b from -1 tag 4\nrecv 8b from -1 tag -1")),
      Lines{"rank 1, recv r (line 9) has no message: more recvs than messages with this tag; add a send or leave out "
            "this recv"});
}

TEST(WorkloadCheck, wild_receives_from_a_rank_must_not_be_more_than_its_messages) {
  const auto three_ranks = [](const std::string& receives) {
    return "num_ranks 3\nrank 0 {\nsend 8b to 2 tag 4\n}\nrank 1 {\nsend 8b to 2 tag 5\nsend 8b to 2 tag 6\n}\nrank 2 "
           "{\n" +
           receives + "\n}\n";
  };
  EXPECT_EQ(findings_in(three_ranks("recv 8b from 0 tag -1\nrecv 8b from 1 tag -1\nrecv 8b from -1 tag -1")), Lines());
  EXPECT_EQ(findings_in(three_ranks("recv 8b from 1 tag -1\nrecv 8b from 1 tag -1\nrecv 8b from -1 tag -1")), Lines());
  EXPECT_EQ(
      findings_in(three_ranks("recv 8b from 0 tag -1\nr: recv 8b from 0 tag -1\nrecv 8b from -1 tag -1")),
      Lines{"rank 2, recv r (line 11) has no message: more recvs than messages from this rank; add a send or leave "
            "out this recv"});
}

TEST(WorkloadCheck, a_message_that_fits_no_receive_is_named) {
  EXPECT_EQ(
      findings_in(two_ranks("send 8b to 1\nbig: send 20b to 1", "recv 8b from 0\nr: recv 19b from 0")),
      Lines{"rank 1, recv r (line 8) is too short: rank 0, send big (line 4) sends 20 bytes, and the recv takes 19; "
            "make it longer"});
  EXPECT_EQ(findings_in(two_ranks("send 20b to 1\nsend 8b to 1", "recv 8b from 0\nrecv 20b from 0")), Lines())
      << "it depends on the order";
}

TEST(WorkloadCheck, operations_that_require_each_other_are_named_in_their_circle) {
  EXPECT_EQ(
      findings_in(two_ranks("x: calc 1\na: calc 1\nb: calc 1\nc: calc 1\nb requires a\nc irequires b\na requires c\n"
                            "b requires x",
                            "calc 1")),
      Lines{"rank 0, calc a (line 4) requires itself: rank 0, calc a (line 4) requires rank 0, calc c (line 6) "
            "requires rank 0, calc b (line 5) requires the first; leave one out"});
}

TEST(WorkloadCheck, ranks_that_wait_for_each_other_are_named_before_the_run) {
  const std::string text =
      two_ranks("r: recv 8b from 1\ns: send 8b to 1\ns requires r", "r: recv 8b from 0\ns: send 8b to 0\ns requires r");
  EXPECT_EQ(
      findings_in(text),
      Lines{"rank 0, recv r (line 3) never ends: rank 0, recv r (line 3) waits for rank 1, send s (line 9) waits for "
            "rank 1, recv r (line 8) waits for rank 0, send s (line 4) waits for the first; change the order of one "
            "of them"});
}

TEST(WorkloadCheck, long_messages_deadlock_where_short_ones_do_not) {
  const std::string text = two_ranks("s: send 80b to 1\nr: recv 80b from 1\nr requires s",
                                     "s: send 80b to 0\nr: recv 80b from 0\nr requires s");
  EXPECT_EQ(findings_in(text, 80), Lines());
  EXPECT_EQ(
      findings_in(text, 79),
      Lines{"rank 0, send s (line 3) never ends: rank 0, send s (line 3) waits for rank 1, recv r (line 9) waits for "
            "rank 1, send s (line 8) waits for rank 0, recv r (line 4) waits for the first; change the order of one "
            "of them"});
}

TEST(WorkloadCheck, nothing_is_said_where_the_order_of_two_receives_may_matter) {
  // Whether a or b gets the first message depends on time: if b does, the second message is never sent.
  const std::string text = two_ranks("a: recv 8b from 1\nb: recv 8b from 1\ns: send 8b to 1\ns requires a",
                                     "f: send 8b to 0\nr: recv 8b from 0\ng: send 8b to 0\ng requires r");
  EXPECT_EQ(findings_in(text), Lines());
}

TEST(WorkloadCheck, findings_beyond_the_limit_are_counted) {
  std::string sends;
  for (int i = 0; i < 20; ++i) sends += "send 8b to 1\n";
  const GoalFile file = read_goal(two_ranks(sends, ""));
  const Findings findings = check(*file.program, Protocol{}, 5);
  EXPECT_EQ(findings.list.size(), 5u);
  EXPECT_EQ(findings.more, 15u);
}

}  // namespace
}  // namespace kintsugi::workload::test
