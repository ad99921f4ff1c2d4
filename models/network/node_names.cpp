#include "models/network/node_names.hpp"
#include "models/network/number_in.hpp"

namespace kintsugi {

NodeNames::NodeNames(const Network& network) : network_(&network) {
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    const auto number = number_in<std::uint64_t>(network.node_name(node));
    numbers_are_names_ = numbers_are_names_ || (number && *number != node.value);
  }
}

std::optional<NodeId> NodeNames::named(std::string_view name) const {
  if (by_name_.empty()) {
    for (const NodeId node : ids<NodeId>(network_->nodes())) by_name_.emplace(network_->node_name(node), node);
  }
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<NodeId> NodeNames::find(std::string_view word) const {
  return is_number(word) ? find(*number_in<std::uint64_t>(word)) : named(word);
}

bool NodeNames::is_number(std::string_view word) const {
  return !numbers_are_names_ && number_in<std::uint64_t>(word).has_value();
}

std::optional<NodeId> NodeNames::find(std::uint64_t number) const {
  if (numbers_are_names_) return named(std::to_string(number));
  return number < network_->nodes() ? std::optional(NodeId{static_cast<std::uint32_t>(number)}) : std::nullopt;
}

std::string NodeNames::label(NodeId node) const {
  constexpr std::size_t kLongest = 5;
  if (!numbers_are_names_) return std::to_string(node.value);
  const std::string& name = network_->node_name(node);
  return name.size() <= kLongest ? name : ".." + name.substr(name.size() - (kLongest - 2));
}

std::string NodeNames::valid(std::string_view word) const {
  const std::string name = "a name such as " + network_->node_name(NodeId{0});
  if (numbers_are_names_) return name;
  const std::string numbers = "0 to " + std::to_string(network_->nodes() - 1);
  return number_in<std::uint64_t>(word) ? numbers : numbers + ", or " + name;
}

std::string NodeNames::refusal_of_router(std::string_view word) const {
  return '\'' + std::string(word) + "' is a router without a PE; name a node with one, such as " +
         network_->node_name(network_->nodes_with_pe().front());
}

std::string NodeNames::refusal(std::string_view word) const {
  constexpr std::size_t kLongestShown = 40;
  std::string shown(word.substr(0, kLongestShown));
  if (word.size() > kLongestShown) shown += "...";
  return '\'' + shown + "' is not a node; valid is " + valid(word);
}

}  // namespace kintsugi
