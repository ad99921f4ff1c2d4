// The order of escape channels: what is a circle and what is not.
#include "models/routing/escape_order.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

using Channels = std::vector<std::uint32_t>;

TEST(EscapeOrder, channels_that_ascend_are_no_circle) {
  EscapeOrder order;
  for (RoutingState state = 0; state < 4; ++state) {
    for (std::uint32_t channel = state; channel < 4; ++channel) order.asks(state, channel, channel + 1);
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
  order.asks(1, 7, 1);
  EXPECT_TRUE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), Channels{7});
}

TEST(EscapeOrder, finds_a_circle_of_channels_and_what_leads_to_it_is_no_part_of_it) {
  EscapeOrder order;
  order.asks(0, 9, 1);
  order.asks(1, 5, 2);
  order.asks(2, 6, 1);
  order.asks(2, 8, 3);
  EXPECT_TRUE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), (Channels{5, 6}));
}

TEST(EscapeOrder, finds_a_circle_that_adaptive_channels_close) {
  EscapeOrder order;
  order.asks(0, 5, 1);
  order.asks(1, 6, 2);
  EXPECT_FALSE(order.has_cycle());
  order.goes_on(2, 3);
  EXPECT_FALSE(order.has_cycle());
  order.goes_on(3, 1);
  EXPECT_TRUE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), Channels{6});
}

TEST(EscapeOrder, adaptive_hops_that_keep_the_state_are_no_circle) {
  EscapeOrder order;
  order.asks(0, 5, 1);
  order.goes_on(0, 0);
  order.goes_on(1, 1);
  EXPECT_FALSE(order.has_cycle());
}

TEST(EscapeOrder, a_circle_of_states_alone_has_no_channels) {
  EscapeOrder order;
  order.goes_on(1, 2);
  order.goes_on(2, 1);
  EXPECT_TRUE(order.has_cycle());
  EXPECT_EQ(order.find_cycle(), Channels{});
}

TEST(EscapeOrder, finds_a_circle_of_which_each_part_is_anothers) {
  EscapeOrder whole, part;
  whole.asks(1, 5, 2);
  part.asks(2, 6, 1);
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
    order.asks(0, 5, 1);
    order.asks(0, 5, 2);
    order.goes_on(2, 3);
  }
  EXPECT_EQ(order.size(), 1u + 2u + 1u);
}

}  // namespace
}  // namespace kintsugi
