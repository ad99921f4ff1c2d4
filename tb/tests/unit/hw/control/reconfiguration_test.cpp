// The reconfiguration controller alone: phases in order, each as many cycles as it takes, faults that wait, failure.
// The test provides the Quiescable and the steps, so no fabric is needed.
#include "hw/control/reconfiguration.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

using Phase = ReconfigurationPhase;

/// A chip that needs so many cycles to become quiescent.
class Played final : public Quiescable {
 public:
  Played(ClockDomain& clock, Cycle drain) : clock_(&clock), drain_(drain) {}
  void kill(const Fault& fault) override { say("kill " + std::to_string(std::get<SiteId>(fault).value)); }
  void revive(const Fault& fault) override { say("revive " + std::to_string(std::get<SiteId>(fault).value)); }
  void stop() override {
    say("stop");
    if (!stopped_at_) stopped_at_ = clock_->now();
  }
  bool is_quiescent() const override { return stopped_at_ && clock_->now() >= *stopped_at_ + drain_; }
  void resume() override {
    say("resume");
    stopped_at_.reset();
  }
  void say(const std::string& what) { calls += std::to_string(clock_->now()) + " " + what + "; "; }
  std::string calls;

 private:
  ClockDomain* clock_;
  Cycle drain_;
  std::optional<Cycle> stopped_at_;
};

struct Stage {
  explicit Stage(Schedule schedule = Schedule::kDomain, Cycle drain = 4)
      : clock("clock", schedule), chip(clock, drain), controller("controller", clock, chip) {}

  /// Returns steps of 3 and 1 cycles; from `most` defects on, a plan that failed.
  ReconfigurationPlan plan(const Defects& defects) {
    std::string list;
    for (const SiteId site : defects.sites) list += " " + std::to_string(site.value);
    chip.say("plan" + list);
    ReconfigurationPlan plan;
    if (defects.size() > most) plan.failure = "too many";
    plan.moved = 5;
    plan.steps = {{Phase::kLoad, [this] { chip.say("load"); }, [](Cycle spent) { return spent >= 3; }, {}},
                  {Phase::kSwitch,
                   {},
                   [](Cycle spent) { return spent >= 1; },
                   [this] { return std::exchange(refusal, lasting); },
                   [this] { return wrong; }}};
    return plan;
  }
  void expect(std::vector<RunTimeFault> faults, Cycle plan_cycles = 0) {
    controller.expect(
        std::move(faults), {SiteId{9}}, [this](const Defects& d) { return plan(d); }, plan_cycles);
  }

  ClockDomain clock;
  Played chip;
  ReconfigurationController controller;
  std::size_t most = 9;
  std::string refusal;
  std::string lasting;  // the refusal from the second step on
  std::string wrong;
};

std::string cycles_of(const ReconfigurationController::Reconfiguration& each) {
  std::string text;
  for (const Phase phase : {Phase::kDrain, Phase::kPlan, Phase::kLoad, Phase::kSwitch, Phase::kResume}) {
    text += std::to_string(each.spent(phase)) + " ";
  }
  return text;
}

TEST(Reconfiguration, goes_through_its_phases_in_the_cycles_they_take) {
  Stage stage;
  stage.expect({{10, SiteId{2}}}, 7);
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls, "10 kill 2; 10 stop; 14 plan 2 9; 21 load; 26 resume; ");
  ASSERT_EQ(stage.controller.reconfigurations().size(), 1u);
  const auto& done = stage.controller.reconfigurations()[0];
  EXPECT_EQ(cycles_of(done), "4 7 3 1 1 ");
  EXPECT_EQ(done.cycle, 10u);
  EXPECT_EQ(done.faults, (std::vector<RunTimeFault>{{10, SiteId{2}}}));
  EXPECT_EQ(done.moved, 5u);
  EXPECT_TRUE(done.complete);
  EXPECT_EQ(stage.controller.phase(), Phase::kIdle);
}

