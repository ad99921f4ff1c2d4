// The link transmitter writes where the link receiver reads, for receivers of any size.
#include "hw/link/link_transmitter.hpp"

#include <gtest/gtest.h>

namespace kintsugi::test {
namespace {

struct FarModule final : Clocked {
  void evaluate(Cycle) override {}
};

/// The largest router: its fields are small.
TEST(LinkTransmitter, reaches_the_last_port_and_channel_of_the_largest_receivers) {
  ClockDomain clock("clock", Schedule::kDomain);
  FarModule far_module;
  const ModuleIndex module = clock.add(far_module);
  for (const unsigned vcs : {16u, 32u}) {
    const unsigned ports = 1024 / vcs;
    LinkReceiver receiver(ports, vcs, ports);
    LinkTransmitter link;
    link.connect({&receiver, module, static_cast<std::uint16_t>(ports - 1), 0}, 1, clock);
    link.send(0, Flit{7, 3, 0, Flit::kTail}, LinkReceiver::mark(vcs - 1));
    link.return_credit(0, Vc::from(vcs - 1));
    for (unsigned port = 0; port < ports; ++port) {
      const auto flit = receiver.flit_due(1, port);
      ASSERT_EQ(flit.has_value(), port == ports - 1) << port;
      for (unsigned vc = 0; vc < vcs; ++vc) {
        ASSERT_EQ(receiver.credit_due(1, port, vc), port == ports - 1 && vc == vcs - 1) << port << ' ' << vc;
      }
    }
    EXPECT_EQ(receiver.flit_due(1, ports - 1)->packet, 7u);
    EXPECT_EQ(receiver.flit_due(1, ports - 1)->vc, vcs - 1);
    EXPECT_TRUE(receiver.empty(0));
  }
}

}  // namespace
}  // namespace kintsugi::test
