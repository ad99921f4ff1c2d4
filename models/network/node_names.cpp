#include "models/network/node_names.hpp"

#include "models/network/nearest.hpp"
#include "models/network/number_in.hpp"

namespace kintsugi {

std::optional<NodeId> NodeNames::named(std::string_view name) const {
  const NodeId node = network_->node_named(name);
  return node == kNoNode ? std::nullopt : std::optional(node);
}

std::optional<NodeId> NodeNames::find(std::string_view word) const {
  return is_number(word) ? find(*number_in<std::uint64_t>(word)) : named(word);
}

bool NodeNames::is_number(std::string_view word) const {
  return !numbers_are_names() && number_in<std::uint64_t>(word).has_value();
}

std::optional<NodeId> NodeNames::find(std::uint64_t number) const {
  if (numbers_are_names()) return named(std::to_string(number));
  return number < network_->nodes() ? std::optional(NodeId{static_cast<std::uint32_t>(number)}) : std::nullopt;
}

std::string NodeNames::label(NodeId node) const {
  constexpr std::size_t kLongest = 5;
  if (!numbers_are_names()) return std::to_string(node.value);
  const std::string& name = network_->node_name(node);
  return name.size() <= kLongest ? name : ".." + name.substr(name.size() - (kLongest - 2));
}

std::string NodeNames::valid(std::string_view word) const {
  const std::string name = "a name such as " + network_->node_name(NodeId{0});
  if (numbers_are_names()) return name;
  const std::string numbers = "0 to " + std::to_string(network_->nodes() - 1);
  return number_in<std::uint64_t>(word) ? numbers : numbers + ", or " + name;
}

std::string NodeNames::refusal_of_router(std::string_view word) const {
  return '\'' + std::string(word) + "' is a router without a PE; name a node with one, such as " +
         network_->node_name(network_->nodes_with_pe().front());
}

std::string NodeNames::refusal(std::string_view word) const {
  return shown_word(word) + " is not a node; valid is " + valid(word);
}

std::string NodeNames::complaint(std::string_view word) const {
  const std::string start = "no node " + shown_word(word);
  if (network_->nodes() == 0) return start + ": the network has no nodes";
  const auto name_of = [this](std::size_t node) -> std::string_view { return network_->node_name(NodeId::from(node)); };
  const auto nearest = is_number(word) ? std::nullopt : nearest_of(word, network_->nodes(), name_of);
  if (!nearest) return start + "; valid is " + valid(word);
  return start + "; did you mean '" + std::string(name_of(*nearest)) + "'?";
}

}  // namespace kintsugi
