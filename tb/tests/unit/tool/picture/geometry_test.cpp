// The geometry that pictures and the page share, checked by the coordinates in its paths.
#include "tb/tool/picture/geometry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <stdexcept>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/picture/link_lines.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::picture::test {
namespace {

const std::string kUserGraph = (kintsugi::test::source_directory() / "traces/graph_soc.yaml").string();
const std::vector<std::string> kDirect = {"{kind: srt1d, n: 4}",
                                          "{kind: srt2d, n: 3}",
                                          "{kind: srt3d, n: 2}",
                                          "{kind: mesh, sides: [4, 3]}",
                                          "{kind: torus, sides: [5, 4]}",
                                          "{kind: torus, sides: [4, 4, 3]}",
                                          "{kind: hypercube, n: 5}",
                                          "{kind: full, nodes: 7}",
                                          "{kind: rdt, side: 16}",
                                          "{kind: mandala, ports: 4, levels: 3}",
                                          "{kind: sse, n: 3}",
                                          kUserGraph};

Geometry geometry_of(const std::string& network) {
  return picture::geometry_of(load_network(network, {}).setup);
}

/// Returns the end points of all pieces of a path; those of a curve are its ends.
std::vector<std::vector<Point>> pieces_of(const std::string& path) {
  std::vector<std::vector<Point>> pieces;
  static const std::string point = "(-?[0-9.]+) (-?[0-9.]+)";
  static const std::regex step("(M|L|Q" + point + " |C" + point + " " + point + " )" + point);
  for (std::sregex_iterator each(path.begin(), path.end(), step), end; each != end; ++each) {
    const auto& found = *each;
    if (found[1] == "M") pieces.emplace_back();
    pieces.back().push_back({std::stod(found[8]), std::stod(found[9])});
  }
  return pieces;
}

std::vector<double> numbers_in(const std::string& path) {
  std::vector<double> numbers;
  static const std::regex number("-?[0-9.]+");
  for (std::sregex_iterator each(path.begin(), path.end(), number), end; each != end; ++each) {
    numbers.push_back(std::stod(each->str()));
  }
  return numbers;
}

double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

TEST(Geometry, every_link_begins_and_ends_in_the_middle_of_its_nodes) {
  for (const std::string& network : kDirect) {
    const Geometry geometry = geometry_of(network);
    ASSERT_FALSE(geometry.lines.empty()) << network;
    for (const PlacedLine& line : geometry.lines) {
      const auto pieces = pieces_of(line.path);
      ASSERT_FALSE(pieces.empty()) << network << ' ' << line.path;
      EXPECT_LT(distance(pieces.front().front(), geometry.sites[line.from].middle), 0.2) << network << ' ' << line.path;
      EXPECT_LT(distance(pieces.back().back(), geometry.sites[line.to].middle), 0.2) << network << ' ' << line.path;
    }
  }
}

TEST(Geometry, all_nodes_and_lines_are_inside) {
  for (const std::string& network : kDirect) {
    const Geometry geometry = geometry_of(network);
    for (const PlacedBox& box : geometry.sites) {
      EXPECT_GE(box.middle.x - box.size.width / 2, 0) << network << ' ' << box.name;
      EXPECT_GE(box.middle.y - box.size.height / 2, 0) << network << ' ' << box.name;
      EXPECT_LE(box.middle.x + box.size.width / 2, geometry.size.width) << network << ' ' << box.name;
      EXPECT_LE(box.middle.y + box.size.height / 2, geometry.size.height) << network << ' ' << box.name;
    }
    for (const PlacedLine& line : geometry.lines) {
      for (const auto& piece : pieces_of(line.path)) {
        for (const Point at : piece) {
          EXPECT_TRUE(at.x >= 0 && at.y >= 0 && at.x <= geometry.size.width && at.y <= geometry.size.height)
              << network << ' ' << line.path;
        }
      }
    }
  }
}

TEST(Geometry, no_two_nodes_cover_each_other) {
  for (const std::string& network : kDirect) {
    const Geometry geometry = geometry_of(network);
    for (std::size_t a = 0; a < geometry.sites.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        EXPECT_GT(distance(geometry.sites[a].middle, geometry.sites[b].middle), 2 * kNodeRadius)
            << network << ' ' << geometry.sites[a].name << ' ' << geometry.sites[b].name;
      }
    }
  }
}

