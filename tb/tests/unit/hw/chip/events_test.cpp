// Events are reports of SystemC: off by default, the same on every schedule and number of threads.
#include "tb/testbench/configuration_driver.hpp"
#include "tb/testbench/fault_injector.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"

namespace kintsugi::test {
namespace {

void show_events(bool shows = true) {
  sc_core::sc_report_handler::set_verbosity_level(shows ? sc_core::SC_HIGH : sc_core::SC_MEDIUM);
}

/// Configures a wafer, refuses a damaged stream, kills a PE under load and repairs. Returns the reports.
std::string reports_of_wafer(ChipParameters parameters, bool shows) {
  const KeptReports kept;
  show_events(shows);
  Bench bench("srt2d", {{"n", 2}}, "monotone", parameters, true);
  FaultInjector faults("faults", *bench.chip, *bench.fabric, {});
  elaborate();
  Repair repair = bench.fabric->repair({}, {});
  std::vector<std::uint8_t> damaged = configuration_stream(*bench.chip, repair);
  damaged[2] ^= 1;
  bench.load(damaged, repair.placement);
  bench.configure({});
  faults.inject({{600, bench.chip->site("x1.y1")}});
  bench.start_uniform(0.6, 3, 1, 1000);
  bench.run(3000);
  bench.record.gather();
  EXPECT_EQ(faults.reconfigurations().size(), 1u);
  EXPECT_TRUE(faults.reconfigurations()[0].complete);
  std::string all;
  for (const std::string& report : KeptReports::reports()) all += report + '\n';
  return all;
}

std::vector<std::string> lines_of(const std::string& text, const std::string& part) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.find(part) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

TEST(Events, are_off_unless_the_verbosity_is_high) {
  EXPECT_EQ(reports_of_wafer({}, false), "");
}

TEST(Events, say_what_happens_to_chain_controller_nodes_and_packets) {
  const std::string all = reports_of_wafer({}, true);
  const std::vector<std::string> phases = lines_of(all, "/kintsugi/phase: wafer.config_chain");
  ASSERT_EQ(phases.size(), 9u) << all;
  EXPECT_EQ(phases[0], "info /kintsugi/phase: wafer.config_chain: cycle 0: phase shift");
  EXPECT_EQ(phases[2].substr(phases[2].rfind(':')), ": phase refused");
  EXPECT_EQ(phases[5].substr(phases[5].rfind(':')), ": phase active");
  const std::vector<std::string> refused = lines_of(all, "/kintsugi/refused");
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_NE(refused[0].find(": bitstream refused, the old states stay: the checksum is wrong"), std::string::npos);
  const std::vector<std::string> faults = lines_of(all, "/kintsugi/fault");
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].substr(0, 59), "info /kintsugi/fault: wafer.controller: cycle 600: fault: P");
  const std::vector<std::string> steps = lines_of(all, "/kintsugi/phase: wafer.controller");
  std::string order;
  for (const std::string& step : steps) order += step.substr(step.rfind(' '));
  EXPECT_EQ(order, " drain plan load switch resume idle");
  const std::vector<std::string> placed = lines_of(all, "/kintsugi/placement");
  ASSERT_GT(placed.size(), 1u);
  EXPECT_NE(placed[0].find(": 16 nodes are in place"), std::string::npos) << placed[0];
  for (std::size_t i = 1; i < placed.size(); ++i) EXPECT_NE(placed[i].find(" moves from r"), std::string::npos);
  EXPECT_FALSE(lines_of(all, "/kintsugi/drop").empty());
}

TEST(Events, are_the_same_on_every_schedule_and_number_of_threads) {
  const auto reports = [](Schedule schedule, unsigned threads) {
    return in_child([=] {
      ChipParameters parameters;
      parameters.schedule = schedule;
      parameters.threads = threads;
      return reports_of_wafer(parameters, true);
    });
  };
  const std::string expected = reports(Schedule::kDomain, 1);
  EXPECT_GT(lines_of(expected, "is dropped").size(), 1u);
  EXPECT_EQ(reports(Schedule::kProcess, 1), expected);
  EXPECT_EQ(reports(Schedule::kAlways, 1), expected);
  EXPECT_EQ(reports(Schedule::kDomain, 2), expected);
}

TEST(Events, name_each_packet_that_is_dropped_once_with_the_reason) {
  const KeptReports kept;
  show_events();
  Bench bench("mesh", {{"sides", {2, 2}}}, "dimension-order", {});
  elaborate();
  bench.chip->faults().kill(SiteId{3});
  bench.send(10, NodeId{0}, NodeId{3}, 4);
  bench.send(20, NodeId{0}, NodeId{1}, 4);
  bench.start();
  bench.run(100);
  ASSERT_EQ(bench.record.drops.size(), 1u);
  std::string all;
  for (const std::string& report : KeptReports::reports()) all += report + '\n';
  EXPECT_EQ(lines_of(all, "/kintsugi/drop"),
            (std::vector<std::string>{"info /kintsugi/drop: net.x1.y1.pe: cycle " +
                                      std::to_string(bench.record.drops[0].cycle) +
                                      ": packet 0 of x0.y0 to x1.y1 is dropped: it has reached a dead PE"}));
}

TEST(Events, can_be_switched_on_and_off_while_the_chip_runs) {
  const KeptReports kept;
  Bench bench("srt2d", {{"n", 2}}, "monotone", {}, true);
  elaborate();
  bench.configure({});
  EXPECT_EQ(KeptReports::reports().size(), 0u);
  show_events();
  bench.configure({});
  const std::size_t shown = KeptReports::reports().size();
  EXPECT_EQ(shown, 3u) << "shift, check, active; no node moves";
  show_events(false);
  bench.configure({});
  EXPECT_EQ(KeptReports::reports().size(), shown);
}

}  // namespace
}  // namespace kintsugi::test
