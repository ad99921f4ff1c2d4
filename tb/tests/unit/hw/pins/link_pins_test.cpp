// Ends of links as signals: a wire between them is the link.
#include "hw/pins/link_pins.hpp"

#include <algorithm>
#include <functional>
#include <sstream>
#include <tuple>

#include "hw/link/link_relay.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

constexpr int kPinWidth = 40;
/// Of a mesh of 4 x 4 nodes with two channels.
constexpr FlitBits kPinBits{.node = 4, .state = 1, .has_source = false, .payload = 37, .vc = 1};
using MeshPins = LinkPins<kPinWidth>;

/// The wires of one direction of a link.
struct PinWires {
  sc_core::sc_signal<bool> flit_valid;
  sc_core::sc_signal<sc_dt::sc_bv<kPinWidth>> flit;
  sc_core::sc_signal<bool> credit_valid;
  sc_core::sc_signal<std::uint32_t> credit_vc;
};

void bind_outputs(MeshPins& pins, PinWires& wires) {
  pins.flit_valid_o(wires.flit_valid);
  pins.flit_o(wires.flit);
  pins.credit_valid_o(wires.credit_valid);
  pins.credit_vc_o(wires.credit_vc);
}

void bind_inputs(MeshPins& pins, PinWires& wires) {
  pins.flit_valid_i(wires.flit_valid);
  pins.flit_i(wires.flit);
  pins.credit_valid_i(wires.credit_valid);
  pins.credit_vc_i(wires.credit_vc);
}

enum class PinsBetween : std::uint8_t { kLink, kRelay, kWire, kRegister };

/// A mesh whose link from x1.y1 to the east has something between its ends.
class PinnedMesh {
 public:
  explicit PinnedMesh(PinsBetween between, Schedule schedule = Schedule::kDomain, unsigned threads = 1) {
    ChipParameters parameters;
    parameters.router = {2, 4, 1};
    parameters.schedule = schedule;
    parameters.threads = threads;
    const auto adapt = [this, between](ChipPlan& plan) {
      plan.on_link = [this, between](const char* name, const LinkSite& site) { return make(between, name, site); };
    };
    bench = std::make_unique<Bench>("mesh", Parameters{{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order",
                                    parameters, false, 2, Parameters{}, Multicasts::kNone, PeFactory{}, false, adapt);
    if (between == PinsBetween::kWire) {
      bind_inputs(*ends[0], out[1]);
      bind_inputs(*ends[1], out[0]);
    } else if (between == PinsBetween::kRegister) {
      bind_inputs(*ends[0], in[0]);
      bind_inputs(*ends[1], in[1]);
      clocked([this] {
        for (std::size_t end = 0; end < 2; ++end) {
          in[end].flit_valid.write(out[1 - end].flit_valid.read());
          in[end].flit.write(out[1 - end].flit.read());
          in[end].credit_valid.write(out[1 - end].credit_valid.read());
          in[end].credit_vc.write(out[1 - end].credit_vc.read());
        }
      });
    }
  }

  /// Has a process do this at every rising edge of the clock.
  void clocked(std::function<void()> action) {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&bench->clock().signal->posedge_event());
    sc_core::sc_spawn(std::move(action), "register", &options);
  }

  std::unique_ptr<Bench> bench;
  std::array<MeshPins*, 2> ends{};
  std::array<PinWires, 2> out;  // of each end
  std::array<PinWires, 2> in;   // into each end

 private:
  std::unique_ptr<LinkModule> make(PinsBetween between, const char* name, const LinkSite& site) {
    const bool is_west_end = site.site == SiteId{5} && site.far->node == NodeId{6};
    const bool is_east_end = site.site == SiteId{6} && site.far->node == NodeId{5};
    if (between == PinsBetween::kLink || (!is_west_end && !is_east_end)) return nullptr;
    if (between == PinsBetween::kRelay) return is_west_end ? std::make_unique<LinkRelay>(name, site) : nullptr;
    auto pins = std::make_unique<MeshPins>(name, site, kPinBits);
    const std::size_t end = is_west_end ? 0 : 1;
    ends[end] = pins.get();
    bind_outputs(*pins, out[end]);
    return pins;
  }
};

/// Runs traffic past saturation; returns every arrival of a packet and of a flit.
std::string pinned_course(PinnedMesh& mesh) {
  Bench& bench = *mesh.bench;
  elaborate();
  bench.record.keeps_flits = bench.clock().threads() == 1;
  bench.start_uniform(0.5, 5, 5, 400);
  bench.run_to_the_end(40, 1000);
  std::ostringstream text;
  for (const Record::Arrival& each : bench.record.arrivals) {
    text << each.source.value << ' ' << each.serial << ' ' << each.destination.value << ' ' << each.injected << ' '
         << each.delivered << ' ' << each.hops << ' ' << each.state << '\n';
  }
  return text.str();
}

std::string pinned_course(PinsBetween between, Schedule schedule = Schedule::kDomain, unsigned threads = 1) {
  return in_child([=] {
    PinnedMesh mesh(between, schedule, threads);
    return pinned_course(mesh);
  });
}

TEST(LinkPins, with_a_wire_between_them_are_the_link) {
  const std::string link = pinned_course(PinsBetween::kLink);
  EXPECT_GT(std::ranges::count(link, '\n'), 500);
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    EXPECT_TRUE(pinned_course(PinsBetween::kWire, schedule) == link) << static_cast<int>(schedule);
  }
  EXPECT_TRUE(pinned_course(PinsBetween::kWire, Schedule::kDomain, 2) == link) << "two threads";
}

