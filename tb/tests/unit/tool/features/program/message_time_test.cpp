// What messages take that are alone in a network, beside sums along their links by other means.
#include "tb/tool/features/program/message_time.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "models/fabric/link_path.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi {
namespace {

constexpr unsigned kRouter = 2;  // cycles
constexpr std::uint64_t kFlits = 5;

/// A network with routers of kRouter cycles.
Input loaded(const std::string& network, const std::string& more) {
  return load_text("{network: " + network + ", router: {latency: " + std::to_string(kRouter) + "}, " + more + "}", "");
}

/// Returns the formula of hw/README.md for a packet of kFlits over so many links, which take so many cycles in all.
Cycle formula(std::size_t links, unsigned cycles) {
  return 1 + (links + 1) * kRouter + cycles + 1 + (kFlits - 1);
}

struct Way {
  unsigned links = 0;
  unsigned cycles = 0;
};

/// Compares all pairs of a network of two dimensions with the sum of their ways along x and y.
void expect_sums(const Input& input, unsigned columns, unsigned rows,
                 const std::function<Way(unsigned side, unsigned from, unsigned to)>& way) {
  const MessageTime time(input.scenario, input.setup, nullptr);
  for (const NodeId from : ids<NodeId>(columns * rows)) {
    for (const NodeId to : ids<NodeId>(columns * rows)) {
      const Way x = way(columns, from.value % columns, to.value % columns);
      const Way y = way(rows, from.value / columns, to.value / columns);
      EXPECT_EQ(time(from, to, kFlits), formula(x.links + y.links, x.cycles + y.cycles))
          << from.value << " to " << to.value;
    }
  }
}

TEST(MessageTime, on_a_mesh_counts_each_link_with_its_latency) {
  expect_sums(loaded("{kind: mesh, sides: [4, 3]}", "link: {latency: 3}"), 4, 3,
              [](unsigned, unsigned from, unsigned to) {
                const unsigned links = from < to ? to - from : from - to;
                return Way{links, 3 * links};
              });
}

/// Returns the way on a ring of an odd side, where one direction is shorter.
Way ring_way(unsigned side, unsigned from, unsigned to, unsigned base, unsigned wrap) {
  const unsigned ahead = (to + side - from) % side;
  const bool goes_ahead = 2 * ahead < side;
  const unsigned links = goes_ahead ? ahead : side - ahead;
  const bool wraps = goes_ahead ? to < from : to > from;
  return {links, wraps ? (links - 1) * base + wrap : links * base};
}

TEST(MessageTime, on_a_torus_counts_links_by_their_kind) {
  expect_sums(loaded("{kind: torus, sides: [5, 3]}", "link: {latency: {base: 2, wrap: 7}}"), 5, 3,
              [](unsigned side, unsigned from, unsigned to) { return ring_way(side, from, to, 2, 7); });
}

TEST(MessageTime, takes_the_latency_of_its_direction) {
  const test::TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "row.csv").string();
  std::ofstream(file) << "a,b,latency,latency_back\n0,1,2,9\n1,2,3,\n";
  const Input input = loaded("{kind: graph, file: " + file + "}", "run: {cycles: 10}");
  const MessageTime time(input.scenario, input.setup, nullptr);
  EXPECT_EQ(time(NodeId{0}, NodeId{2}, kFlits), formula(2, 2 + 3));
  EXPECT_EQ(time(NodeId{2}, NodeId{0}, kFlits), formula(2, 3 + 9));
}

