// Priority classes: where they are strict, packets of a class move as if those of higher numbers did not exist.
#include <algorithm>
#include <random>
#include <tuple>

#include "models/routing/message_classes.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

struct ClassedPacket {
  Cycle cycle;
  NodeId from;
  NodeId to;
  std::uint16_t flits;
  unsigned number;  // of its class
};

/// Random packets by cycle: about `rate` flits/node/cycle of each class.
std::vector<ClassedPacket> random_packets(std::uint32_t nodes, const std::vector<double>& rates, Cycle cycles,
                                          unsigned seed) {
  std::mt19937 random(seed);
  std::vector<ClassedPacket> packets;
  for (Cycle cycle = 0; cycle < cycles; ++cycle) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      for (unsigned number = 0; number < rates.size(); ++number) {
        const auto flits = static_cast<std::uint16_t>(1 + random() % 6);
        if (random() % 100000 >= rates[number] / 3.5 * 100000) continue;
        const auto to = static_cast<std::uint32_t>((node + 1 + random() % (nodes - 1)) % nodes);
        packets.push_back({cycle, NodeId{node}, NodeId{to}, flits, number});
      }
    }
  }
  return packets;
}

/// A chip with classes on a network of a family. Several in a test are elaborated together.
class ClassedChip {
 public:
  ClassedChip(const std::string& kind, const Parameters& parameters, const std::string& routing, unsigned vcs,
              unsigned classes, bool strict, Schedule schedule = Schedule::kDomain, unsigned threads = 1)
      : design_(find_family(kind)->build(parameters)),
        inner_(design_->routing(routing, vcs)),
        bench_(Network(design_->network()), std::make_unique<MessageClasses>(*inner_, classes),
               with_classes(classes, strict, schedule, threads)) {}

  /// Runs these packets, of the classes below `most`, until all are delivered.
  void run(const std::vector<ClassedPacket>& packets, unsigned most) {
    begin_ = bench_.clock().next();  // the chips of a test share the time of the kernel
    for (const ClassedPacket& each : packets) {
      if (each.number >= most) continue;
      PacketOrder order{each.to, each.flits};
      order.state = each.number;
      bench_.lists[each.from.value].push_back({begin_ + each.cycle, order});
      ++sent_;
    }
    bench_.start();
    bench_.run(40000);
    bench_.record.gather();
  }
  std::size_t sent() const { return sent_; }
  std::size_t arrived() const { return bench_.record.arrivals.size(); }
  /// Returns when the packets of a class were created, injected and delivered, in the order of these.
  std::vector<std::tuple<Cycle, Cycle, Cycle, std::uint32_t, std::uint32_t, unsigned>> journeys(
      unsigned number, unsigned classes) const {
    std::vector<std::tuple<Cycle, Cycle, Cycle, std::uint32_t, std::uint32_t, unsigned>> all;
    for (const Record::Arrival& each : bench_.record.arrivals) {
      if (each.state % classes != number) continue;
      all.emplace_back(each.created - begin_, each.injected - begin_, each.delivered - begin_, each.source.value,
                       each.destination.value, each.hops);
    }
    std::ranges::sort(all);
    return all;
  }
  Bench& bench() { return bench_; }

 private:
  static ChipParameters with_classes(unsigned classes, bool strict, Schedule schedule, unsigned threads) {
    ChipParameters parameters = chip_with(3, 1, 2);
    parameters.router.classes = classes;
    parameters.router.strict = strict;
    parameters.schedule = schedule;
    parameters.threads = threads;
    return parameters;
  }

  std::unique_ptr<Design> design_;
  std::unique_ptr<RoutingRelation> inner_;
  Bench bench_;
  std::size_t sent_ = 0;
  Cycle begin_ = 0;
};

struct ClassedNetwork {
  const char* kind;
  Parameters parameters;
  const char* routing;
  unsigned vcs;
};

