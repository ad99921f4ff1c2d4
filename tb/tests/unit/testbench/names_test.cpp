// Modules of a testbench take names where they take nodes, sites, ports and faults.
#include "hw/chip/chip.hpp"
#include "models/registry/families.hpp"
#include "tb/testbench/configuration_driver.hpp"
#include "tb/testbench/fault_injector.hpp"
#include "tb/testbench/packet_driver.hpp"
#include "tb/testbench/packet_monitor.hpp"
#include "tb/testbench/scoreboard.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace kintsugi::test {
namespace {

/// A chip of any family, on its fabric or wired directly.
struct NamedChip {
  NamedChip(const char* kind, const Parameters& parameters, const char* routing_name, bool on_fabric, unsigned vcs = 2)
      : design(find_family(kind)->build(parameters)),
        routing(design->routing(routing_name, vcs)),
        fabric(on_fabric ? design->fabric({}) : nullptr) {
    ChipParameters chosen;
    chosen.router.vcs = vcs;
    chip.emplace(on_fabric ? fabric->fabric().name.c_str() : "net",
                 ChipPlan{&design->network(), routing.get(), fabric ? &fabric->fabric() : nullptr, nullptr, nullptr,
                          dynamic_cast<FaultAware*>(routing.get())},
                 chosen, monitor);
    monitor.watch(*chip);
  }
  std::unique_ptr<Design> design;
  std::unique_ptr<RoutingRelation> routing;
  std::unique_ptr<ReconfigurableFabric> fabric;
  PacketMonitor monitor{"monitor"};
  std::optional<Chip> chip;
};

std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

struct FlitCount final : tlm::tlm_analysis_if<FlitSeen> {
  void write(const FlitSeen&) override { ++flits; }
  unsigned flits = 0;
};

TEST(TestbenchNames, a_node_is_driven_and_a_port_is_watched_by_name) {
  NamedChip mesh("mesh", {{"sides", {4, 4}}}, "dimension-order", false);
  PacketDriver driver("driver", *mesh.chip);
  Scoreboard scoreboard("scoreboard");
  driver.sent.bind(scoreboard);
  driver.received.bind(scoreboard);
  PortMonitor east("east", *mesh.chip, "x1.y2", "e"), home("home", *mesh.chip, "x3.y2", "local");
  FlitCount at_east, at_home;
  east.flits.bind(at_east);
  home.flits.bind(at_home);
  driver.drive("x0.y2", {{10, {mesh.chip->node("x3.y2"), 4}}});
  driver.drive("15", std::make_unique<ListSource>(std::vector<ListSource::Entry>{{10, {NodeId{0}, 1}}}));
  mesh.chip->clock().run_until(200);
  EXPECT_EQ(scoreboard.received(), 2u);
  EXPECT_EQ(at_east.flits, 4u);
  EXPECT_EQ(at_home.flits, 4u);
}

TEST(TestbenchNames, an_unknown_node_or_port_is_answered_with_the_nearest) {
  NamedChip mesh("mesh", {{"sides", {4, 4}}}, "dimension-order", false);
  PacketDriver driver("driver", *mesh.chip);
  EXPECT_EQ(refusal_of([&] { driver.drive("x0.y22", std::vector<ListSource::Entry>{}); }),
            "no node 'x0.y22'; did you mean 'x0.y2'?");
  EXPECT_EQ(refusal_of([&] { PortMonitor("p", *mesh.chip, "x0.y9", "e"); }).substr(0, 15), "no node 'x0.y9'");
  EXPECT_EQ(refusal_of([&] { PortMonitor("p", *mesh.chip, "x0.y0", "east"); }),
            "net.x0.y0.router has no port 'east'; valid: e, w, s, n, local");
  mesh.chip->clock().run_until(10);
}

TEST(TestbenchNames, faults_of_a_wafer_are_pes_by_site_or_node_and_elements) {
  NamedChip wafer("srt2d", {{"n", 2}}, "monotone", true);
  Chip& chip = *wafer.chip;
  ConfigurationDriver configuration("configuration", chip);
  FaultInjector faults("faults", chip, *wafer.fabric, {});
  const Fabric& fabric = wafer.fabric->fabric();
  EXPECT_EQ(faults.fault("r1.c1"), Fault(fabric.site("r1.c1")));
  EXPECT_THROW(faults.fault("x1.y1"), std::logic_error) << "no configuration is in force";
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  configuration.load(wafer.fabric->repair({}, {}));
  chip.clock().run_until(300);
  EXPECT_EQ(faults.fault("x1.y1"), Fault(chip.site("x1.y1")));
  std::size_t elements = 0;
  for (const auto& [address, defect] : AddressResolver(*wafer.fabric).elements()) {
    std::string words = address.key + " [";
    for (const AddressPart& part : address.parts) {
      if (words.back() != '[') words += ", ";
      words += std::holds_alternative<int>(part) ? std::to_string(std::get<int>(part)) : std::get<std::string>(part);
    }
    if (++elements % 97 != 0) continue;  // a search of all by name for each
    EXPECT_EQ(faults.fault(words + "]"), Fault(defect)) << words;
    EXPECT_EQ(faults.fault(defect.name), Fault(defect)) << defect.name;
  }
  EXPECT_GT(elements, 100u);
  const SiteId before = chip.site("x1.y1");
  faults.inject({{400, "x1.y1"}});
  chip.clock().run_until(2000);
  ASSERT_EQ(faults.reconfigurations().size(), 1u);
  EXPECT_TRUE(faults.reconfigurations()[0].complete);
  EXPECT_EQ(faults.reconfigurations()[0].faults, (std::vector<RunTimeFault>{{400, before}}));
  EXPECT_NE(chip.site("x1.y1"), before);
}

TEST(TestbenchNames, a_fault_that_means_nothing_is_refused_with_what_is_valid) {
  NamedChip wafer("srt2d", {{"n", 2}}, "monotone", true);
  FaultInjector faults("faults", *wafer.chip, *wafer.fabric, {});
  const auto refusal = [&](const char* words) { return refusal_of([&] { faults.fault(words); }); };
  EXPECT_EQ(refusal("r1.c11").substr(0, 65), "wafer has no site or node 'r1.c11'; did you mean 'r1.c1'? A fault");
  EXPECT_NE(refusal("nonsense").find("a link, such as 'a - b', or an element, such as '"), std::string::npos);
  EXPECT_EQ(refusal("r1.c1 - r1.c11"), "wafer has no site or node 'r1.c11'; did you mean 'r1.c1'?");
  EXPECT_NE(refusal("r1.c1 - r1.c2").find("this fabric has no defects of links"), std::string::npos);
  const std::string key = wafer.fabric->info().elements.front().key;
  EXPECT_NE(refusal((key + " [1]").c_str()).find(wafer.fabric->info().elements.front().form()), std::string::npos);
  EXPECT_EQ(refusal_of([&] { faults.inject({{400, "r1.c11"}}); }).substr(0, 34), "wafer has no site or node 'r1.c11'");
  wafer.chip->clock().run_until(10);
}

TEST(TestbenchNames, a_link_between_two_nodes_dies_by_their_names_and_works_again) {
  NamedChip mandala("mandala", {{"ports", 3}, {"levels", 2}}, "hdr", false, 8);
  Chip& chip = *mandala.chip;
  const Network& network = mandala.design->network();
  const std::string a = network.node_name(NodeId{0}), b = network.node_name(NodeId{1});
  FaultInjector faults("faults", chip, {});
  EXPECT_EQ(faults.fault(b + " - " + a), Fault(link_between(NodeId{0}, NodeId{1}))) << "the lower first";
  EXPECT_EQ(faults.fault(a), Fault(SiteId{0}));
  faults.inject({{100, a + " - " + b}, {300, a + " - " + b, true}});
  chip.clock().run_until(800);
  ASSERT_EQ(faults.reconfigurations().size(), 2u);
  EXPECT_TRUE(faults.reconfigurations()[1].complete);
}

}  // namespace
}  // namespace kintsugi::test
