#include "models/mandala/faulty_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace kintsugi::mandala {

namespace {

void refuse_unless_there(const Mandala& mandala, NodeId node) {
  if (mandala.exists(node)) return;
  throw std::invalid_argument("there is no node " + std::to_string(node.value) + "; valid is 0 to " +
                              std::to_string(mandala.prefix() - 1) +
                              (mandala.added.empty() ? "" : " or an added node"));
}

void refuse_unless_joined(const Mandala& mandala, NodeId a, NodeId b) {
  refuse_unless_there(mandala, a);
  refuse_unless_there(mandala, b);
  for (unsigned port = 0; port < mandala.ports; ++port) {
    const std::optional<PortRef> far = mandala.far(a, port);
    if (far && far->node == b) return;
  }
  throw std::invalid_argument("nodes " + std::to_string(a.value) + " and " + std::to_string(b.value) +
                              " are not joined");
}

}  // namespace

Faults both(const Faults& a, const Faults& b) {
  Faults all = a;
  all.nodes.insert(all.nodes.end(), b.nodes.begin(), b.nodes.end());
  all.links.insert(all.links.end(), b.links.begin(), b.links.end());
  return all;
}

std::optional<Crossing> crossing_at(const Mandala& mandala, NodeId node, unsigned port) {
  const std::optional<PortRef> far = mandala.far(node, port);
  if (!far) return std::nullopt;
  const unsigned level = mandala.link_level(node, port);
  const unsigned near_digit = mandala.digits(node)[level];
  const unsigned far_digit = mandala.digits(far->node)[level];
  return Crossing{level, node.value / mandala.power(level), std::min(near_digit, far_digit),
                  std::max(near_digit, far_digit)};
}

bool concerns(const Mandala& mandala, const Crossing& crossing, NodeId node) {
  return node.value / mandala.power(crossing.level) == crossing.cluster;
}

FaultyNetwork::FaultyNetwork(const Mandala& mandala, const Faults& faults) : mandala_(mandala) {
  validate(mandala);
  node_is_alive_.assign(mandala.size(), false);
  std::fill_n(node_is_alive_.begin(), mandala.prefix(), true);
  for (const std::uint32_t number : mandala.added) node_is_alive_[number] = true;
  for (const NodeId node : faults.nodes) {
    refuse_unless_there(mandala, node);
    node_is_alive_[node.value] = false;
  }
  for (const auto& [a, b] : faults.links) {
    refuse_unless_joined(mandala, a, b);
    dead_links_.push_back({a, b});
    dead_links_.push_back({b, a});
  }
  std::ranges::sort(dead_links_);
}

std::optional<NodeId> FaultyNetwork::neighbour(NodeId node, unsigned port) const {
  const std::optional<PortRef> far = mandala_.far(node, port);
  if (!far || !is_alive(node) || !is_alive(far->node)) return std::nullopt;
  if (std::ranges::binary_search(dead_links_, std::pair{node, far->node})) return std::nullopt;
  return far->node;
}

std::vector<Crossing> FaultyNetwork::dead_crossings() const {
  std::vector<Crossing> dead;
  for (std::uint32_t node = 0; node < mandala_.size(); ++node) {
    for (unsigned port = 0; port < mandala_.ports; ++port) {
      if (neighbour(NodeId{node}, port)) continue;
      if (const auto crossing = crossing_at(mandala_, NodeId{node}, port)) dead.push_back(*crossing);
    }
  }
  std::ranges::sort(dead);
  dead.erase(std::ranges::unique(dead).begin(), dead.end());
  return dead;
}

}  // namespace kintsugi::mandala
