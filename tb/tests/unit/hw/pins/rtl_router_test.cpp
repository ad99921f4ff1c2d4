// A router in RTL in a chip: what the adapter gives it, takes from it, compares, and refuses. In the place of a class
// that Verilator makes is one with the same ports, which a test has do what it wants (tb/tests/cosimulation has the
// routers that are exported).
#include "hw/pins/verilated_router.hpp"

#include <functional>

#include "hw/pins/link_pins.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"

namespace kintsugi::test {
namespace {

constexpr unsigned kRtlWidth = 40;  // of a flit of a mesh of 4 x 4 nodes with two channels
constexpr FlitBits kRtlFlit{.node = 4, .state = 1, .has_source = false, .payload = 37, .vc = 1};
constexpr unsigned kRtlVc = 37, kRtlTail = 38, kRtlHead = 39, kRtlNumber = 5;
enum RtlPort : unsigned { kRtlEast, kRtlWest, kRtlSouth, kRtlNorth, kRtlLocal };

/// What a test changes of what the router sends by its port to the east, and by that to the west.
struct RtlMischief {
  std::function<void(PinBits& flits)> on_flits = [](PinBits&) {};
  std::function<void(PinBits& valid, PinBits& credit_valid, PinBits& credit_vc, Cycle edge)> on_valid =
      [](PinBits&, PinBits&, PinBits&, Cycle) {};
};
RtlMischief rtl_mischief;  // NOLINT: the adapter makes the router, with a name alone

/// Passes every flit from the west on to the east, a cycle after it has come, and returns its credit. That is what a
/// router does with a packet that is alone.
class PassingRtl : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  sc_core::sc_in<std::uint32_t> node_i{"node_i"}, flit_valid_i{"flit_valid_i"}, credit_valid_i{"credit_valid_i"},
      credit_vc_i{"credit_vc_i"};
  sc_core::sc_in<sc_dt::sc_bv<5 * kRtlWidth>> flit_i{"flit_i"};
  sc_core::sc_out<std::uint32_t> flit_valid_o{"flit_valid_o"}, credit_valid_o{"credit_valid_o"},
      credit_vc_o{"credit_vc_o"};
  sc_core::sc_out<sc_dt::sc_bv<5 * kRtlWidth>> flit_o{"flit_o"};
  sc_core::sc_out<sc_dt::sc_bv<100>> held_o{"held_o"};
  sc_core::sc_out<std::uint32_t> count_o{"count_o"};

  explicit PassingRtl(sc_core::sc_module_name name) : sc_module(name) {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&clk_i.pos());
    sc_core::sc_spawn([this] { edge(); }, "edge", &options);
  }
  void final() {}

 private:
  void edge() {
    PinBits valid(5), credit_valid(5), credit_vc(5), flits(5 * kRtlWidth);
    ++edges_;
    if (!rst_ni.read()) has_come_ = false;
    if (has_come_) {
      valid.set_bit(kRtlEast, true);
      credit_valid.set_bit(kRtlWest, true);
      for (unsigned i = 0; i < kRtlWidth; ++i)
        flits.set_bit(kRtlEast * kRtlWidth + i, come_.bit(kRtlWest * kRtlWidth + i));
      credit_vc.set_bit(kRtlWest, come_.bit(kRtlWest * kRtlWidth + kRtlVc));
      rtl_mischief.on_flits(flits);
    }
    rtl_mischief.on_valid(valid, credit_valid, credit_vc, edges_ - 1);
    has_come_ = rst_ni.read() && (flit_valid_i.read() >> kRtlWest & 1) != 0;
    take_value(come_, flit_i.read());
    write(flit_valid_o, valid);
    write(credit_valid_o, credit_valid);
    write(credit_vc_o, credit_vc);
    sc_dt::sc_bv<5 * kRtlWidth> bits;
    give_value(flits, bits);
    flit_o.write(bits);
  }
  static void write(sc_core::sc_out<std::uint32_t>& port, const PinBits& bits) {
    port.write(static_cast<std::uint32_t>(bits.field(0, bits.width())));
  }

