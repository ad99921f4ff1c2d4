// A PE of which the user writes two functions: it sends as the PE of the project does, to the cycle.
#include "hw/pe/basic_pe.hpp"
#include "hw/link/conservation_check.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

using PacketLists = std::vector<std::vector<ListSource::Entry>>;  // by node

/// Packets of all lengths to all nodes, in bursts, so that source queues fill.
PacketLists lists_of(std::uint32_t nodes, std::uint64_t seed) {
  PacketLists lists(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    RandomStream random(seed, node);
    Cycle cycle = 5;
    for (unsigned i = 0; i < 60; ++i) {
      cycle += i % 10 == 9 ? 40 : random.below(6);
      lists[node].push_back({cycle,
                             {NodeId{static_cast<std::uint32_t>(random.below(nodes))},
                              static_cast<std::uint16_t>(1 + random.below(7)), nullptr}});
    }
  }
  return lists;
}

/// Sends the list of its node.
class ListedPe final : public BasicPe {
 public:
  ListedPe(const char* name, const PeSite& site, const PacketLists& lists) : BasicPe(name, site), lists_(&lists) {}
  unsigned received_packets = 0;

 private:
  std::optional<TimedPacket> next_packet(Cycle) override {
    const auto& list = (*lists_)[node().index()];
    return sent_ < list.size() ? std::optional(list[sent_++]) : std::nullopt;
  }
  void received(const ReceivedPacket&, Cycle) override { ++received_packets; }

  const PacketLists* lists_;
  std::size_t sent_ = 0;
};

