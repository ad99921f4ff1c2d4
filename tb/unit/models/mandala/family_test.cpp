#include "models/mandala/family.hpp"

#include <gtest/gtest.h>

#include "tb/unit/models/registry/family_checks.hpp"

namespace kintsugi::mandala {
namespace {

using namespace kintsugi::test;

TEST(MandalaFamily, ParametersGiveTheirNetworks) {
  const MandalaFamily mandala;
  EXPECT_EQ(network_name(mandala, {{"ports", number(4)}, {"levels", number(3)}}), "MANDALA(4 ports, 3 levels)");
  EXPECT_EQ(network_name(mandala, {{"ports", number(16)}, {"levels", number(1)}}), "MANDALA(16 ports, 1 levels)");
}

TEST(MandalaFamily, WrongParametersAreRefusedWithWhatIsValid) {
  const MandalaFamily mandala;
  EXPECT_EQ(refusal(mandala, {{"levels", number(3)}}),
            "ports: ports is missing: ports of a node, C: clusters of C nodes or clusters");
  EXPECT_EQ(refusal(mandala, {{"ports", number(4)}}), "levels: levels is missing: levels, L: C^L nodes, at most 65536");
  EXPECT_EQ(refusal(mandala, {{"ports", number(1)}, {"levels", number(3)}}),
            "ports: ports is 1; valid is 2 to 16 (ports of a node, C: clusters of C nodes or clusters)");
  EXPECT_EQ(refusal(mandala, {{"ports", number(4)}, {"levels", number(9)}}),
            "levels: levels is 9; valid is 1 to 8 (levels, L: C^L nodes, at most 65536)");
  EXPECT_EQ(refusal(mandala, {{"ports", number(16)}, {"levels", number(-1)}}),
            "levels: levels is -1; valid is 1 to 4 (levels, L: C^L nodes, at most 65536)");
}

TEST(MandalaFamily, EveryRoutingCanBeMadeAndDoesNotAskForTheSource) {
  const auto design = MandalaFamily().build({{"ports", number(4)}, {"levels", number(2)}});
  expect_that_every_routing_can_be_made(*design);
  expect_that_no_routing_asks_for_the_source(*design);
  EXPECT_EQ(routing_refusal(*design, "xy", 4), "MANDALA has no routing 'xy'; valid are rsim, shortest, redirect");
  EXPECT_EQ(routing_refusal(*design, "rsim", 1), "routing rsim needs 2 to 32 virtual channels, not 1");
  EXPECT_EQ(design->fabric({}), nullptr);
}

TEST(MandalaFamily, ClustersAreTheGroupsOfMulticasts) {
  const auto design = MandalaFamily().build({{"ports", number(3)}, {"levels", number(3)}});
  const auto groups = design->multicast_groups();
  EXPECT_EQ(groups->name(), "cluster");
  EXPECT_EQ(groups->highest_level(), 3u);
  EXPECT_EQ(groups->members(NodeId{20}, NodeId{4}, 0), (std::vector<NodeId>{NodeId{4}}));
  EXPECT_EQ(groups->members(NodeId{20}, NodeId{4}, 1), (std::vector<NodeId>{NodeId{3}, NodeId{4}, NodeId{5}}));
  EXPECT_EQ(groups->members(NodeId{20}, NodeId{4}, 3).size(), 27u);
}

}  // namespace
}  // namespace kintsugi::mandala