  Cycle edges_ = 0;
  bool has_come_ = false;
  PinBits come_{5 * kRtlWidth};
};

RtlRouterForm form_of_mesh() {
  RtlRouterForm form;
  form.network = "mesh 4x4";
  form.routing = "dimension-order";
  form.flit = kRtlFlit;
  form.vcs = 2;
  form.buffer = 4;
  form.latency = 1;
  return form;
}

using MeshRouter = VerilatedRouter<PassingRtl>;

/// A mesh whose router at x1.y1 is in RTL, and a packet of five flits that passes it from west to east.
class MeshWithRtl {
 public:
  explicit MeshWithRtl(RtlComparison* comparison, const RtlRouterForm& form = form_of_mesh(),
                       const std::function<void(ChipPlan&)>& more = {}, Schedule schedule = Schedule::kDomain,
                       unsigned threads = 1, unsigned vcs = 2) {
    ChipParameters parameters;
    parameters.router = {2, 4, 1};
    parameters.schedule = schedule;
    parameters.threads = threads;
    const auto adapt = [this, comparison, form, more](ChipPlan& plan) {
      plan.make_router = only_at({"x1.y1"}, [this, comparison, form](const char* name, const RouterSite& site) {
        auto made = std::make_unique<MeshRouter>(name, site, form, comparison);
        router = made.get();
        return made;
      });
      if (more) more(plan);
    };
    bench = std::make_unique<Bench>("mesh", Parameters{{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order",
                                    parameters, false, vcs, Parameters{}, Multicasts::kNone, PeFactory{}, false, adapt);
  }
  void run() {
    elaborate();
    bench->send(10, NodeId{4}, NodeId{7}, 5);
    bench->send(60, NodeId{4}, NodeId{7}, 1);
    bench->start();
    bench->run_to_the_end(10, 100);
  }

  std::unique_ptr<Bench> bench;
  MeshRouter* router = nullptr;
};

std::string course_of(const Bench& bench) {
  std::string text;
  for (const Record::Arrival& each : bench.record.arrivals) {
    text += std::to_string(each.serial) + ": " + std::to_string(each.delivered) + " after " +
            std::to_string(each.hops) + " links, state " + std::to_string(each.state) + '\n';
  }
  return text;
}

TEST(RtlRouter, has_a_chip_do_what_it_does_with_the_routers_of_the_project) {
  const std::string model = in_child([] {
    MeshWithRtl mesh(nullptr, form_of_mesh(), [](ChipPlan& plan) { plan.make_router = {}; });
    mesh.run();
    return course_of(*mesh.bench);
  });
  RtlComparison comparison;
  MeshWithRtl mesh(&comparison);
  mesh.run();
  EXPECT_EQ(course_of(*mesh.bench), model);
  EXPECT_TRUE(comparison.holds());
  EXPECT_EQ(comparison.parts(), 1u);
  EXPECT_EQ(comparison.flits(), 6u);
  EXPECT_EQ(comparison.credits(), 6u);
  EXPECT_EQ(comparison.differences().size(), 0u);
  EXPECT_EQ(comparison.text(), "1 part in RTL, " + std::to_string(comparison.cycles()) +
                                   " cycles: 6 flits and 6 credits compared, no difference");
}

TEST(RtlRouter, is_the_same_on_every_schedule_and_number_of_threads) {
  const auto course = [](Schedule schedule, unsigned threads) {
    return in_child([=] {
      RtlComparison comparison;
      MeshWithRtl mesh(&comparison, form_of_mesh(), {}, schedule, threads);
      mesh.run();
      return course_of(*mesh.bench) + comparison.text();
    });
  };
  const std::string domain = course(Schedule::kDomain, 1);
  EXPECT_NE(domain.find("6 flits and 6 credits compared, no difference"), std::string::npos) << domain;
  EXPECT_EQ(course(Schedule::kProcess, 1), domain);
  EXPECT_EQ(course(Schedule::kAlways, 1), domain);
  EXPECT_EQ(course(Schedule::kDomain, 2), domain);
}

TEST(RtlRouter, a_comparison_in_which_no_flit_passed_does_not_hold) {
  RtlComparison comparison;
  MeshWithRtl mesh(&comparison);
  elaborate();
  mesh.bench->run(50);
  EXPECT_TRUE(comparison.differences().empty());
  EXPECT_FALSE(comparison.holds());
}

TEST(RtlRouter, shows_what_it_has_sent_at_the_end_of_the_next_cycle) {
  RtlComparison comparison;
  MeshWithRtl mesh(&comparison);
  const auto letter = [](const std::optional<Flit>& flit) { return flit ? std::to_string(flit->sequence) : "."; };
  std::string model, rtl, between;
  mesh.bench->clock().after_each_cycle([&] {
    model += letter(mesh.router->model()->sent(PortId{kRtlEast}));
    rtl += letter(mesh.router->sent(PortId{kRtlEast}));
  });
  elaborate();
  mesh.bench->send(1, NodeId{4}, NodeId{7}, 3);
  mesh.bench->start();
  for (int cycle = 0; cycle < 30; ++cycle) {
    mesh.bench->run(1);
    between += letter(mesh.router->sent(PortId{kRtlEast}));
  }
  EXPECT_NE(model.find("012"), std::string::npos);
  EXPECT_EQ(rtl.find("012"), model.find("012") + 1);
  EXPECT_EQ(between.find("012"), model.find("012"));
}

/// Returns the reports of a run with this mischief, and what the comparison says.
std::string reports_of(bool compared, const RtlMischief& mischief, const RtlRouterForm& form = form_of_mesh()) {
  return in_child([=] {
    const KeptReports kept;
    rtl_mischief = mischief;
    RtlComparison comparison;
    MeshWithRtl mesh(compared ? &comparison : nullptr, form, {}, Schedule::kDomain, 1, form.vcs);
    try {
      mesh.run();
    } catch (const sc_core::sc_report&) {
    }
    std::string text;
    for (const std::string& report : KeptReports::reports()) text += report + '\n';
    EXPECT_EQ(comparison.differences().size(), compared ? 1u : 0u);
    return text;
  });
}

const std::string kOfRouter = "net.x1.y1.router: cycle 14: ";

TEST(RtlRouter, a_difference_in_any_field_of_a_flit_is_reported_with_its_cycle) {
  const auto flip = [](unsigned bit) {
    return RtlMischief{.on_flits = [bit](PinBits& flits) {
      const unsigned at = kRtlEast * kRtlWidth + bit;
      flits.set_bit(at, !flits.bit(at));
    }};
  };
  const std::string type = "error /kintsugi/rtl_difference: " + kOfRouter + "out_e, ";
  EXPECT_EQ(reports_of(true, flip(kRtlHead)), type + "head: the model has 1, RTL 0\n");
  EXPECT_EQ(reports_of(true, flip(kRtlTail)), type + "tail: the model has 0, RTL 1\n");
  EXPECT_EQ(reports_of(true, flip(kRtlVc)), type + "channel: the model has 0, RTL 1\n");
  EXPECT_EQ(reports_of(true, flip(0)), type + "destination: the model has 7, RTL 6\n");
  EXPECT_EQ(reports_of(true, flip(4)), type + "routing state: the model has 0, RTL 1\n");
  EXPECT_NE(reports_of(true, flip(kRtlNumber + 20)).find(type + "packet: the model has "), std::string::npos);
}

TEST(RtlRouter, a_flit_or_credit_too_much_or_too_few_is_reported) {
  const auto when = [](const std::function<void(PinBits&, PinBits&, PinBits&)>& change, Cycle cycle) {
    return RtlMischief{.on_valid = [=](PinBits& flits, PinBits& credits, PinBits& vcs, Cycle edge) {
      if (edge == cycle) change(flits, credits, vcs);
    }};
  };
  const std::string type = "error /kintsugi/rtl_difference: net.x1.y1.router: cycle ";
  EXPECT_EQ(reports_of(true, when([](PinBits& flits, auto&, auto&) { flits.clear(); }, 14)),
            type + "14: out_e, a flit: the model has one, RTL none\n");
  EXPECT_EQ(reports_of(true, when([](PinBits& flits, auto&, auto&) { flits.set_bit(kRtlNorth, true); }, 5)),
            type + "5: out_n, a flit: the model has none, RTL one\n");
  EXPECT_EQ(reports_of(true, when([](auto&, PinBits& credits, auto&) { credits.clear(); }, 15)),
            type + "15: in_w, a credit: the model has one, RTL none\n");
  EXPECT_EQ(reports_of(true, when([](auto&, PinBits& credits, auto&) { credits.set_bit(kRtlLocal, true); }, 6)),
            type + "6: in_local, a credit: the model has none, RTL one\n");
  EXPECT_EQ(reports_of(true, when([](auto&, auto&, PinBits& vcs) { vcs.set_bit(kRtlWest, true); }, 14)),
            type + "14: in_w, channel of a credit: the model has 0, RTL 1\n");
}

TEST(RtlRouter, a_simulation_that_goes_on_after_a_difference_compares_the_router_no_more) {
  EXPECT_EQ(in_child([] {
              sc_core::sc_report_handler::set_actions(kRtlDifferenceReport, sc_core::SC_DO_NOTHING);
              rtl_mischief.on_valid = [](PinBits&, PinBits& credits, PinBits&, Cycle) { credits.clear(); };
              RtlComparison comparison;
              MeshWithRtl mesh(&comparison);
              elaborate();
              mesh.bench->send(10, NodeId{4}, NodeId{7}, 3);
              mesh.bench->start();
              mesh.bench->run(100);
              EXPECT_EQ(mesh.bench->record.arrivals.size(), 1u) << "three flits need no credit back";
              return comparison.text();
            }),
            "1 part in RTL, 13 cycles: 0 flits and 0 credits compared, 1 part differs, first net.x1.y1.router: cycle "
            "14: in_w, a credit: the model has one, RTL none");
}

TEST(RtlRouter, what_no_link_may_carry_is_a_mistake_without_a_comparison_too) {
  const std::string type = "error /kintsugi/mistake: " + kOfRouter + "the RTL sends by e ";
  const auto write = [](unsigned at, unsigned width, std::uint64_t value) {
    return RtlMischief{.on_flits = [=](PinBits& flits) { flits.set_field(kRtlEast * kRtlWidth + at, width, value); }};
  };
  EXPECT_EQ(reports_of(false, write(kRtlNumber, 32, 987654321)), type + "a flit that names no packet: 987654321\n");
  EXPECT_EQ(reports_of(false, write(kRtlHead, 1, 0)), type + "a flit out of order\n");
  EXPECT_EQ(reports_of(false, write(kRtlTail, 1, 1)), type + "a packet with another length than it has\n");
  const RtlMischief credit{.on_valid = [](auto&, PinBits& credits, auto&, Cycle edge) {
    if (edge == 14) credits.set_bit(kRtlSouth, true);
  }};
  EXPECT_EQ(reports_of(false, credit), "error /kintsugi/mistake: " + kOfRouter +
                                           "the RTL returns a credit by s for channel 0, of which it has no flit\n");
}

TEST(RtlRouter, names_the_channels_that_there_are_when_a_flit_comes_on_another) {
  const auto on_channel_3_of = [](unsigned vcs) {
    RtlRouterForm form = form_of_mesh();
    form.vcs = vcs;
    form.flit.vc = 2;  // bits: one for a state less
    form.flit.state = 0;
    form.flit.payload = kRtlVc - 1;
    const RtlMischief mischief{
        .on_flits = [](PinBits& flits) { flits.set_field(kRtlEast * kRtlWidth + kRtlVc - 1, 2, 3); }};
    return reports_of(false, mischief, form);
  };
  const std::string begin = "error /kintsugi/mistake: " + kOfRouter + "the RTL sends by e a flit on channel 3; ";
  EXPECT_EQ(on_channel_3_of(3), begin + "the router has channels 0 to 2\n");
  EXPECT_EQ(on_channel_3_of(1), begin + "the router has channel 0 only\n");
  EXPECT_EQ(on_channel_3_of(4).find("channel 3;"), std::string::npos);
}

TEST(RtlRouter, sends_no_flit_without_a_credit) {
  const RtlMischief floods{.on_valid = [](PinBits& flits, auto&, auto&, Cycle edge) {
    if (edge > 14) flits.set_bit(kRtlEast, true);
  }};
  EXPECT_NE(reports_of(false, floods).find("the RTL sends by e a "), std::string::npos);
}

/// Returns why a chip cannot have the RTL.
std::string refusal_of(const RtlRouterForm& form, const std::function<void(ChipPlan&)>& more = {}) {
  return in_child([&] {
    try {
      MeshWithRtl mesh(nullptr, form, more);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("made");
  });
}

TEST(RtlRouter, refuses_a_chip_that_it_was_not_exported_for) {
  const std::string again = "; export it again from the scenario of the chip";
  RtlRouterForm form = form_of_mesh();
  form.buffer = 8;
  EXPECT_EQ(refusal_of(form),
            "net.x1.y1.router: the RTL was exported with router.buffer 8, and the chip has 4" + again);
  form = form_of_mesh();
  form.latency = 2;
  EXPECT_EQ(refusal_of(form),
            "net.x1.y1.router: the RTL was exported with router.latency 2, and the chip has 1" + again);
  form = form_of_mesh();
  form.vcs = 1;
  EXPECT_EQ(refusal_of(form), "net.x1.y1.router: the RTL was exported with router.vcs 1, and the chip has 2" + again);
  form = form_of_mesh();
  form.network = "torus 4x4";
  EXPECT_EQ(refusal_of(form),
            "net.x1.y1.router: the RTL was exported for torus 4x4, and the chip carries mesh 4x4" + again);
  form = form_of_mesh();
  form.routing = "west-first";
  EXPECT_EQ(
      refusal_of(form),
      "net.x1.y1.router: the RTL was exported with the routing west-first, and the chip has dimension-order" + again);
  form = form_of_mesh();
  form.flit.payload = 29;
  EXPECT_EQ(refusal_of(form),
            "net.x1.y1.router: a flit of the RTL has 32 bits, which do not hold the number of a packet; export it with "
            "--flit-bits 40");
}

/// Returns why a router of these parameters, or on a chip of this context, cannot be in RTL.
std::string refusal_with(const std::function<void(RouterParameters&, ChipContext&)>& change) {
  return in_child([&] {
    std::string refusal = "made";
    MeshWithRtl mesh(nullptr, form_of_mesh(), [&](ChipPlan& plan) {
      plan.make_router = [&](const char* name, const RouterSite& site) -> std::unique_ptr<SiteRouter> {
        if (site.name != "x1.y1") return nullptr;
        RouterParameters parameters = site.parameters;
        ChipContext chip = site.chip;
        change(parameters, chip);
        try {
          MeshRouter router(name, {site.site, chip, site.layout, parameters, site.name, site.relation}, form_of_mesh(),
                            nullptr);
        } catch (const std::invalid_argument& error) {
          refusal = error.what();
        }
        return nullptr;
      };
    });
    return refusal;
  });
}

TEST(RtlRouter, refuses_what_exported_routers_do_not_know) {
  const std::string all = "net.x1.y1.router: exported routers do not know ";
  EXPECT_EQ(refusal_with([](auto& parameters, auto&) { parameters.patience = 16; }),
            all + "patience (router.patience)");
  EXPECT_EQ(refusal_with([](auto& parameters, auto&) { parameters.classes = 2; }), all + "priority classes");
  EXPECT_EQ(refusal_with([](auto&, auto& chip) { chip.drops_unroutable = true; }),
            all + "a routing that routes around faults");
  const DetectionParameters detection;
  EXPECT_EQ(refusal_with([&](auto&, auto& chip) { chip.detection = &detection; }), all + "detection");
}

TEST(RtlRouter, at_a_site_that_the_chip_does_not_have_is_refused_with_the_nearest) {
  const auto refusal = [](const std::vector<std::string>& sites) {
    const auto none = [](const char*, const RouterSite&) -> std::unique_ptr<SiteRouter> { return nullptr; };
    return refusal_of(form_of_mesh(), [&](ChipPlan& plan) { plan.make_router = only_at(sites, none); });
  };
  EXPECT_EQ(refusal({"x1.y1", "x3.y33"}), "no site 'x3.y33' for a router; did you mean 'x3.y3'?");
  EXPECT_EQ(refusal({"x1.y1", "x3.y3"}), "made");
}

TEST(RtlRouter, takes_no_flit_that_comes_in_the_cycle_in_which_it_is_sent) {
  sc_core::sc_signal<bool> flit_valid, credit_valid, flit_valid_back, credit_valid_back;
  sc_core::sc_signal<std::uint32_t> credit_vc, credit_vc_back;
  sc_core::sc_signal<sc_dt::sc_bv<40>> flit, flit_back;
  RtlComparison comparison;
  MeshWithRtl mesh(&comparison, form_of_mesh(), [&](ChipPlan& plan) {
    plan.on_link = [&](const char* name, const LinkSite& site) -> std::unique_ptr<LinkModule> {
      if (site.site != SiteId{5} || site.port != PortId{kRtlWest}) return nullptr;
      auto pins = std::make_unique<LinkPins<40>>(name, site, kRtlFlit);
      pins->flit_valid_o(flit_valid_back);
      pins->flit_o(flit_back);
      pins->credit_valid_o(credit_valid_back);
      pins->credit_vc_o(credit_vc_back);
      pins->flit_valid_i(flit_valid);
      pins->flit_i(flit);
      pins->credit_valid_i(credit_valid);
      pins->credit_vc_i(credit_vc);
      return pins;
    };
  });
  elaborate();
  mesh.bench->send(0, NodeId{0}, NodeId{3}, 1);  // packet 0
  mesh.bench->start();
  sc_dt::sc_bv<40> bits;
  bits[0] = bits[1] = true;  // for x3.y0
  bits[static_cast<int>(kRtlTail)] = bits[static_cast<int>(kRtlHead)] = true;
  mesh.bench->run(3);
  flit.write(bits);
  flit_valid.write(true);
  std::string mistake;
  try {
    mesh.bench->run(20);
  } catch (const sc_core::sc_report& report) {
    mistake = report.get_msg();
  }
  EXPECT_NE(
      mistake.find("net.x1.y1.router: a flit comes by w in the cycle in which it is sent; RTL takes only flits of "
                   "earlier cycles: no LinkPins at its ports"),
      std::string::npos)
      << mistake;
}

TEST(RtlRouter, conservation_counts_its_flits_and_not_those_of_the_model_beside_it) {
  RtlComparison comparison;
  MeshWithRtl mesh(&comparison);
  elaborate();
  for (Cycle cycle = 0; cycle < 60; cycle += 6) mesh.bench->send(cycle, NodeId{4}, NodeId{7}, 4);
  mesh.bench->start();
  std::uint64_t most = 0;
  for (int cycle = 0; cycle < 100; ++cycle) {
    mesh.bench->run(1);
    ASSERT_EQ(check_conservation(*mesh.bench->chip).value_or(""), "") << cycle;
    most = std::max<std::uint64_t>(most, mesh.router->occupancy(PortId{kRtlWest}, Vc{0}));
  }
  EXPECT_GT(most, 0u);
  EXPECT_EQ(mesh.bench->record.arrivals.size(), 10u);
}

}  // namespace
}  // namespace kintsugi::test
