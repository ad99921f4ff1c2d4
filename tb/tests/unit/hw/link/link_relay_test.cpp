// Modules of the user in links: what they do to the network, and what they may not do.
#include "hw/link/link_relay.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

/// Returns what makes a relay of this kind at the first end of every link, or at every port.
template <class Relay, class... Arguments>
Bench::Adapt relays(bool at_both_ends, Arguments... arguments) {
  return [=](ChipPlan& plan) {
    plan.on_link = [=](const char* name, const LinkSite& site) -> std::unique_ptr<LinkModule> {
      if (!at_both_ends && !site.is_first_end()) return nullptr;
      return std::make_unique<Relay>(name, site, arguments...);
    };
  };
}

/// How a chip is made and evaluated.
struct RelayCase {
  Schedule schedule = Schedule::kDomain;
  unsigned threads = 1;
  unsigned latency = 1;  // of a link
  Bench::Adapt adapt = {};
};

ChipParameters relay_parameters(const RelayCase& how) {
  ChipParameters parameters;
  parameters.router = {2, 4, 1};
  parameters.link.constant = how.latency;
  parameters.schedule = how.schedule;
  parameters.threads = how.threads;
  return parameters;
}

std::unique_ptr<Bench> torus_with(const RelayCase& how) {
  auto bench = std::make_unique<Bench>("torus", Parameters{{"sides", std::vector<std::int64_t>{4, 4}}},
                                       "dimension-order", relay_parameters(how), false, 2, Parameters{},
                                       Multicasts::kNone, PeFactory{}, false, how.adapt);
  elaborate();
  return bench;
}

std::unique_ptr<Bench> wafer_with(const RelayCase& how) {
  auto bench = std::make_unique<Bench>("srt2d", srt2d(2, "standard"), "monotone", relay_parameters(how), true, 2,
                                       Parameters{}, Multicasts::kNone, PeFactory{}, false, how.adapt);
  bench->configure({SiteId{3}});
  return bench;
}

/// Runs uniform traffic past saturation; returns every arrival of a flit and of a packet, from cycle `begin` on.
std::string course_with_relays(Bench& bench) {
  const Cycle begin = bench.clock().next();
  bench.record.keeps_flits = bench.clock().threads() == 1;
  bench.start_uniform(0.6, 5, 5, begin + 400);
  bench.run_to_the_end(40, 2000);
  std::ostringstream text;
  for (const Record::Arrival& each : bench.record.arrivals) {
    text << each.source.value << ' ' << each.serial << ' ' << each.destination.value << ' ' << each.created - begin
         << ' ' << each.injected - begin << ' ' << each.delivered - begin << ' ' << each.hops << '\n';
  }
  return text.str();
}

using MakeRelayBench = std::unique_ptr<Bench> (*)(const RelayCase&);

std::string relay_course(MakeRelayBench make, const RelayCase& how) {
  return in_child([&] { return course_with_relays(*make(how)); });
}

TEST(LinkRelay, that_does_nothing_makes_each_link_longer_by_the_cycles_that_it_takes) {
  for (const unsigned delay : {1u, 3u}) {
    const std::string longer = relay_course(torus_with, {.latency = 1 + delay});
    EXPECT_GT(std::ranges::count(longer, '\n'), 500);
    EXPECT_NE(relay_course(torus_with, {}), longer) << "the cycles do count";
    for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
      const RelayCase with{schedule, 1, 1, relays<LinkRelay>(false, delay)};
      EXPECT_TRUE(relay_course(torus_with, with) == longer)
          << delay << " cycles, schedule " << static_cast<int>(schedule);
    }
  }
}

TEST(LinkRelay, is_the_same_with_several_threads) {
  const std::string one = relay_course(torus_with, {.adapt = relays<LinkRelay>(false, 2u)});
  for (const unsigned threads : {2u, 3u}) {
    EXPECT_TRUE(relay_course(torus_with, {.threads = threads, .adapt = relays<LinkRelay>(false, 2u)}) == one)
        << threads;
  }
}

TEST(LinkRelay, at_both_ends_of_a_link_takes_its_cycles_twice) {
  EXPECT_TRUE(relay_course(torus_with, {.adapt = relays<LinkRelay>(true, 2u)}) ==
              relay_course(torus_with, {.latency = 5}));
}

TEST(LinkRelay, on_a_fabric_stays_at_the_port_of_its_site) {
  const std::string longer = relay_course(wafer_with, {.latency = 3});
  EXPECT_GT(std::ranges::count(longer, '\n'), 100);
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    EXPECT_TRUE(relay_course(wafer_with, {.schedule = schedule, .adapt = relays<LinkRelay>(true, 1u)}) == longer);
  }
}

