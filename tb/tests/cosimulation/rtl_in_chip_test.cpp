// Exported routers in a SystemC chip, made modules of SystemC by Verilator: one and all of them, in a directly wired
// torus and on a wafer on which PEs die while packets contend. Every flit and credit is that of the model in its cycle.
#include "tb/tests/cosimulation/networks.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/faults_of_a_chip.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"
#include "tb/tests/unit/test_size.hpp"

// The last, because systemc.h is among what they include, which has all names of SystemC in the global namespace.
#include <Vin_chip_mutant.h>
#include <kt_routers.hpp>

namespace kintsugi::test {
namespace {

enum class InChip : std::uint8_t { kModel, kOne, kAll, kUncompared, kMutant };

/// A torus of 4 x 4 nodes past saturation: directly wired, or on a wafer on which two PEs die.
class TorusInRtl {
 public:
  TorusInRtl(bool on_fabric, InChip routers, RtlComparison& comparison) {
    const CosimulatedNetwork& network = network_in_chip();
    ChipParameters parameters;
    parameters.router = {network.vcs, network.form.buffer, network.form.latency};
    const auto adapt = [routers, on_fabric, &comparison](ChipPlan& plan) {
      plan.make_router = factory(routers, on_fabric, comparison);
    };
    bench_ = std::make_unique<Bench>(network.kind, network.parameters, network.routing, parameters, on_fabric,
                                     network.vcs, Parameters{}, Multicasts::kNone, PeFactory{}, false, adapt);
  }

  /// Returns every arrival of a packet and every packet that is dropped.
  std::string run(Cycle cycles) {
    if (bench_->fabric) {
      configure_and_repair(*bench_->chip, *bench_->fabric, {{cycles / 4, site("r2.c2")}, {cycles / 2, site("r1.c3")}});
    } else {
      elaborate();
    }
    bench_->start_uniform(2 * network_in_chip().near_saturation, 5, 3, cycles);
    bench_->run(cycles);
    bench_->run_to_the_end(20, 20'000);
    std::ostringstream text;
    for (const Record::Arrival& each : bench_->record.arrivals) {
      text << each.source.value << ' ' << each.serial << ' ' << each.destination.value << ' ' << each.injected << ' '
           << each.delivered << ' ' << each.hops << ' ' << each.state << '\n';
    }
    for (const Record::Dropped& each : bench_->record.drops) {
      text << "dropped " << each.source.value << ' ' << each.serial << ' ' << each.cycle << '\n';
    }
    return text.str();
  }
  std::size_t repairs() const {
    return bench_->fabric ? bench_->chip->faults().controller().reconfigurations().size() : 0;
  }

 private:
  SiteId site(const char* name) const { return bench_->fabric->fabric().site(name); }

  static RouterFactory factory(InChip routers, bool on_fabric, RtlComparison& comparison) {
    switch (routers) {
      case InChip::kModel:
        return {};
      case InChip::kOne:
        return only_at({on_fabric ? "r2.c3" : "x1.y2"}, kt_rtl::routers(&comparison));
      case InChip::kAll:
        return kt_rtl::routers(&comparison);
      case InChip::kUncompared:
        return kt_rtl::routers();
      case InChip::kMutant:
        return [&comparison](const char* name, const RouterSite& site) {
          return std::make_unique<VerilatedRouter<Vin_chip_mutant>>(name, site, kt_rtl::router_form(), &comparison);
        };
    }
    return {};
  }

  std::unique_ptr<Bench> bench_;
};

constexpr Cycle kCyclesInChip = 3000;

std::string course_in_chip(bool on_fabric, InChip routers) {
  return in_child([=] {
    RtlComparison comparison;
    TorusInRtl torus(on_fabric, routers, comparison);
    std::string course = torus.run(part_of(kCyclesInChip / 2, kCyclesInChip));
    EXPECT_EQ(torus.repairs(), on_fabric ? 2u : 0u);
    const bool is_compared = routers == InChip::kOne || routers == InChip::kAll;
    EXPECT_EQ(comparison.holds(), is_compared) << comparison.text();
    EXPECT_EQ(comparison.parts() > 1, routers == InChip::kAll);
    return course;
  });
}

void expect_equal_in_chip(bool on_fabric) {
  const std::string model = course_in_chip(on_fabric, InChip::kModel);
  EXPECT_GT(std::ranges::count(model, '\n'), 1000);
  EXPECT_EQ(model.find("dropped") != std::string::npos, on_fabric);
  for (const InChip routers : {InChip::kOne, InChip::kAll, InChip::kUncompared}) {
    EXPECT_TRUE(course_in_chip(on_fabric, routers) == model) << static_cast<int>(routers);
  }
}

TEST(RtlInChip, a_torus_with_one_and_all_routers_in_rtl_is_that_of_the_model) {
  expect_equal_in_chip(false);
}

TEST(RtlInChip, a_wafer_whose_pes_die_is_that_of_the_model) {
  expect_equal_in_chip(true);
}

TEST(RtlInChip, a_router_with_a_credit_less_is_found_in_the_cycle_in_which_it_waits) {
  const std::string found = in_child([] {
    const KeptReports kept;
    RtlComparison comparison;
    TorusInRtl torus(false, InChip::kMutant, comparison);
    try {
      torus.run(1000);
    } catch (const sc_core::sc_report&) {
    }
    EXPECT_EQ(comparison.differences().size(), 1u);
    EXPECT_LT(comparison.differences().front().cycle, 100u);
    EXPECT_EQ(KeptReports::reports().size(), 1u);
    return KeptReports::reports().front();
  });
  EXPECT_TRUE(found.starts_with("error /kintsugi/rtl_difference: net.")) << found;
  EXPECT_NE(found.find("a flit: the model has one, RTL none"), std::string::npos) << found;
}

}  // namespace
}  // namespace kintsugi::test
