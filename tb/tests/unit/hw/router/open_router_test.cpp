// Routers of the user beside those of the project.
#include "hw/router/open_router.hpp"

#include <algorithm>
#include <sstream>
#include <tuple>

#include "hw/chip/deadlock_report.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

/// Sends a packet on when all of it is in the buffer: each input channel in turn, on the first free channel.
class StoreAndForward : public OpenRouter {
 public:
  using OpenRouter::OpenRouter;

 private:
  void step(Cycle) override {
    for (const PortId in : ports()) {
      for (const Vc vc : vcs()) {
        if (!buffer(in, vc).empty()) try_to_send(in, vc);
      }
    }
  }
  void try_to_send(PortId in, Vc vc) {
    const auto& flits = buffer(in, vc);
    if (!flits.front().head()) {
      const Channel out = *held(in, vc);
      if (can_send(in, vc, out.port, out.vc)) send(in, vc, out.port, out.vc, 0);
      return;
    }
    if (std::ranges::none_of(flits, &Flit::tail)) return;
    const Candidates all = candidates(in, vc);
    for (const Candidate& each : all) {
      for (const Vc out_vc : this->vcs()) {
        if ((each.vcs & vc_bit(out_vc)) == 0 || !can_send(in, vc, each.port, out_vc)) continue;
        return send(in, vc, each.port, out_vc, each.state);
      }
    }
  }
};

Bench::Adapt store_and_forward_at(std::vector<std::uint32_t> sites) {
  return [sites](ChipPlan& plan) {
    plan.make_router = [sites](const char* name, const RouterSite& site) -> std::unique_ptr<SiteRouter> {
      if (std::ranges::find(sites, site.site.value) == sites.end()) return nullptr;
      return std::make_unique<StoreAndForward>(name, site);
    };
  };
}

std::unique_ptr<Bench> mesh_with(const Bench::Adapt& adapt, Schedule schedule = Schedule::kDomain, unsigned threads = 1,
                                 const std::string& routing = "dimension-order", unsigned vcs = 2) {
  ChipParameters parameters;
  parameters.router = {vcs, 6, 1};
  parameters.schedule = schedule;
  parameters.threads = threads;
  auto bench =
      std::make_unique<Bench>("mesh", Parameters{{"sides", std::vector<std::int64_t>{4, 4}}}, routing, parameters,
                              false, vcs, Parameters{}, Multicasts::kNone, PeFactory{}, false, adapt);
  elaborate();
  return bench;
}

/// Runs contended traffic until all of it is delivered; returns every delivery.
std::string course_with_own_router(Bench& bench) {
  bench.start_uniform(0.4, 4, 5, bench.clock().next() + 500);
  bench.run_to_the_end(50, 3000);
  EXPECT_TRUE(deadlock_report(*bench.chip).empty());
  std::ostringstream text;
  for (const Record::Arrival& each : bench.record.arrivals) {
    text << each.source.value << ' ' << each.serial << ' ' << each.destination.value << ' ' << each.delivered << ' '
         << each.hops << '\n';
  }
  return text.str();
}

TEST(OpenRouter, at_one_site_of_a_mesh_delivers_all_packets_the_same_on_every_schedule) {
  const auto course_on = [](Schedule schedule, unsigned threads = 1) {
    return in_child([=] {
      const auto bench = mesh_with(store_and_forward_at({5}), schedule, threads);
      const std::string text = course_with_own_router(*bench);
      EXPECT_EQ(bench->record.arrivals.size(), bench->record.created_packets);
      for (const Record::Arrival& each : bench->record.arrivals) {
        const Network& network = bench->network();
        unsigned distance = 0;
        for (int axis = 0; axis < 2; ++axis) {
          const auto at = [axis](NodeId node) { return static_cast<int>(axis == 0 ? node.value % 4 : node.value / 4); };
          distance += static_cast<unsigned>(std::abs(at(each.source) - at(each.destination)));
        }
        EXPECT_EQ(each.hops, distance) << network.node_name(each.source);
      }
      return text;
    });
  };
  const std::string domain = course_on(Schedule::kDomain);
  EXPECT_GT(std::ranges::count(domain, '\n'), 500);
  EXPECT_TRUE(course_on(Schedule::kProcess) == domain);
  EXPECT_TRUE(course_on(Schedule::kAlways) == domain);
  EXPECT_TRUE(course_on(Schedule::kDomain, 2) == domain);
}

TEST(OpenRouter, at_every_site_is_a_network_of_its_own) {
  std::vector<std::uint32_t> all(16);
  for (std::uint32_t site = 0; site < 16; ++site) all[site] = site;
  const auto bench = mesh_with(store_and_forward_at(all));
  course_with_own_router(*bench);
  EXPECT_EQ(bench->record.arrivals.size(), bench->record.created_packets);
}

TEST(OpenRouter, stores_a_packet_before_it_sends_it) {
  const auto bench = mesh_with(store_and_forward_at({1}));
  bench->send(10, NodeId{0}, NodeId{2}, 4);
  bench->start();
  bench->run(100);
  ASSERT_EQ(bench->record.arrivals.size(), 1u);
  // T0 of 2 links with r = k = 1, and the flits behind the head once more
  EXPECT_EQ(bench->record.arrivals[0].latency, 1u + 3 * 1 + 2 + 1 + 3 + 3);
  EXPECT_EQ(bench->record.arrivals[0].hops, 2u);
}