TEST(LinkRelay, goes_along_when_the_fabric_is_configured_anew) {
  const auto bench = wafer_with({.adapt = relays<LinkRelay>(true, 1u)});
  bench->start_uniform(0.3, 4, 7, bench->clock().next() + 200);
  bench->run(1000);
  const std::size_t before = bench->record.arrivals.size();
  EXPECT_EQ(before, bench->record.created_packets);
  bench->configure({SiteId{6}});
  bench->start_uniform(0.3, 4, 7, bench->clock().next() + 200);
  bench->run(1000);
  EXPECT_GT(bench->record.arrivals.size(), before);
  EXPECT_EQ(bench->record.arrivals.size(), bench->record.created_packets);
  EXPECT_EQ(check_conservation(*bench->chip).value_or(""), "");
}

TEST(LinkRelay, has_a_name_beside_its_router_and_is_found_among_all_modules) {
  const auto bench = torus_with({.adapt = relays<LinkRelay>(true, 1u)});
  const auto* const relay = dynamic_cast<const LinkRelay*>(sc_core::sc_find_object("net.x1.y2.link_e"));
  ASSERT_NE(relay, nullptr);
  EXPECT_EQ(std::ranges::count(bench->chip->all_modules(), static_cast<const Module*>(relay)), 1);
  EXPECT_EQ(bench->chip->modules().link_module(relay->site(), relay->port()), relay);
  const Router& router = bench->chip->router(relay->site());
  EXPECT_EQ(router.port_name(relay->port()), "e");
  const Router& far = bench->chip->modules().router_at(router.far(relay->port()));
  EXPECT_STREQ(far.name(), "net.x2.y2.router");
  EXPECT_NE(sc_core::sc_find_object("net.x1.y2.link_e.far"), nullptr) << "the port that leads on";
}

/// Counts the credits that each direction uses, channel by channel.
class CreditChecker final : public LinkRelay {
 public:
  CreditChecker(const char* name, const LinkSite& site, unsigned depth, std::uint64_t* violations)
      : LinkRelay(name, site), depth_(depth), violations_(violations) {}

 private:
  Cycle on_flit(LinkSide from, const Flit& flit, Cycle) override {
    if (++used_[{other_side(from), flit.vc}] > depth_) ++*violations_;
    const bool is_right = flit.head() ? flit.sequence == 0 : flit.sequence == next_[{from, flit.vc}];
    if (!is_right) ++*violations_;
    next_[{from, flit.vc}] = static_cast<std::uint16_t>(flit.sequence + 1);
    return 0;
  }
  void on_credit(LinkSide from, Vc vc, Cycle) override {
    if (used_[{from, vc}]-- == 0) ++*violations_;
  }

  unsigned depth_;
  std::uint64_t* violations_;
  std::map<std::pair<LinkSide, Vc>, unsigned> used_;
  std::map<std::pair<LinkSide, Vc>, std::uint16_t> next_;
};

TEST(LinkRelay, that_checks_credits_sees_no_violation) {
  std::uint64_t violations = 0;
  course_with_relays(*torus_with({.adapt = relays<CreditChecker>(false, 4u, &violations)}));
  EXPECT_EQ(violations, 0u);
}

TEST(LinkRelay, that_checks_for_a_smaller_buffer_sees_violations) {
  std::uint64_t violations = 0;
  course_with_relays(*torus_with({.adapt = relays<CreditChecker>(false, 3u, &violations)}));
  EXPECT_GT(violations, 0u);
}

/// Turns bits of every n-th flit over.
class ErrorInjector final : public LinkRelay {
 public:
  ErrorInjector(const char* name, const LinkSite& site, unsigned every, std::uint64_t* errors)
      : LinkRelay(name, site), every_(every), errors_(errors) {}

 private:
  Cycle on_flit(LinkSide, const Flit& flit, Cycle) override {
    if (++flits_ % every_ != 0) return 0;
    ++*errors_;
    if (*errors_ % 2 == 0) {
      erase(flit);
    } else {
      corrupt(flit, 1 + *errors_);
    }
    return 0;
  }

  unsigned every_;
  unsigned flits_ = 0;
  std::uint64_t* errors_;
};

/// With each place of the checksum.
class RelayChecksums : public testing::TestWithParam<CrcScheme> {};

