// Faults that the PEs of an array notice themselves: for every set of faults that small arrays bear, the modules end
// with the selectors that a list of the faults leads to, in the steps of the model and within the bound.
#include "hw/chip/diagnosis.hpp"

#include <sstream>

#include "tb/tests/unit/hw/chip/built_array.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

using sse::Scheme;
using sse::Sse;
using Phase = ReconfigurationPhase;

constexpr DiagnosisTiming kTests{10, 3};

ChipParameters with_tests(Schedule schedule = Schedule::kDomain, unsigned threads = 1) {
  ChipParameters parameters = with_wide_chain();
  parameters.diagnosis = kTests;
  parameters.schedule = schedule;
  parameters.threads = threads;
  return parameters;
}

/// An array in which one set of faults after the other is noticed, without traffic.
class NoticingArray {
 public:
  explicit NoticingArray(const Sse& sse) : built_(sse, with_tests(), true) { built_.load(built_.repair({})); }

  /// Kills what the set names, and has the PEs find out and set their selectors by one of the methods.
  void expect_same_selectors(const Defects& set, bool exchanges) {
    Chip& chip = *built_.bench.chip;
    ChipDiagnosis& diagnosis = chip.diagnosis();
    diagnosis.begin({});
    const TestGraph& graph = built_.bench.self_diagnosis->graph();
    built_.bench.run(1 + sets_ % kTests.test_interval);  // before, in and after a test
    for (const Fault& fault : new_faults({}, set)) silence(chip.modules(), graph, fault);
    const Notice expected = notice(*built_.bench.self_diagnosis, {}, set);
    if (!set.empty()) {
      wait_for_reports();
      ASSERT_EQ(diagnosis.diagnosis(), expected.diagnosed) << sse::test::text(set);
      ASSERT_EQ(diagnosis.observer(), expected.observer) << sse::test::text(set);
      ASSERT_EQ(diagnosis.report_steps(), expected.report_steps) << sse::test::text(set);
      set_selectors(expected, exchanges);
      ASSERT_FALSE(::testing::Test::HasFatalFailure());
      const Repair told = built_.repair(set);
      ASSERT_EQ(chip.configuration().read_back(), states_of(told)) << sse::test::text(set);
      ASSERT_EQ(chip.nodes().placement(), told.placement);
      ASSERT_EQ(built_.states_flaw(set, told.placement), "") << sse::test::text(set);
    } else {
      built_.bench.run(2 * kTests.test_interval);
      ASSERT_FALSE(diagnosis.noticed());
    }
    ++sets_;
  }
  std::size_t sets() const { return sets_; }
  BuiltArray& built() { return built_; }

 private:
  SwitchStates states_of(const Repair& repair) const { return switch_states(built_.fabric(), repair.configuration); }
  unsigned bound() const { return built_.bench.self_diagnosis->step_bound(); }

  /// The longest wait is for a fault that comes just after a test.
  void wait_for_reports() {
    ChipDiagnosis& diagnosis = built_.bench.chip->diagnosis();
    Cycle cycles = 0;
    for (; !diagnosis.reported(); ++cycles) {
      ASSERT_LE(cycles, kTests.test_interval + kTests.time_out + bound());
      built_.bench.run(1);
    }
  }

  void set_selectors(const Notice& expected, bool exchanges) {
    Chip& chip = *built_.bench.chip;
    const Repair told = built_.repair(chip.diagnosis().diagnosed());
    ReconfigurationStep step = exchanges
                                   ? chip.diagnosis().exchange_step()
                                   : chip.diagnosis().broadcast_step(*told.message, told.placement, states_of(told));
    step.begin();
    Cycle spent = 0;
    for (; !step.over(spent); ++spent) built_.bench.run(1);
    ASSERT_EQ(spent, exchanges ? 2 : 1 + bound());
    if (!exchanges) {
      ASSERT_EQ(chip.diagnosis().broadcast_steps(), expected.broadcast_steps);
      ASSERT_EQ(step.check(), "");
    }
    ASSERT_EQ(chip.configuration().own_step(told.placement, states_of(told)).complaint(), "");
  }

  BuiltArray built_;
  std::size_t sets_ = 0;
};

/// An array and the most PEs, and links, that die at the same time.
struct Sets {
  Sse sse;
  std::uint32_t pes;
  std::uint32_t links;
};

