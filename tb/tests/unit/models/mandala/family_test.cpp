#include "models/mandala/family.hpp"
#include "models/repair/reconfigurable.hpp"

#include <gtest/gtest.h>

#include "models/mandala/geometry.hpp"
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
  EXPECT_EQ(refusal(mandala, {{"ports", number(4)}}),
            "levels: levels is missing: levels, L: C^L nodes, at most 262144");
  EXPECT_EQ(refusal(mandala, {{"ports", number(1)}, {"levels", number(3)}}),
            "ports: ports is 1; valid is 2 to 16 (ports of a node, C: clusters of C nodes or clusters)");
  EXPECT_EQ(refusal(mandala, {{"ports", number(4)}, {"levels", number(10)}}),
            "levels: levels is 10; valid is 1 to 9 (levels, L: C^L nodes, at most 262144)");
  EXPECT_EQ(refusal(mandala, {{"ports", number(16)}, {"levels", number(-1)}}),
            "levels: levels is -1; valid is 1 to 4 (levels, L: C^L nodes, at most 262144)");
}

TEST(MandalaFamily, every_routing_can_be_made_and_does_not_ask_for_the_source) {
  const auto design = MandalaFamily().build({{"ports", number(4)}, {"levels", number(2)}});
  expect_that_every_routing_can_be_made(*design);
  expect_that_no_routing_asks_for_the_source(*design);
  EXPECT_EQ(routing_refusal(*design, "xy", 4),
            "MANDALA(4 ports, 2 levels) has no routing 'xy'; valid: rsim, shortest, redirect, hdr");
  EXPECT_EQ(routing_refusal(*design, "rsim", 1), "routing rsim needs 2 to 32 virtual channels, not 1");
  EXPECT_EQ(design->fabric({}), nullptr);
}

TEST(MandalaFamily, the_routings_of_most_levels_have_the_channels_that_they_need) {
  const auto design = MandalaFamily().build({{"ports", number(2)}, {"levels", number(18)}});
  for (const RoutingInfo& info : design->routings()) {
    EXPECT_LE(info.default_vcs, kMaxVcs) << info.name;
    EXPECT_EQ(routing_refusal(*design, info.name, info.default_vcs), "nothing was thrown") << info.name;
  }
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

Parameters grown(std::int64_t nodes, NodeWords added) {
  return {{"ports", number(4)}, {"levels", number(3)}, {"nodes", number(nodes)}, {"added", std::move(added)}};
}

TEST(MandalaFamily, single_nodes_are_added_in_any_order_and_hdr_holds) {
  const auto design = MandalaFamily().build(grown(16, {"48", "n17", "16"}));
  const Network& network = design->network();
  EXPECT_EQ(network.name(), "MANDALA(4 ports, 3 levels) first 16 nodes and 16, 17, 48");
  ASSERT_EQ(network.nodes(), 19u);
  EXPECT_EQ(network.node_name(NodeId{18}), "n48");
  EXPECT_EQ(network.peer({NodeId{18}, PortId{0}})->node, NodeId{15}) << "n48 is 300 to the base 4, and joined to 033";
  const RoutingInfo hdr = design->routings().front();
  EXPECT_TRUE(prove(network, *design->routing("hdr", hdr.min_vcs)).holds());
  EXPECT_EQ(design->multicast_groups()->members(NodeId{0}, NodeId{17}, 1),
            (std::vector<NodeId>{NodeId{16}, NodeId{17}}));
  for (const AbsentLink& link : design->absent_links()) EXPECT_NE(link.to, "n48");
  EXPECT_EQ(design->node_properties()[1].values[18], "12") << "the cluster of n48";
}

TEST(MandalaFamily, a_node_with_no_way_to_the_others_is_not_added) {
  const MandalaFamily mandala;
  EXPECT_EQ(refusal(mandala, grown(16, {"17"})),
            "added: nodes 0 and 17 have no way to each other within their cluster of level 3, nodes 0 to 63; "
            "add the nodes between them too");
  EXPECT_EQ(refusal(mandala, grown(32, {"32", "37"})),
            "added: nodes 32 and 37 have no way to each other within their cluster of level 2, nodes 32 to 47; "
            "add the nodes between them too");
  EXPECT_EQ(refusal(mandala, grown(16, {"16", "n16"})), "added: 16 is given twice");
  for (const std::string word : {"3", "n3", "64", "n64", "x", "-1", ""}) {
    EXPECT_EQ(refusal(mandala, grown(16, {word})),
              "added: '" + word + "' is not a missing node; valid is 16 to 63, or a name such as n16");
  }
  EXPECT_EQ(refusal(mandala, grown(64, {"5"})), "added: no node is missing; leave it out, or give fewer nodes");
  EXPECT_THROW(validate({4, 3, 16, {20, 19}}), std::invalid_argument);
  EXPECT_THROW(validate({4, 3, 16, {15}}), std::invalid_argument);
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

/// Its degree is the printed one, and its density nearly.
void expect_the_tree_of_table_1(const PaperTable& tree) {
  EXPECT_EQ(tree.columns, (std::vector<std::string>{"15", "63", "255", "1023"}));
  for (const auto& [computed, published] : cells(tree, "degree")) EXPECT_EQ(computed, published);
  using Cells = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(cells(tree, "maximum message density"),
            (Cells{{"57", "70.3125"}, {"1185", "1240.312"}, {"20097", "20320.31"}, {"326145", "327040.3"}}));
  for (const auto& [computed, published] : cells(tree, "average distance")) {
    EXPECT_LT(std::stod(computed), std::stod(published));
    EXPECT_GT(std::stod(computed), std::stod(published) - 6) << "2 log2 N less six is its limit";
  }
}

TEST(MandalaFamily, equations_are_met_and_the_figures_of_table_1_are_orders_of_magnitude) {
  std::size_t told = 0;
  const auto tables = MandalaFamily().paper_tables([&](std::size_t done, std::size_t) { told = done; });
  EXPECT_EQ(told, 6u);
  ASSERT_EQ(tables.size(), 4u);
  for (const std::string label : {"degree", "maximum message density"}) {
    for (const auto& [computed, published] : cells(tables[0], label)) EXPECT_EQ(computed, published) << label;
  }
  const std::vector<std::pair<std::string, std::string>> averages{
      {"2.2", "4"}, {"4.714286", "8"}, {"9.823529", "16"}, {"20.09091", "32"}, {"2.555556", "4"}, {"5.794521", "8"}};
  EXPECT_EQ(cells(tables[0], "average distance"), averages);
  for (const PaperTable::Row& row : tables[1].rows) EXPECT_EQ(row.computed, row.published) << row.label;
  for (const PaperTable::Row& row : tables[2].rows) EXPECT_EQ(row.computed.front(), row.published.front()) << row.label;
  EXPECT_EQ(tables[2].rows.size(), 1u + 2 + 3 + 4 + 1 + 2);
  expect_the_tree_of_table_1(tables[3]);
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