TEST_P(RelayChecksums, find_what_a_relay_has_corrupted_and_packets_are_sent_again) {
  std::uint64_t errors = 0;
  ChipParameters parameters = chip_with(4, 1, 1);
  parameters.detection.emplace();
  parameters.detection->timeout = 300;
  parameters.detection->retries = 20;
  parameters.detection->crc = GetParam();
  parameters.detection->crc_bits = 32;
  Bench bench("torus", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", parameters, false, 2, {},
              Multicasts::kNone, {}, false, relays<ErrorInjector>(false, 30u, &errors));
  elaborate();
  bench.start_uniform(0.1, 4, 3, 2000);
  bench.run(9000);
  std::set<std::pair<std::uint32_t, std::uint64_t>> delivered;
  for (const Record::Arrival& each : bench.record.arrivals) {
    if (each.kind == PacketKind::kTracked) delivered.emplace(each.source.value, each.serial);
  }
  const DetectionCounters counters = bench.chip->detection_counters();
  EXPECT_GT(errors, 100u);
  EXPECT_EQ(counters.flits_corrupted + counters.flits_erased, errors);
  EXPECT_GT(counters.damaged + counters.found, 100u) << "dropped";
  EXPECT_EQ(counters.wrong, 0u);
  EXPECT_EQ(delivered.size(), bench.record.created_packets);
  EXPECT_EQ(check_conservation(*bench.chip), std::nullopt);
  EXPECT_EQ(bench.chip->packets().live(), 0u);
}
INSTANTIATE_TEST_SUITE_P(Crc, RelayChecksums, testing::Values(CrcScheme::kFlit, CrcScheme::kPacket));

TEST(LinkRelay, without_a_checksum_its_errors_are_delivered) {
  std::uint64_t errors = 0;
  ChipParameters parameters = chip_with(4, 1, 1);
  parameters.detection.emplace().crc = CrcScheme::kNone;
  Bench bench(make_plain_ring(4), std::make_unique<FunctionRelation>(2, always_east(2)), parameters, Multicasts::kNone,
              relays<ErrorInjector>(false, 3u, &errors));
  elaborate();
  bench.send(5, NodeId{0}, NodeId{1}, 5);
  bench.start();
  bench.run(100);
  EXPECT_EQ(errors, 1u) << "the third of five flits";
  EXPECT_EQ(bench.chip->detection_counters().wrong, 1u);
}

/// Holds the head of every packet back, and whatever comes behind it.
class Throttle final : public LinkRelay {
 public:
  Throttle(const char* name, const LinkSite& site, Cycle wait) : LinkRelay(name, site), wait_(wait) {}

 private:
  Cycle on_flit(LinkSide, const Flit& flit, Cycle) override { return flit.head() ? wait_ : 0; }
  Cycle wait_;
};

TEST(LinkRelay, holds_flits_back_in_their_order) {
  const Bench::Adapt adapt = relays<Throttle>(false, Cycle{100});
  Bench bench(make_plain_ring(4), std::make_unique<FunctionRelation>(2, always_east(2)), chip_with(8, 1, 1),
              Multicasts::kNone, adapt);
  elaborate();
  bench.record.keeps_flits = true;
  bench.send(10, NodeId{0}, NodeId{1}, 4);
  bench.start();
  for (int cycle = 0; cycle < 150; ++cycle) {
    bench.run(1);
    ASSERT_EQ(check_conservation(*bench.chip).value_or(""), "") << cycle;
  }
  EXPECT_TRUE(bench.chip->faults().is_quiescent());
  // T0 with a link of 2 cycles, and the wait
  const Cycle head = 10 + 1 + 2 * 1 + 2 + 1 + 100;
  ASSERT_EQ(bench.record.flit_arrivals.size(), 4u);
  for (Cycle i = 0; i < 4; ++i) EXPECT_EQ(bench.record.flit_arrivals[i].cycle, head + i);
}

TEST(LinkRelay, that_holds_flits_back_gives_the_same_on_every_schedule) {
  const Bench::Adapt adapt = relays<Throttle>(false, Cycle{7});
  const std::string domain = relay_course(torus_with, {.adapt = adapt});
  EXPECT_GT(std::ranges::count(domain, '\n'), 500);
  EXPECT_TRUE(relay_course(torus_with, {.schedule = Schedule::kProcess, .adapt = adapt}) == domain);
  EXPECT_TRUE(relay_course(torus_with, {.schedule = Schedule::kAlways, .adapt = adapt}) == domain);
  EXPECT_TRUE(relay_course(torus_with, {.threads = 3, .adapt = adapt}) == domain);
}

