// A chip and its configuration: nodes are placed when the states hold, not before, and never if the chain refuses.
#include <algorithm>

#include "hw/chip/deadlock_report.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"

namespace kintsugi::test {
namespace {

ChipParameters with_chain(unsigned bits) {
  ChipParameters parameters;
  parameters.router = {2, 4, 1};
  parameters.chain_bits = bits;
  return parameters;
}

Bench wafer_bench(std::int64_t n = 2, unsigned chain_bits = 32) {
  return {"srt2d", srt2d(n, "standard"), "monotone", with_chain(chain_bits), true};
}

std::vector<std::uint8_t> stream_of(const Bench& bench, const Repair& repair) {
  return stream_of(bench.fabric->fabric(), repair.configuration);
}

unsigned open_ports(const Bench& bench) {
  unsigned open = 0;
  for (std::uint32_t site = 0; site < bench.chip->sites(); ++site) {
    const Router& router = bench.chip->router(SiteId{site});
    for (std::uint16_t port = 0; port < router.network_ports(); ++port) open += router.link(PortId{port}).open();
  }
  return open;
}

TEST(ChipConfiguration, after_power_up_no_wires_are_joined_and_no_node_is_placed) {
  Bench bench = wafer_bench();
  elaborate();
  for (const SwitchState state : bench.chip->configuration().read_back()) EXPECT_EQ(state, 0);
  EXPECT_EQ(open_ports(bench), bench.chip->sites() * 8);
  for (std::uint32_t site = 0; site < bench.chip->sites(); ++site) {
    EXPECT_EQ(bench.chip->router(SiteId{site}).node(), kNoNode);
    EXPECT_EQ(bench.chip->pe(SiteId{site}).node(), kNoNode);
  }
  EXPECT_THROW(bench.chip->nodes().start_traffic(bench.traffic, 1), std::logic_error);
}

class ChainBits : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Widths, ChainBits, testing::Values(1, 7, 32, 64));

TEST_P(ChainBits, nodes_are_in_place_in_the_cycle_in_which_the_states_hold) {
  Bench bench = wafer_bench(3, GetParam());
  elaborate();
  const Repair repair = bench.fabric->repair({SiteId{20}, SiteId{43}}, {});
  const auto stream = stream_of(bench, repair);
  ASSERT_EQ(stream.size(), 69u + 4);
  const Cycle cycles = (73 * 8 + GetParam() - 1) / GetParam() + 1;
  EXPECT_EQ(bench.chip->configuration().chain().cycles_for(stream.size()), cycles);
  bench.chip->configuration().load(stream, repair.placement);
  const SwitchStates wanted = switch_states(bench.fabric->fabric(), repair.configuration);
  for (Cycle cycle = 1; cycle <= cycles; ++cycle) {
    bench.run(1);
    const bool holds = cycle == cycles;
    ASSERT_EQ(bench.chip->configuration().read_back(), holds ? wanted : SwitchStates(wanted.size(), 0)) << cycle;
    ASSERT_EQ(bench.chip->nodes().placement().site_of.empty(), !holds);
    ASSERT_EQ(bench.chip->router(repair.placement.site_of[0]).node(), holds ? NodeId{0} : kNoNode);
    ASSERT_EQ(open_ports(bench) == bench.chip->sites() * 8, !holds);
  }
  EXPECT_EQ(bench.chip->nodes().placement(), repair.placement);
  for (std::uint32_t site = 0; site < bench.chip->sites(); ++site) {
    EXPECT_EQ(bench.chip->router(SiteId{site}).node(), repair.placement.node_at[site]);
    EXPECT_EQ(bench.chip->pe(SiteId{site}).node(), repair.placement.node_at[site]);
  }
}

TEST(ChipConfiguration, golden_wafer_takes_its_published_stream) {
  Bench bench = wafer_bench(3);
  elaborate();
  const Repair repair = bench.fabric->repair({}, {});
  const auto stream = stream_of(bench, repair);
  const std::vector<std::uint8_t> crc(stream.end() - 4, stream.end());
  EXPECT_EQ(crc, (std::vector<std::uint8_t>{0x85, 0x0f, 0x08, 0x54})) << "54080f85, low byte first";
  bench.load(stream, repair.placement);
  EXPECT_EQ(bench.chip->configuration().chain().phase(), ConfigChain::Phase::kActive);
}

TEST(ChipConfiguration, a_refused_stream_leaves_nodes_and_paths_as_they_were) {
  Bench bench = wafer_bench();
  const Repair first = bench.configure({SiteId{7}});
  const SwitchStates states = bench.chip->configuration().read_back();
  const Repair second = bench.fabric->repair({SiteId{14}}, {});
  auto wrong = stream_of(bench, second);
  wrong[5] ^= 1;
  bench.load(wrong, second.placement);
  EXPECT_EQ(bench.chip->configuration().chain().phase(), ConfigChain::Phase::kRefused);
  EXPECT_EQ(bench.chip->configuration().chain().error(),
            "bitstream refused, the old states stay: the checksum is wrong: the stream is damaged, or it was made for "
            "another fabric or network");
  EXPECT_EQ(bench.chip->configuration().read_back(), states);
  EXPECT_EQ(bench.chip->nodes().placement(), first.placement);
  bench.send(bench.clock().next(), NodeId{0}, NodeId{15}, 4);
  bench.start();
  bench.run(60);
  EXPECT_EQ(bench.record.arrivals.size(), 1u) << "the old network works on";
}

/// The wires of both wafers are the same, and every state of one is a state of the other: only the network differs.
TEST(ChipConfiguration, a_stream_for_another_network_leaves_nodes_and_paths_as_they_were) {
  Bench bench = wafer_bench(3);
  const Repair first = bench.configure({SiteId{7}});
  const auto other = find_family("srt2d")->build({{"n", std::int64_t{3}}, {"shift", "uniform"}})->fabric({});
  const Repair foreign = other->repair({}, {});
  bench.load(stream_of(other->fabric(), foreign.configuration), foreign.placement);
  EXPECT_EQ(bench.chip->configuration().chain().error(),
            "bitstream refused, the old states stay: the checksum is wrong: the stream is damaged, or it was made for "
            "another fabric or network");
  EXPECT_EQ(bench.chip->configuration().read_back(), switch_states(bench.fabric->fabric(), first.configuration));
  EXPECT_EQ(bench.chip->nodes().placement(), first.placement);
}

TEST(ChipConfiguration, a_right_stream_after_a_refused_one_is_taken) {
  Bench bench = wafer_bench();
  elaborate();
  const Repair repair = bench.fabric->repair({SiteId{7}}, {});
  auto wrong = stream_of(bench, repair);
  wrong.back() ^= 0x80;
  bench.load(wrong, repair.placement);
  EXPECT_EQ(bench.chip->configuration().chain().phase(), ConfigChain::Phase::kRefused);
  EXPECT_EQ(open_ports(bench), bench.chip->sites() * 8);
  bench.load(stream_of(bench, repair), repair.placement);
  EXPECT_EQ(bench.chip->configuration().chain().phase(), ConfigChain::Phase::kActive);
  EXPECT_EQ(bench.chip->configuration().chain().error(), "");
  EXPECT_EQ(bench.chip->nodes().placement(), repair.placement);
}

/// Nodes move to and fro while packets are under way. None is lost, and each goes where it was sent.
TEST(ChipConfiguration, under_traffic_changes_no_path_with_a_packet_on_it_and_no_site_with_one) {
  Bench bench = wafer_bench();
  bench.configure({});
  const Repair repairs[] = {bench.fabric->repair({SiteId{7}, SiteId{8}}, {}), bench.fabric->repair({}, {})};
  bench.start_uniform(0.01, 4, 1, bench.clock().next() + 6000);
  unsigned moved_under_traffic = 0, on_paths = 0, at_sites = 0;
  for (unsigned load = 0; load < 250; ++load) {
    const Repair& next = repairs[load % 2];
    const auto stream = stream_of(bench, next);
    const SwitchStates before = bench.chip->configuration().read_back();
    const Placement placed = bench.chip->nodes().placement();
    bench.chip->configuration().load(stream, next.placement, next.message, UnderTraffic::kRefused);
    bench.run(bench.chip->configuration().chain().cycles_for(stream.size()));
    const ConfigChain& chain = bench.chip->configuration().chain();
    if (chain.phase() == ConfigChain::Phase::kActive) {
      EXPECT_EQ(bench.chip->configuration().read_back(), switch_states(bench.fabric->fabric(), next.configuration));
      EXPECT_EQ(bench.chip->nodes().placement(), next.placement);
      moved_under_traffic += placed != next.placement && bench.chip->counters().in_network() != 0;
      continue;
    }
    ASSERT_EQ(chain.phase(), ConfigChain::Phase::kRefused);
    EXPECT_EQ(bench.chip->configuration().read_back(), before);
    EXPECT_EQ(bench.chip->nodes().placement(), placed);
    on_paths += chain.error().find("stay: a packet is on the path of r") != std::string::npos;
    at_sites += chain.error().find("stay: a packet is in r") != std::string::npos;
  }
  bench.run(1000);
  EXPECT_GT(moved_under_traffic, 0u);
  EXPECT_GT(on_paths, 0u);
  EXPECT_GT(at_sites, 0u);
  EXPECT_GT(bench.record.created_packets, 100u);
  EXPECT_EQ(bench.record.arrivals.size(), bench.record.created_packets);
  EXPECT_TRUE(bench.record.drops.empty());
  EXPECT_EQ(bench.chip->counters().in_network(), 0u);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
}

TEST(ChipConfiguration, refuses_a_second_stream_while_it_is_busy) {
  Bench bench = wafer_bench();
  elaborate();
  const Repair repair = bench.fabric->repair({}, {});
  bench.chip->configuration().load(stream_of(bench, repair), repair.placement);
  bench.run(2);
  EXPECT_THROW(bench.chip->configuration().load(stream_of(bench, repair), repair.placement), std::logic_error);
  bench.run(20);
  EXPECT_EQ(bench.chip->nodes().placement(), repair.placement);
}

TEST(ChipConfiguration, the_placement_of_a_stream_refused_as_busy_is_not_taken) {
  Bench bench = wafer_bench();
  elaborate();
  const Repair first = bench.fabric->repair({}, {});
  const Repair second = bench.fabric->repair({SiteId{7}}, {});
  ASSERT_NE(first.placement, second.placement);
  bench.chip->configuration().load(stream_of(bench, first), first.placement);
  bench.run(2);
  EXPECT_THROW(bench.chip->configuration().load(stream_of(bench, second), second.placement), std::logic_error);
  bench.run(20);
  EXPECT_EQ(bench.chip->configuration().read_back(), switch_states(bench.fabric->fabric(), first.configuration));
  EXPECT_EQ(bench.chip->nodes().placement(), first.placement);
}

TEST(ChipConfiguration, refuses_a_placement_that_does_not_fit) {
  Bench bench = wafer_bench();
  elaborate();
  const Repair repair = bench.fabric->repair({}, {});
  Placement short_of_a_node = repair.placement;
  short_of_a_node.site_of.pop_back();
  EXPECT_THROW(bench.chip->configuration().load(stream_of(bench, repair), short_of_a_node), std::logic_error);
  Placement short_of_a_site = repair.placement;
  short_of_a_site.node_at.pop_back();
  EXPECT_THROW(bench.chip->configuration().load(stream_of(bench, repair), short_of_a_site), std::logic_error);
  bench.load(stream_of(bench, repair), repair.placement);
  EXPECT_EQ(bench.chip->nodes().placement(), repair.placement);
}

TEST(ChipConfiguration, a_directly_wired_network_has_nothing_to_configure) {
  Bench bench("srt1d", {{"n", 4}}, "monotone", with_chain(32));
  elaborate();
  EXPECT_THROW(bench.chip->configuration().load({}, {}), std::logic_error);
  EXPECT_EQ(bench.chip->nodes().placement().site_of.size(), 16u) << "its nodes are in place from the start";
}

TEST(ChipConfiguration, nodes_and_traffic_go_on_in_other_places) {
  Bench bench = wafer_bench();
  bench.configure({});
  bench.send(bench.clock().next(), NodeId{5}, NodeId{6}, 3);
  bench.start();
  bench.run(100);
  const SiteId before = bench.chip->nodes().placement().site_of[5];
  bench.configure({before});
  EXPECT_NE(bench.chip->nodes().placement().site_of[5], before);
  EXPECT_EQ(bench.chip->router(before).node(), kNoNode);
  for (std::uint32_t to = 0; to < 16; ++to) {
    if (to != 5) bench.send(bench.clock().next() + 100 * to, NodeId{5}, NodeId{to}, 3);
  }
  bench.start();
  bench.run(2000);
  EXPECT_EQ(bench.record.arrivals.size(), 16u);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
}

using Reports = std::vector<std::string>;

/// Loads a repair of which one field is in another state, with a right checksum; returns what is reported.
Reports reports_of_changed(const std::string& field, SwitchState state) {
  const KeptReports kept;
  Bench bench = wafer_bench();
  elaborate();
  Repair repair = bench.fabric->repair({SiteId{7}}, {});
  const std::vector<ConfigField>& fields = bench.fabric->fabric().fields;
  const auto found = std::ranges::find(fields, field, &ConfigField::name);
  if (found != fields.end()) repair.configuration.at(static_cast<std::size_t>(found - fields.begin())) = state;
  bench.load(stream_of(bench, repair), repair.placement);
  EXPECT_EQ(bench.chip->configuration().chain().phase(), ConfigChain::Phase::kActive);
  return kept.reports();
}

void expect_no_report(const std::string& field, SwitchState state) {
  in_child([&] {
    EXPECT_EQ(reports_of_changed(field, state), Reports{});
    return std::string();
  });
}

TEST(ChipConfiguration, a_right_stream_that_makes_another_network_is_a_warning) {
  in_child([] {
    const Reports reports = reports_of_changed("sv.g2.r3", TrackSwitchType::kOpen);
    EXPECT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports.empty() ? "" : reports[0],
              "warning /kintsugi/configuration: wafer.config_chain: the states in force make another network than "
              "2D-SRT(2,2,1), so packets can wait for ever: r3.c2.e (node x1.y2) should meet r3.c3.w but meets "
              "nothing; load the stream and the placement of a verified repair");
    return std::string();
  });
  in_child([] {
    EXPECT_EQ(reports_of_changed("r3.c2", 0).size(), 1u) << "a node that no switch attaches";
    return std::string();
  });
}

