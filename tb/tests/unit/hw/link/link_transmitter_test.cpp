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
    const auto last_port = PortId::from(ports - 1);
    const auto last_vc = Vc::from(vcs - 1);
    LinkReceiver receiver(ports, vcs, ports);
    LinkTransmitter link;
    link.connect({&receiver, module, last_port, 0}, 1, clock);
    link.send(0, Flit{7, 3, {}, Flit::kTail}, LinkReceiver::mark(last_vc));
    link.return_credit(0, last_vc);
    for (const PortId port : receiver.ports()) {
      const auto flit = receiver.flit_due(1, port);
      ASSERT_EQ(flit.has_value(), port == last_port) << port.value;
      for (const Vc vc : ids<Vc>(vcs)) {
        ASSERT_EQ(receiver.credit_due(1, port, vc), port == last_port && vc == last_vc)
            << port.value << ' ' << +vc.value;
      }
    }
    EXPECT_EQ(receiver.flit_due(1, last_port)->packet, 7u);
    EXPECT_EQ(receiver.flit_due(1, last_port)->vc, last_vc);
    EXPECT_TRUE(receiver.empty(0));
  }
}

}  // namespace
}  // namespace kintsugi::test
