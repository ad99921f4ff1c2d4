// A packet that is alone in the network, followed through the waveform of a repaired wafer hop by hop: every flit
// leaves every router in exactly the cycle that the timing rules give.
#include <gtest/gtest.h>

#include <bit>
#include <bitset>

#include "models/traffic/source.hpp"
#include "tb/tests/system/planned.hpp"

namespace kintsugi::test {
namespace {

struct Timing {
  std::string name;
  std::vector<std::string> overrides;
};

std::ostream& operator<<(std::ostream& out, const Timing& timing) {
  return out << timing.name;
}

const std::string kScenario =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4], [5, 2], [6, 7]]},"
    " traffic: {rate: 0.0004, flits: 5}, run: {cycles: 8000, warmup: 0},"
    " waves: {file: packets.vcd, scope: ['wafer.*.pe.*', 'wafer.*.router.out_*']}}";

struct Created {
  Cycle cycle = 0;
  NodeId source;
  NodeId destination;
  std::uint32_t serial = 0;  ///< among those of its source
};

/// One hop of a route: the port by which the packet leaves a node, and the cycles of the link.
struct Hop {
  NodeId node;
  PortId port;
  unsigned link_latency = 0;
};

class LonePacket : public testing::TestWithParam<Timing> {
 protected:
  LonePacket() {
    std::vector<std::string> arguments = {"run", kScenario, "--json", "--out", directory_.path().string()};
    for (const std::string& each : GetParam().overrides) arguments.insert(arguments.end(), {"--set", each});
    const ToolResult result = run_tool(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    dump_ = read_vcd(directory_.path() / "packets.vcd");
  }

  unsigned router_latency() const { return planned_.input.scenario.router.latency; }
  const Network& network() const { return planned_.input.setup.network(); }
  unsigned flits() const { return planned_.input.scenario.traffic->flits.longest(); }

  /// Returns the packets that the random streams create, by cycle.
  std::vector<Created> created() const {
    const Scenario& scenario = planned_.input.scenario;
    std::vector<Created> list;
    for (std::uint32_t node = 0; node < network().nodes(); ++node) {
      BernoulliSource source(NodeId{node}, *planned_.input.setup.traffic->drawn, scenario.run.seed,
                             planned_.commit_cycle() + 1, scenario.run.cycles);
      for (std::uint32_t serial = 0; source.due() != GeometricGaps::kNever; ++serial) {
        const Cycle cycle = source.due();
        list.push_back({cycle, NodeId{node}, source.take().destination, serial});
      }
    }
    std::ranges::sort(list, std::less{}, &Created::cycle);
    return list;
  }

  /// Returns the packets that no other packet can meet.
  std::vector<Created> alone() const {
    constexpr Cycle kLongest = 200;
    const std::vector<Created> all = created();
    std::vector<Created> lone;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool after = i == 0 || all[i - 1].cycle + kLongest < all[i].cycle;
      const bool before = i + 1 == all.size() || all[i].cycle + kLongest < all[i + 1].cycle;
      if (after && before) lone.push_back(all[i]);
    }
    return lone;
  }

  std::vector<Hop> route(const Created& packet) const {
    std::vector<Hop> hops;
    RouteQuery query{packet.source, kNoPort, {}, packet.source, packet.destination, 0};
    while (query.at != packet.destination) {
      Candidates candidates;
      planned_.input.setup.relation->route(query, candidates);
      const PortRef leave{query.at, candidates.at(0).port};
      const LinkDirection direction = network().direction_at(leave).value();
      hops.push_back(
          {query.at, leave.port, planned_.input.setup.link_latency.at(direction.kind.value).of(direction.is_back)});
      const PortRef arrive = network().peer(leave).value();
      query = {arrive.node,   arrive.port,        Vc{static_cast<std::uint8_t>(std::countr_zero(candidates[0].vcs))},
               packet.source, packet.destination, candidates[0].state};
    }
    return hops;
  }

  /// Expects that this probe shows the whole packet from that cycle on, and no flit before or after it.
  void expect_packet(const std::string& probe, Cycle head, const std::string& id) const {
    EXPECT_EQ(value_at(dump_, probe + ".valid", head - 1), "0") << probe << " before " << head;
    for (unsigned i = 0; i < flits(); ++i) {
      const std::string kind = i == 0 ? "head" : i + 1 == flits() ? "tail" : "body";
      EXPECT_EQ(value_at(dump_, probe + ".kind", head + i), kind) << probe << " at " << head + i;
      EXPECT_EQ(value_at(dump_, probe + ".packet", head + i), id) << probe << " at " << head + i;
    }
    EXPECT_EQ(value_at(dump_, probe + ".valid", head + flits()), "0") << probe << " after " << head + flits() - 1;
  }

  std::uint64_t delivered(const std::string& pe, Cycle cycle) const {
    return std::stoull(value_at(dump_, pe + ".delivered", cycle), nullptr, 2);
  }

  void follow(const Created& packet) const {
    const std::string source = planned_.home(packet.source);
    const std::string id = std::bitset<48>(packet.serial * network().nodes() + packet.source.value).to_string();
    expect_packet(source + ".pe.out", packet.cycle, id);
    const std::vector<Hop> hops = route(packet);
    Cycle at = packet.cycle + 1 + router_latency();
    Cycle links = 0;
    for (const Hop& hop : hops) {
      expect_packet(planned_.home(hop.node) + ".router.out_" + network().ports(hop.node)[hop.port.value], at, id);
      at += hop.link_latency + router_latency();
      links += hop.link_latency;
    }
    const std::string destination = planned_.home(packet.destination);
    expect_packet(destination + ".router.out_local", at, id);
    const Cycle arrival = packet.cycle + 1 + (hops.size() + 1) * router_latency() + links + 1 + (flits() - 1);
    EXPECT_EQ(at + 1 + (flits() - 1), arrival);
    EXPECT_EQ(delivered(destination + ".pe", arrival), delivered(destination + ".pe", at) + flits());
    EXPECT_EQ(delivered(destination + ".pe", arrival - 1), delivered(destination + ".pe", at) + flits() - 1);
  }

  const TemporaryDirectory directory_;
  const Planned planned_{kScenario, GetParam().overrides};
  VcdDump dump_;
};

TEST_P(LonePacket, leaves_every_router_in_the_cycle_of_the_timing_rules) {
  const std::vector<Created> packets = alone();
  ASSERT_GE(packets.size(), 5u) << "the load is too high, or too low, for this test";
  for (const Created& packet : packets) {
    SCOPED_TRACE("packet of cycle " + std::to_string(packet.cycle));
    follow(packet);
  }
}

INSTANTIATE_TEST_SUITE_P(RouterAndLink, LonePacket,
                         testing::Values(Timing{"paper", {"router={preset: paper}"}}, Timing{"standard", {}},
                                         Timing{"booksim", {"router={preset: booksim}"}},
                                         Timing{"slow_levels",
                                                {"router={latency: 2, buffer: 16}",
                                                 "link={latency: {base: 2, level 1: 3, level 2: 5}}"}}),
                         [](const auto& timing) { return timing.param.name; });

}  // namespace
}  // namespace kintsugi::test
