// Every message about a plan, with its place.
#include "tb/tool/states/plan_reader.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/tool/states/repaired.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi::test {
namespace {

using Lines = std::vector<std::string>;

const Input& planned_wafer() {
  static const Input kWafer = load_text(kSmallWafer, "scenario");
  return kWafer;
}

const Input& planned_array() {
  static const Input kArray = load_text("{network: {kind: sse, n: 3, scheme: sft2}}", "scenario");
  return kArray;
}

Lines mistakes_in_plan(const std::string& text, const Input& input = planned_wafer()) {
  Diagnostics errors;
  states::read_plan(text, "plan", input.setup, input.scenario.repair, errors);
  return printed(errors);
}

GivenPlan plan_in(const std::string& text, const Input& input = planned_wafer()) {
  Diagnostics errors;
  GivenPlan plan = states::read_plan(text, "plan", input.setup, input.scenario.repair, errors);
  errors.raise();
  return plan;
}

TEST(PlanReader, reads_paths) {
  const GivenPlan plan = plan_in("{paths: [{pe: [2, 2], direction: east, moved: 3}, {pe: [4, 3], direction: south}]}");
  ASSERT_EQ(plan.paths.size(), 2u);
  EXPECT_EQ(planned_wafer().setup.fabric->fabric().sites[plan.paths[1].defect.value].name, "r4.c3");
  EXPECT_EQ(plan.paths[1].direction, "south");
  EXPECT_FALSE(plan.placement);
}

TEST(PlanReader, reads_a_mapping_in_which_the_other_nodes_stay) {
  const GivenPlan plan = plan_in("{placement: {x0.y0: [0, 1], 5: [2, 2]}}");
  ASSERT_TRUE(plan.placement);
  EXPECT_EQ(planned_wafer().setup.fabric->fabric().sites[plan.placement->site_of[0].value].name, "r0.c1");
  EXPECT_EQ(planned_wafer().setup.fabric->fabric().sites[plan.placement->site_of[15].value].name, "r4.c4");
}

TEST(PlanReader, takes_no_null_for_a_list) {
  EXPECT_EQ(mistakes_in_plan("{paths: null}"),
            Lines{"plan:1:2: paths must be a list of mappings ([{key: value}, ...]), not nothing"});
}

TEST(PlanReader, takes_the_report_of_a_repair) {
  EXPECT_EQ(
      plan_in("{repairable: true, moved: 4, paths: [{pe: [2, 2], direction: east, moved: 3}], pes: []}").paths.size(),
      1u);
  const GivenPlan plan = plan_in(
      "{repairable: true, paths: [], pes: [{pe: 0, after: n0}, {pe: 1, after: n1}, {pe: 2, node: n2}, {pe: 3, after: "
      "n3}, {pe: 4, after: ~}, {pe: 5, after: ~}, {pe: 6, after: n4}, {pe: 7, after: n5}, {pe: 8, after: n6}, {pe: 9, "
      "after: n7}]}",
      planned_array());
  EXPECT_EQ(plan.placement->site_of[4], SiteId{6});
}

TEST(PlanReader, takes_names_of_pes_and_the_passes_of_a_ring_in_any_order) {
  const GivenPlan plan = plan_in("{placement: {x0.y0: r0.c1, x1.y0: R1.C2}}");
  EXPECT_EQ(planned_wafer().setup.fabric->fabric().sites[plan.placement->site_of[0].value].name, "r0.c1");
  EXPECT_EQ(plan_in("{paths: [{pe: r2.c2, direction: EAST}]}").paths.at(0).direction, "east");
  const std::string rings = "{rings_of_nodes: [{ring: Column 1, passes: ";
  const auto configuration_of = [&](const std::string& passes) {
    const GivenPlan given = plan_in(rings + passes + "}]}");
    return planned_wafer().setup.fabric->complete(given).repair.configuration;
  };
  EXPECT_EQ(configuration_of("[r5.c1, [2, 1]]"), configuration_of("[[2, 1], [5, 1]]"));
}

TEST(PlanReader, says_what_a_plan_is) {
  EXPECT_EQ(mistakes_in_plan("[]"), Lines{"plan:1:1: a plan is a mapping with paths or placement, not a list"});
  EXPECT_EQ(mistakes_in_plan("{}"),
            Lines{"plan:1:1: this is no plan; give paths, {paths: [{pe: ADDRESS, direction: north}, ...]}, or a "
                  "placement, {placement: {x0.y0: [0, 1], ...}}"});
  EXPECT_EQ(mistakes_in_plan("{}", planned_array()),
            Lines{"plan:1:1: this is no plan; give a placement, {placement: {n0: 0, ...}}"});
  EXPECT_EQ(mistakes_in_plan("{paths: [{pe: 3, direction: east}]}", planned_array()),
            Lines{"plan:1:9: a plan of this fabric has no paths; give a placement, {placement: {n0: 0, ...}}"});
  EXPECT_EQ(mistakes_in_plan("{paths: [], placement: {}}"),
            Lines{"plan:1:24: placement and paths exclude each other: give one of them"});
  EXPECT_EQ(mistakes_in_plan("{paths: [], plasement: {}}"),
            Lines{"plan:1:13: unknown key 'plasement'; did you mean 'placement'?"});
  EXPECT_EQ(mistakes_in_plan("{repairable: true, paths: [], placement: {}}"),
            Lines{"plan:1:42: placement and paths exclude each other: give one of them"});
  EXPECT_EQ(
      mistakes_in_plan("{repairable: 1, paths: [], moved: 0}"),
      (Lines{
          "plan:1:14: repairable must be true or false, not '1'",
          "plan:1:28: unknown key 'moved'; valid: repairable, paths, placement, pes, rings_of_nodes, fabric_number"}));
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: [1, 1], after: {a: 1}}]}"),
            Lines{"plan:1:28: after must be the name of a node, not a mapping"});
  EXPECT_EQ(mistakes_in_plan("{paths: {").size(), 1u);
}

