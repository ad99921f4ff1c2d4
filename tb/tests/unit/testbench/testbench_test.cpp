// Modules of a testbench put together in SystemC: they find what is wrong, and nothing where all is right.
#include "hw/chip/chip.hpp"
#include "models/registry/families.hpp"
#include "models/wafer/grid.hpp"
#include "tb/testbench/configuration_driver.hpp"
#include "tb/testbench/fault_injector.hpp"
#include "tb/testbench/packet_driver.hpp"
#include "tb/testbench/packet_monitor.hpp"
#include "tb/testbench/scoreboard.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"

namespace kintsugi::test {
namespace {

Chip& watched(Chip& chip, PacketMonitor& monitor) {
  monitor.watch(chip);
  return chip;
}

/// A wafer or a mesh with all modules of a testbench.
class Testbench {
 public:
  Testbench(const std::string& kind, const Parameters& parameters, const std::string& routing, bool on_fabric,
            ChipParameters chosen = {}, PacketObserver* next = nullptr, unsigned channels = 2)
      : design(find_family(kind)->build(parameters)),
        relation(design->routing(routing, channels)),
        fabric(on_fabric ? design->fabric({}) : nullptr),
        monitor("monitor", next),
        chip(on_fabric ? "wafer" : "net", {&design->network(), relation.get(), fabric ? &fabric->fabric() : nullptr},
             with_channels(chosen, channels), monitor),
        driver("driver", watched(chip, monitor)),
        scoreboard("scoreboard") {
    driver.sent.bind(scoreboard);
    driver.received.bind(scoreboard);
    monitor.dropped_packets.bind(scoreboard);
  }
  static ChipParameters with_channels(ChipParameters parameters, unsigned channels) {
    parameters.router.vcs = channels;
    return parameters;
  }
  void drive_uniformly(double rate, Cycle begin, Cycle end) {
    traffic = std::make_unique<BernoulliTraffic>(find_pattern("uniform")->make(design->network(), {}), PacketLengths(3),
                                                 rate);
    for (const NodeId node : ids<NodeId>(design->network().nodes())) {
      driver.drive(node, std::make_unique<BernoulliSource>(node, *traffic, 1, begin, end));
    }
  }
  void run_until(Cycle cycle) { chip.clock().run_until(cycle); }