/// One packet on its way from 0 to 1, in a relay.
struct InRelay {
  InRelay()
      : bench(make_plain_ring(4), std::make_unique<FunctionRelation>(1, always_east(1)), chip_with(8, 1, 1),
              Multicasts::kNone, relays<Throttle>(false, Cycle{50})) {
    elaborate();
    bench.send(0, NodeId{0}, NodeId{1}, 2);
    bench.start();
    bench.run(10);
  }
  LinkModule& relay() { return *bench.chip->modules().link_module(SiteId{0}, kEast); }
  Bench bench;
};

TEST(LinkRelay, its_path_cannot_change_while_it_holds_a_flit) {
  InRelay chip;
  EXPECT_EQ(dynamic_cast<LinkRelay&>(chip.relay()).waiting(), 2u);
  EXPECT_THROW(chip.relay().disconnect(), std::logic_error);
  chip.bench.run(200);
  EXPECT_NO_THROW(chip.relay().disconnect());
}

TEST(LinkRelay, the_conservation_check_finds_a_credit_that_it_has_lost) {
  InRelay chip;
  LinkReceiver& receiver = *chip.relay().endpoint(LinkSide::kFar).receiver;
  while (!receiver.credit_due(chip.bench.clock().next(), PortId{1}, Vc{0})) chip.bench.run(1);
  EXPECT_EQ(check_conservation(*chip.bench.chip).value_or(""), "");
  receiver.clear(receiver.arrivals(chip.bench.clock().next()));
  EXPECT_NE(check_conservation(*chip.bench.chip).value_or("").find("net.n1.router port 1 channel 0"),
            std::string::npos);
}

TEST(LinkRelay, the_conservation_check_finds_a_flit_that_it_has_lost) {
  InRelay chip;
  LinkReceiver& receiver = *chip.relay().endpoint(LinkSide::kRouter).receiver;
  chip.bench.send(100, NodeId{0}, NodeId{1}, 2);
  chip.bench.start();
  while (!receiver.flit_due(chip.bench.clock().next(), PortId{0})) chip.bench.run(1);
  EXPECT_EQ(check_conservation(*chip.bench.chip).value_or(""), "");
  receiver.clear(receiver.arrivals(chip.bench.clock().next()));
  EXPECT_NE(check_conservation(*chip.bench.chip).value_or("").find("net.n1.router port 1 channel 0"),
            std::string::npos);
}

TEST(LinkRelay, a_delay_out_of_range_is_refused) {
  for (const unsigned delay : {0u, 1025u}) {
    const auto make = [delay] { torus_with({.adapt = relays<LinkRelay>(false, delay)}); };
    EXPECT_THROW(make(), std::invalid_argument) << delay;
  }
}

TEST(LinkRelay, that_damages_flits_needs_a_chip_with_detection) {
  std::uint64_t errors = 0;
  const auto bench = torus_with({.adapt = relays<ErrorInjector>(false, 1u, &errors)});
  bench->send(5, NodeId{0}, NodeId{1}, 1);
  bench->start();
  EXPECT_THROW(bench->run(20), sc_core::sc_report) << "a mistake of the user's module";
}

/// The values of the probes of a module, read when they are asked for.
class ReadProbes final : public wave::ProbeList {
 public:
  void add(const std::string& name, unsigned, const wave::Reader& value) override { values[name] = value; }
  void add_name(const std::string& name, const wave::Reader& state, const wave::NameTable&) override {
    values[name] = state;
  }
  std::map<std::string, wave::Reader> values;
};

TEST(LinkRelay, its_probes_show_the_flits_that_leave_on_both_sides_and_wait) {
  InRelay chip;
  ReadProbes probes;
  wave::ModuleProbes list(probes, chip.relay().name());
  chip.relay().list_probes(list);
  EXPECT_EQ(probes.values.at("net.n0.link_e.waiting")(), 2u);
  unsigned to_far = 0;
  for (int cycle = 0; cycle < 100; ++cycle) {
    chip.bench.run(1);
    to_far += static_cast<unsigned>(probes.values.at("net.n0.link_e.to_far.valid")());
    EXPECT_EQ(probes.values.at("net.n0.link_e.to_router.valid")(), 0u);
  }
  EXPECT_EQ(to_far, 2u);
  EXPECT_EQ(probes.values.at("net.n0.link_e.waiting")(), 0u);
}

}  // namespace
}  // namespace kintsugi::test
