#include "tb/tool/setup/node_finder.hpp"

#include <set>

namespace kintsugi {

std::optional<NodeId> NodeFinder::find(const WrittenNode& node, const std::string& key) const {
  const auto found = names_.find(node.word);
  if (!found) errors_->add(node.where, [&] { return key + ": " + names_.refusal(node.word); });
  return found;
}

std::optional<NodeId> NodeFinder::find_pe(const WrittenNode& node, const std::string& key) const {
  const auto found = find(node, key);
  if (!found || names_.network().has_pe(*found)) return found;
  errors_->add(node.where, [&] { return key + ": " + names_.refusal_of_router(node.word); });
  return std::nullopt;
}

std::vector<NodeId> NodeFinder::find(std::span<const WrittenNode> nodes, const std::string& key, bool with_pe) const {
  std::vector<NodeId> list;
  std::set<NodeId> seen;
  for (const WrittenNode& node : nodes) {
    const auto found = with_pe ? find_pe(node, key) : find(node, key);
    if (!found) continue;
    list.push_back(*found);
    if (!seen.insert(*found).second) errors_->add(node.where, key, ": ", node.word, " comes twice; leave one out");
  }
  return list;
}

}  // namespace kintsugi