TEST(OpenRouter, works_at_a_site_of_a_fabric_that_is_configured_anew) {
  ChipParameters parameters;
  parameters.router = {2, 4, 1};
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", parameters, true, 2, {}, Multicasts::kNone, {}, false,
              store_and_forward_at({0, 1, 2, 3, 4, 5, 6, 7}));
  for (const std::uint32_t dead : {3u, 9u}) {
    bench.configure({SiteId{dead}});
    bench.start_uniform(0.3, 4, 7, bench.clock().next() + 200);
    bench.run(2000);
    EXPECT_EQ(bench.record.arrivals.size(), bench.record.created_packets) << dead;
    EXPECT_GT(bench.record.created_packets, 50u);
    EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  }
}

TEST(OpenRouter, is_reached_as_a_site_router_only) {
  const auto bench = mesh_with(store_and_forward_at({5}));
  EXPECT_STREQ(bench->chip->site_router(SiteId{5}).name(), "net.x1.y1.router");
  EXPECT_NE(dynamic_cast<const StoreAndForward*>(&bench->chip->site_router(SiteId{5})), nullptr);
  EXPECT_THROW(bench->chip->router(SiteId{5}), std::logic_error);
  EXPECT_EQ(&bench->chip->router(SiteId{4}), &bench->chip->site_router(SiteId{4}));
}

/// Sends the first flit that it gets as its mistake says.
class MistakenRouter final : public OpenRouter {
 public:
  enum class Mistake : std::uint8_t { kTwice, kTwoFromOnePort, kOtherChannel };
  MistakenRouter(const char* name, const RouterSite& site, Mistake mistake)
      : OpenRouter(name, site), mistake_(mistake) {}

 private:
  void step(Cycle) override {
    if (buffer(local_port(), Vc{0}).size() < 3) return;
    const Candidate out = candidates(local_port(), Vc{0}).front();
    send(local_port(), Vc{0}, out.port, Vc{0}, out.state);
    if (mistake_ == Mistake::kTwice) send(local_port(), Vc{0}, out.port, Vc{0}, 0);
    if (mistake_ == Mistake::kOtherChannel) send(local_port(), Vc{0}, out.port, Vc{1}, 0);
    if (mistake_ == Mistake::kTwoFromOnePort) send(local_port(), Vc{0}, local_port(), Vc{0}, 0);
  }
  Mistake mistake_;
};

class OpenRouterMistakes : public testing::TestWithParam<MistakenRouter::Mistake> {};

TEST_P(OpenRouterMistakes, against_the_rules_of_links_are_reported) {
  const auto bench = mesh_with([](ChipPlan& plan) {
    plan.make_router = [](const char* name, const RouterSite& site) -> std::unique_ptr<SiteRouter> {
      if (site.site != SiteId{0}) return nullptr;
      return std::make_unique<MistakenRouter>(name, site, GetParam());
    };
  });
  bench->send(0, NodeId{0}, NodeId{1}, 4);
  bench->start();
  EXPECT_THROW(bench->run(20), sc_core::sc_report);
}
INSTANTIATE_TEST_SUITE_P(All, OpenRouterMistakes,
                         testing::Values(MistakenRouter::Mistake::kTwice, MistakenRouter::Mistake::kTwoFromOnePort,
                                         MistakenRouter::Mistake::kOtherChannel));

/// Keeps every flit.
class BlackHole final : public OpenRouter {
 public:
  using OpenRouter::OpenRouter;

 private:
  void step(Cycle) override {}
};

TEST(OpenRouter, that_keeps_packets_is_named_by_the_deadlock_report) {
  const auto bench = mesh_with([](ChipPlan& plan) {
    plan.make_router = [](const char* name, const RouterSite& site) -> std::unique_ptr<SiteRouter> {
      if (site.site != SiteId{1}) return nullptr;
      return std::make_unique<BlackHole>(name, site);
    };
  });
  bench->send(0, NodeId{0}, NodeId{2}, 20);
  bench->start();
  bench->run(100);
  EXPECT_FALSE(bench->chip->faults().is_quiescent());
  EXPECT_EQ(
      deadlock_report(*bench->chip),
      (std::vector<std::string>{
          "in net.x0.y0.router.local vc 0: packet 0 of x0.y0 to x2.y0 waits for a credit of net.x1.y0.router.w vc 0",
          "in net.x1.y0.router, a router of the user, are packets"}));
  EXPECT_EQ(check_conservation(*bench->chip).value_or(""), "");
}

TEST(OpenRouter, of_another_number_of_ports_or_with_multicasts_is_refused) {
  static const PortLayout kOnePort{"only"};
  EXPECT_THROW(
      mesh_with([](ChipPlan& plan) {
        plan.make_router = [](const char* name, const RouterSite& site) -> std::unique_ptr<SiteRouter> {
          return std::make_unique<BlackHole>(name, RouterSite{site.site, site.chip, kOnePort, site.parameters});
        };
      }),
      std::invalid_argument);
  EXPECT_THROW(Bench(make_plain_ring(4), std::make_unique<FunctionRelation>(2, always_east(2)), chip_with(4, 1, 1),
                     Multicasts::kTree, store_and_forward_at({0})),
               std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::test