TEST(ChipConfiguration, a_stream_that_makes_the_network_is_no_warning_whatever_idle_switches_are) {
  expect_no_report("", 0);
  expect_no_report("sh.g0.c0", TrackSwitchType::kD1);
}

/// Returns the first configuration with one field changed in which a router with a node meets one without.
Repair repair_that_leads_to_a_spare(const Bench& bench) {
  const Repair right = bench.fabric->repair({SiteId{7}}, {});
  const Fabric& fabric = bench.fabric->fabric();
  for (std::size_t field = 0; field < fabric.fields.size(); ++field) {
    for (unsigned state = 0; state < fabric.fields[field].states; ++state) {
      Repair changed = right;
      changed.configuration[field] = static_cast<SwitchState>(state);
      const auto joins = NetworkExtractor(fabric).extract(switch_states(fabric, changed.configuration)).joins;
      const auto is_spare = [&](SitePort end) { return right.placement.node_at[end.site.value] == kNoNode; };
      const auto leads = [&](const Join& join) { return is_spare(join.a) != is_spare(join.b); };
      if (std::ranges::any_of(joins, leads)) return changed;
    }
  }
  ADD_FAILURE() << "no field leads to a spare";
  return right;
}

Repair repair_with_an_open_link(const Bench& bench) {
  Repair changed = bench.fabric->repair({SiteId{7}}, {});
  const std::vector<ConfigField>& fields = bench.fabric->fabric().fields;
  const auto found = std::ranges::find(fields, "sv.g2.r3", &ConfigField::name);
  changed.configuration.at(static_cast<std::size_t>(found - fields.begin())) = TrackSwitchType::kOpen;
  return changed;
}

