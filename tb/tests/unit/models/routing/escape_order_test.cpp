// The order of escape channels: which dependencies make a cycle.
#include "models/routing/escape_order.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

using Channels = std::vector<std::uint32_t>;

TEST(EscapeOrder, channels_that_ascend_are_no_circle) {
  EscapeOrder order;
  for (RoutingState state = 0; state < 4; ++state) {
    for (std::uint32_t channel = state; channel < 4; ++channel) order.add_request(state, channel, channel + 1);
  }
  EXPECT_FALSE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), Channels{});
  EXPECT_EQ(order.size(), (4u + 3 + 2 + 1) + 4) << "a channel has one state after it";
}

TEST(EscapeOrder, an_empty_one_is_no_circle) {
  EXPECT_FALSE(EscapeOrder().has_cycle());
  EXPECT_EQ(EscapeOrder().find_cycle(), Channels{});
}

TEST(EscapeOrder, a_channel_that_leads_back_to_itself_is_a_circle) {
  EscapeOrder order;
  order.add_request(1, 7, 1);
  EXPECT_TRUE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), Channels{7});
}

TEST(EscapeOrder, finds_a_circle_of_channels_and_what_leads_to_it_is_no_part_of_it) {
  EscapeOrder order;
  order.add_request(0, 9, 1);
  order.add_request(1, 5, 2);
  order.add_request(2, 6, 1);
  order.add_request(2, 8, 3);
  EXPECT_TRUE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), (Channels{5, 6}));
}

TEST(EscapeOrder, finds_a_circle_that_adaptive_channels_close) {
  EscapeOrder order;
  order.add_request(0, 5, 1);
  order.add_request(1, 6, 2);
  EXPECT_FALSE(order.has_cycle());
  order.add_adaptive_hop(2, 3);
  EXPECT_FALSE(order.has_cycle());
  order.add_adaptive_hop(3, 1);
  EXPECT_TRUE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), Channels{6});
}

TEST(EscapeOrder, adaptive_hops_that_keep_the_state_are_no_circle) {
  EscapeOrder order;
  order.add_request(0, 5, 1);
  order.add_adaptive_hop(0, 0);
  order.add_adaptive_hop(1, 1);
  EXPECT_FALSE(order.has_cycle());
}

TEST(EscapeOrder, a_circle_of_states_alone_has_no_channels) {
  EscapeOrder order;
  order.add_adaptive_hop(1, 2);
  order.add_adaptive_hop(2, 1);
  EXPECT_TRUE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), Channels{});
}

TEST(EscapeOrder, finds_a_circle_of_which_each_part_is_anothers) {
  EscapeOrder whole, part;
  whole.add_request(1, 5, 2);
  part.add_request(2, 6, 1);
  EXPECT_FALSE(whole.has_cycle());
  EXPECT_FALSE(part.has_cycle());
  whole.add(part);
  EXPECT_TRUE(whole.has_cycle());
  EXPECT_EQ(whole.find_cycle(), (Channels{5, 6}));
  EXPECT_EQ(whole.size(), 4u);
}

TEST(EscapeOrder, what_is_said_twice_counts_once) {
  EscapeOrder order;
  for (int i = 0; i < 2; ++i) {
    order.add_request(0, 5, 1);
    order.add_request(0, 5, 2);
    order.add_adaptive_hop(2, 3);
  }
  EXPECT_EQ(order.size(), 1u + 2u + 1u);
}

}  // namespace
}  // namespace kintsugi