TEST(MessageTime, grows_by_a_cycle_with_each_flit) {
  const Input input = loaded("{kind: mesh, sides: [2]}", "link: {latency: 3}");
  const MessageTime time(input.scenario, input.setup, nullptr);
  EXPECT_EQ(time(NodeId{0}, NodeId{1}, 1), 1u + 2 * 2 + 3 + 1);
  EXPECT_EQ(time(NodeId{0}, NodeId{1}, 1'000'000'000'000), 1u + 2 * 2 + 3 + 1 + 999'999'999'999);
  EXPECT_EQ(time(NodeId{1}, NodeId{1}, 1), 1u + 2 + 1) << "to itself, through its router";
}

TEST(MessageTime, in_a_directly_wired_network_leads_around_the_dead_nodes_that_are_known) {
  Input input = loaded("{kind: mesh, sides: [3, 3]}", "defects: {pe: [1]}");
  const MessageTime time(input.scenario, input.setup, nullptr);
  EXPECT_EQ(time(NodeId{0}, NodeId{2}, kFlits), formula(4, 4)) << "by nodes 3, 4 and 5";
  Defects later{SiteId{1}};
  later.add(SiteId{4});
  input.setup.fault_aware->know(later);
  EXPECT_EQ(time(NodeId{0}, NodeId{2}, kFlits), formula(6, 6)) << "by nodes 3, 6, 7, 8 and 5";
}

/// A wafer of 4 x 4 nodes, repaired. Links join a node to its neighbours, "base", and the nodes with x + y odd to those
/// two ahead, "level 1".
struct Wafer {
  explicit Wafer(const std::string& more) : input(loaded("{kind: srt2d, n: 2}", "fabric: {}, " + more)) {}
  Cycle time(unsigned from_x, unsigned from_y, unsigned to_x, unsigned to_y) const {
    return message_time(NodeId{4 * from_y + from_x}, NodeId{4 * to_y + to_x}, kFlits);
  }
  Input input;
  Repair repair = check_repair(input.scenario, input.setup).repair;
  MessageTime message_time{input.scenario, input.setup, &repair};
};

TEST(MessageTime, on_a_whole_wafer_counts_pitches) {
  const Wafer wafer("link: {reach: 1}");
  EXPECT_EQ(wafer.time(0, 1, 1, 1), formula(1, 1));
  EXPECT_EQ(wafer.time(1, 0, 1, 1), formula(1, 1));
  EXPECT_EQ(wafer.time(0, 1, 2, 1), formula(1, 2)) << "level 1, over one site";
  EXPECT_EQ(wafer.time(1, 1, 2, 0), formula(2, 2));
  // A return wire is as long as the wafer with its spares, 6 pitches, and begins and ends behind a spare.
  EXPECT_EQ(wafer.time(3, 1, 0, 1), formula(1, 1 + 6 + 1));
  EXPECT_EQ(wafer.time(0, 0, 3, 1), formula(2, 8 + 1));
}

TEST(MessageTime, on_a_repaired_wafer_counts_the_pitches_of_the_repair) {
  const Wafer wafer("link: {reach: 1}, defects: {pe: [[2, 2]]}");
  // Nodes (1, 1) and (1, 0) move one site to the north, away from the dead PE.
  ASSERT_EQ(wafer.repair.paths.size(), 1u);
  ASSERT_EQ(wafer.repair.paths[0].direction, "north");
  EXPECT_EQ(wafer.time(0, 1, 1, 1), formula(1, 2)) << "one end has moved";
  EXPECT_EQ(wafer.time(1, 1, 1, 2), formula(1, 2)) << "over the dead PE";
  EXPECT_EQ(wafer.time(1, 0, 1, 1), formula(1, 1)) << "both ends have moved";
  EXPECT_EQ(wafer.time(1, 0, 3, 0), formula(1, 3)) << "level 1, one end has moved";
  EXPECT_EQ(wafer.time(0, 1, 2, 1), formula(1, 4)) << "level 1, to the north and back, past a node that has moved";
  EXPECT_EQ(wafer.time(1, 3, 1, 0), formula(1, 1 + 6)) << "the return wire ends at the spare itself";
  EXPECT_EQ(wafer.time(2, 3, 2, 0), formula(1, 1 + 6 + 1));
}

TEST(MessageTime, on_a_repaired_wafer_counts_links_by_the_kind_that_they_have_for_their_nodes) {
  const Wafer wafer("link: {latency: {base: 2, level 1: 5}}, defects: {pe: [[2, 2]]}");
  EXPECT_EQ(wafer.time(0, 1, 1, 1), formula(1, 2));
  EXPECT_EQ(wafer.time(1, 3, 1, 0), formula(1, 2));
  EXPECT_EQ(wafer.time(1, 0, 3, 0), formula(1, 5));
  EXPECT_EQ(wafer.time(0, 1, 2, 1), formula(1, 5));
  EXPECT_EQ(wafer.time(0, 1, 3, 0), formula(2, 2 + 2));
}

TEST(MessageTime, of_every_pair_on_wafers_is_the_sum_along_its_links_wire_by_wire) {
  constexpr unsigned kReach = 3;
  for (const std::string defects : {"[]", "[[2, 2]]", "[[1, 1], [3, 4], [4, 2]]"}) {
    SCOPED_TRACE(defects);
    const Wafer wafer("link: {reach: " + std::to_string(kReach) + "}, defects: {pe: " + defects + "}");
    const auto& setup = wafer.input.setup;
    const Fabric& fabric = setup.fabric->fabric();
    const SwitchStates states = switch_states(fabric, wafer.repair.configuration);
    const LinkPaths paths(fabric);
    for (const NodeId from : ids<NodeId>(16)) {
      for (const NodeId to : ids<NodeId>(16)) {
        const std::vector<PortRef> ports = route_ports(setup.network(), *setup.relation, from, to);
        unsigned cycles = 0;
        for (const PortRef port : ports) {
          const SiteId site = wafer.repair.placement.site_of[port.node.index()];
          cycles += (paths.from({site, port.port}, states).pitches + kReach - 1) / kReach;
        }
        EXPECT_EQ(wafer.message_time(from, to, kFlits), formula(ports.size(), cycles))
            << from.value << " to " << to.value;
      }
    }
  }
}

}  // namespace
}  // namespace kintsugi