TEST(PlanReader, takes_each_key_once) {
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: r1.c1, pe: r1.c2, after: x0.y0}]}").front(),
            "plan:1:20: duplicate key 'pe'; the first is in line 1");
  EXPECT_EQ(mistakes_in_plan("{paths: [{pe: [2, 2], direction: east, direction: west}]}"),
            Lines{"plan:1:40: duplicate key 'paths.0.direction'; the first is in line 1"});
}

TEST(PlanReader, takes_each_ring_once) {
  EXPECT_EQ(mistakes_in_plan("{rings_of_nodes: [{ring: column 1, passes: [[0, 1], [5, 1]]},\n"
                             " {ring: Column 1, passes: [[0, 1], [4, 1]]}]}"),
            Lines{"plan:2:9: the ring 'column 1' is given twice; the first is at plan:1:26; leave one out"});
}

TEST(PlanReader, refuses_the_plan_of_another_fabric) {
  const std::string number = hex32(planned_wafer().setup.fabric->fabric().number);
  const std::string paths = "paths: [{pe: [2, 2], direction: east}]}";
  for (const std::string& same : {number, "0x" + number, "'0X" + number + "'"}) {
    EXPECT_EQ(mistakes_in_plan("{fabric_number: " + same + ", " + paths), Lines{}) << same;
  }
  EXPECT_EQ(mistakes_in_plan("{repairable: true, fabric_number: 12345678, " + paths),
            Lines{"plan:1:35: the plan is of the fabric with the number 12345678, and this one has " + number +
                  ": name the scenario of that fabric"});
}

/// The PEs of a report are where its paths, or its rings, put the nodes.
TEST(PlanReader, compares_the_pes_of_a_report_with_what_its_rings_or_paths_make) {
  const auto mistakes_with = [](const std::string& plan, const std::string& pe) {
    Diagnostics errors;
    const Input& input = planned_wafer();
    const auto read =
        states::read_plan("{repairable: true, " + plan + ",\n pes: [{pe: r1.c1, after: x0.y0}, {pe: " + pe +
                              ", after: x1.y1}, {pe: r0.c1, after: ~}]}",
                          "plan", input.setup, input.scenario.repair, errors);
    if (errors.empty()) {
      states::compare_pes(read, input.setup.fabric->complete(read).repair.placement, input.setup, errors);
    }
    return printed(errors);
  };
  const std::string paths = "paths: [{pe: [2, 2], direction: east}]";
  const std::string rings = "paths: [], rings_of_nodes: [{ring: row 2, passes: [[2, 0], [2, 2]]}]";
  for (const std::string& plan : {paths, rings}) {
    EXPECT_EQ(mistakes_with(plan, "r2.c3"), Lines{}) << plan;
    EXPECT_EQ(mistakes_with(plan, "r2.c2"), Lines{"plan:2:35: pes has node 'x1.y1' at r2.c2, and the " +
                                                  std::string(plan == paths ? "paths put" : "rings put") +
                                                  " it at r2.c3; make both agree, or leave pes out"});
    EXPECT_EQ(mistakes_with(plan, "r9.c9").size(), 1u) << plan;
  }
}

