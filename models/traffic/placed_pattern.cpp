#include "models/traffic/placed_pattern.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kintsugi {

namespace {

class PlacedPattern final : public TrafficPattern {
 public:
  PlacedPattern(std::unique_ptr<const TrafficPattern> pattern, std::vector<NodeId> node_of,
                std::vector<NodeId> index_of)
      : pattern_(std::move(pattern)), node_of_(std::move(node_of)), index_of_(std::move(index_of)) {}

  bool sends(NodeId source) const override {
    const NodeId index = index_of_[source.value];
    return index != kNoNode && pattern_->sends(index);
  }
  NodeId destination(NodeId source, RandomStream& random) const override {
    return node_of_[pattern_->destination(index_of_[source.value], random).value];
  }

 private:
  std::unique_ptr<const TrafficPattern> pattern_;
  std::vector<NodeId> node_of_;   // by node of the pattern
  std::vector<NodeId> index_of_;  // by node of the network; kNoNode: not in the list
};

std::vector<NodeId> indices_of(std::span<const NodeId> list, const Network& network) {
  const std::size_t nodes = network.nodes();
  std::vector<NodeId> index_of(nodes, kNoNode);
  for (std::uint32_t index = 0; index < list.size(); ++index) {
    const NodeId node = list[index];
    if (node.value >= nodes) {
      throw PatternError("among",
                         std::to_string(node.value) + " is not a node; valid is 0 to " + std::to_string(nodes - 1));
    }
    if (index_of[node.value] != kNoNode) {
      throw PatternError("among", network.node_name(node) + " comes twice; leave one out");
    }
    index_of[node.value] = NodeId{index};
  }
  return index_of;
}

/// Returns the nodes of the list by their names and without links: as node i the i-th of the list.
Network nodes_of_list(const Network& network, std::span<const NodeId> list) {
  Network nodes("nodes of the list");
  const std::size_t layout = nodes.add_layout({});
  for (const NodeId node : list) nodes.add_node(network.node_name(node), layout);
  return nodes;
}

}  // namespace

std::unique_ptr<const TrafficPattern> make_among(const PatternInfo& pattern, const PatternOptions& options,
                                                 const Network& network, std::span<const NodeId> list) {
  if (list.size() < 2) throw PatternError("among", "at least two nodes are needed");
  std::vector<NodeId> index_of = indices_of(list, network);
  auto made = list.size() == network.nodes() ? pattern.make(network, options)
                                             : pattern.make(nodes_of_list(network, list), options);
  return std::make_unique<PlacedPattern>(std::move(made), std::vector(list.begin(), list.end()), std::move(index_of));
}

}  // namespace kintsugi