  std::unique_ptr<Design> design;
  std::unique_ptr<RoutingRelation> relation;
  std::unique_ptr<ReconfigurableFabric> fabric;
  std::unique_ptr<BernoulliTraffic> traffic;
  PacketMonitor monitor;
  Chip chip;
  PacketDriver driver;
  Scoreboard scoreboard;
};

/// Keeps the events of a port.
template <class Event>
struct Subscriber : tlm::tlm_analysis_if<Event> {
  void write(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

Parameters side_of_mesh(std::int64_t side) {
  return {{"sides", std::vector<std::int64_t>{side, side}}};
}

TEST(Testbench, packets_keep_their_order_on_one_channel) {
  Testbench bench("mesh", side_of_mesh(4), "dimension-order", false, {}, nullptr, 1);
  Scoreboard in_order("in_order", true);
  bench.driver.sent.bind(in_order);
  bench.driver.received.bind(in_order);
  bench.drive_uniformly(0.5, 0, 500);
  bench.run_until(3000);
  EXPECT_EQ(in_order.complaint().value_or(""), "");
  EXPECT_GT(in_order.received(), 500u);
}

TEST(Testbench, a_mesh_under_load_satisfies_the_scoreboard_on_every_schedule) {
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    in_child([schedule] {
      ChipParameters parameters;
      parameters.schedule = schedule;
      Testbench bench("mesh", side_of_mesh(4), "dimension-order", false, parameters);
      bench.drive_uniformly(0.2, 0, 500);
      bench.run_until(800);
      EXPECT_EQ(bench.scoreboard.complaint().value_or(""), "");
      EXPECT_GT(bench.scoreboard.sent(), 300u);
      EXPECT_EQ(bench.scoreboard.received(), bench.scoreboard.sent());
      return std::string();
    });
  }
}

TEST(Testbench, two_threads_give_the_same_events_as_one) {
  const auto events_with = [](unsigned threads) {
    return in_child([threads] {
      ChipParameters parameters;
      parameters.threads = threads;
      Testbench bench("mesh", side_of_mesh(4), "dimension-order", false, parameters);
      Subscriber<PacketReceived> seen;
      bench.driver.received.bind(seen);
      bench.drive_uniformly(0.2, 0, 300);
      bench.run_until(600);
      std::string text;
      for (const PacketReceived& each : seen.events) {
        for (const std::uint64_t part : {each.cycle, std::uint64_t{each.name.source.value},
                                         std::uint64_t{each.name.serial}, std::uint64_t{each.hops}}) {
          text += std::to_string(part) + ' ';
        }
      }
      return text + bench.scoreboard.complaint().value_or("");
    });
  };
  const std::string one = events_with(1);
  EXPECT_GT(one.size(), 1000u);
  EXPECT_EQ(events_with(2), one);
}

/// Configures a wafer under load and kills a PE; returns all events.
std::string events_of_repaired_wafer(ChipParameters parameters) {
  const KeptReports kept;
  Testbench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", true, parameters);
  ConfigurationDriver configuration("configuration", bench.chip);
  FaultInjector faults("faults", bench.chip, *bench.fabric, {});
  Subscriber<PacketDropped> dropped;
  Subscriber<PacketReceived> received;
  bench.monitor.dropped_packets.bind(dropped);
  bench.driver.received.bind(received);
  sc_core::sc_time configured;
  sc_core::sc_spawn([&] {
    configuration.load(bench.fabric->repair({}, {}));
    sc_core::wait(configuration.done);
    configured = sc_core::sc_time_stamp();
    EXPECT_TRUE(configuration.accepted());
    EXPECT_EQ(configuration.error(), "");
    faults.inject({{600, bench.chip.nodes().placement().site_of[5]}});
  });
  bench.drive_uniformly(0.7, 0, 2000);
  bench.run_until(8000);
  EXPECT_GT(configured, sc_core::SC_ZERO_TIME);
  EXPECT_EQ(faults.reconfigurations().size(), 1u);
  EXPECT_TRUE(faults.reconfigurations()[0].complete);
  EXPECT_GT(faults.reconfigurations()[0].moved, 0u);
  EXPECT_EQ(bench.scoreboard.complaint().value_or(""), "");
  EXPECT_GT(bench.scoreboard.dropped(), 0u);
  EXPECT_EQ(bench.scoreboard.received() + bench.scoreboard.dropped(), bench.scoreboard.sent());
  EXPECT_EQ(kept.reports(), std::vector<std::string>{}) << "both configurations make the network";
  std::ostringstream log;
  for (const PacketDropped& each : dropped.events) {
    log << each.cycle << " drop " << each.name.source.value << '.' << each.name.serial << '\n';
  }
  for (const PacketReceived& each : received.events) {
    log << each.cycle << " at " << each.at.value << ' ' << each.name.source.value << '.' << each.name.serial << '\n';
  }
  return log.str();
}

TEST(Testbench, a_driver_names_its_sources_if_no_configuration_comes_into_force) {
  for (const bool loads : {false, true}) {
    in_child([loads] {
      const KeptReports kept;
      {
        Testbench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", true);
        ConfigurationDriver configuration("configuration", bench.chip);
        bench.driver.drive(NodeId{3}, std::vector<ListSource::Entry>{{100, {NodeId{0}, 4, nullptr}}});
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
        if (loads) configuration.load(bench.fabric->repair({}, {}));
        bench.run_until(500);
        EXPECT_EQ(bench.scoreboard.received(), loads ? 1u : 0u);
      }
      EXPECT_EQ(kept.reports().size(), loads ? 0u : 1u);
      if (!loads) {
        EXPECT_EQ(kept.reports().at(0).substr(0, 92),
                  "warning /kintsugi/configuration: driver: 1 packet source waits for a configuration of the ch");
      }
      return std::string();
    });
  }
}

/// Returns how many nodes move when a PE dies on a torus that was repaired with few moves.
std::size_t moved_by_a_fault(const RepairOptions& loaded) {
  Testbench bench("torus", {{"sides", std::vector<std::int64_t>{8, 8}}}, "dimension-order", true, {});
  ConfigurationDriver configuration("configuration", bench.chip);
  const WaferGrid grid(8);
  Defects known;
  for (const GridPoint p : {GridPoint{2, 7}, GridPoint{5, 1}, GridPoint{7, 4}}) known.add(grid.site(p));
  FaultInjector faults("faults", bench.chip, *bench.fabric, known);
  const Repair first = bench.fabric->repair(known, loaded);
  std::size_t moved = 0;
  sc_core::sc_spawn([&] {
    configuration.load(first);
    sc_core::wait(configuration.done);
    faults.inject({{3000, grid.site({4, 8})}});
  });
  bench.run_until(12000);
  if (faults.reconfigurations().size() == 1 && faults.reconfigurations()[0].complete) {
    moved = faults.reconfigurations()[0].moved;
  }
  return moved;
}

TEST(Testbench, a_fault_keeps_the_repair_that_was_loaded_whatever_its_options_were) {
  const auto moved = [](const RepairOptions& options) {
    return in_child([&] { return std::to_string(moved_by_a_fault(options)); });
  };
  EXPECT_EQ(moved({.objective = "moved"}), "1") << "one step to the spare beside it";
  EXPECT_NE(moved({}), "0");
}

/// Between two faults the testbench loads a configuration of its own, in which the path of the first goes another way.
/// Returns how many nodes the second fault moves, and how many it moves from that configuration.
std::string moved_after_a_load_of_ones_own() {
  Testbench bench("torus", side_of_mesh(8), "dimension-order", true);
  ConfigurationDriver configuration("configuration", bench.chip);
  FaultInjector faults("faults", bench.chip, *bench.fabric, {});
  const WaferGrid grid(8);
  const SiteId first = grid.site({4, 3}), second = grid.site({7, 6});
  Defects known;
  known.add(first);
  const Repair planned = bench.fabric->repair(known, {});
  GivenPlan given;
  for (const char* const way : {"north", "east", "south", "west"}) {
    given.paths = {{first, way, 0}};
    const CompletedPlan completed = bench.fabric->complete(given);
    if (completed.conflicts.empty() && completed.repair.placement != planned.placement) break;
  }
  const Repair own = bench.fabric->complete(given).repair;
  sc_core::sc_spawn([&] {
    configuration.load(bench.fabric->repair({}, {}));
    sc_core::wait(configuration.done);
    faults.inject({{600, first}, {3000, second}});
    sc_core::wait(sc_core::sc_time(2000, sc_core::SC_NS) - sc_core::sc_time_stamp());
    configuration.load(own);
  });
  bench.run_until(6000);
  RepairOptions from_own;
  from_own.in_force = own.paths;
  from_own.rings_in_force = own.rings;
  known.add(second);
  const auto expected = count_moved(own.placement, bench.fabric->repair(known, from_own).placement);
  EXPECT_EQ(faults.reconfigurations().size(), 2u);
  return std::to_string(faults.reconfigurations().back().moved) + " of " + std::to_string(expected);
}

TEST(Testbench, a_fault_keeps_a_configuration_that_was_loaded_after_the_fault_before_it) {
  EXPECT_EQ(in_child(moved_after_a_load_of_ones_own), "2 of 2");
}

/// Returns what the injector says when a PE of a torus dies, two of whose nodes have changed places.
std::string fault_of_a_torus_with_two_nodes_exchanged() {
  const KeptReports kept;  // of another network than the plan's
  Testbench bench("torus", side_of_mesh(4), "dimension-order", true);
  ConfigurationDriver configuration("configuration", bench.chip);
  FaultInjector faults("faults", bench.chip, *bench.fabric, {});
  const Repair planned = bench.fabric->repair({}, {});
  Placement exchanged = planned.placement;
  std::swap(exchanged.site_of[0], exchanged.site_of[10]);
  for (const std::uint32_t node : {0u, 10u}) exchanged.node_at[exchanged.site_of[node].value] = NodeId{node};
  sc_core::sc_spawn([&] {
    configuration.load(configuration_stream(bench.chip, planned), exchanged);
    sc_core::wait(configuration.done);
    faults.inject({{600, exchanged.site_of[5]}});
  });
  try {
    bench.run_until(4000);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Testbench, a_fault_is_refused_if_no_plan_puts_the_nodes_where_they_are) {
  const std::string said = in_child(fault_of_a_torus_with_two_nodes_exchanged);
  EXPECT_NE(said.find("the chip has its nodes where neither the repair around the known defects nor a plan of paths or "
                      "rings puts them; give FaultInjector the defects and the options of the repair that was loaded"),
            std::string::npos)
      << said;
}

TEST(Testbench, a_wafer_is_configured_and_repaired_under_load_and_only_dropped_packets_are_missing) {
  const std::string first = in_child([] { return events_of_repaired_wafer({}); });
  EXPECT_NE(first.find("600 drop 5."), std::string::npos);
  for (const Schedule schedule : {Schedule::kProcess, Schedule::kAlways}) {
    ChipParameters parameters;
    parameters.schedule = schedule;
    EXPECT_TRUE(in_child([&] { return events_of_repaired_wafer(parameters); }) == first) << "another schedule";
  }
  for (const unsigned threads : {2u, 4u}) {
    ChipParameters parameters;
    parameters.threads = threads;
    EXPECT_TRUE(in_child([&] { return events_of_repaired_wafer(parameters); }) == first) << threads << " threads";
  }
}

/// Loads a repair with every third word valid, and then another one without gaps; returns what happened when.
std::string events_of_load_with_gaps(ChipParameters parameters) {
  Testbench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", true, parameters);
  ConfigurationDriver configuration("configuration", bench.chip);
  const ConfigChain& chain = bench.chip.configuration().chain();
  const Repair first = bench.fabric->repair({}, {});
  const Repair second = bench.fabric->repair({SiteId{7}}, {});
  std::ostringstream log;
  const auto load = [&](const Repair& repair, ValidPattern valid) {
    const Cycle begin = bench.chip.clock().next();
    configuration.load(repair, std::move(valid));
    sc_core::wait(configuration.done);
    EXPECT_EQ(configuration.error(), "");
    EXPECT_EQ(bench.chip.configuration().read_back(), switch_states(bench.fabric->fabric(), repair.configuration));
    log << "cycles " << bench.chip.clock().now() + 1 - begin << '\n';
  };
  sc_core::sc_spawn([&] {
    load(first, [](Cycle of_load) { return of_load % 3 == 2; });
    load(second, {});
    sc_core::wait(7, sc_core::SC_NS);
    load(first, [](Cycle of_load) { return of_load % 5 != 0; });
  });
  bench.run_until(200);
  const Cycle words = chain.cycles_for(configuration_stream(bench.chip, first).size()) - 1;
  std::ostringstream expected;
  expected << "cycles " << 3 * words + 1 << "\ncycles " << words + 1 << "\ncycles " << words + (words + 3) / 4 + 1
           << '\n';
  EXPECT_EQ(log.str(), expected.str());
  return log.str();
}

TEST(Testbench, a_configuration_is_loaded_with_gaps_and_then_without) {
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    in_child([schedule] {
      ChipParameters parameters;
      parameters.schedule = schedule;
      return events_of_load_with_gaps(parameters);
    });
  }
}

/// Before the simulation begins, and between two sc_start().
TEST(Testbench, a_configuration_with_gaps_is_loaded_from_outside_the_simulation) {
  Testbench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", true);
  ConfigurationDriver configuration("configuration", bench.chip);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const Repair repair = bench.fabric->repair({}, {});
  const Cycle words =
      bench.chip.configuration().chain().cycles_for(configuration_stream(bench.chip, repair).size()) - 1;
  for (int load = 0; load < 2; ++load) {
    const Cycle begin = bench.chip.clock().next();
    configuration.load(repair, [](Cycle of_load) { return of_load % 2 == 1; });
    bench.run_until(begin + 2 * words);
    EXPECT_EQ(bench.chip.configuration().chain().phase(), ConfigChain::Phase::kCheck);
    bench.run_until(begin + 2 * words + 1);
    EXPECT_TRUE(configuration.accepted());
    bench.run_until(begin + 2 * words + 20);
  }
}

TEST(Testbench, a_network_without_spares_routes_around_a_link_that_dies) {
  const auto design = find_family("mandala")->build({{"ports", std::int64_t{3}}, {"levels", std::int64_t{2}}});
  const auto relation = design->routing("hdr", 8);
  PacketMonitor monitor("monitor");
  ChipParameters parameters;
  parameters.router.vcs = 8;
  Chip chip("net",
            {&design->network(), relation.get(), nullptr, nullptr, nullptr, dynamic_cast<FaultAware*>(relation.get())},
            parameters, monitor);
  monitor.watch(chip);
  PacketDriver driver("driver", chip);
  Scoreboard scoreboard("scoreboard");
  driver.sent.bind(scoreboard);
  driver.received.bind(scoreboard);
  FaultInjector faults("faults", chip, {});
  faults.inject({{100, LinkDefect{SiteId{0}, SiteId{1}}}});
  driver.drive(NodeId{0}, {{50, {NodeId{1}, 2}}, {200, {NodeId{1}, 2}}});
  chip.clock().run_until(600);
  ASSERT_EQ(faults.reconfigurations().size(), 1u);
  EXPECT_EQ(scoreboard.complaint().value_or(""), "");
  EXPECT_EQ(scoreboard.received(), 2u);
}

TEST(Testbench, modules_refuse_what_a_chip_does_not_have) {
  Testbench bench("mesh", side_of_mesh(2), "dimension-order", false);
  EXPECT_THROW(ConfigurationDriver("configuration", bench.chip), std::logic_error);
  bench.run_until(10);
}

TEST(Testbench, a_chip_under_load_takes_no_configuration) {
  Testbench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", true);
  ConfigurationDriver configuration("configuration", bench.chip);
  bench.drive_uniformly(0.3, 0, 200);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  configuration.load(bench.fabric->repair({}, {}));
  bench.run_until(100);
  EXPECT_THROW(configuration.load(bench.fabric->repair({}, {})), std::logic_error);
}

TEST(Testbench, faults_are_injected_in_the_way_of_the_chip) {
  Testbench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", true);
  EXPECT_THROW(FaultInjector("wired", bench.chip, Defects{}), std::logic_error);
  const auto other = bench.design->fabric({});
  EXPECT_THROW(FaultInjector("other", bench.chip, *other, {}), std::logic_error);
}

template <class Call>
std::string refusal_by(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Testbench, faults_of_what_the_chip_does_not_have_are_refused_when_they_are_given) {
  Testbench bench("mesh", side_of_mesh(4), "dimension-order", true);
  FaultInjector faults("faults", bench.chip, *bench.fabric, {});
  const auto refusal = [&](Fault what) { return refusal_by([&] { faults.inject({{600, std::move(what)}}); }); };
  EXPECT_EQ(refusal(SiteId{9999}), "the chip has no PE 9999; its last is 31");
  EXPECT_EQ(refusal(LinkDefect{SiteId{0}, SiteId{32}}), "the chip has no PE 32; its last is 31");
  EXPECT_NE(refusal(ElementDefect{StuckSwitch{SwitchId{1'000'000}, 0}}), "");
  EXPECT_NE(refusal(ElementDefect{StuckSwitch{SwitchId{0}, 200}}), "");
  RepairOptions options;
  options.objective = "nearest";
  EXPECT_EQ(refusal_by([&] { FaultInjector("others", bench.chip, *bench.fabric, {}, options); }),
            "unknown objective 'nearest'; valid: any moved short");
}

TEST(Testbench, faults_of_what_a_wired_chip_does_not_have_are_refused_when_they_are_given) {
  const auto design = find_family("mandala")->build({{"ports", std::int64_t{3}}, {"levels", std::int64_t{2}}});
  const auto relation = design->routing("hdr", 8);
  PacketMonitor monitor("monitor");
  ChipParameters parameters;
  parameters.router.vcs = 8;
  const Network& network = design->network();
  Chip chip("net", {&network, relation.get(), nullptr, nullptr, nullptr, dynamic_cast<FaultAware*>(relation.get())},
            parameters, monitor);
  FaultInjector faults("faults", chip, {});
  const auto refusal = [&](Fault what) { return refusal_by([&] { faults.inject({{600, std::move(what)}}); }); };
  const auto nodes = static_cast<std::uint32_t>(network.nodes());
  EXPECT_EQ(refusal(SiteId{nodes}),
            "the chip has no PE " + std::to_string(nodes) + "; its last is " + std::to_string(nodes - 1));
  std::set<NodeId> near = {NodeId{0}};
  for (const Link& link : network.links()) {
    if (link.a.node == NodeId{0}) near.insert(link.b.node);
    if (link.b.node == NodeId{0}) near.insert(link.a.node);
  }
  NodeId far{1};
  while (near.contains(far)) ++far.value;
  EXPECT_EQ(refusal(LinkDefect{SiteId{0}, SiteId{far.value}}),
            "the network has no link between " + network.node_name(NodeId{0}) + " and " + network.node_name(far));
  EXPECT_EQ(refusal(ElementDefect{StuckSwitch{SwitchId{0}, 0}}),
            "a chip that is wired directly has no switches that can fail");
  EXPECT_EQ(refusal(LinkDefect{SiteId{0}, SiteId{1}}), "");
}

TEST(Testbench, what_has_failed_fails_again_only_when_its_fault_has_ended) {
  Testbench bench("mesh", side_of_mesh(4), "dimension-order", true);
  FaultInjector faults("faults", bench.chip, *bench.fabric, {SiteId{9}});
  const auto refusal = [&](std::vector<RunTimeFault> given) {
    return refusal_by([&] { faults.inject(std::move(given)); });
  };
  const std::string message =
      "a fault in cycle 900 is of what is defective already: leave it out, or end the fault before it";
  EXPECT_EQ(refusal({{900, SiteId{8}}, {600, SiteId{8}}}), message) << "in whatever order they are given";
  EXPECT_EQ(refusal({{900, SiteId{9}}}), message) << "it is known from the beginning";
  EXPECT_EQ(refusal({{600, SiteId{8}}, {700, SiteId{8}, true}, {900, SiteId{8}}}), "");
  EXPECT_EQ(refusal({{700, SiteId{8}, true}}), "a fault ends that has not begun");
}

TEST(Testbench, a_pe_that_dies_before_the_configuration_ends_the_repair) {
  Testbench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", true);
  ConfigurationDriver configuration("configuration", bench.chip);
  FaultInjector faults("faults", bench.chip, *bench.fabric, {});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  faults.inject({{3, SiteId{4}}});
  configuration.load(bench.fabric->repair({}, {}));
  bench.run_until(100);
  EXPECT_EQ(bench.chip.faults().controller().phase(), ReconfigurationPhase::kFailed);
  EXPECT_EQ(bench.chip.faults().controller().failure(), "a PE has died before a configuration was in force");
}

TEST(Testbench, links_of_a_wafer_do_not_die) {
  Testbench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", true);
  FaultInjector faults("faults", bench.chip, *bench.fabric, {});
  EXPECT_THROW(faults.inject({{600, LinkDefect{SiteId{0}, SiteId{1}}}}), std::invalid_argument);
}

TEST(Testbench, a_link_of_an_array_dies_and_packets_go_on_without_a_loss) {
  Testbench bench("sse", {{"n", std::int64_t{3}}, {"scheme", "ksft2"}, {"k", std::int64_t{2}}}, "destination-tag",
                  true);
  ConfigurationDriver configuration("configuration", bench.chip);
  FaultInjector faults("faults", bench.chip, *bench.fabric, {});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_THROW(faults.inject({{200, LinkDefect{SiteId{1}, SiteId{7}}}}), std::invalid_argument) << "there is no such";
  configuration.load(bench.fabric->repair({}, {}));
  faults.inject({{200, LinkDefect{SiteId{3}, SiteId{6}}}});
  bench.drive_uniformly(0.1, 100, 600);
  bench.run_until(1200);
  ASSERT_EQ(faults.reconfigurations().size(), 1u);
  EXPECT_TRUE(faults.reconfigurations()[0].complete);
  EXPECT_EQ(bench.scoreboard.complaint().value_or(""), "");
  EXPECT_GT(bench.scoreboard.received(), 20u);
  EXPECT_EQ(bench.scoreboard.received(), bench.scoreboard.sent());
}

TEST(Testbench, a_repair_that_the_sites_refuse_is_reported) {
  Testbench bench("sse", {{"n", std::int64_t{3}}, {"scheme", "sft1"}}, "destination-tag", true);
  ConfigurationDriver configuration("configuration", bench.chip);
  Repair wrong = bench.fabric->repair({}, {});
  std::swap(wrong.placement.node_at[0], wrong.placement.node_at[1]);
  std::swap(wrong.placement.site_of[0], wrong.placement.site_of[1]);
  bool reported = false;
  sc_core::sc_spawn([&] {
    configuration.load(wrong);
    sc_core::wait(configuration.done);
    reported = true;
  });
  bench.run_until(200);
  EXPECT_TRUE(reported);
  EXPECT_TRUE(configuration.accepted() || !configuration.error().empty());
  Repair none;
  none.reason = "too many";
  EXPECT_THROW(configuration.load(none), std::logic_error);
}

TEST(Testbench, a_port_monitor_writes_every_flit_that_leaves) {
  Testbench bench("mesh", side_of_mesh(2), "dimension-order", false);
  PortMonitor port("port", bench.chip, SiteId{0}, bench.chip.router(SiteId{0}).local_port());
  Subscriber<FlitSeen> seen;
  port.flits.bind(seen);
  bench.driver.drive(NodeId{3}, {{4, {NodeId{0}, 3, nullptr}}, {20, {NodeId{0}, 1, nullptr}}});
  bench.driver.drive(NodeId{0}, {{4, {NodeId{3}, 5, nullptr}}});
  bench.run_until(60);
  ASSERT_EQ(seen.events.size(), 4u);
  EXPECT_EQ(seen.events[1].cycle, seen.events[0].cycle + 1);
  EXPECT_EQ(seen.events[2].packet, (PacketName{NodeId{3}, 0}));
  EXPECT_TRUE(seen.events[2].flit.tail());
  EXPECT_EQ(seen.events[3].packet, (PacketName{NodeId{3}, 1}));
  EXPECT_EQ(bench.scoreboard.complaint().value_or(""), "");
}

/// Counts the events that a monitor hands on.
struct EventCounter : PacketObserver {
  void created(const Packet&, Cycle) override { ++counts[0]; }
  void injected(const Packet&, Cycle) override { ++counts[1]; }
  void arrived(const Packet&, Cycle) override { ++counts[2]; }
  void delivered(const Packet&, Cycle) override { ++counts[3]; }
  std::array<unsigned, 4> counts{};
};

TEST(Testbench, a_monitor_hands_everything_on) {
  EventCounter counter;
  Testbench bench("mesh", side_of_mesh(2), "dimension-order", false, {}, &counter);
  bench.driver.drive(NodeId{3}, {{4, {NodeId{0}, 3, nullptr}}});
  bench.run_until(60);
  EXPECT_EQ(counter.counts, (std::array<unsigned, 4>{1, 1, 3, 1}));
}

TEST(Testbench, packets_that_no_chip_can_deliver_are_refused_when_they_are_given) {
  Testbench bench("mesh", side_of_mesh(4), "dimension-order", false);
  const auto refusal = [&](std::uint32_t node, std::vector<ListSource::Entry> packets) -> std::string {
    try {
      bench.driver.drive(NodeId{node}, std::move(packets));
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(16, {}), "the network has no node 16; its last is 15");
  EXPECT_EQ(refusal(0, {{10, {NodeId{16}, 4}}}), "a packet goes to node 16, and the last node is 15");
  EXPECT_EQ(refusal(0, {{10, {NodeId{5}, 0}}}), "a packet has no flits; it needs 1 or more");
  EXPECT_EQ(refusal(0, {{20, {NodeId{5}, 4}}, {10, {NodeId{6}, 4}}}),
            "the packets of node 0 are not in the order of their cycles");
  EXPECT_EQ(refusal(0, {{10, {NodeId{5}, 4}}, {10, {NodeId{15}, 1}}}), "") << "the mistakes have left no source";
}

/// A source of a user that makes one packet in cycle 5.
class OwnSource final : public PacketSource {
 public:
  explicit OwnSource(PacketOrder order) : order_(order) {}
  Cycle due() const override { return is_over_ ? GeometricGaps::kNever : 5; }
  PacketOrder take() override {
    is_over_ = true;
    return order_;
  }

 private:
  PacketOrder order_;
  bool is_over_ = false;
};

TEST(Testbench, a_source_that_makes_a_packet_that_no_chip_can_deliver_is_reported) {
  const auto reported = [](PacketOrder order) {
    return in_child([order]() -> std::string {
      const KeptReports kept;
      Testbench bench("mesh", side_of_mesh(4), "dimension-order", false);
      bench.driver.drive(NodeId{0}, std::make_unique<OwnSource>(order));
      try {
        bench.run_until(100);
      } catch (const std::exception& error) {
        return error.what();
      }
      return "";
    });
  };
  EXPECT_NE(reported({NodeId{16}, 4}).find("a packet goes to node 16, and the last node is 15"), std::string::npos);
  EXPECT_NE(reported({NodeId{5}, 0}).find("a packet has no flits; it needs 1 or more"), std::string::npos);
  EXPECT_EQ(reported({NodeId{5}, 1}), "");
}

TEST(Testbench, a_chip_needs_a_network_and_a_routing_relation) {
  const auto design = find_family("mesh")->build(side_of_mesh(4));
  const auto relation = design->routing("dimension-order", 1);
  PacketMonitor monitor("monitor");
  EXPECT_EQ(refusal_by([&] { Chip("a", {nullptr, relation.get()}, {}, monitor); }), "the chip plan has no network");
  EXPECT_EQ(refusal_by([&] {
              Chip("b", {&design->network(), nullptr}, {}, monitor);
            }),
            "the chip plan has no routing relation");
}

TEST(Testbench, a_node_has_one_source_that_is_there_before_the_start) {
  Testbench bench("mesh", side_of_mesh(2), "dimension-order", false);
  bench.driver.drive(NodeId{1}, std::vector<ListSource::Entry>());
  EXPECT_THROW(bench.driver.drive(NodeId{1}, std::vector<ListSource::Entry>()), std::logic_error);
  bench.run_until(5);
  EXPECT_THROW(bench.driver.drive(NodeId{2}, std::vector<ListSource::Entry>()), std::logic_error);
}

class ScoreboardMistakes : public testing::Test {
 protected:
  void send(std::uint32_t serial) { board.write(PacketSent{10, {NodeId{1}, serial}, NodeId{2}, 4}); }
  void receive(std::uint32_t serial, NodeId at = NodeId{2}, std::uint16_t flits = 4, Cycle cycle = 30) {
    board.write(PacketReceived{cycle, {NodeId{1}, serial}, at, flits, 1, 10, 10});
  }
  std::string complaint() const { return board.complaint().value_or(""); }
  Scoreboard board{"board", true};
};

TEST_F(ScoreboardMistakes, none) {
  send(0), send(1), receive(0), receive(1);
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(board.under_way(), 0u);
}
TEST_F(ScoreboardMistakes, lost) {
  send(0), send(1), receive(1);
  EXPECT_EQ(complaint(), "packet 0 of node 1 to node 2, sent in cycle 10, has neither arrived nor been dropped");
}
TEST_F(ScoreboardMistakes, duplicated) {
  send(0), receive(0), receive(0);
  EXPECT_EQ(complaint(),
            "packet 0 of node 1 is received in cycle 30, but is not under way: it was not sent, or has ended already");
}
TEST_F(ScoreboardMistakes, sent_twice) {
  send(0), send(0);
  EXPECT_EQ(complaint(), "packet 0 of node 1 is sent twice");
}
TEST_F(ScoreboardMistakes, misdelivered) {
  send(0), receive(0, NodeId{3});
  EXPECT_EQ(complaint(), "packet 0 of node 1 reaches node 3 instead of 2");
}
TEST_F(ScoreboardMistakes, cut_short) {
  send(0), receive(0, NodeId{2}, 3);
  EXPECT_EQ(complaint(), "packet 0 of node 1 has 3 flits instead of 4");
}
TEST_F(ScoreboardMistakes, too_early) {
  send(0), receive(0, NodeId{2}, 4, 9);
  EXPECT_EQ(complaint(), "packet 0 of node 1 is received before it was sent");
}
TEST_F(ScoreboardMistakes, reordered) {
  send(0), send(1), receive(1), receive(0);
  EXPECT_EQ(complaint(), "packet 0 of node 1 is received after packet 1 to the same node");
}
TEST_F(ScoreboardMistakes, dropped_and_received) {
  send(0), board.write(PacketDropped{20, {NodeId{1}, 0}, DropReason::kQueued}), receive(0);
  EXPECT_EQ(complaint(),
            "packet 0 of node 1 is received in cycle 30, but is not under way: it was not sent, or has ended already");
  EXPECT_EQ(board.dropped(), 1u);
}
TEST_F(ScoreboardMistakes, dropped_in_the_cycle_in_which_it_was_sent) {
  board.write(PacketDropped{10, {NodeId{1}, 0}, DropReason::kQueued});
  EXPECT_EQ(complaint(),
            "packet 0 of node 1 is dropped in cycle 10, but is not under way: it was not sent, or has ended already");
  send(0);
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(board.under_way(), 0u);
}
TEST(Scoreboard, that_does_not_expect_order_takes_any) {
  Scoreboard board("board");
  for (const std::uint32_t serial : {0u, 1u}) board.write(PacketSent{10, {NodeId{1}, serial}, NodeId{2}, 4});
  for (const std::uint32_t serial : {1u, 0u})
    board.write(PacketReceived{30, {NodeId{1}, serial}, NodeId{2}, 4, 1, 10, 10});
  EXPECT_EQ(board.complaint().value_or(""), "");
}

}  // namespace
}  // namespace kintsugi::test
