// Faults of which the chip is not told: the tool runs arrays whose PEs notice them, and checks what they find out.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "hw/chip/chip.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tool/run/chip_setup.hpp"
#include "tb/tool/run/run_time_repair.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::string noticing(const std::string& method, const std::string& faults, const std::string& more = "") {
  return "{network: {kind: sse, n: 6, scheme: ksft2, k: 3}, traffic: {rate: 0.1}, run: {cycles: 5000, warmup: 500}, "
         "repair: {diagnosis: " +
         method + more + "}, faults: [" + faults + "]}";
}

json run_noticing(const std::string& scenario, int status = 0) {
  const ToolResult result = run_tool({"run", scenario, "--json", "--quiet"});
  EXPECT_EQ(result.status, status) << result.err;
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("conserved"), true);
  return document;
}

TEST(RunTimeDiagnosisRuns, told_is_the_default_and_changes_no_byte) {
  const std::string faults = "{cycle: 1500, pe: 20}, {cycle: 3000, pe: 7}";
  const std::string scenario = noticing("told", faults);
  const ToolResult said = run_tool({"run", scenario, "--json", "--quiet"});
  const ToolResult silent = run_tool({"run", scenario, "--json", "--quiet", "--set", "repair={}"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, silent.out);
  EXPECT_FALSE(json::parse(said.out).at("reconfigurations")[0].contains("notice"));
}

TEST(RunTimeDiagnosisRuns, the_phases_add_up_and_lie_within_their_bounds) {
  for (const std::string method : {"observer", "exchange"}) {
    const json document = run_noticing(
        noticing(method, "{cycle: 1500, pe: 20}, {cycle: 3000, link: [9, 18]}", ", test_interval: 50, time_out: 6"));
    const json& done = document.at("reconfigurations");
    ASSERT_EQ(done.size(), 2u);
    for (const json& each : done) {
      const std::string spread = method == "observer" ? "broadcast" : "exchange";
      unsigned sum = 0;
      for (const char* phase : {"notice", "report", "drain", "plan", spread.c_str(), "switch", "resume"}) {
        sum += each.at(phase).get<unsigned>();
      }
      EXPECT_EQ(each.at("total"), sum);
      EXPECT_LE(each.at("notice"), 50 + 6);
      EXPECT_EQ(each.at("report"), 2 * 6 + 1);
      EXPECT_LE(each.at("report_steps"), 2 * 6 + 1);
      EXPECT_EQ(each.at(spread), method == "observer" ? 2 * 6 + 2 : 2);
      EXPECT_EQ(each.contains("broadcast_steps"), method == "observer");
      EXPECT_EQ(each.contains("observer"), method == "observer");
      EXPECT_FALSE(each.contains("load"));
    }
    EXPECT_EQ(done[0].at("moved"), 44);
    EXPECT_EQ(done[1].at("faults")[0].at("link"), (json{9, 18}));
  }
}

TEST(RunTimeDiagnosisRuns, noticed_faults_move_the_nodes_that_told_ones_move) {
  const std::string faults = "{cycle: 1500, pe: 20}, {cycle: 3000, link: [9, 18]}, {cycle: 4000, pe: 41}";
  const json told = run_noticing(noticing("told", faults));
  for (const std::string method : {"observer", "exchange"}) {
    const json noticed = run_noticing(noticing(method, faults));
    ASSERT_EQ(noticed.at("reconfigurations").size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(noticed.at("reconfigurations")[i].at("moved"), told.at("reconfigurations")[i].at("moved"));
      EXPECT_EQ(noticed.at("reconfigurations")[i].at("faults"), told.at("reconfigurations")[i].at("faults"));
    }
  }
}

TEST(RunTimeDiagnosisRuns, too_many_faults_are_found_too_and_end_the_run) {
  const json document = run_noticing(
      noticing("observer", "{cycle: 1000, pe: 20}, {cycle: 1500, pe: 7}, {cycle: 2000, pe: 40}, {cycle: 2500, pe: 60}"),
      1);
  EXPECT_EQ(document.at("failure"), "there is no repair by isolation of every faulty unit");
  EXPECT_EQ(document.at("irreparable").at("irreparable_subset"), (json{7, 20, 40, 60}));
}

TEST(RunTimeDiagnosisRuns, a_fault_just_before_the_end_is_still_repaired) {
  const json document = run_noticing(noticing("observer", "{cycle: 4999, pe: 20}"));
  EXPECT_EQ(document.at("reconfigurations").size(), 1u);
  EXPECT_FALSE(document.contains("unrepaired"));
}

TEST(RunTimeDiagnosisRuns, defects_from_the_beginning_are_known) {
  const json document = run_noticing(
      "{network: {kind: sse, n: 4, scheme: ksft2, k: 3}, defects: {pe: [4], link: [[3, 6]]}, traffic: {rate: 0.1}, "
      "run: {cycles: 3000}, repair: {diagnosis: exchange}, faults: [{cycle: 1000, pe: 10}]}");
  ASSERT_EQ(document.at("reconfigurations").size(), 1u);
  EXPECT_EQ(document.at("reconfigurations")[0].at("faults").size(), 1u);
}

TEST(RunTimeDiagnosisRuns, the_numbers_can_be_expected) {
  const ToolResult result = run_tool({"run", noticing("observer", "{cycle: 1500, pe: 20}"), "--quiet", "--set",
                                      "expect={reconfigurations: {count: 1, notice: {at_most: 104}, report: 13, "
                                      "broadcast: 14, report_steps: {at_most: "
                                      "13}, broadcast_steps: {at_most: 13}, total: {at_most: 400}}}"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  const auto mistake = [](const std::string& method, const std::string& number) {
    return run_tool({"run", noticing(method, "{cycle: 1500, pe: 20}"), "--quiet", "--set",
                     "expect={reconfigurations: {" + number + ": 1}}"})
        .err;
  };
  EXPECT_NE(mistake("told", "notice").find("set repair.diagnosis to observer or exchange"), std::string::npos);
  EXPECT_NE(mistake("exchange", "broadcast").find("set repair.diagnosis: observer"), std::string::npos);
  EXPECT_NE(mistake("observer", "exchange").find("set repair.diagnosis: exchange"), std::string::npos);
  EXPECT_NE(mistake("observer", "load").find("set repair.diagnosis: told"), std::string::npos);
}

// ---- Links that die, as the chip is told --------------------------------------------------------------------------

TEST(RunTimeLinkFaultRuns, a_link_of_an_array_dies_and_no_packet_is_dropped) {
  const json document = run_noticing(noticing("told", "{cycle: 1500, link: [9, 18]}, {cycle: 3000, link: [4, 5]}"));
  ASSERT_EQ(document.at("reconfigurations").size(), 2u);
  EXPECT_EQ(document.at("lost_packets"), json::array());
  EXPECT_EQ(document.at("packets").at("created"), document.at("packets").at("delivered"));
}

TEST(RunTimeLinkFaultRuns, a_link_has_one_name_from_both_of_its_ends) {
  const ToolResult twice =
      run_tool({"run", noticing("told", "{cycle: 1500, link: [9, 18]}, {cycle: 3000, link: [18, 9]}")});
  EXPECT_EQ(twice.status, 2);
  EXPECT_NE(twice.err.find("the link from 18 to 9 fails twice; the first fault is at "), std::string::npos)
      << twice.err;
  std::string scenario = noticing("observer", "{cycle: 1500, pe: 20}");
  scenario.insert(scenario.size() - 1, ", defects: {link: [[18, 9]]}");
  const json known = run_noticing(scenario);
  EXPECT_EQ(known.at("reconfigurations").size(), 1u);
}

// ---- What the run checks -------------------------------------------------------------------------------------------

/// A run in which a test can make the PEs err: what is muted answers no test although it is alive.
struct Misled {
  explicit Misled(const std::string& scenario)
      : input(load_scenario(scenario, {})),
        plan(chip_plan(input.setup)),
        chip(std::make_unique<Chip>(plan.root_name(), plan, chip_parameters(input.scenario, input.setup), record)) {
    elaborate();
    const Repair repair = input.setup.fabric->repair(input.setup.defects, {});
    chip->configuration().load(stream_of(input.setup.built_fabric(), repair.configuration), repair.placement,
                               repair.message);
    chip->clock().run_until(500);
    run.emplace(input.scenario, input.setup, *chip, nullptr);
  }
  void mute(const Fault& fault) { silence(chip->modules(), input.setup.self_diagnosis->graph(), fault); }
  std::string failure_by(Cycle end) {
    chip->clock().run_until(end);
    return chip->faults().controller().failure();
  }

  Input input;
  Record record;
  ChipPlan plan;
  std::unique_ptr<Chip> chip;
  std::optional<RunTimeRepair> run;
};

TEST(RunTimeDiagnosisCheck, a_right_diagnosis_passes) {
  Misled run(noticing("observer", "{cycle: 600, pe: 20}"));
  EXPECT_EQ(run.failure_by(2000), "");
  EXPECT_EQ(run.chip->faults().controller().reconfigurations().size(), 1u);
}

TEST(RunTimeDiagnosisCheck, a_live_pe_that_is_taken_for_faulty_is_found) {
  Misled run(noticing("observer", "{cycle: 600, pe: 20}"));
  run.mute(SiteId{9});
  EXPECT_EQ(run.failure_by(2000), "the PEs have taken PE 9 for faulty, which is not");
}

TEST(RunTimeDiagnosisCheck, a_live_link_that_is_taken_for_faulty_is_found) {
  Misled run(noticing("exchange", "{cycle: 600, pe: 20}"));
  run.mute(LinkDefect{SiteId{9}, SiteId{18}});
  EXPECT_EQ(run.failure_by(2000), "the PEs have taken the link from 9 to 18 for faulty, which is not");
}

/// A PE that goes on answering although it is dead: its fault is not noticed.
TEST(RunTimeDiagnosisCheck, a_fault_that_the_pes_miss_is_found) {
  Misled run(noticing("observer", "{cycle: 600, pe: 20}, {cycle: 600, pe: 41}"));
  run.chip->clock().run_until(601);
  run.chip->modules().diagnosis[41]->begin(700, {});
  EXPECT_EQ(run.failure_by(2000), "the PEs have not found PE 41");
}

/// PE 18 fails no test, but it dies before it reports the link, as PE 9 does. Tests are sent in cycles 500, 600, ...
TEST(RunTimeDiagnosisCheck, a_dead_pe_that_is_found_by_its_silence_passes) {
  Misled run(noticing("observer", "{cycle: 590, link: [9, 18]}, {cycle: 602, pe: 18}"));
  EXPECT_EQ(run.failure_by(2000), "");
  EXPECT_EQ(run.chip->diagnosis().diagnosed(), Defects{SiteId{18}});
  ASSERT_EQ(run.chip->faults().controller().reconfigurations().size(), 1u);
  EXPECT_EQ(run.chip->faults().controller().reconfigurations()[0].faults.size(), 2u);
}

/// PE 1 is the only neighbour of PE 0. It tests it in cycle 600, and dies before it reports that.
TEST(RunTimeDiagnosisCheck, a_dead_pe_whose_neighbours_die_before_they_report_it_passes_and_is_found_later) {
  Misled run(noticing("observer", "{cycle: 590, pe: 0}, {cycle: 590, pe: 20}, {cycle: 602, pe: 1}"));
  EXPECT_EQ(run.failure_by(2000), "");
  EXPECT_EQ(run.chip->diagnosis().diagnosed(), (Defects{SiteId{0}, SiteId{1}, SiteId{20}}));
  const auto done = run.chip->faults().controller().reconfigurations();
  ASSERT_EQ(done.size(), 2u);
  EXPECT_EQ(done[0].cycles[static_cast<std::size_t>(ReconfigurationPhase::kNotice)], 604u - 590);
  EXPECT_TRUE(done[1].complete);
}

TEST(RunTimeDiagnosisCheck, a_pe_that_computes_another_setting_is_found) {
  Misled run(noticing("observer", "{cycle: 600, pe: 20}"));
  Chip& chip = *run.chip;
  while (chip.faults().controller().phase() != ReconfigurationPhase::kBroadcast) {
    chip.clock().run_until(chip.clock().next() + 1);
  }
  chip.clock().run_until(chip.clock().next() + 13);
  LocalRule::Setting wrong = chip.modules().site_rules[33]->setting();
  ASSERT_NE(wrong.states[0], 0) << "PE 33 has a node";
  wrong.states[0] = 0;
  chip.modules().site_rules[33]->adopt(wrong);
  EXPECT_NE(run.failure_by(2000).find("p33.select_out is set to "), std::string::npos) << run.failure_by(2000);
}

// ---- Any scenario --------------------------------------------------------------------------------------------------

/// Draws faults of PEs and links at any place and time; a function of the seed alone.
std::string generated_untold(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t end) { return engine() % end; };
  const auto one_of = [&](const std::vector<std::string>& words) { return words[below(words.size())]; };
  std::string scenario =
      "{network: {kind: sse, n: 4, scheme: " + one_of({"ksft2, k: 3", "exp2, k: 2, modules: 4", "ksft2, k: 4"}) +
      "}, traffic: {rate: " + one_of({"0.02", "0.1", "0.3"}) + ", flits: " + one_of({"1", "4", "16"}) +
      "}, repair: {plan_cycles: " + one_of({"0", "1", "50"}) + ", diagnosis: " + one_of({"observer", "exchange"}) +
      ", test_interval: " + one_of({"5", "20", "100"}) + ", time_out: " + one_of({"2", "4"}) +
      "}, run: {cycles: 2000}, faults: [";
  std::uint64_t cycle = 300 + below(300);
  const std::uint64_t first = below(8);
  for (std::uint64_t i = 0, faults = 1 + below(4); i < faults; ++i) {
    const std::uint64_t place = (first + 3 * i) % 8 + 1;
    const std::string what = below(3) == 0
                                 ? "link: [" + std::to_string(2 * place) + ", " + std::to_string(2 * place + 1) + "]"
                                 : "pe: " + std::to_string(2 * place);
    scenario += (i == 0 ? "" : ", ") + ("{cycle: " + std::to_string(cycle)) + ", " + what + "}";
    cycle += std::vector<std::uint64_t>{0, 1, 2, 20, 60, 400}[below(6)];
  }
  return scenario + "]}";
}

/// Returns how many of the runs repaired all faults.
unsigned run_generated(std::uint64_t first, std::uint64_t seeds) {
  unsigned repaired = 0;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    const std::string scenario = generated_untold(seed);
    SCOPED_TRACE("kintsugi run '" + scenario + "'");
    const ToolResult domain = run_tool({"run", scenario, "--json", "--quiet"});
    EXPECT_TRUE(domain.status == 0 || domain.status == 1) << domain.err;
    if (domain.status > 1) return repaired;
    const json document = json::parse(domain.out);
    EXPECT_EQ(document.at("conserved"), true);
    const std::string failure = document.value("failure", "there is no repair");
    EXPECT_TRUE(failure.starts_with("there is no repair")) << failure;
    repaired += domain.status == 0;
    for (const auto& way : other_ways_to_run(seed, 2)) {
      std::vector<std::string> arguments = {"run", scenario, "--json", "--quiet"};
      arguments.insert(arguments.end(), way.begin(), way.end());
      EXPECT_TRUE(run_tool(arguments).out == domain.out) << way.back() << " says something else than domain";
    }
  }
  return repaired;
}

TEST(RunTimeDiagnosisRuns, of_any_scenario_are_the_same_under_every_schedule_and_the_diagnosis_is_right) {
  EXPECT_GT(run_generated(0, kSanitized ? 2 : 6), 0u);
}

TEST(RunTimeDiagnosisRunsSlow, of_many_scenarios_have_a_right_diagnosis) {
  EXPECT_GT(run_generated(100, part_of(15, 30)), part_of(5u, 10u));
}

}  // namespace
}  // namespace kintsugi::test