/// Returns every arrival of a flit, and of every packet when its head has left its PE.
std::string flits_sent_by(const PacketLists& lists, bool by_basic_pe, Schedule schedule, unsigned threads) {
  ChipParameters parameters;
  parameters.schedule = schedule;
  parameters.threads = threads;
  PeFactory factory;
  if (by_basic_pe) {
    factory = [&](const char* name, const PeSite& site) { return std::make_unique<ListedPe>(name, site, lists); };
  }
  Bench bench("srt2d", {{"n", std::int64_t{2}}}, "minimal-adaptive", parameters, false, 2, {}, Multicasts::kNone,
              std::move(factory));
  bench.record.of_thread(threads - 1);
  bench.record.keeps_flits = true;
  for (const auto& other : bench.record.others) other->keeps_flits = true;
  elaborate();
  for (std::size_t node = 0; node < lists.size() && !by_basic_pe; ++node) {
    bench.traffic[node].source = std::make_unique<ListSource>(lists[node]);
  }
  bench.chip->nodes().start_traffic(bench.traffic, 0);
  bench.run(3000);
  EXPECT_EQ(bench.chip->packets().live(), 0u);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  std::vector<Record*> records{&bench.record};
  for (const auto& other : bench.record.others) records.push_back(other.get());
  std::vector<std::string> lines;
  for (const Record* const record : records) {
    for (const Record::FlitArrival& flit : record->flit_arrivals) {
      lines.push_back("flit " + std::to_string(flit.source.value) + ' ' + std::to_string(flit.serial) + ' ' +
                      std::to_string(flit.cycle) + '\n');
    }
    for (const Record::Arrival& packet : record->arrivals) {
      lines.push_back("packet " + std::to_string(packet.source.value) + ' ' + std::to_string(packet.serial) + " to " +
                      std::to_string(packet.destination.value) + ' ' + std::to_string(packet.injected) + ' ' +
                      std::to_string(packet.delivered) + ' ' + std::to_string(packet.hops) + '\n');
    }
  }
  std::ranges::sort(lines);
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

TEST(BasicPe, sends_each_flit_in_the_cycle_in_which_the_pe_of_the_project_does) {
  for (const std::uint64_t seed : {1u, 2u}) {
    const PacketLists lists = lists_of(16, seed);
    const std::string expected = in_child([&] { return flits_sent_by(lists, false, Schedule::kDomain, 1); });
    EXPECT_EQ(std::ranges::count(expected, 'p'), 16 * 60);
    EXPECT_EQ(in_child([&] { return flits_sent_by(lists, true, Schedule::kDomain, 1); }), expected);
    EXPECT_EQ(in_child([&] { return flits_sent_by(lists, true, Schedule::kProcess, 1); }), expected);
    EXPECT_EQ(in_child([&] { return flits_sent_by(lists, true, Schedule::kAlways, 1); }), expected);
    EXPECT_EQ(in_child([&] { return flits_sent_by(lists, true, Schedule::kDomain, 3); }), expected);
  }
}

TEST(BasicPe, a_packet_that_comes_a_cycle_later_is_noticed_by_that_comparison) {
  PacketLists lists = lists_of(16, 1);
  const std::string expected = in_child([&] { return flits_sent_by(lists, false, Schedule::kDomain, 1); });
  ++lists[7].back().cycle;
  EXPECT_NE(in_child([&] { return flits_sent_by(lists, true, Schedule::kDomain, 1); }), expected);
}

/// Answers each packet of two flits with one of five; sends what it is given.
class AnsweringPe final : public BasicPe {
 public:
  using BasicPe::BasicPe;
  using BasicPe::send;
  std::optional<TimedPacket> next;
  unsigned asked = 0;
  std::vector<Cycle> times;

 private:
  std::optional<TimedPacket> next_packet(Cycle) override {
    ++asked;
    return std::exchange(next, std::nullopt);
  }
  void received(const ReceivedPacket& packet, Cycle now) override {
    times.push_back(now);
    if (packet.flits == 2) send({packet.source, 5, nullptr});
  }
};

struct AnsweringBench {
  AnsweringBench()
      : bench("mesh", {{"sides", std::vector<std::int64_t>{2, 2}}}, "dimension-order", {}, false, 2, {},
              Multicasts::kNone, [this](const char* name, const PeSite& site) {
                auto pe = std::make_unique<AnsweringPe>(name, site);
                pes.at(site.site.index()) = pe.get();
                return pe;
              }) {}
  void start() {
    elaborate();
    bench.chip->nodes().start_traffic(bench.traffic, 0);
  }
  std::vector<AnsweringPe*> pes = std::vector<AnsweringPe*>(4);  // by site
  Bench bench;
};

TEST(BasicPe, answers_in_the_cycle_in_which_a_packet_arrives) {
  AnsweringBench all;
  all.pes[0]->next = BasicPe::TimedPacket{10, {NodeId{3}, 2, nullptr}};
  all.start();
  all.bench.run(100);
  const auto& arrivals = all.bench.record.arrivals;
  ASSERT_EQ(arrivals.size(), 2u);
  EXPECT_EQ(arrivals[0].created, 10u);
  EXPECT_EQ(all.pes[3]->times, std::vector<Cycle>{arrivals[0].delivered});
  EXPECT_EQ(arrivals[1].created, arrivals[0].delivered);
  EXPECT_EQ(arrivals[1].injected, arrivals[0].delivered);
  EXPECT_EQ(all.pes[0]->times, std::vector<Cycle>{arrivals[1].delivered});
}

TEST(BasicPe, sends_what_a_caller_from_outside_gives_it_in_the_next_cycle) {
  AnsweringBench all;
  EXPECT_THROW(all.pes[1]->send({NodeId{2}, 3, nullptr}), std::logic_error) << "it has no traffic";
  all.start();
  all.bench.run(50);
  all.pes[1]->send({NodeId{2}, 3, nullptr});
  all.bench.run(50);
  ASSERT_EQ(all.bench.record.arrivals.size(), 1u);
  EXPECT_EQ(all.bench.record.arrivals[0].created, 50u);
}

TEST(BasicPe, is_asked_again_when_it_had_no_packet) {
  AnsweringBench all;
  all.start();
  all.bench.run(50);
  EXPECT_EQ(all.pes[1]->asked, 1u);
  all.pes[1]->next = BasicPe::TimedPacket{30, {NodeId{2}, 3, nullptr}};
  all.bench.run(10);
  EXPECT_EQ(all.bench.record.created_packets, 0u) << "it does not know";
  all.pes[1]->source_changed();
  all.bench.run(50);
  ASSERT_EQ(all.bench.record.arrivals.size(), 1u);
  EXPECT_EQ(all.bench.record.arrivals[0].created, 60u) << "as cycle 30 has passed";
  EXPECT_EQ(all.pes[1]->asked, 3u) << "again when the packet has left";
}

TEST(BasicPe, leaves_the_traffic_of_its_node_to_the_next_pe) {
  const auto design = find_family("srt2d")->build({{"n", std::int64_t{2}}});
  const SiteId own = design->fabric({})->repair({}, {}).placement.site_of[0];
  AnsweringPe* pe = nullptr;
  const PeFactory factory = [&](const char* name, const PeSite& site) -> std::unique_ptr<Pe> {
    if (site.site != own) return std::make_unique<TrafficPe>(name, site.chip, site.parameters, site.observer);
    auto made = std::make_unique<AnsweringPe>(name, site);
    pe = made.get();
    return made;
  };
  Bench bench("srt2d", {{"n", std::int64_t{2}}}, "monotone", {}, true, 2, {}, Multicasts::kNone, factory);
  elaborate();
  bench.configure({});
  const Cycle begin = bench.clock().next();
  pe->next = BasicPe::TimedPacket{begin + 20, {NodeId{5}, 3, nullptr}};
  bench.send(begin + 10, NodeId{0}, NodeId{7}, 4);
  bench.send(begin + 12, NodeId{6}, NodeId{0}, 1);
  bench.start();
  bench.chip->faults().controller().expect({{begin + 100, own}}, {}, [&](const Defects& so_far) {
    const Repair repair = bench.fabric->repair(so_far, {});
    return ReconfigurationPlan{
        "",
        bench.chip->configuration().steps(stream_of(bench.fabric->fabric(), repair.configuration), repair.placement,
                                          repair.message),
        1};
  });
  bench.run(1000);
  EXPECT_NE(bench.chip->nodes().placement().site_of[0], own);
  ASSERT_EQ(bench.record.arrivals.size(), 3u);
  EXPECT_EQ(pe->times.size(), 1u);
  EXPECT_EQ(bench.record.arrivals[1].destination, NodeId{5}) << "the PE decides what its node sends";
  EXPECT_EQ(bench.record.arrivals[2].destination, NodeId{7}) << "the next PE sends the traffic of the node";
  EXPECT_GT(bench.record.arrivals[2].injected, begin + 100);
}

}  // namespace
}  // namespace kintsugi::test
