/// Finds the nodes of a network that a scenario names (models/network/node_names.hpp), and reports words that are none.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/network/node_names.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/written_node.hpp"

namespace kintsugi {

class NodeFinder {
 public:
  /// The network must outlive this.
  NodeFinder(const Network& network, Diagnostics& errors) : names_(network), errors_(&errors) {}
  /// Returns the node; nullopt, and adds an error about the key, if there is none.
  std::optional<NodeId> find(const WrittenNode& node, const std::string& key) const;
  /// Returns the node, which must have a PE; nullopt, and adds an error about the key, if not.
  std::optional<NodeId> find_pe(const WrittenNode& node, const std::string& key) const;
  /// Returns the nodes, which must be different, in their order; after an error without those that are wrong.
  /// `with_pe`: they must have a PE.
  std::vector<NodeId> find(std::span<const WrittenNode> nodes, const std::string& key, bool with_pe = false) const;

 private:
  NodeNames names_;
  Diagnostics* errors_;
};

}  // namespace kintsugi
