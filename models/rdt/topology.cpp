#include "models/rdt/topology.hpp"

#include "models/rdt/assignment.hpp"

namespace kintsugi::rdt {

namespace {

std::string title(const Rdt& rdt) {
  const std::string side = std::to_string(rdt.side());
  const std::string size = " " + side + "x" + side;
  const std::string n = std::to_string(rdt.cardinal);
  if (rdt.is_perfect()) return "PRDT(" + n + "," + std::to_string(rdt.highest_rank()) + ")" + size;
  return name_with_parameters(rdt) + "/" + assignment_name(rdt) + size;
}

void add_kinds(Network& network, const Rdt& rdt) {
  network.add_kind("base");
  for (unsigned rank = 1; rank <= rdt.highest_rank(); ++rank) network.add_kind("rank " + std::to_string(rank));
}

void append_ports(PortLayout& layout, const Rdt& rdt, unsigned rank) {
  const std::string prefix = rank == 0 ? "" : "r" + std::to_string(rank) + "_";
  for (const Way way : kAllWays) layout.push_back(prefix + compass(rdt, rank, way));
}

/// Adds a port layout for every set of ranks that a node of this network has. Returns the layouts, by class.
std::vector<std::size_t> add_layouts(Network& network, const Rdt& rdt) {
  std::vector<std::size_t> layout_of;
  std::vector<PortLayout> layouts;
  for (unsigned node_class = 0; node_class < rdt.classes(); ++node_class) {
    PortLayout layout;
    const NodeId node = rdt.node_of_class(node_class);
    for (unsigned rank = 0; rank < kRanks; ++rank) {
      if (rdt.has_rank(node, rank)) append_ports(layout, rdt, rank);
    }
    std::size_t number = 0;
    while (number < layouts.size() && layouts[number] != layout) ++number;
    if (number == layouts.size()) {
      network.add_layout(layout);
      layouts.push_back(layout);
    }
    layout_of.push_back(number);
  }
  return layout_of;
}

void add_nodes(Network& network, const Rdt& rdt) {
  const auto layout_of = add_layouts(network, rdt);
  for (std::uint32_t number = 0; number < rdt.nodes(); ++number) {
    const NodeId node{number};
    network.add_node("x" + std::to_string(rdt.x(node)) + ".y" + std::to_string(rdt.y(node)),
                     layout_of[class_of(rdt, node)], {double(rdt.x(node)), double(rdt.y(node))});
  }
}

/// Connects a node ahead in both directions, unless the other end of a half turn has made the link already.
void connect_ahead(Network& network, const Rdt& rdt, NodeId node, unsigned rank) {
  for (const Way way : {Way::kHAhead, Way::kVAhead}) {
    const NodeId far = rdt.neighbour(node, rank, way);
    const PortRef from{node, rdt.port(node, rank, way)};
    const PortRef to{far, rdt.port(far, rank, opposite(way))};
    if (!network.peer(from)) network.connect(from, to, KindId{static_cast<std::uint8_t>(rank)});
  }
}

std::vector<NodeId> one_of_each_class(const Rdt& rdt) {
  if (rdt.is_perfect()) return {NodeId{0}};
  std::vector<NodeId> nodes;
  for (unsigned node_class = 0; node_class < rdt.classes(); ++node_class)
    nodes.push_back(rdt.node_of_class(node_class));
  return nodes;
}

}  // namespace

Network make_network(const Rdt& rdt) {
  validate(rdt);
  Network network(title(rdt));
  add_kinds(network, rdt);
  add_nodes(network, rdt);
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    for (unsigned rank = 0; rank <= rdt.highest_rank(); ++rank) {
      if (rdt.has_rank(NodeId{node}, rank)) connect_ahead(network, rdt, NodeId{node}, rank);
    }
  }
  network.set_grid({{rdt.side(), rdt.side()}, true});
  network.set_representatives(one_of_each_class(rdt));
  return network;
}

}  // namespace kintsugi::rdt
