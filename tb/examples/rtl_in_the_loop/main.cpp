// The wafer of wafer.yaml with parts of it in RTL: the routers, the fabric with its configuration chain, or both, as
// `kintsugi export --systemc` has written them and Verilator has made them modules of SystemC. Traffic, repair and
// fault are those of the scenario. In each cycle every flit, credit and switch state of the RTL is compared with the
// model's.
//   rtl_in_the_loop [router|routers|fabric|all]
#include <iostream>
#include <kintsugi/chip.hpp>
#include <kintsugi/rtl.hpp>
#include <kintsugi/system.hpp>
#include <optional>
#include <string>

#include "kt_fabric.hpp"
#include "kt_routers.hpp"

int sc_main(int argc, char* argv[]) {
  const std::string part = argc > 1 ? argv[1] : "all";
  if (part != "router" && part != "routers" && part != "fabric" && part != "all") {
    std::cerr << "no part '" << part << "'; valid: router, routers, fabric, all\n";
    return 2;
  }
  // It goes on behind a difference, so that all are seen; otherwise the first one ends the simulation.
  sc_core::sc_report_handler::set_actions(kintsugi::kRtlDifferenceReport, sc_core::SC_DISPLAY);
  kintsugi::RtlComparison comparison;
  std::optional<kt_rtl::Fabric> fabric;  // it lives longer than the chip
  if (part == "fabric" || part == "all") fabric.emplace("fabric", comparison);
  kintsugi::System system("wafer", SCENARIO, {}, [&](kintsugi::ChipPlan& plan) {
    if (fabric) plan.on_link = fabric->links();
    if (part == "router") plan.make_router = kintsugi::only_at({"r2.c2"}, kt_rtl::routers(&comparison));
    if (part == "routers" || part == "all") plan.make_router = kt_rtl::routers(&comparison);
  });
  system.run();
  if (fabric) std::cout << fabric->loads() << " streams shifted into the chain in RTL\n";
  std::cout << comparison.text() << '\n';
  return comparison.holds() && system.holds() ? 0 : 1;
}
