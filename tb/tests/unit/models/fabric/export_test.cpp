#include "models/fabric/export.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi {
namespace {

constexpr SiteId kFirstSite{0};
constexpr SiteId kSecondSite{1};

Network two_nodes() {
  Network network("pair");
  const std::size_t layout = network.add_layout({"e", "w"});
  network.add_node("x0", layout);
  network.add_node("x1", layout);
  return network;
}

class FabricGraph : public testing::Test {
 protected:
  std::string dot(const Defects& defects, const Placement& placement, const SwitchStates& states) const {
    return to_graph(small.fabric, GraphFormat::kDot, two_nodes(), defects, placement, states);
  }
  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  }
  test::SmallFabric small;
};

TEST_F(FabricGraph, has_every_site_switch_tap_and_wire) {
  const std::string text = dot({}, {{kFirstSite, kSecondSite}, {NodeId{0}, NodeId{1}}}, {TrackSwitchType::kX, 1, 2});
  EXPECT_EQ(count(text, "type=\"site\""), small.fabric.sites.size());
  EXPECT_EQ(count(text, "type=\"track switch\"") + count(text, "type=\"bunch switch\""), small.fabric.switches.size());
  EXPECT_EQ(count(text, "class=\"tap\""), small.fabric.taps.size());
  EXPECT_EQ(count(text, "class=\"wire\""), small.fabric.wires.size());
  EXPECT_EQ(count(text, "class=\"link\""), small.fabric.links.size());
  EXPECT_NE(text.find("role=\"node\", logical=\"x1\""), std::string::npos) << text;
  EXPECT_NE(text.find("state=\"X\""), std::string::npos);
  EXPECT_NE(text.find("state=\"connect_0_1\""), std::string::npos);
}

TEST_F(FabricGraph, a_site_without_a_node_is_a_spare_or_defective) {
  const Placement one{{kSecondSite}, {kNoNode, NodeId{0}}};
  const SwitchStates states{TrackSwitchType::kX, 0, 1};
  EXPECT_EQ(count(dot({}, one, states), "role=\"spare\""), 1u);
  const std::string text = dot({kFirstSite}, one, states);
  EXPECT_EQ(count(text, "role=\"spare\""), 0u);
  EXPECT_EQ(count(text, "role=\"defective\""), 1u);
}

TEST_F(FabricGraph, without_a_repair_there_are_defects_but_no_roles_and_no_states) {
  const std::string text = dot({kFirstSite}, {}, {});
  EXPECT_EQ(count(text, "role="), 1u);
  EXPECT_EQ(count(text, "state="), 0u);
  EXPECT_EQ(count(text, " logical="), 0u);
}

TEST_F(FabricGraph, a_stuck_switch_and_a_cut_wire_are_marked_whichever_end_is_named) {
  Defects defects;
  defects.elements = {{StuckSwitch{SwitchId{0}, TrackSwitchType::kX}, "t stuck in X"},
                      {CutWire{SwitchId{1}, BunchSwitchType::kLineB}, "cut behind a"},
                      {CutWire{SwitchId{2}, BunchSwitchType::kLineA, Lane{1}}, "lane 1 cut before b"},
                      {StuckLane{SwitchId{2}, BunchSwitchType::kLineA, BunchSwitchType::kLineB, Lane{0}, 0}, "lane 0"}};
  const std::string text = dot(defects, {}, {});
  EXPECT_EQ(count(text, " defect="), 4u);
  EXPECT_NE(text.find("type=\"track switch\", defect=\"t stuck in X\"];"), std::string::npos) << text;
  EXPECT_NE(text.find("type=\"bunch switch\", defect=\"lane 0\"];"), std::string::npos);
  EXPECT_NE(text.find("pitches=\"1\", defect=\"cut behind a\"];"), std::string::npos);
  EXPECT_NE(text.find("pitches=\"2\", defect=\"lane 1 cut before b\"];"), std::string::npos);
}

TEST_F(FabricGraph, several_defects_of_one_part_are_all_said) {
  Defects defects;
  defects.elements = {{CutWire{SwitchId{0}, TrackSwitchType::kEast, Lane{0}}, "lane 0 cut"},
                      {CutWire{SwitchId{2}, BunchSwitchType::kLineA, Lane{1}}, "lane 1 cut"}};
  EXPECT_NE(dot(defects, {}, {}).find("defect=\"lane 0 cut; lane 1 cut\"];"), std::string::npos);
}

TEST_F(FabricGraph, a_dead_link_is_marked_where_the_fabric_finds_it) {
  small.fabric.links.push_back({{kSecondSite, PortId{1}}, {kFirstSite, PortId{0}}, 5});
  small.fabric.links.push_back({{kFirstSite, PortId{2}}, {kSecondSite, PortId{3}}, 6});
  const Defects dead{{}, {{kFirstSite, kSecondSite}}};
  const auto by_first_port = [](LinkDefect link, const Join& join) {
    return link.a == join.a.site && join.a.port == PortId{0};
  };
  const std::string text = to_graph(small.fabric, GraphFormat::kDot, two_nodes(), dead, {}, {}, by_first_port);
  EXPECT_EQ(count(text, " defect="), 1u);
  EXPECT_NE(text.find("pitches=\"5\", defect=\"dead\"];"), std::string::npos) << text;
}

TEST_F(FabricGraph, a_fixed_link_joins_two_sites) {
  small.fabric.links.push_back({{kFirstSite, PortId{0}}, {kSecondSite, PortId{1}}, 5});
  const std::string text = to_graph(small.fabric, GraphFormat::kGraphml, two_nodes(), {}, {}, {});
  EXPECT_NE(text.find("<edge source=\"p0\" target=\"p1\"><data key=\"kind\">link</data>"), std::string::npos) << text;
  EXPECT_NE(text.find("<data key=\"edge_pitches\">5</data>"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi
