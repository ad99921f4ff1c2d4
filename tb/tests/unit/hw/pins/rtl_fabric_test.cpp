// A fabric in RTL in a chip: what it refuses, of a chip as it is made and of paths and routers while it runs. In the
// place of the class that Verilator makes is one whose pins are nowhere, and by which nothing comes out
// (tb/tests/cosimulation has the fabrics that are exported, and compares what they do).
#include "hw/pins/rtl_fabric.hpp"

#include <functional>

#include "hw/router/open_router.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

/// A fabric in RTL without the RTL: every output is 0.
class SilentFabric final : public kintsugi::RtlFabric {
 public:
  SilentFabric(sc_core::sc_module_name name, const RtlFabricForm& form, RtlComparison& comparison)
      : kintsugi::RtlFabric(name, form, comparison) {}

 private:
  void write_reset(bool) override {}
  void write_clock(bool) override {}
  void write_config_clock(bool) override {}
  void write_chain(const ChainInputs&) override {}
  void write_lanes() override {}
  void read_outputs() override {}
};

/// Returns what an export would say of a fabric for a chip with two channels.
RtlFabricForm form_of_fabric(const Fabric& fabric) {
  return {.number = fabric.number,
          .sites = narrow<unsigned>(fabric.sites.size()),
          .ports = narrow<unsigned>(fabric.layout.size()),
          .field_bits = narrow<unsigned>(rtl::ConfigurationLayout(fabric, 1).field_bits()),
          .chain_bits = ChipParameters{}.chain_bits,
          .vc_bits = 1,
          .most_extra = 0};
}

/// A chip of a network on its fabric.
struct FabricWanted {
  std::string kind = "mesh";
  Parameters parameters = {{"sides", std::vector<std::int64_t>{2, 3}}};
  std::string routing = "dimension-order";
  unsigned vcs = 2;
  Multicasts multicasts = Multicasts::kNone;
  bool diagnoses = false;
  LinkTiming link = {};
  sc_core::sc_time period{1, sc_core::SC_NS};
  std::function<void(RtlFabricForm&)> change = [](RtlFabricForm&) {};  ///< of what the export says
  std::function<void(ChipPlan&)> more = {};
};

/// Such a chip with its fabric in RTL, in a module of its own: two of them can be in one simulation.
class ChipWithFabric final : public sc_core::sc_module {
 public:
  /// `of`: the fabric of another chip; nullptr makes one.
  ChipWithFabric(sc_core::sc_module_name name, const FabricWanted& wanted, kintsugi::RtlFabric* of = nullptr)
      : sc_module(name) {
    ChipParameters parameters;
    parameters.period = wanted.period;
    parameters.link = wanted.link;
    fabric = of;
    const auto adapt = [this, &wanted](ChipPlan& plan) {
      if (fabric == nullptr) {
        RtlFabricForm form = form_of_fabric(*plan.fabric);
        wanted.change(form);
        own_ = std::make_unique<SilentFabric>("in_rtl", form, comparison);
        fabric = own_.get();
      }
      plan.on_link = fabric->links();
      if (wanted.more) wanted.more(plan);
    };
    bench = std::make_unique<Bench>(wanted.kind, wanted.parameters, wanted.routing, parameters, true, wanted.vcs,
                                    Parameters{}, wanted.multicasts, PeFactory{}, wanted.diagnoses, adapt);
  }

 private:
  std::unique_ptr<SilentFabric> own_;  // longer than the chip

 public:
  RtlComparison comparison;
  kintsugi::RtlFabric* fabric = nullptr;
  std::unique_ptr<Bench> bench;
};

/// Returns what is thrown by a function, without its kind; "taken" for nothing.
template <class Error>
std::string fabric_mistake(const std::function<void()>& make) {
  return in_child([&] {
    try {
      make();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  });
}

/// Returns why a chip cannot have its fabric in RTL.
std::string refusal_of_fabric(const FabricWanted& wanted) {
  return fabric_mistake<std::invalid_argument>([&] {
    const ChipWithFabric chip("top", wanted);
    elaborate();
  });
}

TEST(RtlFabricInChip, is_taken_by_the_chip_that_it_was_exported_for) {
  EXPECT_EQ(refusal_of_fabric({}), "taken");
}

TEST(RtlFabricInChip, of_no_chip_is_a_mistake) {
  EXPECT_EQ(fabric_mistake<std::logic_error>([] {
              RtlComparison comparison;
              const SilentFabric fabric(
                  "fabric", {.sites = 1, .ports = 1, .field_bits = 1, .chain_bits = 1, .vc_bits = 1}, comparison);
              elaborate();
            }),
            "fabric has no chip; give links() to ChipPlan::on_link before it is made");
}

TEST(RtlFabricInChip, of_a_second_chip_is_a_mistake) {
  EXPECT_EQ(fabric_mistake<std::logic_error>([] {
              const ChipWithFabric first("first", {});
              const ChipWithFabric second("second", {}, first.fabric);
            }),
            "first.in_rtl is the fabric of first.wafer already, not of second.wafer");
}

TEST(RtlFabricInChip, refuses_a_directly_wired_chip) {
  EXPECT_EQ(fabric_mistake<std::invalid_argument>([] {
              RtlComparison comparison;
              SilentFabric fabric("fabric", {.sites = 6, .ports = 4, .field_bits = 1, .chain_bits = 32, .vc_bits = 1},
                                  comparison);
              const auto adapt = [&](ChipPlan& plan) { plan.on_link = fabric.links(); };
              const FabricWanted mesh;
              const Bench bench(mesh.kind, mesh.parameters, mesh.routing, {}, false, 2, {}, Multicasts::kNone, {},
                                false, adapt);
            }),
            "net.x0.y0.link_e: fabric is the RTL of a fabric of 6 sites with 4 ports, and this link is a wire without "
            "a fabric");
}

TEST(RtlFabricInChip, refuses_a_period_of_less_than_four_steps_of_the_kernel) {
  const auto of_steps = [](double steps) {
    return refusal_of_fabric({.period = sc_core::sc_time(steps, sc_core::SC_PS)});
  };
  EXPECT_EQ(of_steps(3),
            "top.in_rtl: the clock of RTL falls half a cycle after it has risen, and routers in RTL take their inputs "
            "a quarter later; take a period of 4 steps of the kernel or more");
  EXPECT_EQ(of_steps(4), "taken");
}

TEST(RtlFabricInChip, refuses_a_chip_of_another_fabric_or_chain) {
  const std::string another =
      "top.in_rtl: the RTL was exported for another fabric or network than that of top.wafer; export it from the "
      "scenario of the chip";
  EXPECT_EQ(refusal_of_fabric({.change = [](RtlFabricForm& form) { ++form.number; }}), another);
  EXPECT_EQ(refusal_of_fabric({.change = [](RtlFabricForm& form) { ++form.sites; }}), another);
  EXPECT_EQ(refusal_of_fabric({.change = [](RtlFabricForm& form) { ++form.ports; }}), another);
  EXPECT_EQ(refusal_of_fabric({.change = [](RtlFabricForm& form) { ++form.field_bits; }}), another);
  EXPECT_EQ(refusal_of_fabric({.change = [](RtlFabricForm& form) { form.chain_bits = 7; }}),
            "top.in_rtl: the chain of the RTL takes words of 7 bits, and that of top.wafer of 32; export it with the "
            "same fabric.chain_bits");
}

TEST(RtlFabricInChip, refuses_more_channels_than_its_lanes_hold) {
  EXPECT_EQ(refusal_of_fabric({.vcs = 3}),
            "top.in_rtl: the lanes of the RTL hold 2 channels, and the links have 3; export it with the same routing");
  EXPECT_EQ(refusal_of_fabric({.vcs = 3, .change = [](RtlFabricForm& form) { form.vc_bits = 2; }}), "taken");
}

TEST(RtlFabricInChip, refuses_sites_that_set_their_own_switches) {
  const FabricWanted sse{.kind = "sse",
                         .parameters = {{"n", std::int64_t{3}}, {"scheme", "sft2"}},
                         .routing = "destination-tag",
                         .diagnoses = true};
  EXPECT_EQ(refusal_of_fabric(sse),
            "top.in_rtl: the sites of top.array set their switches by themselves, without a stream; the RTL knows "
            "streams only");
}

TEST(RtlFabricInChip, refuses_multicasts) {
  EXPECT_EQ(refusal_of_fabric({.multicasts = Multicasts::kTree}),
            "top.in_rtl: a lane returns one credit in a cycle, and forks of multicasts return several");
}

/// A router that returns two credits in one cycle when the first flit has come.
class HastyRouter final : public OpenRouter {
 public:
  using OpenRouter::OpenRouter;

 private:
  void step(Cycle now) override {
    for (const PortId port : ports()) {
      if (link(port).open() || port == local_port()) continue;
      for (const Vc vc : vcs()) transmitter(port).return_credit(now, vc);
    }
  }
};

/// Returns what a configured chip says when its first packet is sent, without what the kernel adds; differences from
/// the RTL are let go by.
std::string mistake_under_way(const FabricWanted& wanted, const std::function<void(Bench&)>& run) {
  const std::string said = fabric_mistake<std::exception>([&] {
    sc_core::sc_report_handler::set_actions(kRtlDifferenceReport, sc_core::SC_DO_NOTHING);
    const ChipWithFabric chip("top", wanted);
    elaborate();
    chip.bench->configure({});
    run(*chip.bench);
  });
  const std::string before = "uncaught exception: ";
  const std::size_t begin = said.find(before);
  return begin == std::string::npos ? said
                                    : said.substr(begin + before.size(), said.find('\n') - begin - before.size());
}

void send_to_the_far_corner(Bench& bench) {
  bench.send(bench.clock().next() + 5, NodeId{0}, NodeId{5}, 8);
  bench.start();
  bench.run(100);
}

TEST(RtlFabricInChip, goes_on_with_the_flits_of_the_model_where_the_rtl_is_silent) {
  EXPECT_EQ(mistake_under_way({},
                              [](Bench& bench) {
                                send_to_the_far_corner(bench);
                                EXPECT_EQ(bench.record.arrivals.size(), 1u);
                              }),
            "taken");
}

TEST(RtlFabricInChip, names_the_lane_whose_router_returns_two_credits_in_a_cycle) {
  const FabricWanted hasty{.more = [](ChipPlan& plan) {
    plan.make_router = [](const char* name, const RouterSite& site) {
      return std::make_unique<HastyRouter>(name, site);
    };
  }};
  EXPECT_EQ(mistake_under_way(hasty, send_to_the_far_corner),
            "top.wafer.r1.c1.link_e: its router returns two credits in one cycle, and a lane has one");
}

TEST(RtlFabricInChip, names_the_lane_whose_path_ends_at_a_port_outside_of_the_rtl) {
  const FabricWanted foreign{.more = [](ChipPlan& plan) {
    plan.on_link = [links = plan.on_link, left_out = plan.fabric->site("r1.c1")](
                       const char* name, const LinkSite& site) -> std::unique_ptr<LinkModule> {
      return site.site == left_out ? nullptr : links(name, site);
    };
  }};
  EXPECT_EQ(mistake_under_way(foreign, send_to_the_far_corner),
            "top.wafer.r1.c2.link_w: its path ends at a port that is not of the RTL");
}

TEST(RtlFabricInChip, names_the_lane_whose_link_is_longer_than_the_delay_lines_of_the_rtl) {
  FabricWanted wanted{.link = {.constant = 3, .by_kind = {}, .reach = {}},
                      .change = [](RtlFabricForm& form) { form.most_extra = 1; }};
  EXPECT_NE(mistake_under_way(wanted, send_to_the_far_corner)
                .find("top.wafer.r1.c1.link_e: its link takes 3 cycles, and those of the RTL at most 2; export the RTL "
                      "from a scenario whose links are as long"),
            std::string::npos);
  wanted.change = [](RtlFabricForm& form) { form.most_extra = 2; };
  EXPECT_EQ(mistake_under_way(wanted, send_to_the_far_corner), "taken");
}

}  // namespace
}  // namespace kintsugi::test