TEST(LinkPins, a_register_between_them_adds_a_cycle) {
  const std::string longer = pinned_course(PinsBetween::kRelay);
  EXPECT_NE(longer, pinned_course(PinsBetween::kLink));
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    EXPECT_TRUE(pinned_course(PinsBetween::kRegister, schedule) == longer) << static_cast<int>(schedule);
  }
}

TEST(LinkPins, show_after_each_clock_edge_what_the_router_sends_in_this_cycle) {
  PinnedMesh mesh(PinsBetween::kWire);
  Bench& bench = *mesh.bench;
  elaborate();
  bench.start_uniform(0.3, 3, 5, 300);
  const Router& router = bench.chip->router(SiteId{5});
  const PortId port = mesh.ends[0]->port();
  std::uint64_t seen = 0;
  for (int cycle = 0; cycle < 400; ++cycle) {
    bench.run(1);
    const std::optional<Flit> flit = router.sent(port);
    ASSERT_EQ(mesh.out[0].flit_valid.read(), flit.has_value()) << cycle;
    if (!flit) continue;
    ++seen;
    const Packet& packet = bench.chip->packets()[flit->packet];
    const sc_dt::sc_bv<kPinWidth> bits = mesh.out[0].flit.read();
    EXPECT_EQ(bits.range(3, 0).to_uint(), packet.destination.value);
    EXPECT_EQ(bits.range(36, 5).to_uint(), flit->packet);
    EXPECT_EQ(bits[37].to_bool(), flit->vc.value == 1);
    EXPECT_EQ(bits[38].to_bool(), flit->tail());
    EXPECT_EQ(bits[39].to_bool(), flit->head());
  }
  EXPECT_GT(seen, 50u);
  EXPECT_EQ(mesh.ends[0]->flits_out(), seen);
  EXPECT_EQ(mesh.ends[1]->flits_in(), seen);
}

TEST(LinkPins, leave_the_chip_asleep_while_nothing_is_valid) {
  PinnedMesh mesh(PinsBetween::kWire);
  elaborate();
  mesh.bench->send(100, NodeId{5}, NodeId{6}, 2);
  mesh.bench->start();
  mesh.bench->run(90);
  const std::uint64_t before = mesh.bench->clock().evaluations();
  EXPECT_LE(before, 20u);
  mesh.bench->run(5000);
  EXPECT_EQ(mesh.bench->record.arrivals.size(), 1u);
  EXPECT_LE(mesh.bench->clock().evaluations(), before + 60);
}