std::string name_of_sets(const testing::TestParamInfo<Sets>& info) {
  std::string name;
  for (const char c : sse::test::name_of(info.param.sse)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  }
  return name + "_pes_" + std::to_string(info.param.pes) + "_links_" + std::to_string(info.param.links);
}

enum class Method { kObserver, kExchange, kInTurn };

void expect_all(const Sets& sets, Method method) {
  NoticingArray array(sets.sse);
  std::size_t visited = 0;
  const auto check = [&](const Defects& set) {
    const bool exchanges = method == Method::kInTurn ? visited % 2 == 1 : method == Method::kExchange;
    ++visited;
    if (!::testing::Test::HasFatalFailure()) array.expect_same_selectors(set, exchanges);
  };
  sse::test::for_each_pe_set(array.built().array, sets.pes, check);
  sse::test::for_each_link_set(array.built().array, sets.links, check);
  EXPECT_EQ(array.sets(), visited);
  EXPECT_GT(visited, 8u);
}

class NoticedFaults : public testing::TestWithParam<Sets> {};
class NoticedFaultsSlow : public testing::TestWithParam<Sets> {};
class ManyNoticedFaultsSlow : public testing::TestWithParam<Sets> {};

TEST_P(NoticedFaults, end_in_the_selectors_of_told_ones_with_an_observer) {
  expect_all(GetParam(), Method::kObserver);
}

TEST_P(NoticedFaults, end_in_the_selectors_of_told_ones_when_pes_exchange_numbers) {
  expect_all(GetParam(), Method::kExchange);
}

TEST_P(NoticedFaultsSlow, end_in_the_selectors_of_told_ones_with_an_observer) {
  expect_all(GetParam(), Method::kObserver);
}

TEST_P(NoticedFaultsSlow, end_in_the_selectors_of_told_ones_when_pes_exchange_numbers) {
  expect_all(GetParam(), Method::kExchange);
}

TEST_P(ManyNoticedFaultsSlow, end_in_the_selectors_of_told_ones_by_one_method_or_the_other) {
  expect_all(GetParam(), Method::kInTurn);
}

// The sets of the exhaustive tests of array_test.cpp at N = 8 and 16.
INSTANTIATE_TEST_SUITE_P(Arrays, NoticedFaults,
                         testing::Values(Sets{{3, Scheme::kSft1}, 1, 1}, Sets{{4, Scheme::kSft1}, 1, 1},
                                         Sets{{3, Scheme::kSft2}, 1, 1}, Sets{{4, Scheme::kSft2}, 1, 1},
                                         Sets{{3, Scheme::kKSft2, 1}, 1, 1}, Sets{{4, Scheme::kKSft2, 1}, 1, 1},
                                         Sets{{3, Scheme::kKSft2, 2}, 2, 1}, Sets{{4, Scheme::kKSft2, 2}, 2, 1},
                                         Sets{{3, Scheme::kKSft2, 3}, 3, 1}, Sets{{4, Scheme::kExm, 1, 1, 4}, 1, 1},
                                         Sets{{4, Scheme::kExp1, 1, 1, 4}, 1, 1},
                                         Sets{{4, Scheme::kExp2, 1, 1, 4}, 1, 1}),
                         name_of_sets);
INSTANTIATE_TEST_SUITE_P(Arrays, NoticedFaultsSlow,
                         testing::Values(Sets{{3, Scheme::kKSft2, 2}, 0, 2}, Sets{{4, Scheme::kKSft2, 2}, 0, 2},
                                         Sets{{4, Scheme::kKSft2, 3}, 3, 1}, Sets{{3, Scheme::kKSft2, 4}, 4, 1},
                                         Sets{{4, Scheme::kExm, 2, 1, 4}, 2, 1},
                                         Sets{{4, Scheme::kExp1, 2, 1, 4}, 2, 1},
                                         Sets{{4, Scheme::kExp2, 2, 1, 4}, 2, 1},
                                         Sets{{4, Scheme::kExmExp2, 1, 1, 4}, 3, 1},
                                         Sets{{4, Scheme::kExp1Exp2, 2, 1, 4}, 2, 1}),
                         name_of_sets);
