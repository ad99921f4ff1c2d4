// The link receiver: a flit or credit arrives in the cycle for which it was sent, and in no other.
#include "hw/link/link_receiver.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tb/tests/unit/hw/link/put.hpp"

namespace kintsugi::test {
namespace {

/// Returns the ports at which flits arrive in this cycle; frees the slot.
std::uint64_t take(LinkReceiver& receiver, Cycle now) {
  const LinkReceiver::Arrivals arrivals = receiver.arrivals(now);
  receiver.clear(arrivals);
  return arrivals.flits;
}

using Channels = std::vector<unsigned>;

/// Returns the channels for which a credit arrives, port-major.
Channels credits_in(const LinkReceiver& receiver, const LinkReceiver::Arrivals& arrivals) {
  Channels channels;
  for (unsigned channel = 0; channel < receiver.credit_bytes(); ++channel) {
    if (arrivals.credits[channel] != 0) channels.push_back(channel);
  }
  return channels;
}

TEST(LinkReceiver, a_flit_arrives_in_its_cycle_at_its_port_and_once) {
  LinkReceiver receiver(64, 2, 64);
  receiver.require_delay(5);
  put_flit(receiver, 12, PortId{63}, Flit{4, 2, Vc{1}, Flit::kTail});
  put_flit(receiver, 12, PortId{0}, Flit{5, 0, Vc{0}, Flit::kHead});
  put_flit(receiver, 13, PortId{0}, Flit{5, 1, Vc{0}, 0});
  for (Cycle now = 8; now < 12; ++now) EXPECT_EQ(take(receiver, now), 0u);
  ASSERT_TRUE(receiver.flit_due(12, PortId{63}));
  const auto arrivals = receiver.arrivals(12);
  EXPECT_EQ(arrivals.flits, 1u | std::uint64_t{1} << 63);
  EXPECT_EQ(arrivals.flit(PortId{63}).packet, 4u);
  EXPECT_EQ(arrivals.flit(PortId{0}).packet, 5u);
  EXPECT_EQ(arrivals.flit_vc(PortId{63}), Vc{1});
  EXPECT_EQ(arrivals.flit_vc(PortId{0}), Vc{0});
  receiver.clear(arrivals);
  EXPECT_FALSE(receiver.flit_due(12, PortId{63})) << "taken";
  EXPECT_EQ(take(receiver, 12), 0u);
  EXPECT_EQ(take(receiver, 13), 1u);
}

TEST(LinkReceiver, flits_and_credits_of_one_port_and_cycle_do_not_mix) {
  LinkReceiver receiver(3, 18, 3);
  put_flit(receiver, 1, PortId{2}, Flit{9, 0, Vc{3}, Flit::kHead});
  put_credit(receiver, 1, PortId{2}, Vc{17});
  put_credit(receiver, 1, PortId{0}, Vc{0});
  EXPECT_TRUE(receiver.credit_due(1, PortId{2}, Vc{17}));
  EXPECT_FALSE(receiver.credit_due(1, PortId{2}, Vc{16}));
  EXPECT_FALSE(receiver.credit_due(2, PortId{2}, Vc{17}));
  const auto arrivals = receiver.arrivals(1);
  EXPECT_EQ(arrivals.flits, 4u);
  EXPECT_EQ(credits_in(receiver, arrivals), (Channels{0, 2 * 18 + 17}));
  EXPECT_EQ(arrivals.flit_vc(PortId{2}), Vc{3});
}

TEST(LinkReceiver, tells_all_ports_apart_whatever_their_number) {
  for (unsigned ports = 1; ports <= 64; ++ports) {
    LinkReceiver receiver(ports, 7, ports);
    for (const PortId port : receiver.ports()) {
      put_flit(receiver, 1, port, Flit{port.value, 0, Vc{6}, Flit::kHead});
      put_credit(receiver, 0, port, Vc::from(port.value % 7));
      const auto flits = receiver.arrivals(1), credits = receiver.arrivals(0);
      ASSERT_EQ(flits.flits, port_bit(port)) << ports;
      ASSERT_EQ(credits_in(receiver, flits), Channels()) << ports;
      ASSERT_EQ(flits.flit(port).packet, port.value);
      ASSERT_EQ(flits.flit_vc(port), Vc{6});
      ASSERT_EQ(credits.flits, 0u) << ports;
      ASSERT_EQ(credits_in(receiver, credits), Channels{port.value * 7u + port.value % 7u}) << ports;
      receiver.clear(flits);
      receiver.clear(credits);
    }
    ASSERT_EQ(take(receiver, 0) | take(receiver, 1), 0u);
  }
}

/// A record fills cache lines of 64 bytes. Marks take 8 bytes for up to 8 ports, else a multiple of 16; credits take a
/// multiple of 16, and each flit takes 8.
TEST(LinkReceiver, tells_the_bytes_of_a_record_before_it_is_made) {
  EXPECT_EQ(LinkReceiver::record_bytes(1, 1, 1), 64u);
  EXPECT_EQ(LinkReceiver::record_bytes(4, 8, 3), 128u);  // 8 + 32 + 32
  EXPECT_EQ(LinkReceiver::record_bytes(9, 4, 8), 128u);  // 16 + 32 + 72
  EXPECT_EQ(LinkReceiver::record_bytes(9, 5, 8), 192u);  // 16 + 48 + 72
  for (const unsigned ports : {1u, 4u, 8u, 9u, 17u}) {
    for (const unsigned vcs : {1u, 8u, 32u}) {
      EXPECT_EQ(LinkReceiver(ports, vcs, ports - 1).record_bytes(), LinkReceiver::record_bytes(ports, vcs, ports - 1));
    }
  }
}

TEST(LinkReceiver, makes_room_for_the_longest_delay) {
  for (Cycle delay = 1; delay <= 130; ++delay) {
    LinkReceiver receiver(1, 1, 1);
    receiver.require_delay(delay);
    for (Cycle now = 100; now < 400; ++now) {
      put_flit(receiver, now + delay, PortId{0}, Flit{static_cast<PacketId>(now + delay), 0, Vc{0}, Flit::kHead});
      const auto arrivals = receiver.arrivals(now);
      ASSERT_EQ(arrivals.flits != 0, now >= 100 + delay);
      ASSERT_TRUE(arrivals.flits == 0 || arrivals.flit(PortId{0}).packet == now);
      receiver.clear(arrivals);
    }
  }
}

TEST(LinkReceiver, does_not_grow_while_something_is_on_its_way) {
  LinkReceiver receiver(2, 1, 2);
  put_credit(receiver, 1, PortId{0}, Vc{0});
  EXPECT_NO_THROW(receiver.require_delay(1)) << "there is room already";
  EXPECT_THROW(receiver.require_delay(2), std::logic_error);
  take(receiver, 1);
  EXPECT_NO_THROW(receiver.require_delay(2));
  put_flit(receiver, 2, PortId{1}, Flit{});
  EXPECT_THROW(receiver.require_delay(9), std::logic_error);
}

}  // namespace
}  // namespace kintsugi::test
