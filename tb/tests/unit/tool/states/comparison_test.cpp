// What the check says of wrong states: which ports meet, which switch is to blame, what is used although it is
// defective.
#include "tb/tool/states/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tb/tests/unit/tool/states/repaired.hpp"
#include "tb/tool/states/plan_reader.hpp"
#include "tb/tool/states/states_check.hpp"

namespace kintsugi::test {
namespace {

using Lines = std::vector<std::string>;
using states::CheckedStates;

Lines difference_lines(const CheckedStates& checked) {
  Lines lines;
  for (const states::Difference& each : checked.differences) {
    lines.push_back(states::name(each.kind) + ": " + each.message);
  }
  return lines;
}

/// Checks the states of a repair with some fields in other states.
CheckedStates check_changed(const Repaired& repaired, const std::vector<std::pair<std::string, SwitchState>>& changes,
                            bool with_placement = true) {
  Configuration configuration = repaired.checked.repair.configuration;
  for (const auto& [field, state] : changes) {
    const auto found = std::ranges::find(repaired.fabric().fields, field, &ConfigField::name);
    configuration.at(static_cast<std::size_t>(found - repaired.fabric().fields.begin())) = state;
  }
  states::StateList list{switch_states(repaired.fabric(), configuration)};
  if (with_placement) list.placement = repaired.checked.repair.placement;
  return states::check_states(repaired.input.scenario, repaired.input.setup, std::move(list));
}

TEST(StatesComparison, names_a_link_at_both_ends_and_the_switch_at_which_the_ways_part) {
  const Repaired wafer(kSmallWafer);
  const CheckedStates checked = check_changed(wafer, {{"sv.g2.r2", TrackSwitchType::kOpen}});
  EXPECT_EQ(difference_lines(checked).front(),
            "link: r2.c1.bypass_e should meet r2.c3.bypass_w (x0.y1.bypass_e and x2.y1.bypass_w), but r2.c1.bypass_e "
            "meets nothing and r2.c3.bypass_w meets nothing: sv.g2.r2, which is OPEN and should be X");
  const states::Difference& first = checked.differences.front();
  EXPECT_EQ(first.from, "r2.c1.bypass_e");
  EXPECT_EQ(first.node_to, "x2.y1.bypass_w");
  EXPECT_EQ(first.from_meets, "");
  ASSERT_EQ(first.blame.size(), 1u);
  EXPECT_EQ(first.blame[0].field, "sv.g2.r2");
  ASSERT_EQ(checked.wrong.size(), 1u);
  EXPECT_EQ(checked.wrong[0].expected, "X");
}

TEST(StatesComparison, names_a_pe_that_is_attached_or_not_against_the_placement) {
  const Repaired wafer(kSmallWafer);
  EXPECT_EQ(difference_lines(check_changed(wafer, {{"r0.c2", 1}})).front(),
            "pe: r0.c2 has no node, but switches attach it: r0.c2.bunch_ew, which is connect_0 and should be cross; "
            "r0.c2.bunch_ns, which is connect_0 and should be cross");
  EXPECT_EQ(difference_lines(check_changed(wafer, {{"r2.c2", 0}})).front().substr(0, 61),
            "pe: r2.c2 has node x1.y1, but no switch attaches it: r2.c2.bu");
  EXPECT_EQ(difference_lines(check_changed(wafer, {{"r2.c2", 0}}, false)).front().substr(0, 61),
            "pe: r2.c2 has node x1.y1, but no switch attaches it: r2.c2.bu")
      << "the PE of a node that no link leads to is that of a guess";
}

/// Node 0 of a shuffle-exchange network has a link to itself, and a spare PE is alone.
TEST(StatesComparison, says_that_no_packet_takes_a_link_of_a_node_to_itself) {
  const Repaired array("{network: {kind: sse, n: 3, scheme: sft2}}");
  const CheckedStates checked = check_changed(array, {{"p0.select_out", 0}});
  ASSERT_FALSE(checked.differences.empty());
  for (const states::Difference& difference : checked.differences) {
    const std::string first = difference.node_from.substr(0, difference.node_from.find('.'));
    const bool is_own = !first.empty() && difference.node_to.starts_with(first + '.');
    EXPECT_EQ(difference.unused, is_own) << difference.message;
    EXPECT_EQ(difference.message.ends_with("; no packet takes it"), is_own) << difference.message;
  }
  EXPECT_TRUE(std::ranges::any_of(checked.differences, &states::Difference::unused));
}

/// The spare above the rim of a mesh meets a port without a link.
TEST(StatesComparison, says_that_no_packet_takes_ports_without_a_link) {
  const Repaired mesh("{network: {kind: mesh, sides: [3, 3]}, fabric: {}}");
  const CheckedStates checked = check_changed(mesh, {{"r0.c2", 1}});
  ASSERT_EQ(checked.differences.size(), 2u);
  EXPECT_EQ(checked.differences[0].kind, states::Difference::Kind::kPe);
  EXPECT_EQ(checked.differences[1].kind, states::Difference::Kind::kExcess);
  for (const states::Difference& difference : checked.differences) {
    EXPECT_TRUE(difference.unused) << difference.message;
    EXPECT_TRUE(difference.message.ends_with("; no packet takes it")) << difference.message;
  }
  const Repaired torus("{network: {kind: torus, sides: [3, 3]}, fabric: {}}");
  for (const states::Difference& difference : check_changed(torus, {{"r0.c2", 1}}).differences) {
    EXPECT_FALSE(difference.unused) << difference.message;
  }
}

TEST(StatesComparison, names_a_dead_pe_that_is_used) {
  Repaired wafer(kSmallWafer);
  wafer.input.setup.defects = {SiteId{6}};
  const std::string name = wafer.fabric().sites[6].name;
  const CheckedStates checked = check_changed(wafer, {});
  ASSERT_EQ(checked.differences.size(), 1u);
  EXPECT_EQ(difference_lines(checked).front(),
            "pe: " + name + " is dead, but switches attach it as the PE of node x1.y0");
}

TEST(StatesComparison, names_a_dead_link_that_is_used) {
  Repaired array("{network: {kind: sse, n: 3, scheme: sft2}}");
  array.input.setup.defects = Defects({}, {{SiteId{1}, SiteId{2}}});
  EXPECT_EQ(difference_lines(check_changed(array, {})),
            Lines{"defect: p1.shuffle_out and p2.shuffle_in meet over the dead link from p1 to p2"});
}

TEST(StatesComparison, blames_a_stuck_switch_that_is_set_to_the_right_state) {
  Repaired wafer("{network: {kind: srt2d, n: 2}, fabric: {}, defects: {switch: [[V, 2, 2, 0, OPEN]]}}");
  const SwitchStates plain = switch_states(wafer.fabric(), wafer.input.setup.fabric->repair({}, {}).configuration);
  const Placement placement = wafer.input.setup.fabric->repair({}, {}).placement;
  const CheckedStates checked = states::check_states(wafer.input.scenario, wafer.input.setup, {plain, placement});
  ASSERT_FALSE(checked.verified());
  EXPECT_TRUE(difference_lines(checked).front().ends_with(" meets nothing: sv.g2.r2 stuck in OPEN"))
      << difference_lines(checked).front();
  EXPECT_TRUE(checked.wrong.empty()) << "every switch is set as the rule has it";
}

TEST(StatesComparison, refuses_a_detour_over_a_defect_that_joins_the_right_ports) {
  Repaired wafer("{network: {kind: srt2d, n: 2}, fabric: {}, defects: {switch: [[V, 2, 2, 0, X]]}}");
  const Repair plain = wafer.input.setup.fabric->repair({}, {});
  SwitchStates states = switch_states(wafer.fabric(), plain.configuration);
  const auto id = std::ranges::find(wafer.fabric().switches, std::string("sv.g2.r2"), &FabricSwitch::name) -
                  wafer.fabric().switches.begin();
  EXPECT_TRUE(states::check_states(wafer.input.scenario, wafer.input.setup, {states, plain.placement}).verified())
      << "stuck as it is set: no harm";
  states[static_cast<std::size_t>(id)] = TrackSwitchType::kOpen;
  const CheckedStates checked =
      states::check_states(wafer.input.scenario, wafer.input.setup, {states, plain.placement});
  ASSERT_FALSE(checked.verified());
  EXPECT_EQ(checked.differences.front().kind, states::Difference::Kind::kDefect);
  EXPECT_EQ(difference_lines(checked).front(),
            "defect: r2.c1.bypass_e and r2.c3.bypass_w meet by way of sv.g2.r2, which is defective: in its state it "
            "should not join them: sv.g2.r2, which is OPEN and should be X (sv.g2.r2 stuck in X)");
}

TEST(StatesComparison, a_placement_of_the_file_that_is_not_that_of_the_states_is_a_difference) {
  const Repaired wafer(kSmallWafer);
  Placement exchanged = wafer.checked.repair.placement;
  std::swap(exchanged.site_of[0], exchanged.site_of[1]);
  std::swap(exchanged.node_at[exchanged.site_of[0].value], exchanged.node_at[exchanged.site_of[1].value]);
  const CheckedStates checked =
      states::check_states(wafer.input.scenario, wafer.input.setup, {wafer.switch_states(), exchanged});
  EXPECT_FALSE(checked.verified());
  EXPECT_FALSE(checked.right_known) << "no states make this placement";
}

TEST(StatesComparison, reports_closed_rings) {
  const Repaired wafer(
      "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[4, 5], [4, 2], [3, 2], [3, 0], [5, 3]]}}");
  const CheckedStates checked = check_changed(wafer, {});
  EXPECT_TRUE(checked.verified());
  EXPECT_EQ(checked.rings.size(), 1u);
  EXPECT_EQ(states::to_json(checked, wafer.fabric()).at("closed_rings").at("rings"), 1);
}

TEST(StatesComparison, a_plan_that_leaves_a_dead_pe_in_use_names_it) {
  const Repaired wafer(kRepairedWafer);
  Diagnostics errors;
  const states::FilePlan plan = states::read_plan("{paths: [{pe: [2, 2], direction: north}]}", "plan",
                                                  wafer.input.setup, wafer.input.scenario.repair, errors);
  EXPECT_EQ(difference_lines(states::check_plan(wafer.input.scenario, wafer.input.setup, plan)),
            Lines{"pe: r4.c3 is dead, but switches attach it as the PE of node x2.y3"});
}

TEST(StatesComparison, conflicts_of_a_plan_are_differences) {
  const Repaired wafer(kSmallWafer);
  Diagnostics errors;
  const states::FilePlan plan =
      states::read_plan("{paths: [{pe: [2, 2], direction: east}, {pe: [3, 3], direction: west}]}", "plan",
                        wafer.input.setup, wafer.input.scenario.repair, errors);
  const CheckedStates checked = states::check_plan(wafer.input.scenario, wafer.input.setup, plan);
  EXPECT_EQ(difference_lines(checked), Lines{"conflict: no switch setting carries both r2.c2 east and r3.c3 west"});
  EXPECT_EQ(states::to_json(checked, wafer.fabric()).dump(),
            R"({"verified":false,"differences":[{"kind":"conflict","message":"no switch setting carries both r2.c2 )"
            R"(east and r3.c3 west"}]})");
}

TEST(StatesReport, names_idle_switches_in_other_states) {
  const Repaired wafer(kSmallWafer);
  const CheckedStates checked = check_changed(wafer, {{"sh.g0.c0", TrackSwitchType::kD1}});
  EXPECT_TRUE(checked.verified());
  const std::string text = states::table_of(checked, wafer.fabric(), "states", "list").text();
  EXPECT_NE(text.find("1 state is not as the rule of the fabric has it for this placement: sh.g0.c0 (D1, not X); that "
                      "changes no link\n"),
            std::string::npos)
      << text;
}

TEST(StatesReport, has_the_first_twenty_differences_as_text_and_all_in_json) {
  const Repaired wafer(kSmallWafer);
  const CheckedStates checked =
      states::check_states(wafer.input.scenario, wafer.input.setup, {SwitchStates(wafer.fabric().switches.size())});
  ASSERT_GT(checked.differences.size(), 20u);
  const std::string text = states::table_of(checked, wafer.fabric(), "states", "list").text();
  EXPECT_NE(text.find(std::to_string(checked.differences.size() - 20) + " more (--json names all)\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(states::to_json(checked, wafer.fabric()).at("differences").size(), checked.differences.size());
}

}  // namespace
}  // namespace kintsugi::test
