#include "models/routing/reply_proof.hpp"

#include <set>
#include <vector>

#include "models/routing/delivery.hpp"
#include "models/routing/proof_result.hpp"

namespace kintsugi {

namespace {

/// Where requests arrive: channels, and states of the header.
class RequestEnds final : public DeliveryObserver {
 public:
  explicit RequestEnds(const ChannelNumbers& numbers) : is_end_(numbers.channels(), false) {}
  void arrives(std::uint32_t channel, RoutingState state) override {
    is_end_[channel] = true;
    states_.insert(state);
  }
  bool is_end(std::uint32_t channel) const { return is_end_[channel]; }
  const std::set<RoutingState>& states() const { return states_; }

 private:
  std::vector<bool> is_end_;
  std::set<RoutingState> states_;
};

/// The channels that responses request first.
class ResponseBeginnings final : public DeliveryObserver {
 public:
  explicit ResponseBeginnings(const ChannelNumbers& numbers) : of_node_(numbers.nodes()) {}
  void begins(NodeId source, PortId port, VcSet vcs) override {
    std::vector<VcSet>& ports = of_node_[source.value];
    if (port.index() >= ports.size()) ports.resize(port.index() + 1);
    ports[port.index()] |= vcs;
  }
  /// Returns the channels by port; the ports behind the last have none.
  const std::vector<VcSet>& of(NodeId node) const { return of_node_[node.value]; }

 private:
  std::vector<std::vector<VcSet>> of_node_;
};

/// Follows the messages of one kind between all pairs.
void examine_messages(DeliveryCheck& check, std::span<const NodeId> nodes, const std::string& kind,
                      const Progress& progress, std::size_t done, ProofResult& result) {
  for (const NodeId destination : nodes) {
    check.set_destination(destination);
    for (const NodeId source : nodes) {
      if (source == destination) continue;
      ++result.pairs;
      if (check.delivers(source)) ++result.delivered_pairs;
    }
    if (progress) progress(++done, 2 * nodes.size());
  }
  if (result.first_undelivered.empty() && !check.first_failure().empty()) {
    result.first_undelivered = kind + ' ' + check.first_failure();
  }
}

/// Adds the dependencies of the responses of a node on the requests that reach it.
void join(const RequestEnds& ends, const ResponseBeginnings& beginnings, const ChannelNumbers& numbers,
          DependencyGraph& dependencies) {
  for (std::uint32_t channel = 0; channel < numbers.channels(); ++channel) {
    if (!ends.is_end(channel)) continue;
    const std::vector<VcSet>& ports = beginnings.of(numbers.far(channel / numbers.vcs()).node);
    for (std::size_t port = 0; port < ports.size(); ++port) dependencies.add(channel, PortId::from(port), ports[port]);
  }
}

}  // namespace

ProofResult prove_replies(const Network& network, const RoutingRelation& relation, RoutingState request,
                          RoutingState response, const Progress& progress, std::span<const NodeId> out_of_use) {
  require_possible_vcs(relation);
  const ChannelNumbers numbers(network, relation.vcs());
  DependencyGraph dependencies(numbers);
  RequestEnds ends(numbers);
  ResponseBeginnings beginnings(numbers);
  DeliveryCheck requests(network, relation, numbers, dependencies, request, &ends);
  DeliveryCheck responses(network, relation, numbers, dependencies, response, &beginnings);
  ProofResult result;
  const std::vector<NodeId> nodes = list_of_nodes_in_use(numbers.nodes(), out_of_use);
  examine_messages(requests, nodes, "request", progress, 0, result);
  examine_messages(responses, nodes, "response", progress, nodes.size(), result);
  enter_network(network, relation, result);
  if (relation.is_adaptive()) {
    EscapeOrder escapes;
    escapes.add(requests.escapes());
    escapes.add(responses.escapes());
    for (const RoutingState state : ends.states()) escapes.add_adaptive_hop(state, response);
    enter_cycle(escapes, numbers, result);
  } else {
    join(ends, beginnings, numbers, dependencies);
    enter_cycle(dependencies, result);
  }
  return result;
}

}  // namespace kintsugi