INSTANTIATE_TEST_SUITE_P(Arrays, ManyNoticedFaultsSlow,
                         testing::Values(Sets{{4, Scheme::kKSft2, 4}, 4, 1},
                                         Sets{{4, Scheme::kExp1Exp2, 3, 1, 4}, 3, 1}),
                         name_of_sets);

/// EXP2 of N = 16 in four modules: every choice of at most one PE in each.
TEST(NoticedFaultsInModulesSlow, one_in_each_module_end_in_the_selectors_of_told_ones) {
  const Sse sse{4, Scheme::kExp2, 1, 1, 4};
  NoticingArray array(sse);
  const std::uint32_t pes = sse.width() * sse.unit_pes();
  for (std::uint32_t set = 0; set < (pes + 1) * (pes + 1) * (pes + 1) * (pes + 1); ++set) {
    Defects defects;
    std::uint32_t rest = set;
    for (std::uint32_t module = 0; module < 4; ++module, rest /= pes + 1) {
      if (rest % (pes + 1) != 0) defects.sites.push_back(SiteId{module * pes + rest % (pes + 1) - 1});
    }
    array.expect_same_selectors(defects, set % 2 == 1);
    ASSERT_FALSE(::testing::Test::HasFatalFailure());
  }
  EXPECT_EQ(array.sets(), 7u * 7 * 7 * 7);
}

// ---- While packets are under way -----------------------------------------------------------------------------------

/// A 3-SFT2 of 64 with traffic, whose controller is not told of the faults.
class Watched {
 public:
  Watched(const ChipParameters& parameters, std::vector<RunTimeFault> faults, bool exchanges = false,
          Cycle plan_cycles = 0)
      : built({6, Scheme::kKSft2, 3}, parameters, true), exchanges_(exchanges) {
    built.load(built.repair({}));
    begin = built.bench.clock().next();
    for (RunTimeFault& fault : faults) fault.cycle += begin;
    built.bench.chip->diagnosis().begin({});
    built.bench.chip->faults().controller().expect(
        faults, {}, [this](const Defects& defects) { return plan(defects); }, plan_cycles,
        &built.bench.chip->diagnosis());
    built.bench.start_uniform(0.1, 16, 7, begin + 2000);
  }
  void run() {
    Bench& bench = built.bench;
    bench.clock().run_until(begin + 2000);
    while ((bench.chip->packets().live() != 0 || controller().busy()) &&
           bench.clock().run_until(bench.clock().next() + 1)) {
    }
  }
  ReconfigurationController& controller() { return built.bench.chip->faults().controller(); }

  BuiltArray built;
  Cycle begin = 0;
  std::vector<Defects> diagnosed;

 private:
  ReconfigurationPlan plan(const Defects& defects) {
    diagnosed.push_back(defects);
    const Repair repair = built.repair(defects);
    const SwitchStates planned = switch_states(built.fabric(), repair.configuration);
    Chip& chip = *built.bench.chip;
    ReconfigurationPlan plan;
    plan.steps = {exchanges_ ? chip.diagnosis().exchange_step()
                             : chip.diagnosis().broadcast_step(*repair.message, repair.placement, planned),
                  chip.configuration().own_step(repair.placement, planned)};
    return plan;
  }
  bool exchanges_;
};

const Cycle kBound64 = 2 * 6 + 1;

TEST(NoticedWhileRunning, the_phases_take_the_cycles_of_tests_reports_and_broadcast) {
  Watched watched(with_tests(), {{503, SiteId{20}}, {1207, LinkDefect{SiteId{9}, SiteId{18}}}});
  watched.run();
  const auto done = watched.controller().reconfigurations();
  ASSERT_EQ(done.size(), 2u);
  for (const auto& each : done) {
    EXPECT_TRUE(each.complete);
    EXPECT_EQ(each.spent(Phase::kReport), kBound64);
    EXPECT_EQ(each.spent(Phase::kBroadcast), 1 + kBound64);
    EXPECT_EQ(each.spent(Phase::kLoad), 0u);
    EXPECT_EQ(each.spent(Phase::kSwitch), 1u);
  }
  // Tests are sent in cycles begin, begin + 10 ...: the PE misses that of 510, the link that of 1210.
  EXPECT_EQ(done[0].spent(Phase::kNotice), 510 + kTests.time_out - 503);
  EXPECT_EQ(done[1].spent(Phase::kNotice), 1210 + kTests.time_out - 1207);
  EXPECT_EQ(watched.diagnosed[0], Defects{SiteId{20}});
  EXPECT_EQ(watched.diagnosed[1], Defects({SiteId{20}}, {LinkDefect{SiteId{9}, SiteId{18}}}));
  EXPECT_EQ(watched.built.states_flaw(watched.diagnosed[1], watched.built.bench.chip->nodes().placement()), "");
}

