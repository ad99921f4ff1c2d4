#include "models/fabric/extraction.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/fabric/small_fabric.hpp"
#include "tb/tests/unit/models/fabric/union_extractor.hpp"

namespace kintsugi {
namespace {

constexpr PortId kEast{0};
constexpr PortId kWest{1};
constexpr PortId kBypassEast{2};
constexpr SiteId kA{0};
constexpr SiteId kB{1};

/// Nodes 0 and 1, joined e to w, and bypass_e to bypass_w when asked for.
Network pair_network(bool bypass, const std::string& west_name = "w") {
  Network network("pair");
  const KindId base = network.add_kind("base");
  const std::size_t layout = network.add_layout({"bypass_w", west_name, "e", "bypass_e"});
  const NodeId a = network.add_node("n0", layout);
  const NodeId b = network.add_node("n1", layout);
  network.connect({a, PortId{2}}, {b, PortId{1}}, base);
  if (bypass) network.connect({a, PortId{3}}, {b, PortId{0}}, base);
  return network;
}

const Placement kStraight{{kA, kB}, {NodeId{0}, NodeId{1}}};

class Extraction : public testing::Test {
 protected:
  ExtractedNetwork extract(const SwitchStates& states) const { return NetworkExtractor(small.fabric).extract(states); }
  std::optional<std::string> compare(const SwitchStates& states, const Network& wanted) const {
    return difference(extract(states), wanted, kStraight, small.fabric);
  }
  test::SmallFabric small;
};

TEST_F(Extraction, finds_the_far_end_and_the_length_of_a_wire) {
  const ExtractedNetwork extracted = extract({TrackSwitchType::kX, 1, 1});
  EXPECT_EQ(extracted.joins, (std::vector<Join>{{{kA, kEast}, {kB, kWest}, 3}}));
  EXPECT_EQ(extracted.attached, (std::vector<SiteId>{kA, kB}));
}

TEST_F(Extraction, an_open_switch_ends_every_wire_but_the_pes_stay_attached) {
  const ExtractedNetwork extracted = extract({TrackSwitchType::kOpen, 1, 2});
  EXPECT_TRUE(extracted.joins.empty());
  EXPECT_EQ(extracted.attached.size(), 2u);
}

TEST_F(Extraction, a_bypassed_pe_is_not_attached) {
  EXPECT_EQ(extract({TrackSwitchType::kX, 0, 1}).attached, (std::vector<SiteId>{kB}));
}

TEST_F(Extraction, a_lane_the_wire_does_not_have_is_open) {
  for (Wire& wire : small.fabric.wires) wire.lanes = 1;
  const ExtractedNetwork extracted = extract({TrackSwitchType::kX, 2, 2});
  EXPECT_EQ(extracted.joins.size(), 1u);
  EXPECT_FALSE(NetworkExtractor(small.fabric).follow({kA, kBypassEast}, {TrackSwitchType::kX, 2, 2}));
}

TEST_F(Extraction, a_port_that_comes_back_to_itself_is_found) {
  const TerminalRef open_end{SwitchId{2}, BunchSwitchType::kLineB};
  small.wire(open_end, open_end, 5);
  const ExtractedNetwork extracted = extract({TrackSwitchType::kX, 0, 1});
  EXPECT_EQ(extracted.joins, (std::vector<Join>{{{kB, kEast}, {kB, kEast}, 5}}));
}

TEST_F(Extraction, a_ring_of_two_pes_is_followed_across_the_wrap) {
  small.wire({SwitchId{2}, BunchSwitchType::kLineB}, {SwitchId{1}, BunchSwitchType::kLineA}, 7);
  const ExtractedNetwork both = extract({TrackSwitchType::kX, 1, 1});
  EXPECT_EQ(both.joins, (std::vector<Join>{{{kA, kEast}, {kB, kWest}, 3}, {{kA, kWest}, {kB, kEast}, 7}}));
  const ExtractedNetwork alone = extract({TrackSwitchType::kX, 1, 0});
  EXPECT_EQ(alone.joins, (std::vector<Join>{{{kA, kEast}, {kA, kWest}, 10}}));
}

TEST_F(Extraction, both_extractions_agree_on_every_state_of_a_small_ring) {
  small.wire({SwitchId{2}, BunchSwitchType::kLineB}, {SwitchId{1}, BunchSwitchType::kLineA}, 7);
  for (SwitchState track = 0; track < 4; ++track) {
    for (SwitchState a = 0; a < 3; ++a) {
      for (SwitchState b = 0; b < 3; ++b) {
        const ExtractedNetwork followed = extract({track, a, b});
        const ExtractedNetwork united = test::UnionExtractor(small.fabric).extract({track, a, b});
        EXPECT_EQ(followed.joins, united.joins);
        EXPECT_EQ(followed.attached, united.attached);
      }
    }
  }
}

TEST_F(Extraction, two_wires_on_a_terminal_are_refused) {
  small.wire({SwitchId{2}, BunchSwitchType::kLineA}, {SwitchId{1}, BunchSwitchType::kLineA}, 1);
  EXPECT_THROW(NetworkExtractor{small.fabric}, std::invalid_argument);
}

TEST_F(Extraction, two_taps_on_a_lane_are_refused) {
  Tap& other = small.fabric.taps.back();
  other.terminal = small.fabric.taps.front().terminal;
  other.lane = small.fabric.taps.front().lane;
  EXPECT_THROW(NetworkExtractor{small.fabric}, std::invalid_argument);
}

TEST_F(Extraction, two_taps_of_a_port_are_refused) {
  Tap& other = small.fabric.taps.back();
  other.site = small.fabric.taps.front().site;
  other.port = small.fabric.taps.front().port;
  EXPECT_THROW(NetworkExtractor{small.fabric}, std::invalid_argument);
}

TEST_F(Extraction, a_link_without_a_switch_is_always_there_but_attaches_no_pe) {
  std::erase_if(small.fabric.taps, [](const Tap& tap) { return tap.port == kBypassEast; });
  small.fabric.links.push_back({{kB, kBypassEast}, {kA, kBypassEast}, 4});
  const Join link{{kA, kBypassEast}, {kB, kBypassEast}, 4};
  EXPECT_EQ(extract({TrackSwitchType::kX, 1, 1}).joins, (std::vector<Join>{{{kA, kEast}, {kB, kWest}, 3}, link}));
  EXPECT_EQ(extract({TrackSwitchType::kX, 0, 1}).joins, (std::vector<Join>{link}));
  EXPECT_EQ(extract({TrackSwitchType::kX, 0, 1}).attached, (std::vector<SiteId>{kB}));
  EXPECT_TRUE(extract({TrackSwitchType::kX, 0, 0}).joins.empty()) << "between two that take no part";
}

TEST_F(Extraction, a_link_on_a_tapped_port_is_refused) {
  small.fabric.links.push_back({{kA, kBypassEast}, {kB, kBypassEast}, 4});
  EXPECT_THROW(NetworkExtractor{small.fabric}, std::invalid_argument);
}

TEST_F(Extraction, the_wanted_network_shows_no_difference) {
  EXPECT_EQ(compare({TrackSwitchType::kX, 2, 2}, pair_network(true)), std::nullopt);
  EXPECT_EQ(compare({TrackSwitchType::kX, 1, 1}, pair_network(false)), std::nullopt);
}

TEST_F(Extraction, a_missing_join_is_a_difference) {
  EXPECT_EQ(compare({TrackSwitchType::kX, 1, 2}, pair_network(true)),
            "a.bypass_e (node n0) should meet b.bypass_w but meets nothing");
}

TEST_F(Extraction, a_surplus_join_is_a_difference) {
  EXPECT_EQ(compare({TrackSwitchType::kX, 2, 2}, pair_network(false)),
            "a.bypass_e (node n0) should meet nothing but meets b.bypass_w");
}

TEST_F(Extraction, a_pe_that_is_not_attached_is_a_difference) {
  EXPECT_EQ(compare({TrackSwitchType::kX, 1, 0}, pair_network(false)), "b holds node n1 but is not attached");
}

TEST_F(Extraction, an_attached_pe_without_a_node_is_a_difference) {
  Network alone("alone");
  alone.add_node("n0", alone.add_layout({"e"}));
  const Placement placement{{kA}, {NodeId{0}, kNoNode}};
  const auto found = difference(extract({TrackSwitchType::kX, 1, 1}), alone, placement, small.fabric);
  EXPECT_EQ(found, "b is attached but holds no node");
}

TEST_F(Extraction, a_port_the_routers_do_not_have_is_a_difference) {
  EXPECT_EQ(compare({TrackSwitchType::kX, 1, 1}, pair_network(false, "west")),
            "the routers of small have no port for n1.west");
}

}  // namespace
}  // namespace kintsugi
