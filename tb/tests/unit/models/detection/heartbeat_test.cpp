// When a dead link is noticed: the formula, compared with the rule played cycle by cycle.
#include "tb/tests/oracles/heartbeat.hpp"

#include <gtest/gtest.h>

namespace kintsugi::test {
namespace {

/// Plays one end of a link that dies at the end of a cycle.
Cycle played(Cycle fault, Cycle heartbeat, unsigned misses) {
  bool came = false;
  unsigned stayed_out = 0;
  for (Cycle now = 0;; ++now) {
    if (now % heartbeat != 0) continue;
    if (now != 0) stayed_out = came ? 0 : stayed_out + 1;
    if (stayed_out == misses) return now;
    came = now <= fault;  // the beat that is sent now
  }
}

TEST(Heartbeat, a_fault_is_noticed_when_the_rule_says) {
  for (const Cycle heartbeat : {2, 3, 7, 10}) {
    for (const unsigned misses : {1u, 2u, 5u}) {
      for (Cycle fault = 0; fault < 4 * heartbeat; ++fault) {
        const Cycle noticed = notice_cycle(fault, heartbeat, misses);
        ASSERT_EQ(noticed, played(fault, heartbeat, misses)) << fault << ' ' << heartbeat << ' ' << misses;
        ASSERT_GE(noticed - fault, misses * heartbeat + 1);
        ASSERT_LE(noticed - fault, (misses + 1) * heartbeat);
      }
    }
  }
}

}  // namespace
}  // namespace kintsugi::test
