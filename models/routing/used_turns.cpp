#include "models/routing/used_turns.hpp"

#include "models/routing/dead_ends.hpp"
#include "models/routing/dependencies.hpp"

namespace kintsugi {

namespace {

/// The relation, of which every answer is noted. It offers what the inner one offers.
class NotedRelation final : public RoutingRelation {
 public:
  /// New packets start with this state.
  NotedRelation(const Network& network, const RoutingRelation& inner, RoutingState initial, UsedTurns& used)
      : network_(&network), inner_(&inner), initial_(initial), used_(&used) {}

  const std::string& name() const override { return inner_->name(); }
  unsigned vcs() const override { return inner_->vcs(); }
  bool uses_source() const override { return inner_->uses_source(); }
  bool is_adaptive() const override { return inner_->is_adaptive(); }

  void route(const RouteQuery& query, Candidates& out) const override {
    RouteQuery asked = query;
    if (query.arrival_port == kNoPort) asked.state = initial_;
    inner_->route(asked, out);
    const PortId in = query.arrival_port == kNoPort ? used_->pe_port(query.at) : query.arrival_port;
    for (const Candidate& candidate : out) {
      if (candidate.port >= used_->pe_port(query.at)) continue;
      used_->add_turn(query.at, in, candidate.port);
      const PortRef port{query.at, candidate.port};
      used_->add_channels(port, candidate.vcs);
      const auto far = network_->peer(port);
      if (far && far->node == query.destination) used_->add_turn(far->node, far->port, used_->pe_port(far->node));
    }
  }

 private:
  const Network* network_;
  const RoutingRelation* inner_;
  RoutingState initial_;
  UsedTurns* used_;
};

}  // namespace

UsedTurns::UsedTurns(const Network& network) {
  std::size_t slots = 0;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    first_.push_back(slots);
    ports_.push_back(narrow<std::uint32_t>(network.ports(node).size() + 1));
    slots += ports_.back();
  }
  outs_.resize(slots);
  channels_.resize(slots);
}

UsedTurns used_turns(const Network& network, const RoutingRelation& relation, unsigned classes,
                     std::span<const NodeId> out_of_use, const Progress& progress) {
  UsedTurns used(network);
  const ChannelNumbers numbers(network, relation.vcs());
  DependencyGraph dependencies(numbers);
  std::vector<bool> in_use(network.nodes(), true);
  for (const NodeId node : ids<NodeId>(network.nodes())) in_use[node.index()] = network.has_pe(node);
  for (const NodeId node : out_of_use) in_use[node.index()] = false;
  for (unsigned state = 0; state < classes; ++state) {
    const NotedRelation noted(network, relation, state, used);
    DeadEndCheck check(noted, numbers, dependencies, &in_use);
    for (const NodeId destination : ids<NodeId>(network.nodes())) {
      if (in_use[destination.index()]) check.passes(destination);
      if (progress) progress(state * network.nodes() + destination.index() + 1, classes * network.nodes());
    }
  }
  return used;
}

}  // namespace kintsugi