TEST(NoticedWhileRunning, packets_are_sent_until_the_fault_is_reported) {
  Watched watched(with_tests(), {{503, SiteId{20}}});
  Bench& bench = watched.built.bench;
  bench.clock().run_until(watched.begin + 504);
  const std::uint64_t injected = bench.chip->counters().injected;
  bench.clock().run_until(watched.begin + 510 + kTests.time_out + kBound64);
  EXPECT_EQ(watched.controller().phase(), Phase::kReport);
  EXPECT_GT(bench.chip->counters().injected, injected);
  bench.run(1);
  EXPECT_EQ(watched.controller().phase(), Phase::kDrain);
}

TEST(NoticedWhileRunning, the_observer_itself_can_die) {
  Watched watched(with_tests(), {{503, SiteId{34}}, {1207, SiteId{20}}});
  EXPECT_EQ(watched.built.bench.self_diagnosis->observers().front(), SiteId{34});
  watched.run();
  const auto done = watched.controller().reconfigurations();
  ASSERT_EQ(done.size(), 2u);
  EXPECT_TRUE(done[1].complete);
  EXPECT_EQ(watched.built.bench.chip->diagnosis().observer(), SiteId{36});
}

TEST(NoticedWhileRunning, when_the_observer_dies_before_it_has_planned_the_next_one_plans_for_its_fault_too) {
  Watched watched(with_tests(), {{503, SiteId{20}}, {535, SiteId{34}}}, false, 40);
  watched.run();
  const auto done = watched.controller().reconfigurations();
  ASSERT_EQ(done.size(), 1u);
  EXPECT_TRUE(done[0].complete);
  EXPECT_EQ(watched.diagnosed.back(), (Defects{SiteId{20}, SiteId{34}}));
  EXPECT_EQ(done[0].faults.size(), 2u);
}

TEST(NoticedWhileRunning, a_link_that_dies_at_a_dead_pe_is_noticed_by_no_pe_and_left_over) {
  Watched watched(with_tests(), {{503, SiteId{20}}, {1207, LinkDefect{SiteId{20}, SiteId{40}}}});
  watched.run();
  EXPECT_EQ(watched.controller().reconfigurations().size(), 1u);
  ASSERT_EQ(watched.controller().left_over().size(), 1u);
  EXPECT_EQ(watched.controller().left_over()[0].cycle, watched.begin + 1207);
}

/// PE 1 is the only neighbour of PE 0 but for its self loop, which PE 0 tests too.
TEST(NoticedWhileRunning, what_a_pe_notices_that_is_cut_off_begins_nothing) {
  Watched watched(with_tests(), {{503, SiteId{1}}, {1207, LinkDefect{SiteId{0}, SiteId{0}}}, {1503, SiteId{20}}});
  watched.run();
  const auto done = watched.controller().reconfigurations();
  ASSERT_EQ(done.size(), 2u);
  EXPECT_EQ(done[0].faults.size() + done[1].faults.size(), 2u);
  EXPECT_EQ(watched.diagnosed[1], (Defects{SiteId{0}, SiteId{1}, SiteId{20}}));
  EXPECT_EQ(watched.controller().left_over().size(), 1u);
}

TEST(NoticedWhileRunning, a_live_pe_that_answers_no_test_is_taken_for_faulty_and_the_model_shows_it) {
  Watched watched(with_tests(), {{503, SiteId{20}}});
  watched.built.bench.clock().run_until(watched.begin + 502);
  const TestGraph& graph = watched.built.bench.self_diagnosis->graph();
  silence(watched.built.bench.chip->modules(), graph, SiteId{9});
  watched.run();
  EXPECT_EQ(watched.diagnosed[0], (Defects{SiteId{9}, SiteId{20}}));
  EXPECT_NE(watched.diagnosed[0], notice(*watched.built.bench.self_diagnosis, {}, {SiteId{20}}).diagnosed);
}

