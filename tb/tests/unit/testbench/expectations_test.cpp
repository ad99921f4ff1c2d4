// Expectations of a testbench in SystemC: met and not met, reported once, and refused where there is no such signal.
#include "tb/testbench/expectations.hpp"
#include "hw/chip/chip.hpp"

#include <gtest/gtest.h>

#include "models/registry/families.hpp"
#include "tb/testbench/packet_driver.hpp"
#include "tb/testbench/packet_monitor.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"

namespace kintsugi::test {
namespace {

/// A mesh of 3 x 2 nodes on which node 0 sends a packet of four flits to node 2 in cycle 20.
struct ExpectantMesh {
  std::unique_ptr<Design> design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{3, 2}}});
  std::unique_ptr<RoutingRelation> routing = design->routing("dimension-order", 1);
  PacketMonitor monitor{"monitor"};
  Chip chip{"net", {&design->network(), routing.get()}, {}, monitor};
  PacketDriver driver{"driver", chip};
  Expectations expect{"expect", chip};
  KeptReports kept;

  ExpectantMesh() {
    sc_core::sc_report_handler::set_actions(kExpectationReport, sc_core::SC_DO_NOTHING);
    monitor.watch(chip);
    driver.drive(NodeId{0}, {{20, {NodeId{2}, 4, nullptr}}});
  }
  std::vector<std::string> run() {
    chip.clock().run_until(60);
    return expect.unmet();
  }
  std::string out_of_pe() const { return std::string(chip.pe(SiteId{0}).name()) + ".out.kind"; }
};

TEST(Expectations, are_met_in_the_cycles_of_the_flits) {
  ExpectantMesh mesh;
  const std::string kind = mesh.out_of_pe();
  mesh.expect.at(20, kind, "head");
  mesh.expect.at(21, kind, "body");
  mesh.expect.at(23, kind, "tail");
  mesh.expect.at(24, kind, "-");  // an idle cycle is looked at, too
  mesh.expect.at(19, kind, "-");
  mesh.expect.always(kind, "-").to = 19;
  mesh.expect.never(kind, "head").from = 21;
  mesh.expect.never("net.*.vc0.occupancy", {5, kNoHighEnd});
  CycleCheck& heads = mesh.expect.add({CheckKind::kAt, {"net.*.kind", {{.names = {"head"}}}}});
  heads.count = SignalRange{4, 4};  // of the PE and of three routers
  EXPECT_EQ(mesh.run(), std::vector<std::string>{});
  EXPECT_EQ(KeptReports::reports(), std::vector<std::string>{});
}

TEST(Expectations, that_are_not_met_are_reported_once_with_cycle_and_value) {
  ExpectantMesh mesh;
  const std::string kind = mesh.out_of_pe();
  mesh.expect.at(21, kind, "head");
  mesh.expect.never(kind, "body");
  mesh.expect.at(500, kind, "head");
  const std::vector<std::string> unmet = mesh.run();
  const std::string place = kind + " in cycle ";
  EXPECT_EQ(unmet,
            (std::vector<std::string>{
                "at " + kind + " head in cycle 21: not met, found body at " + place + "21",
                "never " + kind + " body: not met, found body at " + place + "21, 2 times in all",
                "at " + kind + " head in cycle 500: not met, the run ended after 60 cycles, before the window"}));
  const std::string type = "error /kintsugi/expectation: ";
  EXPECT_EQ(KeptReports::reports(),
            (std::vector<std::string>{type + unmet[0],
                                      type + "never " + kind + " body: not met, found body at " + place + "21"}));
}

TEST(Expectations, of_what_is_no_signal_are_refused_when_the_simulation_begins) {
  ExpectantMesh mesh;
  mesh.expect.at(1, "net.x0.y0.rooter.out_local.kind", "head");
  mesh.expect.at(1, mesh.out_of_pe(), "haed");
  try {
    mesh.run();
    FAIL() << "the names were taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(
        std::string(error.what()).find("no signal is named 'net.x0.y0.rooter.out_local.kind'; net.x0.y0 has router"),
        std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("has no state 'haed'; it has -, head, body, tail, single"),
              std::string::npos)
        << error.what();
  }
}

TEST(Expectations, come_before_the_simulation) {
  ExpectantMesh mesh;
  mesh.chip.clock().run_until(5);
  EXPECT_THROW(mesh.expect.at(10, "net.*", "head"), std::logic_error);
}

}  // namespace
}  // namespace kintsugi::test