/// Returns what the heads wait for at the end of traffic with wrong states.
std::string waits_with(Repair (*wrong)(const Bench&)) {
  const KeptReports kept;
  Bench bench = wafer_bench();
  elaborate();
  const Repair changed = wrong(bench);
  bench.load(stream_of(bench, changed), changed.placement);
  bench.start_uniform(0.4, 4, 1, bench.clock().next() + 400);
  bench.run(2'000);
  EXPECT_EQ(check_conservation(*bench.chip), std::nullopt);
  std::string waits;
  for (const std::string& line : deadlock_report(*bench.chip)) waits += line + '\n';
  return waits;
}

TEST(ChipConfiguration, heads_wait_at_open_ends_and_in_routers_without_a_node) {
  in_child([] {
    const std::string waits = waits_with(repair_with_an_open_link);
    EXPECT_NE(waits.find(" waits at wafer.r3.c2.router.e vc 0, which leads nowhere\n"), std::string::npos) << waits;
    return std::string();
  });
  in_child([] {
    const std::string waits = waits_with(repair_that_leads_to_a_spare);
    EXPECT_NE(waits.find(" has nowhere to go\n"), std::string::npos) << waits;
    return std::string();
  });
}

TEST(ChipConfiguration, a_port_that_opens_has_no_credits_any_more) {
  in_child([] {
    const KeptReports kept;
    Bench bench = wafer_bench();
    elaborate();
    bench.configure(Defects{SiteId{7}});
    const Repair changed = repair_with_an_open_link(bench);
    bench.load(stream_of(bench, changed), changed.placement);
    for (const SiteId site : ids<SiteId>(bench.chip->sites())) {
      const Router& router = bench.chip->router(site);
      for (const PortId port : ids<PortId>(router.network_ports())) {
        for (const Vc vc : router.vcs()) {
          EXPECT_EQ(router.credits(port, vc), router.link(port).open() ? 0u : bench.chip->parameters().router.buffer);
        }
      }
    }
    return std::string();
  });
}

TEST(ChipConfiguration, a_placement_that_is_not_that_of_the_stream_is_a_warning) {
  in_child([] {
    const KeptReports kept;
    Bench bench = wafer_bench();
    elaborate();
    const Repair repair = bench.fabric->repair({}, {});
    Placement exchanged = repair.placement;
    std::swap(exchanged.site_of[0], exchanged.site_of[1]);
    std::swap(exchanged.node_at[exchanged.site_of[0].value], exchanged.node_at[exchanged.site_of[1].value]);
    bench.load(stream_of(bench, repair), exchanged);
    EXPECT_EQ(kept.reports().size(), 1u);
    return std::string();
  });
}

}  // namespace
}  // namespace kintsugi::test