TEST(Geometry, no_straight_line_passes_over_another_node) {
  for (const std::string& network : kDirect) {
    const Geometry geometry = geometry_of(network);
    for (const PlacedLine& line : geometry.lines) {
      if (line.path.find('Q') != std::string::npos || pieces_of(line.path).front().size() > 2) continue;
      for (const auto& piece : pieces_of(line.path)) {
        for (int step = 0; step <= 100; ++step) {
          const Point at = piece.front() + (piece.back() - piece.front()) * (step / 100.0);
          for (std::uint32_t site = 0; site < geometry.sites.size(); ++site) {
            if (site == line.from || site == line.to) continue;
            ASSERT_GT(distance(at, geometry.sites[site].middle), kNodeRadius)
                << network << ' ' << line.path << ' ' << geometry.sites[site].name;
          }
        }
      }
    }
  }
}

TEST(Geometry, a_wrap_link_leaves_on_one_side_and_comes_back_on_the_other) {
  const Geometry geometry = geometry_of("{kind: torus, sides: [5, 4]}");
  std::size_t in_two = 0;
  for (const PlacedLine& line : geometry.lines) {
    double drawn = 0;
    const auto pieces = pieces_of(line.path);
    for (const auto& piece : pieces) drawn += distance(piece.front(), piece.back());
    EXPECT_NEAR(drawn, kNodePitch, 0.5) << "every link of a torus is as long as the others: " << line.path;
    in_two += pieces.size() == 2 ? 1 : 0;
  }
  EXPECT_EQ(in_two, 5u + 4u);
}

TEST(Geometry, only_a_grid_has_a_border) {
  EXPECT_TRUE(LinkLines(load_network("{kind: torus, sides: [5, 4]}", {}).setup.network()).has_border());
  for (const std::string& network :
       {std::string("{kind: srt1d, n: 4}"), std::string("{kind: mesh, sides: [5, 4]}"), kUserGraph}) {
    EXPECT_FALSE(LinkLines(load_network(network, {}).setup.network()).has_border()) << network;
  }
}

/// The link from node 4 at (0.5, 1) to node 16 at (0, 3.5) has node 6 at (0, 2) and node 7 at (1, 2) beside it.
TEST(Geometry, an_arc_is_on_the_side_where_it_is_farther_from_nodes) {
  const Geometry geometry = geometry_of(kUserGraph);
  const auto is_searched = [](const PlacedLine& line) {
    return std::min(line.from, line.to) == 4 && std::max(line.from, line.to) == 16;
  };
  const auto line = std::ranges::find_if(geometry.lines, is_searched);
  ASSERT_NE(line, geometry.lines.end());
  const std::size_t bend = line->path.find('Q');
  ASSERT_NE(bend, std::string::npos) << line->path;
  const double control = std::stod(line->path.substr(bend + 1));
  EXPECT_LT(control, geometry.sites[16].middle.x) << line->path;
}

TEST(Geometry, links_between_the_same_nodes_have_lines_of_their_own) {
  const Geometry geometry = geometry_of("{kind: srt2d, n: 2}");
  std::set<std::string> paths;
  for (const PlacedLine& line : geometry.lines) paths.insert(line.path);
  EXPECT_EQ(paths.size(), geometry.lines.size());
}

/// A network of nodes in a row of which some are joined several times, or to themselves.
Network joined(std::uint32_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& links) {
  std::vector<std::vector<std::string>> ports(nodes);
  for (const auto& [a, b] : links) {
    for (const std::uint32_t node : {a, b}) ports[node].push_back("p" + std::to_string(ports[node].size()));
  }
  Network network("row");
  for (std::uint32_t node = 0; node < nodes; ++node) {
    network.add_node("n" + std::to_string(node), network.add_layout(ports[node]), {2.0 * node, 0});
  }
  const KindId kind = network.add_kind("link");
  std::vector<std::uint16_t> next(nodes);
  for (const auto& [a, b] : links) {
    const PortRef from{NodeId{a}, PortId{next[a]++}};
    network.connect(from, {NodeId{b}, PortId{next[b]++}}, kind);
  }
  return network;
}

/// Returns the least distance between points amid the lines of the links, in pitches.
double least_distance_amid(const Network& network) {
  const LinkLines lines(network);
  double least = 1e9;
  for (std::size_t i = 0; i < network.links().size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Point one = lines.middle(network.links()[i].a).first, other = lines.middle(network.links()[k].a).first;
      least = std::min(least, distance(one, other) / kNodePitch);
    }
  }
  return least;
}

TEST(Geometry, draws_any_number_of_parallel_links_apart) {
  EXPECT_GT(least_distance_amid(joined(2, {{0, 1}, {0, 1}, {1, 0}, {0, 1}, {1, 0}, {0, 1}, {0, 1}})), 0.3);
  EXPECT_GT(least_distance_amid(joined(3, {{0, 2}, {0, 2}, {2, 0}, {0, 2}, {2, 0}})), 0.3) << "around node 1";
}

