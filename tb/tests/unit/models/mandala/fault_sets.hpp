/// Sets of faults of a MANDALA network, and the graph that remains: for tests of hdr.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "models/mandala/faulty_network.hpp"
#include "models/mandala/topology.hpp"

namespace kintsugi::mandala::test {

/// Returns every single fault: the nodes, then the links.
inline std::vector<Faults> single_faults(const Mandala& mandala) {
  std::vector<Faults> all;
  for (std::uint32_t node = 0; node < mandala.nodes(); ++node) all.push_back({{NodeId{node}}, {}});
  const Network network = make_network(mandala);
  for (const Link& link : network.links()) all.push_back({{}, {{link.a.node, link.b.node}}});
  return all;
}

using UseFaults = std::function<void(const Faults&)>;

/// Returns every pair of faults: two nodes, two links, or one of each.
inline void for_each_pair_of_faults(const Mandala& mandala, const UseFaults& use) {
  const std::vector<Faults> faults = single_faults(mandala);
  for (std::size_t a = 0; a < faults.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) use(both(faults[a], faults[b]));
  }
}

inline void sample_faults(const Mandala& mandala, unsigned faults, unsigned sets, const UseFaults& use) {
  const std::vector<Faults> all = single_faults(mandala);
  std::mt19937 random(faults);
  for (unsigned i = 0; i < sets; ++i) {
    std::vector<std::size_t> drawn;
    Faults set;
    while (drawn.size() < faults) {
      const std::size_t next = random() % all.size();
      if (std::ranges::find(drawn, next) != drawn.end()) continue;
      drawn.push_back(next);
      set = both(set, all[next]);
    }
    use(set);
  }
}

inline std::string describe(const Faults& faults) {
  std::string text;
  for (const NodeId node : faults.nodes) text += " n" + std::to_string(node.value);
  for (const auto& [a, b] : faults.links) text += " n" + std::to_string(a.value) + "-n" + std::to_string(b.value);
  return text;
}

inline bool is_dead(const Faults& faults, NodeId node) {
  return std::ranges::find(faults.nodes, node) != faults.nodes.end();
}

/// Returns the network without its dead links and without all links of its dead nodes.
inline Network what_is_left(const Mandala& mandala, const Faults& faults) {
  const Network whole = make_network(mandala);
  Network left(whole.name());
  for (const std::string& kind : whole.kinds()) left.add_kind(kind);
  const std::size_t layout = left.add_layout(whole.ports(NodeId{0}));
  for (NodeId node{0}; node.value < whole.nodes(); ++node.value) left.add_node(whole.node_name(node), layout);
  for (const Link& link : whole.links()) {
    const NodeId a = link.a.node, b = link.b.node;
    const bool dead = std::ranges::any_of(faults.links, [&](const auto& pair) {
      return pair == std::pair{a, b} || pair == std::pair{b, a};
    });
    if (!dead && !is_dead(faults, a) && !is_dead(faults, b)) left.connect(link.a, link.b, link.kind);
  }
  return left;
}

inline constexpr unsigned kNever = ~0u;

/// Returns the hops from the nearest of `from` to each node, passing only nodes in [first, last).
inline std::vector<unsigned> distances(const Network& network, const std::vector<NodeId>& from, std::uint32_t first,
                                       std::uint32_t last) {
  std::vector<unsigned> hops(network.nodes(), kNever);
  std::vector<NodeId> queue = from;
  for (const NodeId node : from) hops[node.value] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const PortRef far : network.peers(queue[next])) {
      if (far.node == kNoNode || far.node.value < first || far.node.value >= last) continue;
      if (hops[far.node.value] != kNever) continue;
      hops[far.node.value] = hops[queue[next].value] + 1;
      queue.push_back(far.node);
    }
  }
  return hops;
}

/// Returns the number of ordered pairs of live nodes with a path between them.
inline std::uint64_t connected_pairs(const Network& left) {
  const auto nodes = static_cast<std::uint32_t>(left.nodes());
  std::uint64_t pairs = 0;
  for (NodeId node{0}; node.value < nodes; ++node.value) {
    for (const unsigned hops : distances(left, {node}, 0, nodes)) pairs += hops != kNever && hops != 0 ? 1 : 0;
  }
  return pairs;
}

}  // namespace kintsugi::mandala::test
