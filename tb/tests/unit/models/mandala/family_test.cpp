#include "models/mandala/family.hpp"
#include "models/repair/reconfigurable.hpp"

#include <gtest/gtest.h>

#include "models/routing/proof.hpp"
#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::mandala {
namespace {

using namespace kintsugi::test;

TEST(MandalaFamily, parameters_give_their_networks) {
  const MandalaFamily mandala;
  EXPECT_EQ(network_name(mandala, {{"ports", number(4)}, {"levels", number(3)}}), "MANDALA(4 ports, 3 levels)");
  EXPECT_EQ(network_name(mandala, {{"ports", number(16)}, {"levels", number(1)}}), "MANDALA(16 ports, 1 levels)");
}

TEST(MandalaFamily, wrong_parameters_are_refused_with_what_is_valid) {
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

TEST(MandalaFamily, every_routing_can_be_made_and_does_not_ask_for_the_source) {
  const auto design = MandalaFamily().build({{"ports", number(4)}, {"levels", number(2)}});
  expect_that_every_routing_can_be_made(*design);
  expect_that_no_routing_asks_for_the_source(*design);
  EXPECT_EQ(routing_refusal(*design, "xy", 4), "MANDALA has no routing 'xy'; valid are rsim, shortest, redirect, hdr");
  EXPECT_EQ(routing_refusal(*design, "rsim", 1), "routing rsim needs 2 to 32 virtual channels, not 1");
  EXPECT_EQ(design->fabric({}), nullptr);
}

TEST(MandalaFamily, nodes_are_those_that_are_there) {
  const MandalaFamily mandala;
  const auto with = [](std::int64_t nodes) {
    return Parameters{{"ports", number(4)}, {"levels", number(2)}, {"nodes", number(nodes)}};
  };
  EXPECT_EQ(network_name(mandala, with(11)), "MANDALA(4 ports, 2 levels) first 11 nodes");
  EXPECT_EQ(network_name(mandala, with(16)), "MANDALA(4 ports, 2 levels)");
  EXPECT_EQ(refusal(mandala, with(17)),
            "nodes: nodes is 17; valid is 2 to 16 (the first nodes in the order of their numbers)");
  EXPECT_EQ(refusal(mandala, with(1)),
            "nodes: nodes is 1; valid is 2 to 16 (the first nodes in the order of their numbers)");
}

TEST(MandalaFamily, where_nodes_are_missing_hdr_is_the_only_routing_and_holds) {
  for (std::int64_t nodes = 2; nodes < 27; ++nodes) {
    const auto design = MandalaFamily().build({{"ports", number(3)}, {"levels", number(3)}, {"nodes", number(nodes)}});
    ASSERT_EQ(design->routings().size(), 1u);
    const RoutingInfo hdr = design->routings().front();
    EXPECT_EQ(hdr.name, "hdr");
    EXPECT_TRUE(prove(design->network(), *design->routing("hdr", hdr.default_vcs)).holds()) << nodes;
    expect_that_every_routing_can_be_made(*design);
    expect_that_no_routing_asks_for_the_source(*design);
    EXPECT_THROW(design->routing("rsim", 3), std::invalid_argument);
  }
}

TEST(MandalaFamily, links_that_are_missing_are_named) {
  const auto part = MandalaFamily().build({{"ports", number(3)}, {"levels", number(2)}, {"nodes", number(5)}});
  std::string text;
  for (const AbsentLink& link : part->absent_links()) {
    text += part->network().describe(link.from) + " " + link.to + " " + link.kind + "; ";
  }
  EXPECT_EQ(text, "n2.p2 n6 level 2; n3.p2 n5 level 1; n4.p2 n5 level 1; ");
  EXPECT_TRUE(MandalaFamily().build({{"ports", number(3)}, {"levels", number(2)}})->absent_links().empty());
}

/// Computed beside published, cell by cell, of a row.
std::vector<std::pair<std::string, std::string>> cells(const PaperTable& table, const std::string& label) {
  std::vector<std::pair<std::string, std::string>> cells;
  for (const PaperTable::Row& row : table.rows) {
    for (std::size_t i = 0; row.label == label && i < row.computed.size(); ++i) {
      cells.push_back({row.computed[i], row.published.at(i)});
    }
  }
  return cells;
}

TEST(MandalaFamily, equations_are_met_and_the_figures_of_table_1_are_orders_of_magnitude) {
  std::size_t told = 0;
  const auto tables = MandalaFamily().paper_tables([&](std::size_t done, std::size_t) { told = done; });
  EXPECT_EQ(told, 6u);
  ASSERT_EQ(tables.size(), 3u);
  for (const std::string label : {"degree", "maximum message density"}) {
    for (const auto& [computed, published] : cells(tables[0], label)) EXPECT_EQ(computed, published) << label;
  }
  const std::vector<std::pair<std::string, std::string>> averages{
      {"2.2", "4"}, {"4.714286", "8"}, {"9.823529", "16"}, {"20.09091", "32"}, {"2.555556", "4"}, {"5.794521", "8"}};
  EXPECT_EQ(cells(tables[0], "average distance"), averages);
  for (const PaperTable::Row& row : tables[1].rows) EXPECT_EQ(row.computed, row.published) << row.label;
  for (const PaperTable::Row& row : tables[2].rows) EXPECT_EQ(row.computed.front(), row.published.front()) << row.label;
  EXPECT_EQ(tables[2].rows.size(), 1u + 2 + 3 + 4 + 1 + 2);
}

TEST(MandalaFamily, clusters_are_the_groups_of_multicasts) {
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
