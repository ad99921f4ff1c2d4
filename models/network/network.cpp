#include "models/network/network.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/network/node_names.hpp"
#include "models/network/number_in.hpp"

namespace kintsugi {

namespace {

constexpr PortRef kOpen{kNoNode, kNoPort};

/// Returns whether a name is digits, perhaps with a point between them as in 1.0, and not the number of its node.
bool is_another_number(std::string_view name, NodeId node) {
  constexpr std::string_view kDigits = "0123456789";
  const auto digits = [&](std::string_view text) {
    return !text.empty() && text.find_first_not_of(kDigits) == std::string_view::npos;
  };
  const std::size_t point = name.find('.');
  if (!digits(name.substr(0, point))) return false;
  if (point != std::string_view::npos && !digits(name.substr(point + 1))) return false;
  return number_in<double>(name) != std::optional<double>(node.value);  // one of too many digits is no number of a node
}

}  // namespace

Network::Network(std::string name) : name_(std::move(name)) {}

void Network::set_representatives(std::vector<NodeId> representatives, std::vector<std::uint32_t> class_sizes) {
  representatives_ = std::move(representatives);
  class_sizes_ = std::move(class_sizes);
}

std::span<const std::string> Network::kinds() const {
  return kinds_;
}

std::span<const Link> Network::links() const {
  return links_;
}

std::span<const NodeId> Network::representatives() const {
  return representatives_;
}

std::span<const std::uint32_t> Network::class_sizes() const {
  return class_sizes_;
}

KindId Network::add_kind(std::string name) {
  kinds_.push_back(std::move(name));
  return KindId{static_cast<std::uint8_t>(kinds_.size() - 1)};
}

std::size_t Network::add_layout(PortLayout layout) {
  if (layout.size() >= kMaxPorts) {
    throw std::invalid_argument("a router has at most " + std::to_string(kMaxPorts - 1) + " network ports, not " +
                                std::to_string(layout.size()));
  }
  layouts_.push_back(std::move(layout));
  return layouts_.size() - 1;
}

NodeId Network::add_node(std::string name, std::size_t layout, Position position) {
  if (layout >= layouts_.size()) throw std::invalid_argument("node '" + name + "' asks for an unknown port layout");
  const NodeId node{static_cast<std::uint32_t>(nodes())};
  numbers_are_names_ = numbers_are_names_ || is_another_number(name, node);
  by_name_.forget();
  node_names_.push_back(std::move(name));
  layout_of_.push_back(layout);
  positions_.push_back(position);
  first_port_.push_back(far_.size());
  far_.resize(far_.size() + layouts_[layout].size(), kOpen);
  kind_of_.resize(far_.size());
  is_end_b_.resize(far_.size());
  return node;
}

NodeId Network::node(std::string_view name_or_number) const {
  const NodeNames names(*this);
  if (const auto found = names.find(name_or_number)) return *found;
  throw std::invalid_argument(names.complaint(name_or_number));
}

NodeId Network::node_named(std::string_view name) const {
  const auto found =
      by_name_.find(name, nodes(), [this](std::size_t node) -> std::string_view { return node_names_[node]; });
  return found ? NodeId::from(*found) : kNoNode;
}

std::size_t Network::slot(PortRef port) const {
  if (port.node.value >= nodes() || port.port.value >= ports(port.node).size()) {
    throw std::invalid_argument("node " + std::to_string(port.node.value) + " has no port " +
                                std::to_string(port.port.value));
  }
  return first_port_[port.node.value] + port.port.value;
}

void Network::connect(PortRef a, PortRef b, KindId kind) {
  if (kind.value >= kinds_.size()) throw std::invalid_argument("unknown link kind " + std::to_string(kind.value));
  if (a == b) throw std::invalid_argument("port " + describe(a) + " cannot be linked to itself");
  for (const PortRef port : {a, b}) {
    if (far_[slot(port)] != kOpen) throw std::invalid_argument("port " + describe(port) + " is linked twice");
  }
  far_[slot(a)] = b;
  far_[slot(b)] = a;
  kind_of_[slot(a)] = kind_of_[slot(b)] = kind;
  is_end_b_[slot(b)] = true;
  links_.push_back({a, b, kind});
}

void Network::set_routers_alone(const std::vector<NodeId>& routers) {
  is_alone_.assign(routers.empty() ? 0 : nodes(), false);
  for (const NodeId router : routers) is_alone_.at(router.index()) = true;
  routers_alone_ = routers.size();
}

std::vector<NodeId> Network::nodes_with_pe() const {
  std::vector<NodeId> list;
  for (const NodeId node : ids<NodeId>(nodes())) {
    if (has_pe(node)) list.push_back(node);
  }
  return list;
}

void Network::set_grid(Grid grid) {
  std::size_t places = 1;
  for (const unsigned side : grid.sides) places *= side;
  if (grid.sides.empty() || places != nodes())
    throw std::invalid_argument("the sides of the grid do not fit the nodes");
  grid_ = std::move(grid);
}

std::span<const PortRef> Network::peers(NodeId node) const {
  return std::span(far_).subspan(first_port_.at(node.value), ports(node).size());
}

PortId Network::port_named(NodeId node, std::string_view name) const {
  const PortLayout& layout = ports(node);
  for (std::uint16_t p = 0; p < layout.size(); ++p) {
    if (layout[p] == name) return PortId{p};
  }
  return kNoPort;
}

std::string Network::describe(PortRef port) const {
  slot(port);
  return node_name(port.node) + "." + ports(port.node)[port.port.value];
}

}  // namespace kintsugi
