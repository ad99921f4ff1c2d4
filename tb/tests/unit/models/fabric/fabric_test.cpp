// Names of the ports and terminals of a fabric, and where a network is placed on it.
#include "models/fabric/fabric.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "models/fabric/bitstream.hpp"
#include "models/fabric/placed_network.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi::test {
namespace {

TEST(FabricNames, are_those_of_ports_and_terminals) {
  const SmallFabric small;
  EXPECT_EQ(small.fabric.describe(SitePort{SiteId{1}, PortId{2}}), "b.bypass_e");
  EXPECT_EQ(small.fabric.describe(TerminalRef{SwitchId{1}, BunchSwitchType::kLineB}), "a.bunch.line_b");
  EXPECT_THROW(small.fabric.describe(TerminalRef{SwitchId{3}, 0}), std::out_of_range);
  EXPECT_EQ(small.fabric.port_named("bypass_w"), PortId{3});
  EXPECT_EQ(small.fabric.port_named("n"), kNoPort);
}

TEST(FieldBytes, are_as_many_as_pack_makes) {
  const SmallFabric small;
  EXPECT_EQ(field_bytes(small.fabric), pack(small.fabric, Configuration(3)).size());
  EXPECT_EQ(field_bytes(small.fabric) + kChecksumBytes, stream_of(small.fabric, Configuration(3)).size());
}

/// Node 0 at site b, node 1 nowhere; a port of the network has a name that no router has.
TEST(PlacedNetwork, finds_ports_by_their_names) {
  Network network("pair");
  const KindId base = network.add_kind("base");
  const std::size_t layout = network.add_layout({"w", "e", "n"});
  const NodeId first = network.add_node("n0", layout), second = network.add_node("n1", layout);
  network.connect({first, PortId{1}}, {second, PortId{0}}, base);
  const SmallFabric small;
  const Placement placement{{SiteId{1}, kNoSite}, {kNoNode, first}};
  const PlacedNetwork placed(network, placement, small.fabric);
  const SitePort east{SiteId{1}, PortId{0}};
  EXPECT_EQ(placed.at({first, PortId{1}}), east);
  EXPECT_EQ(placed.at({first, PortId{2}}), std::nullopt) << "routers have no such port";
  EXPECT_EQ(placed.at({second, PortId{0}}), std::nullopt) << "the node has no site";
  EXPECT_EQ(placed.port_at(east), (PortRef{first, PortId{1}}));
  EXPECT_EQ(placed.wanted(east), (PortRef{second, PortId{0}}));
  EXPECT_EQ(placed.wanted({SiteId{1}, PortId{1}}), std::nullopt) << "the port has no link";
  EXPECT_EQ(placed.port_at({SiteId{0}, PortId{0}}), std::nullopt) << "no node is there";
  EXPECT_EQ(placed.port_at({SiteId{1}, PortId{2}}), std::nullopt) << "the node has no such port";
}

}  // namespace
}  // namespace kintsugi::test
