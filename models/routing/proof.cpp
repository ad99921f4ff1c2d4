#include "models/routing/proof.hpp"

#include <stdexcept>

#include "models/routing/delivery.hpp"
#include "models/routing/dependencies.hpp"

namespace kintsugi {

ProofResult prove(const Network& network, const RoutingRelation& relation,
                  const std::function<void(std::size_t done, std::size_t total)>& progress) {
  if (relation.vcs() < 1 || relation.vcs() > kMaxVcs) {
    throw std::invalid_argument("routing '" + relation.name() + "' wants " + std::to_string(relation.vcs()) +
                                " virtual channels; a link has 1 to " + std::to_string(kMaxVcs));
  }
  const ChannelNumbers numbers(network, relation.vcs());
  DependencyGraph dependencies(network, numbers);
  DeliveryCheck check(network, relation, numbers, dependencies);
  const auto nodes = static_cast<std::uint32_t>(network.nodes());
  ProofResult result;
  for (std::uint32_t destination = 0; destination < nodes; ++destination) {
    check.set_destination(NodeId{destination});
    for (std::uint32_t source = 0; source < nodes; ++source) {
      if (source == destination) continue;
      ++result.pairs;
      if (check.delivers(NodeId{source})) ++result.delivered_pairs;
    }
    if (progress) progress(destination + 1, nodes);
  }
  result.first_undelivered = check.first_failure();
  result.channels = 2 * network.links().size() * relation.vcs();
  result.dependencies = dependencies.size();
  result.cycle = dependencies.find_cycle();
  result.acyclic = result.cycle.empty();
  return result;
}

std::string describe(const Network& network, const Channel& channel) {
  return network.describe(channel.from) + " vc " + std::to_string(channel.vc.value);
}

}  // namespace kintsugi
