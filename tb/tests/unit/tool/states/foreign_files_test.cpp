// States, bitstreams and plans as other tools write them: 200 right ones of each kind are accepted, and of 200 wrong
// ones each is named. They are drawn from a seed, and written by code of these tests.
#include <gtest/gtest.h>

#include <functional>
#include <regex>

#include "tb/tests/unit/tool/states/foreign_plan.hpp"
#include "tb/tests/unit/tool/states/foreign_text.hpp"
#include "tb/tool/states/plan_reader.hpp"
#include "tb/tool/states/states_check.hpp"

namespace kintsugi::test {
namespace {

constexpr int kForeignCases = 200;

/// What the check says of a file: the messages of a refusal, or the differences.
struct ForeignAnswer {
  bool accepted = false;
  std::string text;
};

ForeignAnswer answer_to(const std::function<states::CheckedStates(Diagnostics&)>& check) {
  Diagnostics errors;
  states::CheckedStates checked;
  try {
    checked = check(errors);
  } catch (const InputError& error) {
    return {false, error.what()};
  }
  ForeignAnswer answer{errors.empty() && checked.verified(), ""};
  for (const Diagnostic& each : errors.sorted()) answer.text += describe(each) + '\n';
  for (const states::Difference& each : checked.differences) answer.text += each.message + '\n';
  return answer;
}

ForeignAnswer check_list(const ForeignWafer& wafer, const ForeignText& list) {
  return answer_to([&](Diagnostics& errors) {
    states::StateList read = states::read_states(list.text, list.name, wafer.fabric(), wafer.network(), errors);
    return errors.empty() ? states::check_states(wafer.input.scenario, wafer.input.setup, std::move(read))
                          : states::CheckedStates{};
  });
}

ForeignAnswer check_stream(const ForeignWafer& wafer, const ForeignText& stream) {
  return answer_to([&](Diagnostics& errors) {
    const states::StreamStates read = states::read_bitstream(stream.text, stream.name, wafer.fabric(), errors);
    if (!errors.empty()) return states::CheckedStates{};
    return states::check_states(wafer.input.scenario, wafer.input.setup,
                                {switch_states(wafer.fabric(), read.configuration)});
  });
}

ForeignAnswer check_plan(const ForeignWafer& wafer, const ForeignText& plan) {
  return answer_to([&](Diagnostics& errors) {
    const states::FilePlan read = states::read_plan(plan.text, plan.name, wafer.input.setup, {}, errors);
    return errors.empty() ? states::check_plan(wafer.input.scenario, wafer.input.setup, read) : states::CheckedStates{};
  });
}

/// Returns whether a message says of a mistake what it must.
bool names(const std::string& text, const ForeignMistake& mistake) {
  static const std::regex kPlace("r[0-9]+[.]c[0-9]+|s[hv][.]g[0-9]+");
  return mistake.named.empty() ? std::regex_search(text, kPlace) : text.find(mistake.named) != std::string::npos;
}

std::string scene(const ForeignWafer& wafer, const ForeignText& text) {
  std::string dead;
  for (const SiteId site : wafer.input.setup.defects.sites) dead += wafer.fabric().sites[site.value].name + ' ';
  return wafer.text + ", dead: " + dead + '\n' + text.name + ":\n" + text.text;
}

/// Draws cases, each on the next of the wafers.
void for_foreign_cases(std::uint64_t seed, bool straight,
                       const std::function<void(ForeignWafer&, const ForeignRepair&, Draw&)>& test) {
  Draw draw(seed);
  for (int i = 0; i < kForeignCases && !testing::Test::HasFailure(); ++i) {
    ForeignWafer& wafer = foreign_wafers()[static_cast<std::size_t>(i) % foreign_wafers().size()];
    SCOPED_TRACE("case " + std::to_string(i));
    const ForeignRepair repair = draw_repair(wafer, straight || draw.one_in(2), draw);
    test(wafer, repair, draw);
  }
}

/// Sets some switches to other states that change nothing.
SwitchStates with_idle_drawn(const ForeignWafer& wafer, const ForeignJudge& judge, SwitchStates states,
                             const Placement& placement, Draw& draw) {
  for (int i = 0; i < 6; ++i) {
    SwitchStates changed = states;
    const std::size_t id = static_cast<std::size_t>(draw.below(static_cast<int>(states.size())));
    changed[id] = static_cast<SwitchState>(draw.below(static_cast<int>(wafer.fabric().switches[id].type->states())));
    if (judge.is_right(changed, placement)) states = changed;
  }
  return states;
}

void expect_named(const ForeignAnswer& answer, const ForeignMistake& mistake, const ForeignWafer& wafer,
                  const ForeignText& text) {
  EXPECT_TRUE(names(answer.text, mistake)) << mistake.what << ": '" << mistake.named << "' is not in\n"
                                           << answer.text << scene(wafer, text);
}

/// Expects that a harmless mistake is accepted, and any other refused by its name; returns whether it is not harmless.
bool expect_judged(const ForeignAnswer& answer, const ForeignMistake& mistake, const ForeignWafer& wafer,
                   const ForeignText& text) {
  EXPECT_EQ(answer.accepted, mistake.is_harmless) << mistake.what << '\n' << answer.text << scene(wafer, text);
  if (!mistake.is_harmless) expect_named(answer, mistake, wafer, text);
  return !mistake.is_harmless;
}

TEST(ForeignStates, that_are_right_are_accepted_in_every_form) {
  for_foreign_cases(1, false, [](ForeignWafer& wafer, const ForeignRepair& repair, Draw& draw) {
    const ForeignJudge judge(wafer);
    ForeignList list(wafer, with_idle_drawn(wafer, judge, judge.switches(repair.states), repair.placement, draw));
    if (draw.one_in(2)) list.placement = &repair.placement;
    if (draw.one_in(3)) list.leave_out(judge, repair.placement, draw);
    const ForeignText text = list.write(draw);
    const ForeignAnswer answer = check_list(wafer, text);
    EXPECT_TRUE(answer.accepted) << answer.text << scene(wafer, text);
  });
}

TEST(ForeignStates, that_are_wrong_are_named) {
  int wrong = 0;
  for_foreign_cases(2, false, [&](ForeignWafer& wafer, const ForeignRepair& repair, Draw& draw) {
    const ForeignJudge judge(wafer);
    ForeignList list(wafer, judge.switches(repair.states));
    if (draw.one_in(2)) list.placement = &repair.placement;
    const ForeignMistake mistake = list.spoil(judge, repair, draw);
    const ForeignText text = list.write(draw);
    const ForeignAnswer answer = check_list(wafer, text);
    if (expect_judged(answer, mistake, wafer, text)) ++wrong;
  });
  EXPECT_GT(wrong, kForeignCases * 8 / 10);
}

TEST(ForeignStreams, that_are_right_are_accepted_in_every_form) {
  for_foreign_cases(3, false, [](ForeignWafer& wafer, const ForeignRepair& repair, Draw& draw) {
    const ForeignText text = ForeignStream(wafer, repair.states).write(draw);
    const ForeignAnswer answer = check_stream(wafer, text);
    EXPECT_TRUE(answer.accepted) << answer.text << scene(wafer, text);
  });
}

TEST(ForeignStreams, that_are_wrong_are_named) {
  int wrong = 0;
  for_foreign_cases(4, false, [&](ForeignWafer& wafer, const ForeignRepair& repair, Draw& draw) {
    const ForeignJudge judge(wafer);
    ForeignStream stream(wafer, repair.states);
    const ForeignMistake mistake = stream.spoil(judge, draw);
    const ForeignText text = stream.write(draw);
    const ForeignAnswer answer = check_stream(wafer, text);
    if (expect_judged(answer, mistake, wafer, text)) ++wrong;
  });
  EXPECT_GT(wrong, kForeignCases * 8 / 10);
}

TEST(ForeignPlans, that_are_right_are_accepted_in_every_form) {
  for_foreign_cases(5, false, [](ForeignWafer& wafer, const ForeignRepair& repair, Draw& draw) {
    const ForeignText text = ForeignPlanText(repair).write(draw);
    const ForeignAnswer answer = check_plan(wafer, text);
    EXPECT_TRUE(answer.accepted) << answer.text << scene(wafer, text);
  });
}

/// Returns whether the states that carry the plan make the network: two nodes can be exchanged by other states.
bool is_carried(const ForeignWafer& wafer, const ForeignText& text) {
  Diagnostics errors;
  const GivenPlan plan = states::read_plan(text.text, text.name, wafer.input.setup, {}, errors);
  const CompletedPlan completed = wafer.input.setup.fabric->complete(plan);
  return ForeignJudge(wafer).is_right(switch_states(wafer.fabric(), completed.repair.configuration), *plan.placement);
}

TEST(ForeignPlans, that_are_wrong_are_named) {
  int wrong = 0;
  for_foreign_cases(6, false, [&](ForeignWafer& wafer, const ForeignRepair& repair, Draw& draw) {
    ForeignPlanText plan(repair);
    const ForeignMistake mistake = plan.spoil(wafer, draw);
    const ForeignText text = plan.write(draw);
    const ForeignAnswer answer = check_plan(wafer, text);
    if (answer.accepted && mistake.what == "two nodes exchanged" && is_carried(wafer, text)) return;
    ++wrong;
    EXPECT_FALSE(answer.accepted) << mistake.what << '\n' << scene(wafer, text);
    expect_named(answer, mistake, wafer, text);
  });
  EXPECT_GT(wrong, kForeignCases * 9 / 10);
}

}  // namespace
}  // namespace kintsugi::test