TEST(PlanReader, checks_every_path) {
  EXPECT_EQ(
      mistakes_in_plan("{paths: [{}, {pe: [2, 2], direction: nort}, {pe: [0, 0], direction: east}, {pe: here, "
                       "direction: up, moves: 1}]}"),
      (Lines{"plan:1:10: paths.0.pe is missing: the address of the PE at which the path begins",
             "plan:1:10: paths.0.direction is missing; valid: north, east, south, west",
             "plan:1:38: paths.1.direction: unknown name 'nort'; did you mean 'north'?",
             "plan:1:50: paths.2.pe: no PE at [0, 0]: the place is empty (the corners of a wafer have PEs only "
             "with fabric.corners: true)",
             "plan:1:81: paths.3.pe: not an address: [row, column] or a number, each 0 to 2^31 - 1, or a name such "
             "as r0.c1",
             "plan:1:98: paths.3.direction: unknown name 'up'; valid: north, east, south, west",
             "plan:1:102: unknown key 'paths.3.moves'; did you mean 'moved'?"}));
}

TEST(PlanReader, checks_every_place) {
  EXPECT_EQ(mistakes_in_plan("{placement: 7}"),
            Lines{"plan:1:13: placement must be a mapping from nodes to addresses, or a list of the addresses of all "
                  "nodes, not '7'"});
  EXPECT_EQ(
      mistakes_in_plan("{placement: [[1, 1]]}"),
      Lines{"plan:1:13: placement has 1 PE, and the network 16 nodes; list the PE of every node, or give a mapping "
            "from nodes to PEs"});
  EXPECT_EQ(mistakes_in_plan("{placement: {x0.y9: [1, 1], nothing: [1, 1], x1.y1: [9, 9]}}"),
            (Lines{"plan:1:14: the network has no node 'x0.y9'; did you mean 'x0.y0'?",
                   "plan:1:29: the network has no node 'nothing'; valid: 0 to 15, or a name such as x0.y0",
                   "plan:1:53: placement.x1.y1: no PE at [9, 9]: the row must be 0 to 5"}));
  EXPECT_EQ(mistakes_in_plan("{placement: {x0.y0: [1, 2]}}"),
            Lines{"plan:1:13: node 'x0.y0' and node 'x1.y0' are both at r1.c2; move one of them"});
  EXPECT_EQ(mistakes_in_plan("{placement: {x0.y0: [0, 1], 0: [0, 1]}}"),
            Lines{"plan:1:29: node 'x0.y0' comes twice, at r0.c1; leave one out"});
  EXPECT_EQ(mistakes_in_plan("{placement: {x0.y0: [0, 1], 0: [1, 0]}}"),
            Lines{"plan:1:29: node 'x0.y0' is at r0.c1 and at r1.c0; leave one out"});
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: 0, after: n0}]}", planned_array()).front(),
            "plan:1:7: node 'n1' has no PE; add it");
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: 0}]}", planned_array()).front(),
            "plan:1:8: a row of pes is {pe: ADDRESS, after: NODE}");
  EXPECT_EQ(mistakes_in_plan("{pes: 5}", planned_array()),
            Lines{"plan:1:7: pes must be a list of mappings ([{pe: ..., after: ...}, ...]), not '5'"});
}

TEST(PlanReader, rows_of_pes_that_contradict_themselves_or_each_other_are_refused) {
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: [1, 1], name: r1.c2, after: x0.y0}]}").front(),
            "plan:1:21: pes.pe is the address of r1.c1, and pes.name is r1.c2; make both agree, or leave one out");
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: [1, 1], after: x0.y0, node: x1.y0}]}").front(),
            "plan:1:41: a PE cannot have both node 'x0.y0' and node 'x1.y0'; change both, or leave one of them out");
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: [1, 1], after: x0.y0}, {name: r1.c1, after: ~}]}").front(),
            "plan:1:36: r1.c1 has no node here, and a node at plan:1:8; leave one out");
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: [1, 1], after: ~}, {name: r1.c1, node: x0.y0}]}").front(),
            "plan:1:32: r1.c1 has a node here, and none at plan:1:8; leave one out");
  EXPECT_EQ(mistakes_in_plan("{pes: [{pe: [1, 1], name: r1.c1, after: x0.y0, node: 0}]}").front(),
            "plan:1:7: node 'x1.y0' has no PE; add it")
      << "keys that agree are right";
}

TEST(PlanReader, complains_once_of_two_nodes_at_one_pe) {
  std::string places = "[0, 1], [0, 1]";
  for (int node = 2; node < 16; ++node) {
    places += ", [" + std::to_string(1 + node / 4) + ", " + std::to_string(1 + node % 4) + "]";
  }
  EXPECT_EQ(mistakes_in_plan("{placement: [" + places + "]}"),
            Lines{"plan:1:22: node 'x0.y0' and node 'x1.y0' are both at r0.c1; move one of them"})
      << "and not that the second one has no PE";
}

}  // namespace
}  // namespace kintsugi::test