TEST(Reconfiguration, shows_each_phase_from_the_end_of_the_cycle_in_which_it_begins) {
  Stage stage;
  stage.expect({{10, SiteId{2}}}, 7);
  std::string shown;
  Phase before = Phase::kFailed;
  stage.clock.set_monitor([&](Cycle cycle) {
    if (stage.controller.phase() != before) shown += std::to_string(cycle) + phase_name(stage.controller.phase()) + " ";
    before = stage.controller.phase();
    return true;
  });
  stage.clock.run_until(40);
  EXPECT_EQ(shown, "0idle 10drain 14plan 21load 24switch 25resume 26idle ");
}

TEST(Reconfiguration, takes_no_cycle_for_a_phase_with_nothing_to_do) {
  Stage stage(Schedule::kDomain, 0);
  stage.expect({{10, SiteId{2}}});
  stage.clock.run_until(100);
  EXPECT_EQ(cycles_of(stage.controller.reconfigurations()[0]), "0 0 3 1 1 ");
  EXPECT_EQ(stage.chip.calls, "10 kill 2; 10 stop; 10 plan 2 9; 10 load; 15 resume; ");
}

TEST(Reconfiguration, faults_before_the_plan_are_part_of_it_and_later_ones_wait) {
  Stage stage;
  stage.expect({{17, SiteId{3}}, {10, SiteId{2}}, {12, SiteId{1}}, {18, SiteId{4}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls,
            "10 kill 2; 10 stop; 12 kill 1; 14 plan 1 2 9; 14 load; 17 kill 3; 18 kill 4; 19 stop; 19 plan 1 2 3 4 9; "
            "19 load; 24 resume; ")
      << "no PE begins a packet in between";
  ASSERT_EQ(stage.controller.reconfigurations().size(), 2u);
  EXPECT_EQ(cycles_of(stage.controller.reconfigurations()[1]), "0 0 3 1 1 ");
  EXPECT_EQ(stage.controller.reconfigurations()[1].faults,
            (std::vector<RunTimeFault>{{17, SiteId{3}}, {18, SiteId{4}}}));
}

TEST(Reconfiguration, the_end_of_a_fault_is_handled_as_a_fault_and_the_pe_works_again_when_the_chip_has_drained) {
  Stage stage;
  stage.expect({{10, SiteId{2}}, {50, SiteId{2}, true}}, 7);
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls,
            "10 kill 2; 10 stop; 14 plan 2 9; 21 load; 26 resume; 50 stop; 54 revive 2; 54 plan 9; 61 load; "
            "66 resume; ");
  ASSERT_EQ(stage.controller.reconfigurations().size(), 2u);
  EXPECT_EQ(cycles_of(stage.controller.reconfigurations()[1]), "4 7 3 1 1 ");
  EXPECT_EQ(stage.controller.reconfigurations()[1].faults, (std::vector<RunTimeFault>{{50, SiteId{2}, true}}));
}

TEST(Reconfiguration, a_fault_that_ends_before_the_chip_has_drained_is_no_defect_any_more) {
  Stage stage;
  stage.expect({{10, SiteId{2}}, {12, SiteId{2}, true}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls, "10 kill 2; 10 stop; 14 revive 2; 14 plan 9; 14 load; 19 resume; ");
}

TEST(Reconfiguration, what_has_died_again_when_the_chip_has_drained_stays_dead) {
  Stage stage;
  stage.expect({{10, SiteId{2}}, {11, SiteId{2}, true}, {13, SiteId{2}}, {60, SiteId{2}, true}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls,
            "10 kill 2; 10 stop; 13 kill 2; 14 plan 2 9; 14 load; 19 resume; 60 stop; 64 revive 2; 64 plan 9; 64 load; "
            "69 resume; ");
}

/// The last step begins in cycle 19: what has ended by the plan works again then, unless it has died meanwhile.
TEST(Reconfiguration, without_stopping_what_works_again_does_so_with_the_last_step) {
  Stage stage;
  stage.controller.never_stop();
  stage.expect({{10, SiteId{2}}, {10, SiteId{3}}, {30, SiteId{2}, true}, {30, SiteId{3}, true}, {32, SiteId{3}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls,
            "10 kill 2; 10 kill 3; 10 plan 2 3 9; 10 load; 30 plan 9; 30 load; 32 kill 3; 33 revive 2; 33 resume; "
            "34 plan 3 9; 34 load; ");
}

TEST(Reconfiguration, a_fault_that_has_not_begun_cannot_end) {
  Stage stage;
  EXPECT_THROW(stage.expect({{10, SiteId{2}, true}}), std::invalid_argument);
  EXPECT_THROW(stage.expect({{10, SiteId{2}}, {11, SiteId{3}, true}}), std::invalid_argument);
}

TEST(Reconfiguration, a_controller_that_is_not_told_refuses_what_no_pe_notices) {
  class Unused final : public FaultDetection {
   public:
    bool noticed() override { return false; }
    bool reported() override { return false; }
    std::string failure() override { return ""; }
    Defects diagnosis() override { return {}; }
    bool covers(const Fault&) const override { return false; }
    Cycle longest_wait() const override { return 0; }
  };
  Stage stage;
  Unused detection;
  const Fault cut = ElementDefect{CutWire{SwitchId{1}, 0}, "cut"};
  const std::vector<RunTimeFault> ending = {{10, SiteId{2}}, {20, SiteId{2}, true}};
  for (const std::vector<RunTimeFault>& faults : {std::vector<RunTimeFault>{{10, cut}}, ending}) {
    EXPECT_THROW(stage.controller.expect(faults, {}, {}, 0, &detection), std::invalid_argument);
    EXPECT_NO_THROW(stage.controller.expect(faults, {}, {}, 0));
  }
}

TEST(Reconfiguration, says_at_any_time_what_became_of_each_fault) {
  Stage stage;
  const std::vector<RunTimeFault> faults = {{10, SiteId{2}}, {12, SiteId{1}}, {17, SiteId{3}}, {30, SiteId{5}}};
  stage.expect(faults, 3);
  for (Cycle end = 1; end <= 60; ++end) {
    stage.clock.run_until(end);
    std::vector<RunTimeFault> all;
    for (const auto& each : stage.controller.reconfigurations()) {
      all.insert(all.end(), each.faults.begin(), each.faults.end());
      ASSERT_EQ(each.moved, each.spent(Phase::kResume) != 0 || stage.controller.phase() == Phase::kResume ? 5u : 0u);
    }
    const auto rest = stage.controller.left_over();
    all.insert(all.end(), rest.begin(), rest.end());
    ASSERT_EQ(all, faults) << "before cycle " << end;
  }
}

TEST(Reconfiguration, without_a_plan_the_chip_stays_stopped) {
  Stage stage;
  stage.most = 2;
  stage.expect({{10, SiteId{2}}, {12, SiteId{1}}, {30, SiteId{5}}}, 3);
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls, "10 kill 2; 10 stop; 12 kill 1; 14 plan 1 2 9; 30 kill 5; ");
  EXPECT_EQ(stage.controller.phase(), Phase::kFailed);
  EXPECT_EQ(stage.controller.failure(), "too many");
  EXPECT_FALSE(stage.controller.busy());
  EXPECT_EQ(cycles_of(stage.controller.reconfigurations()[0]), "4 3 0 0 0 ");
  EXPECT_FALSE(stage.controller.reconfigurations()[0].complete);
}

TEST(Reconfiguration, a_step_that_complains_is_a_failure) {
  Stage stage;
  stage.refusal = "the stream was refused";
  stage.expect({{10, SiteId{2}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.controller.failure(), "the stream was refused");
  EXPECT_EQ(stage.chip.calls.find("resume"), std::string::npos);
}

TEST(Reconfiguration, a_step_with_a_wrong_result_is_a_failure) {
  Stage stage;
  stage.wrong = "another network than planned";
  stage.expect({{10, SiteId{2}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.controller.failure(), "another network than planned");
}

TEST(Reconfiguration, a_fault_in_the_past_is_refused) {
  Stage stage;
  stage.clock.run_until(11);
  try {
    stage.expect({{10, SiteId{2}}});
    ADD_FAILURE() << "it was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "a fault lies in a cycle that is over; it must lie in a later one");
  }
}

/// Faults come to notice so many cycles after the first one of them, and are reported after that many more.
class PlayedDetection final : public FaultDetection {
 public:
  explicit PlayedDetection(ClockDomain& clock) : clock_(&clock) {}
  bool noticed() override { return clock_->now() >= notice_at; }
  bool reported() override { return noticed() && clock_->now() >= report_at; }
  std::string failure() override { return clock_->now() >= fail_at ? "no observer" : ""; }
  Defects diagnosis() override {
    notice_at = report_at = kNever;
    last = next;
    return last;
  }
  bool covers(const Fault& fault) const override {
    return std::ranges::binary_search(last.sites, std::get<SiteId>(fault));
  }
  Cycle longest_wait() const override { return 50; }

  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();
  Cycle notice_at = kNever, report_at = kNever, fail_at = kNever;
  Defects next;

 private:
  ClockDomain* clock_;
  Defects last;
};

struct UntoldStage : Stage {
  void expect(std::vector<RunTimeFault> faults, Cycle plan_cycles = 0) {
    controller.expect(
        std::move(faults), {SiteId{9}}, [this](const Defects& d) { return plan(d); }, plan_cycles, &detection);
  }
  PlayedDetection detection{clock};
};

TEST(UntoldReconfiguration, waits_for_the_notice_and_the_reports_while_the_chip_runs) {
  UntoldStage stage;
  stage.detection.notice_at = 17;
  stage.detection.report_at = 22;
  stage.detection.next = {SiteId{2}};
  stage.expect({{10, SiteId{2}}}, 7);
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls, "10 kill 2; 22 stop; 33 plan 2 9; 33 load; 38 resume; ") << "the plan comes at its end";
  const auto& done = stage.controller.reconfigurations()[0];
  EXPECT_EQ(done.spent(Phase::kNotice), 7u);
  EXPECT_EQ(done.spent(Phase::kReport), 5u);
  EXPECT_EQ(cycles_of(done), "4 7 3 1 1 ");
  EXPECT_TRUE(done.complete);
}

TEST(UntoldReconfiguration, a_fault_that_the_diagnosis_has_not_waits_and_the_chip_runs_until_it_is_noticed) {
  UntoldStage stage;
  stage.detection.notice_at = stage.detection.report_at = 12;
  stage.detection.next = {SiteId{2}};
  stage.expect({{10, SiteId{2}}, {15, SiteId{3}}});
  stage.clock.run_until(30);
  EXPECT_EQ(stage.chip.calls, "10 kill 2; 12 stop; 15 kill 3; 16 plan 2 9; 16 load; 21 resume; ");
  EXPECT_EQ(stage.controller.phase(), Phase::kNotice);
  EXPECT_EQ(stage.controller.reconfigurations()[0].faults, (std::vector<RunTimeFault>{{10, SiteId{2}}}));
  stage.detection.notice_at = stage.detection.report_at = 35;
  stage.detection.next = {SiteId{2}, SiteId{3}};
  stage.clock.run_until(100);
  ASSERT_EQ(stage.controller.reconfigurations().size(), 2u);
  EXPECT_EQ(stage.controller.reconfigurations()[1].faults, (std::vector<RunTimeFault>{{15, SiteId{3}}}));
  EXPECT_NE(stage.chip.calls.find("plan 2 3 9"), std::string::npos);
}

TEST(UntoldReconfiguration, a_fault_at_what_is_faulty_already_begins_nothing) {
  UntoldStage stage;
  stage.detection.notice_at = stage.detection.report_at = 12;
  stage.detection.next = {SiteId{2}, SiteId{4}};
  stage.expect({{10, SiteId{2}}, {50, SiteId{4}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.controller.reconfigurations().size(), 1u);
  EXPECT_EQ(stage.controller.left_over(), (std::vector<RunTimeFault>{{50, SiteId{4}}}));
  EXPECT_FALSE(stage.controller.busy());
}

TEST(UntoldReconfiguration, gives_a_plan_up_whose_step_takes_no_effect_while_a_fault_waits) {
  UntoldStage stage;
  stage.detection.notice_at = stage.detection.report_at = 12;
  stage.detection.next = {SiteId{2}};
  stage.refusal = "PE 3 has no message";
  stage.expect({{10, SiteId{2}}, {17, SiteId{3}}});
  stage.clock.run_until(21);
  stage.detection.notice_at = stage.detection.report_at = 30;
  stage.detection.next = {SiteId{2}, SiteId{3}};
  stage.clock.run_until(100);
  EXPECT_EQ(stage.controller.failure(), "");
  ASSERT_EQ(stage.controller.reconfigurations().size(), 2u);
  EXPECT_FALSE(stage.controller.reconfigurations()[0].complete);
  EXPECT_TRUE(stage.controller.reconfigurations()[1].complete);
}

TEST(UntoldReconfiguration, fails_when_a_step_takes_no_effect_and_no_fault_waits) {
  UntoldStage stage;
  stage.detection.notice_at = stage.detection.report_at = 12;
  stage.detection.next = {SiteId{2}};
  stage.refusal = "PE 3 has no message";
  stage.expect({{10, SiteId{2}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.controller.failure(), "PE 3 has no message");
}

TEST(UntoldReconfiguration, fails_when_a_step_has_a_wrong_result_whatever_waits) {
  UntoldStage stage;
  stage.detection.notice_at = stage.detection.report_at = 12;
  stage.detection.next = {SiteId{2}};
  stage.wrong = "another network than planned";
  stage.expect({{10, SiteId{2}}, {17, SiteId{3}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.controller.failure(), "another network than planned");
  EXPECT_EQ(stage.controller.reconfigurations().size(), 1u);
  EXPECT_EQ(stage.controller.left_over(), (std::vector<RunTimeFault>{{17, SiteId{3}}}));
}

TEST(UntoldReconfiguration, fails_when_no_pe_notices_the_fault) {
  UntoldStage stage;
  stage.expect({{10, SiteId{2}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.controller.failure(), "no PE has noticed the fault");
  EXPECT_EQ(stage.controller.reconfigurations()[0].spent(Phase::kNotice), 51u);
  EXPECT_EQ(stage.chip.calls, "10 kill 2; ") << "the chip runs on";
}

TEST(UntoldReconfiguration, fails_when_the_detection_fails) {
  UntoldStage stage;
  stage.detection.notice_at = 12;
  stage.detection.fail_at = 20;
  stage.expect({{10, SiteId{2}}, {30, SiteId{5}}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.controller.failure(), "no observer");
  EXPECT_EQ(stage.controller.reconfigurations()[0].faults, (std::vector<RunTimeFault>{{10, SiteId{2}}}));
  EXPECT_EQ(stage.controller.left_over(), (std::vector<RunTimeFault>{{30, SiteId{5}}}));
}

/// Schedules configurations that are due in these cycles.
void schedule(Stage& stage, const std::vector<Cycle>& due) {
  std::vector<ScheduledConfiguration> list;
  for (const Cycle cycle : due) {
    list.push_back({cycle, "due " + std::to_string(cycle), [&stage] { return stage.plan({}); }});
  }
  stage.controller.schedule(std::move(list));
}

TEST(ScheduledReconfiguration, begins_when_it_is_due_and_plans_when_the_chip_has_drained) {
  Stage stage;
  schedule(stage, {10, 50});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls, "10 stop; 14 plan; 14 load; 19 resume; 50 stop; 54 plan; 54 load; 59 resume; ");
  ASSERT_EQ(stage.controller.reconfigurations().size(), 2u);
  const auto& second = stage.controller.reconfigurations()[1];
  EXPECT_EQ(cycles_of(second), "4 0 3 1 1 ");
  EXPECT_EQ(second.cycle, 50u);
  EXPECT_EQ(second.name, "due 50");
  EXPECT_TRUE(second.faults.empty());
  EXPECT_TRUE(second.complete);
  EXPECT_EQ(stage.controller.phase(), Phase::kIdle);
}

TEST(ScheduledReconfiguration, waits_for_the_one_before_and_no_packet_begins_in_between) {
  Stage stage;
  schedule(stage, {10, 12, 19});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls,
            "10 stop; 14 plan; 14 load; 19 stop; 19 plan; 19 load; 24 stop; 24 plan; 24 load; 29 resume; ");
  ASSERT_EQ(stage.controller.reconfigurations().size(), 3u);
  EXPECT_EQ(stage.controller.reconfigurations()[1].cycle, 19u);
  EXPECT_EQ(stage.controller.reconfigurations()[2].cycle, 24u);
}

TEST(ScheduledReconfiguration, that_is_overdue_begins_at_once) {
  Stage stage;
  stage.clock.run_until(20);
  schedule(stage, {3});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls, "20 stop; 24 plan; 24 load; 29 resume; ");
  EXPECT_EQ(stage.controller.reconfigurations()[0].cycle, 20u);
}

TEST(ScheduledReconfiguration, fails_without_a_plan_and_none_follows) {
  Stage stage;
  stage.most = 0;
  stage.controller.schedule(
      {{10, "first", [&] { return stage.plan({SiteId{1}}); }}, {50, "second", [&] { return stage.plan({}); }}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls, "10 stop; 14 plan 1; ");
  EXPECT_EQ(stage.controller.failure(), "too many");
  ASSERT_EQ(stage.controller.reconfigurations().size(), 1u);
  EXPECT_FALSE(stage.controller.reconfigurations()[0].complete);
}

TEST(ScheduledReconfiguration, without_a_drain_stops_nothing) {
  Stage stage;
  stage.controller.schedule({{10, "first", [&] { return stage.plan({}); }, false}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls, "10 plan; 10 load; ");
  EXPECT_EQ(cycles_of(stage.controller.reconfigurations()[0]), "0 0 3 1 0 ");
  EXPECT_TRUE(stage.controller.reconfigurations()[0].complete);
}

TEST(ScheduledReconfiguration, without_a_drain_lets_the_chip_go_on_after_one_with_a_drain) {
  Stage stage;
  stage.controller.schedule({{10, "first", [&] { return stage.plan({}); }},
                             {12, "second", [&] { return stage.plan({}); }, false},
                             {13, "third", [&] { return stage.plan({}); }}});
  stage.clock.run_until(100);
  EXPECT_EQ(stage.chip.calls,
            "10 stop; 14 plan; 14 load; 19 resume; 19 plan; 19 load; 23 stop; 27 plan; 27 load; 32 resume; ");
}

TEST(ScheduledReconfiguration, excludes_faults) {
  Stage stage;
  stage.expect({{10, SiteId{2}}});
  EXPECT_THROW(schedule(stage, {20}), std::logic_error);
}

TEST(ScheduledReconfiguration, takes_no_faults_beside) {
  Stage stage;
  schedule(stage, {20});
  EXPECT_THROW(stage.expect({{10, SiteId{2}}}), std::logic_error);
}

TEST(ScheduledReconfiguration, is_the_same_under_every_schedule) {
  const auto calls = [](Schedule order) {
    return in_child([order] {
      Stage stage(order);
      schedule(stage, {10, 12, 60});
      stage.clock.run_until(100);
      return stage.chip.calls;
    });
  };
  const std::string domain = calls(Schedule::kDomain);
  EXPECT_EQ(calls(Schedule::kProcess), domain);
  EXPECT_EQ(calls(Schedule::kAlways), domain);
}

TEST(Reconfiguration, is_the_same_under_every_schedule) {
  const auto calls = [](Schedule schedule) {
    return in_child([schedule] {
      Stage stage(schedule);
      stage.expect({{10, SiteId{2}}, {12, SiteId{1}}, {17, SiteId{3}}, {60, SiteId{4}}}, 2);
      stage.clock.run_until(100);
      return stage.chip.calls;
    });
  };
  const std::string domain = calls(Schedule::kDomain);
  EXPECT_EQ(calls(Schedule::kProcess), domain);
  EXPECT_EQ(calls(Schedule::kAlways), domain);
}

}  // namespace
}  // namespace kintsugi::test
