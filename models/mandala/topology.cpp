#include "models/mandala/topology.hpp"

namespace kintsugi::mandala {

namespace {

std::string title(const Mandala& mandala) {
  const std::string whole =
      "MANDALA(" + std::to_string(mandala.ports) + " ports, " + std::to_string(mandala.levels) + " levels)";
  if (mandala.is_whole()) return whole;
  std::string part = whole + " first " + std::to_string(mandala.prefix()) + " nodes";
  const char* separator = " and ";
  for (const std::uint32_t number : mandala.added) {
    part += separator + std::to_string(number);
    separator = ", ";
  }
  return part;
}

/// Returns the place of a node: a cluster is a square of clusters one level below, a pitch apart.
Position position(const Mandala& mandala, NodeId node) {
  unsigned across = 1;
  while (across * across < mandala.ports) ++across;
  const Digits digits = mandala.digits(node);
  Position at;
  double stride = 1;
  for (unsigned i = 1; i <= mandala.levels; ++i, stride = stride * across + 1) {
    at.x += stride * (digits[i] % across);
    at.y += stride * (digits[i] / across);
  }
  return at;
}

void add_nodes(Network& network, const Mandala& mandala) {
  PortLayout ports;
  for (unsigned port = 0; port < mandala.ports; ++port) ports.push_back("p" + std::to_string(port));
  const std::size_t router = network.add_layout(std::move(ports));
  for (const NodeId id : ids<NodeId>(mandala.nodes())) {
    const NodeId node = mandala.number_of(id);
    network.add_node("n" + std::to_string(node.value), router, position(mandala, node));
  }
}

/// Permuting the digits' values maps the network to itself. So of all nodes whose digits are equal in the same places
/// the one stands for all whose digits, from the highest on, are numbered as they first appear.
void set_representatives(Network& network, const Mandala& mandala) {
  std::vector<NodeId> nodes;
  std::vector<std::uint32_t> class_sizes;
  for (const NodeId node : ids<NodeId>(mandala.nodes())) {
    const Digits digits = mandala.digits(node);
    unsigned values = 0;
    bool in_order = true;
    for (unsigned i = mandala.levels; i > 0 && in_order; --i) {
      in_order = digits[i] <= values;
      if (digits[i] == values) ++values;
    }
    if (!in_order) continue;
    nodes.push_back(node);
    std::uint32_t size = 1;
    for (unsigned k = 0; k < values; ++k) size *= mandala.ports - k;
    class_sizes.push_back(size);
  }
  network.set_representatives(std::move(nodes), std::move(class_sizes));
}

/// Visits each end of a link of the whole network that is at an existing node, by numbers.
template <class Visit>
void for_each_end(const Mandala& mandala, const Visit& visit) {
  for (const NodeId id : ids<NodeId>(mandala.nodes())) {
    const NodeId node = mandala.number_of(id);
    for (unsigned port = 0; port < mandala.ports; ++port) {
      const std::optional<PortRef> far = mandala.far(node, port);
      if (far) visit(PortRef{node, PortId::from(port)}, *far);
    }
  }
}

}  // namespace

Network make_nodes(const Mandala& mandala) {
  validate(mandala);
  Network nodes(title(mandala));
  add_nodes(nodes, mandala);
  return nodes;
}

Network make_network(const Mandala& mandala) {
  validate(mandala);
  Network network(title(mandala));
  std::vector<KindId> kinds;
  for (unsigned level = 1; level <= mandala.levels; ++level) {
    kinds.push_back(network.add_kind("level " + std::to_string(level)));
  }
  add_nodes(network, mandala);
  const auto of_network = [&mandala](PortRef end) { return PortRef{mandala.id_of(end.node), end.port}; };
  for_each_end(mandala, [&](PortRef near, PortRef far) {
    if (!mandala.exists(far.node) || far < near) return;
    network.connect(of_network(near), of_network(far), kinds[mandala.link_level(near.node, near.port.value) - 1]);
  });
  if (mandala.is_whole()) set_representatives(network, mandala);
  return network;
}

std::vector<MissingLink> missing_links(const Mandala& mandala) {
  validate(mandala);
  std::vector<MissingLink> missing;
  for_each_end(mandala, [&](PortRef near, PortRef far) {
    if (mandala.exists(far.node)) return;
    missing.push_back(
        {{mandala.id_of(near.node), near.port}, far.node, mandala.link_level(near.node, near.port.value)});
  });
  return missing;
}

}  // namespace kintsugi::mandala