/// A mesh in which the link ends at pins whose inputs a test drives.
class OpenPins {
 public:
  OpenPins() {
    const auto adapt = [this](ChipPlan& plan) {
      plan.on_link = [this](const char* name, const LinkSite& site) -> std::unique_ptr<LinkModule> {
        if (site.site != SiteId{5} || site.far->node != NodeId{6}) return nullptr;
        auto made = std::make_unique<MeshPins>(name, site, kPinBits);
        bind_outputs(*made, out);
        bind_inputs(*made, in);
        return made;
      };
    };
    bench = std::make_unique<Bench>("mesh", Parameters{{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order",
                                    chip_with(4, 1, 1), false, 2, Parameters{}, Multicasts::kNone, PeFactory{}, false,
                                    adapt);
    elaborate();
  }
  std::unique_ptr<Bench> bench;
  PinWires out, in;
};

/// Returns the message of the report with which the simulation ends.
std::string mistake_of(Bench& bench) {
  try {
    bench.run(20);
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  return "";
}

sc_dt::sc_bv<kPinWidth> bits_on_pins(unsigned head, unsigned tail, std::uint32_t number, unsigned destination) {
  sc_dt::sc_bv<kPinWidth> bits;
  bits.range(3, 0) = destination;
  bits.range(36, 5) = number;
  bits[38] = tail != 0;
  bits[39] = head != 0;
  return bits;
}

TEST(LinkPins, a_packet_that_has_no_way_on_beyond_the_pins_waits_outside) {
  OpenPins pins;
  pins.bench->send(0, NodeId{5}, NodeId{6}, 9);
  pins.bench->start();
  pins.bench->run(50);
  EXPECT_EQ(pins.bench->record.arrivals.size(), 0u);
  EXPECT_EQ(check_conservation(*pins.bench->chip).value_or(""), "") << "the flits outside are counted";
  EXPECT_EQ(pins.bench->chip->counters().in_network(), 8u) << "4 outside, 4 in the router: no credit comes back";
}

TEST(LinkPins, refuse_a_flit_that_names_no_packet) {
  OpenPins pins;
  pins.in.flit.write(bits_on_pins(1, 1, 123456, 5));
  pins.in.flit_valid.write(true);
  EXPECT_NE(mistake_of(*pins.bench).find("net.x1.y1.link_e: a flit comes in that names no packet: 123456"),
            std::string::npos);
}

TEST(LinkPins, refuse_a_credit_that_no_flit_has_used) {
  OpenPins pins;
  pins.in.credit_valid.write(true);
  EXPECT_NE(mistake_of(*pins.bench).find("a credit comes in on channel 0 that no flit has used"), std::string::npos);
}

TEST(LinkPins, refuse_a_credit_of_a_channel_that_the_link_does_not_have) {
  OpenPins pins;
  pins.in.credit_valid.write(true);
  pins.in.credit_vc.write(2);
  EXPECT_NE(mistake_of(*pins.bench).find("channel 2 on the pins, and the link has 2"), std::string::npos);
}

/// The packet is outside, so its number is known. Returns the mistake that a flit in its name makes.
std::string mistake_of_flit(unsigned head, unsigned tail, unsigned destination) {
  return in_child([=] {
    OpenPins pins;
    pins.bench->send(0, NodeId{5}, NodeId{6}, 2);
    pins.bench->start();
    pins.bench->run(20);
    const std::uint32_t number = pins.out.flit.read().range(36, 5).to_uint();
    pins.in.flit.write(bits_on_pins(head, tail, number, destination));
    pins.in.flit_valid.write(true);
    return mistake_of(*pins.bench);
  });
}

TEST(LinkPins, refuse_flits_that_differ_from_their_packet) {
  EXPECT_NE(mistake_of_flit(0, 0, 6).find("a flit comes in out of order"), std::string::npos);
  EXPECT_NE(mistake_of_flit(1, 1, 6).find("a packet comes in with another length than it has"), std::string::npos);
  EXPECT_NE(mistake_of_flit(1, 0, 9).find("a head comes in for node 9, and its packet is for 6"), std::string::npos);
}

TEST(LinkPins, of_another_width_than_the_flit_are_refused) {
  FlitBits wide = kPinBits;
  ++wide.payload;
  const auto make = [&](const FlitBits& bits) {
    Bench bench("mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", chip_with(4, 1, 1), false, 2,
                {}, Multicasts::kNone, {}, false, [&](ChipPlan& plan) {
                  plan.on_link = [&](const char* name, const LinkSite& site) -> std::unique_ptr<LinkModule> {
                    return std::make_unique<MeshPins>(name, site, bits);
                  };
                });
  };
  EXPECT_THROW(make(wide), std::invalid_argument);
}

TEST(FlitBits, are_those_of_the_exported_routers) {
  const auto mesh = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{4, 4}}});
  const auto relation = mesh->routing("dimension-order", 2);
  const rtl::RoutingTable table = rtl::make_routing_table(mesh->network(), *relation);
  const FlitBits bits = FlitBits::of(table, {});
  EXPECT_EQ(bits.node, 4u);
  EXPECT_EQ(bits.payload, rtl::payload_bits(table, {}));
  EXPECT_EQ(bits.width(), static_cast<unsigned>(kPinWidth)) << "those of the other tests";
  EXPECT_THROW(FlitBits::of(table, {4, 1, 39}), std::invalid_argument) << "a bit too short for the number of a packet";
}

}  // namespace
}  // namespace kintsugi::test
