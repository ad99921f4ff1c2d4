// The sending side of a link writes where the receiver looks, in inboxes of any size.
#include "hw/link/link_end.hpp"

#include <gtest/gtest.h>

namespace kintsugi::test {
namespace {

struct Receiver final : Clocked {
  void evaluate(Cycle) override {}
};

/// As large as a router may be: its fields are small.
TEST(LinkEnd, reaches_the_last_port_and_channel_of_the_largest_inboxes) {
  ClockDomain clock("clock", Schedule::kDomain);
  Receiver receiver;
  const ModuleIndex module = clock.add(receiver);
  for (const unsigned vcs : {16u, 32u}) {
    const unsigned ports = 1024 / vcs;
    Inbox inbox(ports, vcs, ports);
    LinkEnd link;
    link.connect({&inbox, module, static_cast<std::uint16_t>(ports - 1), 0}, 1, clock);
    link.send(0, Flit{7, 3, 0, Flit::kTail}, Inbox::mark(vcs - 1));
    link.return_credit(0, vcs - 1);
    for (unsigned port = 0; port < ports; ++port) {
      const auto flit = inbox.flit_due(1, port);
      ASSERT_EQ(flit.has_value(), port == ports - 1) << port;
      for (unsigned vc = 0; vc < vcs; ++vc) {
        ASSERT_EQ(inbox.credit_due(1, port, vc), port == ports - 1 && vc == vcs - 1) << port << ' ' << vc;
      }
    }
    EXPECT_EQ(inbox.flit_due(1, ports - 1)->packet, 7u);
    EXPECT_EQ(inbox.flit_due(1, ports - 1)->vc, vcs - 1);
    EXPECT_TRUE(inbox.empty(0));
  }
}

}  // namespace
}  // namespace kintsugi::test
