// The elaborator knows no family: the ports of a chip are those of its network, by name. The test uses recursive
// diagonal tori, whose nodes have different ports; the expected ports follow from the maps of the assignment.
#include <array>
#include <map>
#include <set>

#include "tb/tests/unit/hw/chip/bench.hpp"

namespace kintsugi::test {
namespace {

using Names = std::set<std::string>;

bool is_port(sc_core::sc_object* object) {
  return dynamic_cast<sc_core::sc_port_base*>(object) != nullptr;
}

/// Returns the ports of every router by the router's name, from the kernel's list of objects.
void collect_path_ports(const std::vector<sc_core::sc_object*>& objects, std::map<std::string, Names>& path_ports) {
  for (sc_core::sc_object* object : objects) {
    if (is_port(object) && dynamic_cast<Router*>(object->get_parent_object()) != nullptr) {
      path_ports[object->get_parent_object()->name()].insert(object->basename());
    }
    collect_path_ports(object->get_child_objects(), path_ports);
  }
}

std::map<std::string, Names> path_ports_of_routers() {
  std::map<std::string, Names> path_ports;
  collect_path_ports(sc_core::sc_get_top_level_objects(), path_ports);
  return path_ports;
}

/// The ranks of a node by its position: rows are y mod 4, columns x mod 4.
constexpr const char* kAlpha[] = {"2143", "4321", "4321", "2143"};
constexpr const char* kBeta[] = {"2143", "1212", "4321", "1212"};

void add_rank(Names& names, unsigned rank) {
  const std::string prefix = "r" + std::to_string(rank) + "_";
  const bool diagonal = rank % 2 == 1;
  for (const char* way : diagonal ? std::array{"se", "nw", "sw", "ne"} : std::array{"e", "w", "s", "n"}) {
    names.insert(prefix + way);
  }
}

Bench diagonal_torus(std::int64_t side, const std::string& assignment) {
  return {"rdt", {{"side", side}, {"assignment", assignment}}, "scheme-h", {}, false, 3};
}

void expect_ranks_by_map(const std::map<std::string, Names>& path_ports, const char* const (&map)[4], unsigned side,
                         unsigned highest_rank) {
  EXPECT_EQ(path_ports.size(), side * side);
  for (unsigned y = 0; y < side; ++y) {
    for (unsigned x = 0; x < side; ++x) {
      Names expected{"e", "w", "s", "n", "local"};
      const unsigned rank = static_cast<unsigned>(map[y % 4][x % 4] - '0');
      if (rank <= highest_rank) add_rank(expected, rank);
      const std::string router = "net.x" + std::to_string(x) + ".y" + std::to_string(y) + ".router";
      ASSERT_TRUE(path_ports.contains(router)) << router;
      ASSERT_EQ(path_ports.at(router), expected) << router;
    }
  }
}

TEST(PortNames, a_node_of_alpha_has_its_base_ports_those_of_its_rank_and_a_local_one) {
  const Bench bench = diagonal_torus(32, "alpha");
  elaborate();
  expect_ranks_by_map(path_ports_of_routers(), kAlpha, 32, 3);
}

TEST(PortNames, a_node_of_beta_has_its_base_ports_those_of_its_rank_and_a_local_one) {
  const Bench bench = diagonal_torus(32, "beta");
  elaborate();
  expect_ranks_by_map(path_ports_of_routers(), kBeta, 32, 3);
}

/// Returns the ports that the routers of a network shall have.
std::map<std::string, Names> path_ports_of(const Network& network) {
  std::map<std::string, Names> path_ports;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    const PortLayout& ports = network.ports(NodeId{node});
    Names& names = path_ports["net." + network.node_name(NodeId{node}) + ".router"];
    names = Names(ports.begin(), ports.end());
    names.insert("local");
  }
  return path_ports;
}

/// Of the network alone, because 16 384 routers take nine seconds. The last test compares routers with their network.
TEST(PortNames, slow_all_four_ranks_have_ports_from_a_side_of_128) {
  const auto design = find_family("rdt")->build({{"side", std::int64_t{128}}, {"assignment", "beta"}});
  expect_ranks_by_map(path_ports_of(design->network()), kBeta, 128, 4);
}

TEST(PortNames, every_node_of_a_perfect_one_has_four_ports_for_each_rank) {
  const Bench bench = diagonal_torus(32, "perfect");
  elaborate();
  Names expected{"e", "w", "s", "n", "local"};
  for (const unsigned rank : {1u, 2u, 3u}) add_rank(expected, rank);
  const std::map<std::string, Names> path_ports = path_ports_of_routers();
  EXPECT_EQ(path_ports.size(), 32u * 32);
  for (const auto& [router, names] : path_ports) ASSERT_EQ(names, expected) << router;
}

TEST(PortNames, are_those_of_the_network_whatever_it_is) {
  const Bench bench = diagonal_torus(16, "alpha");
  elaborate();
  EXPECT_EQ(path_ports_of_routers(), path_ports_of(bench.network()));
}

}  // namespace
}  // namespace kintsugi::test
