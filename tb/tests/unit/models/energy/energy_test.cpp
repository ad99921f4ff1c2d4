// Energy: counts times constants, compared with every flit followed by itself.
#include "models/energy/link_account.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "models/network/wire_length.hpp"

namespace kintsugi::test {
namespace {

/// A line of nodes; the link between i and i + 1 is i + 1 pitches long.
Network line(std::uint32_t nodes) {
  Network network("line");
  const KindId kind = network.add_kind("wire");
  const std::size_t layout = network.add_layout({"e", "w"});
  double x = 0;
  for (std::uint32_t i = 0; i < nodes; x += ++i) network.add_node("n" + std::to_string(i), layout, {x, 0});
  for (std::uint32_t i = 0; i + 1 < nodes; ++i) {
    network.connect({NodeId{i}, PortId{0}}, {NodeId{i + 1}, PortId{1}}, kind);
  }
  return network;
}

TEST(Energy, of_a_lone_packet_is_the_sum_of_what_its_flits_have_passed) {
  // Four flits through three routers, over wires of 1 and 2 pitches, the second by way of 3 switches; 5 routers wait
  // 20 cycles.
  LinkAccount account(line(5));
  account.add({NodeId{0}, PortId{0}}, 4, {1, 0});
  account.add({NodeId{1}, PortId{0}}, 4, {2, 3});
  EnergyCounts counts = account.counts();
  EXPECT_EQ(counts, (EnergyCounts{0, 12, 12, 0}));
  counts.flit_routers = 12;
  counts.router_cycles = 100;
  const EnergyParts parts = energy_of(counts, {2, 0.5, 0.25, 0.125});
  EXPECT_EQ(parts.router, 24);
  EXPECT_EQ(parts.wire, 6);
  EXPECT_EQ(parts.switches, 3);
  EXPECT_EQ(parts.leakage, 12.5);
  EXPECT_EQ(parts.total(), 45.5);
}

TEST(Energy, over_epochs_is_that_of_every_flit_by_itself) {
  const Network network = line(6);
  LinkAccount account(network);
  const EnergyConstants constants{0, 0.75, 1.25, 0};
  std::mt19937 engine(1);
  std::map<PortRef, double> by_flit;
  for (int epoch = 0; epoch < 500; ++epoch) {
    const LinkFlits& link = account.links()[engine() % account.links().size()];
    const PathLength path{static_cast<unsigned>(engine() % 7), static_cast<unsigned>(engine() % 5)};
    const unsigned flits = engine() % 9;
    for (unsigned flit = 0; flit < flits; ++flit) {
      for (unsigned pitch = 0; pitch < path.pitches; ++pitch) by_flit[link.from] += constants.wire;
      for (unsigned passed = 0; passed < path.switches; ++passed) by_flit[link.from] += constants.switch_passed;
    }
    account.add(link.from, flits, path);
  }
  double sum = 0;
  for (const LinkFlits& link : account.links()) {
    EXPECT_EQ(network.peer(link.from), link.to);
    EXPECT_DOUBLE_EQ(energy_of(link, constants), by_flit[link.from]);
    sum += energy_of(link, constants);
  }
  EXPECT_DOUBLE_EQ(sum, energy_of(account.counts(), constants).total()) << "the links are all wires and switches";
}

TEST(WorstLink, is_the_first_of_those_with_most_energy_and_none_without_energy) {
  LinkAccount account(line(4));
  EXPECT_EQ(worst_link(account.links(), {1, 1, 1, 1}), nullptr) << "no flit";
  account.add({NodeId{1}, PortId{0}}, 5, {2, 1});
  account.add({NodeId{2}, PortId{1}}, 10, {1, 0});
  account.add({NodeId{3}, PortId{1}}, 1, {1, 9});
  EXPECT_EQ(worst_link(account.links(), {1, 1, 0, 1})->from, (PortRef{NodeId{1}, PortId{0}})) << "10 pJ, as another";
  EXPECT_EQ(worst_link(account.links(), {1, 0, 1, 1})->from, (PortRef{NodeId{3}, PortId{1}})) << "switches only";
  EXPECT_EQ(worst_link(account.links(), {1, 0, 0, 1}), nullptr) << "routers and leakage belong to no link";
}

TEST(LinkAccount, refuses_a_port_without_a_link) {
  LinkAccount account(line(3));
  EXPECT_EQ(account.links().size(), 4u);
  EXPECT_THROW(account.add({NodeId{0}, PortId{1}}, 1, {1, 0}), std::out_of_range);
  EXPECT_THROW(account.add({NodeId{3}, PortId{0}}, 1, {1, 0}), std::out_of_range);
}

TEST(WireLengths, are_from_place_to_place_along_the_axes) {
  const LengthSums sums = wire_lengths(line(5));
  EXPECT_EQ(sums.links, 4u);
  EXPECT_EQ(sums.pitches, 1u + 2 + 3 + 4);
  EXPECT_EQ(sums.longest, 4u);
  Network slanted("slanted");
  const KindId kind = slanted.add_kind("wire");
  const std::size_t layout = slanted.add_layout({"p"});
  slanted.add_node("a", layout, {0, 3});
  slanted.add_node("b", layout, {1.6, 0});
  slanted.connect({NodeId{0}, PortId{0}}, {NodeId{1}, PortId{0}}, kind);
  EXPECT_EQ(wire_lengths(slanted).pitches, 5u) << "1.6 + 3, rounded";
}

}  // namespace
}  // namespace kintsugi::test