TEST(NoticedWhileRunning, if_every_pe_that_could_be_the_observer_dies_the_reconfiguration_fails) {
  std::vector<RunTimeFault> faults;
  for (const std::uint32_t pe : {34u, 36u, 38u, 40u}) faults.push_back({503, SiteId{pe}});
  Watched watched(with_tests(), faults);
  watched.built.bench.clock().run_until(watched.begin + 1000);
  EXPECT_EQ(watched.controller().phase(), Phase::kFailed);
  EXPECT_EQ(watched.controller().failure(),
            "no PE can be the observer: each that could be is dead, or live links connect it with too few others");
  EXPECT_EQ(watched.controller().left_over().size(), 0u);
  EXPECT_EQ(watched.controller().reconfigurations()[0].faults.size(), 4u);
}

/// Returns for each reconfiguration whether it was completed, and for how many faults; the diagnoses; why it failed.
std::string outcome_of(const std::vector<RunTimeFault>& faults, bool exchanges, Cycle plan_cycles = 0) {
  return in_child([=] {
    Watched watched(with_tests(), faults, exchanges, plan_cycles);
    watched.run();
    std::string text;
    for (const auto& each : watched.controller().reconfigurations()) {
      text += (each.complete ? "done for " : "given up for ") + std::to_string(each.faults.size()) + "; ";
    }
    for (const Defects& defects : watched.diagnosed) text += sse::test::text(defects) + "; ";
    return text + watched.controller().failure();
  });
}

/// Returns the cycle, from the beginning of the traffic, at whose end the PEs begin to spread the plan for PE 20.
Cycle end_of_planning(bool exchanges, Cycle plan_cycles = 0) {
  return std::stoull(in_child([exchanges, plan_cycles] {
    Watched watched(with_tests(), {{503, SiteId{20}}}, exchanges, plan_cycles);
    const Phase spread = exchanges ? Phase::kExchange : Phase::kBroadcast;
    while (watched.controller().phase() != spread) watched.built.bench.run(1);
    return std::to_string(watched.built.bench.clock().now() - watched.begin);
  }));
}

/// More than 100 cycles after the first test that has failed.
TEST(NoticedWhileRunning, when_the_observer_dies_just_before_a_long_plan_ends_the_next_one_plans) {
  const Cycle late = end_of_planning(false, 100) - 5;
  EXPECT_EQ(outcome_of({{503, SiteId{20}}, {late, SiteId{34}}}, false, 100), "done for 2; PEs 20 34, links; ");
}

/// The message of the observer travels round the dead link. No logical number passes it.
TEST(NoticedWhileRunning, a_fault_that_is_not_diagnosed_by_the_plan_waits_for_the_next_one) {
  for (const bool exchanges : {false, true}) {
    const Cycle late = end_of_planning(exchanges, 70) - 5;
    const std::string first = exchanges ? "given up for 1; " : "done for 1; ";
    EXPECT_EQ(outcome_of({{503, SiteId{20}}, {late, LinkDefect{SiteId{9}, SiteId{18}}}}, exchanges, 70),
              first + "done for 1; PEs 20, links; PEs 20, links 9-18; ");
  }
}

/// PE 41 is to become node 39, and dies when the plan is made.
TEST(NoticedWhileRunning, a_plan_for_a_pe_that_dies_before_it_has_the_message_is_given_up_and_made_anew) {
  for (const bool exchanges : {false, true}) {
    const Cycle late = end_of_planning(exchanges);
    EXPECT_EQ(outcome_of({{503, SiteId{20}}, {late, SiteId{41}}}, exchanges),
              "given up for 1; done for 1; PEs 20, links; PEs 20 41, links; ");
  }
}