std::vector<ClassedNetwork> classed_networks() {
  return {{"mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", 1},
          {"srt2d", srt2d(3, "standard"), "minimal-adaptive", 3},
          {"torus", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", 2}};
}

TEST(Classes, strict_ones_move_as_if_those_behind_them_did_not_exist) {
  const std::vector<double> rates = {0.15, 0.2, 0.9};  // far more than the network can carry
  std::vector<std::unique_ptr<ClassedChip>> chips;  // of each network: without classes, and with one to three of three
  for (const ClassedNetwork& network : classed_networks()) {
    const auto make = [&network](unsigned classes) {
      return std::make_unique<ClassedChip>(network.kind, network.parameters, network.routing, network.vcs, classes,
                                           classes > 1);
    };
    chips.push_back(make(1));
    for (unsigned most = 1; most <= 3; ++most) chips.push_back(make(3));
  }
  elaborate();
  for (std::size_t i = 0; i < chips.size(); ++i) {
    ClassedChip& chip = *chips[i];
    const auto most = static_cast<unsigned>(i % 4);  // classes that send; the first chip has only one
    const auto nodes = static_cast<std::uint32_t>(chip.bench().network().nodes());
    chip.run(random_packets(nodes, rates, nodes > 16 ? 300 : 1200, 7), std::max(most, 1U));
    ASSERT_EQ(chip.arrived(), chip.sent()) << "none is lost, and none stands for ever";
    const std::string where = std::string(classed_networks()[i / 4].kind) + ", " + std::to_string(most);
    if (most == 1) {
      EXPECT_TRUE(chips[i - 1]->journeys(0, 1) == chip.journeys(0, 3)) << where << ": as without classes";
    }
    for (unsigned number = 0; number + 1 < most; ++number) {
      EXPECT_TRUE(chips[i - 1]->journeys(number, 3) == chip.journeys(number, 3))
          << where << ": class " << number << " notices the last one";
    }
  }
}

TEST(Classes, that_take_turns_notice_each_other) {
  ClassedChip alone("mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", 1, 2, false);
  ClassedChip both("mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", 1, 2, false);
  elaborate();
  const auto packets = random_packets(16, {0.15, 0.9}, 1000, 3);
  alone.run(packets, 1);
  both.run(packets, 2);
  ASSERT_EQ(alone.arrived(), alone.sent());
  ASSERT_EQ(both.arrived(), both.sent());
  EXPECT_FALSE(alone.journeys(0, 2) == both.journeys(0, 2)) << "or the comparison above could not fail";
}

TEST(Classes, are_the_same_on_every_schedule) {
  const Parameters sides = {{"sides", std::vector<std::int64_t>{4, 4}}};
  std::vector<std::unique_ptr<ClassedChip>> chips;
  for (const bool strict : {true, false}) {
    for (const auto& [schedule, threads] : {std::pair(Schedule::kDomain, 1U), std::pair(Schedule::kProcess, 1U),
                                            std::pair(Schedule::kAlways, 1U), std::pair(Schedule::kDomain, 3U)}) {
      chips.push_back(
          std::make_unique<ClassedChip>("torus", sides, "dimension-order", 2, 2, strict, schedule, threads));
    }
  }
  elaborate();
  const auto packets = random_packets(16, {0.2, 0.6}, 400, 5);
  for (std::size_t i = 0; i < chips.size(); ++i) {
    chips[i]->run(packets, 2);
    ASSERT_EQ(chips[i]->arrived(), chips[i]->sent());
    const auto& first = *chips[i / 4 * 4];
    for (const unsigned number : {0U, 1U}) EXPECT_TRUE(chips[i]->journeys(number, 2) == first.journeys(number, 2)) << i;
  }
}

/// Returns the class and the number of the flit in each cycle in which the PE of node 0 sends one.
std::vector<std::pair<unsigned, unsigned>> flits_of(Bench& bench, Cycle cycles) {
  std::vector<std::pair<unsigned, unsigned>> sent;
  bench.clock().set_monitor([&](Cycle now) {
    if (const auto flit = bench.pe(SiteId{0}).link().sent(now)) sent.emplace_back(flit->vc.value / 2, flit->sequence);
    return true;
  });
  bench.run(cycles);
  bench.clock().set_monitor({});
  return sent;
}

/// A ring with two channels for each of two classes.
Bench classed_ring(bool strict) {
  ChipParameters parameters = chip_with(8, 1, 1);
  parameters.router.classes = 2;
  parameters.router.strict = strict;
  const auto route = [](const RouteQuery& query, Candidates& out) {
    out.push_back({kEast, VcSet{3} << (query.state % 2 * 2), query.state});
  };
  return ring_bench(4, 4, route, parameters);
}

void send_of_class(Bench& bench, Cycle cycle, unsigned number, std::uint16_t flits) {
  PacketOrder order{NodeId{1}, flits};
  order.state = number;
  bench.lists[0].push_back({cycle, order});
}

TEST(Classes, a_pe_interrupts_a_packet_for_one_of_a_strict_class_before_it) {
  Bench bench = classed_ring(true);
  elaborate();
  send_of_class(bench, 10, 1, 6);
  send_of_class(bench, 12, 0, 3);
  bench.start();
  using Flits = std::vector<std::pair<unsigned, unsigned>>;
  EXPECT_EQ(flits_of(bench, 60), (Flits{{1, 0}, {1, 1}, {0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 3}, {1, 4}, {1, 5}}));
  EXPECT_EQ(bench.record.arrivals.size(), 2u);
}

TEST(Classes, a_pe_sends_flits_of_classes_in_turn_where_none_goes_first) {
  Bench bench = classed_ring(false);
  elaborate();
  send_of_class(bench, 10, 1, 4);
  send_of_class(bench, 10, 0, 3);
  bench.start();
  using Flits = std::vector<std::pair<unsigned, unsigned>>;
  EXPECT_EQ(flits_of(bench, 60), (Flits{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {1, 3}}));
}

TEST(Classes, a_pe_that_dies_drops_the_queues_of_all_classes_and_completes_what_it_is_sending) {
  Bench bench = classed_ring(true);
  elaborate();
  for (const unsigned number : {0U, 1U}) {
    for (int i = 0; i < 3; ++i) send_of_class(bench, 10, number, 4);
  }
  bench.start();
  bench.run(15);
  EXPECT_EQ(bench.pe(SiteId{0}).queued_packets(), 4u);
  bench.pe(SiteId{0}).die();
  EXPECT_EQ(bench.pe(SiteId{0}).queued_packets(), 0u);
  EXPECT_EQ(bench.record.drops.size(), 4u);
  bench.run(60);
  EXPECT_EQ(bench.record.arrivals.size(), 2u);
  EXPECT_TRUE(bench.pe(SiteId{0}).is_quiescent());
}

TEST(Classes, that_cannot_be_are_refused) {
  const auto refusal = [](unsigned vcs, unsigned classes, bool strict, bool detects = false) -> std::string {
    ChipParameters parameters = chip_with(8, 1, 1);
    parameters.router.classes = classes;
    parameters.router.strict = strict;
    if (detects) parameters.detection.emplace();
    try {
      ring_bench(4, vcs, always_east(vcs), parameters);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(4, 2, true), "");
  EXPECT_EQ(refusal(4, 9, true), "router.classes must be 1 to 8 priority classes, not 9");
  EXPECT_EQ(refusal(4, 3, true), "router.vcs is 4 and must be a multiple of the priority classes, 3");
  EXPECT_EQ(refusal(4, 1, true), "priority classes are strict only if there are 2 or more");
  EXPECT_EQ(refusal(4, 2, false, true), "priority classes are not supported together with detection");
}

}  // namespace
}  // namespace kintsugi::test