TEST(Geometry, draws_links_of_a_node_to_itself_as_loops_that_are_seen) {
  const Network network = joined(2, {{0, 0}, {0, 1}, {0, 0}, {0, 0}, {1, 1}, {0, 0}});
  EXPECT_GT(least_distance_amid(network), 0.15);
  const LinkLines lines(network);
  for (const Link& link : network.links()) {
    if (link.a.node != link.b.node) continue;
    EXPECT_GT(distance(lines.middle(link.a).first, lines.place(link.a.node)), 1.5 * kNodeRadius);
    const auto [amid, direction] = lines.middle(link.a);
    EXPECT_NEAR(std::hypot(direction.x, direction.y), 1, 1e-9);
    EXPECT_TRUE(amid.y >= lines.low_corner().y && amid.y <= lines.high_corner().y);
  }
}

/// Of an RDT 64 of 192 arcs would pass over a node if all were equally high.
// The diagonals of rank 3 at side 32 and above are too long to pass between all nodes.
TEST(Geometry, no_arc_of_an_rdt_of_side_16_passes_over_a_node) {
  const char* const kind = "{kind: rdt, side: 16}";
  const Input input = load_network(kind, {});
  const Network& network = input.setup.network();
  const Geometry geometry = picture::geometry_of(input.setup);
  std::size_t over = 0, arcs = 0;
  for (const PlacedLine& line : geometry.lines) {
    const std::size_t bend = line.path.find('Q');
    if (bend == std::string::npos) continue;
    ++arcs;
    const std::vector<double> numbers = numbers_in(line.path);
    const Point from{numbers[0], numbers[1]}, control{numbers[2], numbers[3]}, to{numbers[4], numbers[5]};
    bool is_over = false;
    for (int step = 0; step <= 100; ++step) {
      const double t = step / 100.0;
      const Point at = from * ((1 - t) * (1 - t)) + control * (2 * t * (1 - t)) + to * (t * t);
      for (std::uint32_t node = 0; node < network.nodes(); ++node) {
        is_over = is_over ||
                  (node != line.from && node != line.to && distance(at, geometry.sites[node].middle) < kNodeRadius);
      }
    }
    over += is_over ? 1 : 0;
  }
  EXPECT_GT(arcs, 50u);
  EXPECT_EQ(over, 0u) << kind;
}

TEST(Geometry, a_wafer_has_boxes_for_all_sites_and_switches_and_lines_between_switches) {
  const Input input = load_scenario("{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}}", {});
  const Geometry geometry = picture::geometry_of(input.setup);
  const Fabric& fabric = input.setup.built_fabric();
  ASSERT_EQ(geometry.sites.size(), fabric.sites.size());
  ASSERT_EQ(geometry.switches.size(), fabric.switches.size());
  ASSERT_EQ(geometry.lines.size(), fabric.wires.size() + fabric.links.size());
  for (const PlacedLine& line : geometry.lines) {
    ASSERT_EQ(line.ends, PlacedLine::Ends::kSwitches);
    const PlacedBox& box = geometry.switches[line.from];
    const Point from = pieces_of(line.path).front().front();
    EXPECT_LE(std::abs(from.x - box.middle.x), box.size.width / 2 + 0.1) << box.name << ' ' << line.path;
    EXPECT_LE(std::abs(from.y - box.middle.y), box.size.height / 2 + 0.1) << box.name << ' ' << line.path;
  }
}

TEST(Geometry, the_switches_of_an_array_are_listed_below_their_pe) {
  const Input input = load_scenario("{network: {kind: sse, n: 4, scheme: sft1}, defects: {pe: [5]}}", {});
  const Geometry geometry = picture::geometry_of(input.setup);
  const Fabric& fabric = input.setup.built_fabric();
  ASSERT_EQ(geometry.switches.size(), fabric.switches.size());
  for (std::size_t a = 0; a < geometry.switches.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Point way = geometry.switches[a].middle - geometry.switches[b].middle;
      const Size size = geometry.switches[a].size;
      EXPECT_TRUE(std::abs(way.x) >= size.width - 0.01 || std::abs(way.y) >= size.height - 0.01)
          << geometry.switches[a].name << " covers " << geometry.switches[b].name;
    }
  }
}

TEST(Geometry, a_network_that_is_too_large_is_refused) {
  EXPECT_THROW(geometry_of("{kind: mesh, sides: [65, 64]}"), std::length_error);
}

}  // namespace
}  // namespace kintsugi::picture::test