/// Returns why a reconfiguration for PE 20 fails in which PE 3 has another setting after the repair message has come,
/// while the fault of a link waits; or what became of it.
std::string outcome_with_a_sabotaged_site(bool wrong_node) {
  const Cycle late = end_of_planning(false, 70) - 5;
  return in_child([=] {
    Watched watched(with_tests(), {{503, SiteId{20}}, {late, LinkDefect{SiteId{9}, SiteId{18}}}}, false, 70);
    Chip& chip = *watched.built.bench.chip;
    const SwitchStates before = chip.configuration().read_back();
    while (watched.controller().phase() != Phase::kBroadcast || chip.modules().diagnosis[3]->message_arrived() == 0) {
      watched.built.bench.run(1);
    }
    SiteRule& rule = *chip.modules().site_rules[3];
    LocalRule::Setting setting = rule.setting();
    setting.states[0] = 0;
    wrong_node ? rule.open() : rule.adopt(setting);
    watched.built.bench.clock().run_until(watched.begin + 1000);
    const bool unchanged = chip.configuration().read_back() == before;
    return watched.controller().failure() + (unchanged ? "; old states; " : "; new states; ") +
           std::to_string(watched.controller().reconfigurations().size()) + ", " +
           std::to_string(watched.controller().left_over().size()) + " left over";
  });
}

TEST(NoticedWhileRunning, a_site_that_has_the_message_and_sets_other_selectors_is_a_failure_whatever_waits) {
  EXPECT_EQ(outcome_with_a_sabotaged_site(true),
            "array.p3 is to be node 3, and finds itself to be no node; old states; 1, 1 left over");
  EXPECT_EQ(outcome_with_a_sabotaged_site(false),
            "array.p3.select_out is set to open, and the plan has link_2; old states; 1, 1 left over");
}

TEST(NoticedWhileRunning, a_site_that_finds_itself_to_be_a_wrong_node_is_found_before_the_switch) {
  Watched watched(with_tests(), {});
  Chip& chip = *watched.built.bench.chip;
  const SwitchStates before = chip.configuration().read_back();
  const Repair told = watched.built.repair({});
  const auto complaint = [&] { return chip.configuration().own_step(told.placement, before).complaint(); };
  EXPECT_EQ(complaint(), "");
  LocalRule::Setting setting = chip.modules().site_rules[3]->setting();
  chip.modules().site_rules[3]->open();
  EXPECT_EQ(complaint(), "array.p3 is to be node 3, and finds itself to be no node");
  setting.states[0] = 0;
  chip.modules().site_rules[3]->adopt(setting);
  EXPECT_EQ(complaint(), "array.p3.select_out is set to open, and the plan has link_2");
  EXPECT_EQ(chip.configuration().read_back(), before);
}

/// Prints the phases, the diagnoses and every delivery.
std::string story(Schedule schedule, unsigned threads, bool exchanges) {
  return in_child([=] {
    Watched watched(with_tests(schedule, threads),
                    {{503, SiteId{20}}, {520, LinkDefect{SiteId{9}, SiteId{18}}}, {1207, SiteId{34}}}, exchanges);
    watched.run();
    std::ostringstream text;
    for (const auto& each : watched.controller().reconfigurations()) {
      text << each.cycle << ':';
      for (const Cycle cycles : each.cycles) text << ' ' << cycles;
      text << '\n';
    }
    for (const Defects& defects : watched.diagnosed) text << sse::test::text(defects) << '\n';
    watched.built.bench.record.gather();
    auto& all = watched.built.bench.record.arrivals;
    std::ranges::sort(all, [](const Record::Arrival& a, const Record::Arrival& b) {
      return std::tuple(a.delivered, a.source, a.serial) < std::tuple(b.delivered, b.source, b.serial);
    });
    for (const auto& each : all) text << each.source.value << ' ' << each.serial << ' ' << each.delivered << '\n';
    return text.str();
  });
}

TEST(NoticedWhileRunning, slow_is_the_same_under_every_schedule_and_with_every_number_of_threads) {
  for (const bool exchanges : {false, true}) {
    const std::string domain = story(Schedule::kDomain, 1, exchanges);
    EXPECT_GT(std::ranges::count(domain, '\n'), 100);
    EXPECT_TRUE(story(Schedule::kProcess, 1, exchanges) == domain);
    EXPECT_TRUE(story(Schedule::kAlways, 1, exchanges) == domain);
    for (const unsigned threads : {2u, 3u}) EXPECT_TRUE(story(Schedule::kDomain, threads, exchanges) == domain);
  }
}

TEST(NoticedWhileRunning, without_self_diagnosis_a_chip_has_no_such_modules) {
  BuiltArray built({3, Scheme::kSft2});
  EXPECT_TRUE(built.bench.chip->modules().diagnosis.empty());
  EXPECT_THROW(built.bench.chip->diagnosis().begin({}), std::logic_error);
}

}  // namespace
}  // namespace kintsugi::test
