// Programs of Netrace traces: their operations, waits and mistakes.
#include "models/workload/netrace_program.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "models/workload/goal.hpp"

namespace kintsugi::workload::netrace_program_test {
namespace {

using Numbers = std::vector<std::uint32_t>;

struct Sent {
  Cycle cycle;
  std::uint32_t number;
  std::uint32_t from;
  std::uint32_t to;
  Numbers dependents = {};
};

NetraceProgram::Made made_of(const std::vector<Sent>& packets) {
  NetraceProgram program(3);
  for (const Sent& each : packets) {
    program.add({.cycle = each.cycle,
                 .number = each.number,
                 .source = each.from,
                 .destination = each.to,
                 .bytes = 72,
                 .flits = 1,
                 .dependents = each.dependents});
  }
  return std::move(program).finish();
}

std::string text_of(const NetraceProgram::Made& made) {
  std::ostringstream out;
  if (made.program) write_goal(*made.program, out);
  return out.str();
}

TEST(NetraceProgram, a_packet_leaves_in_its_cycle_and_after_those_that_it_waits_for) {
  const NetraceProgram::Made made = made_of({{5, 1, 0, 1, {2}}, {5, 7, 0, 2}, {9, 2, 1, 0, {3}}, {12, 3, 0, 1}});
  EXPECT_EQ(made.mistake, "");
  EXPECT_EQ(made.kept, 2u);
  EXPECT_EQ(made.elsewhere, 0u);
  EXPECT_EQ(text_of(made),
            "num_ranks 3\n"
            "\nrank 0 {\nt5: calc 5\np1: send 72b to 1 tag 1\np7: send 72b to 2 tag 7\nr2: recv 72b from 1 tag 2\n"
            "t12: calc 7\np3: send 72b to 1 tag 3\np1 requires t5\np7 requires t5\nt12 requires t5\n"
            "p3 requires r2\np3 requires t12\n}\n"
            "\nrank 1 {\nr1: recv 72b from 0 tag 1\nt9: calc 9\np2: send 72b to 0 tag 2\nr3: recv 72b from 0 tag 3\n"
            "p2 requires r1\np2 requires t9\n}\n"
            "\nrank 2 {\nr7: recv 72b from 0 tag 7\n}\n");
}

TEST(NetraceProgram, dependencies_between_nodes_are_counted) {
  const NetraceProgram::Made made = made_of({{1, 1, 0, 1, {2, 3}}, {2, 2, 2, 0}, {3, 3, 1, 0}});
  EXPECT_EQ(made.kept, 1u);
  EXPECT_EQ(made.elsewhere, 1u);
}

TEST(NetraceProgram, what_no_program_can_have_is_refused) {
  EXPECT_EQ(made_of({{5, 1, 0, 1}, {4, 2, 0, 1}}).mistake,
            "packet 2 of node 0 is sent in cycle 4, before the packet in front of it; leave --dependencies out");
  EXPECT_EQ(made_of({{5, 1, 0, 1}, {6, 1, 1, 0}}).mistake, "packet 1 is there twice; leave --dependencies out");
  EXPECT_EQ(made_of({{5, 1, 0, 1, {9}}}).mistake,
            "packet 9 waits for 1, but the trace does not have it; leave --dependencies out");
  EXPECT_EQ(made_of({{5, 0xffffffff, 0, 1}}).mistake,
            "a packet has the number 4294967295; valid in a program is 0 to 4294967294; leave --dependencies out");
  EXPECT_FALSE(made_of({{5, 1, 0, 1, {9}}}).program.has_value());
}

}  // namespace
}  // namespace kintsugi::workload::netrace_program_test
