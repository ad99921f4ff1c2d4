#include "models/routing/route_table.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace kintsugi {

namespace {

bool equal(const Candidate& a, const Candidate& b) {
  return a.port == b.port && a.vcs == b.vcs && a.state == b.state && a.deferred == b.deferred;
}

/// Follows packets of all pairs, and collects the queries and their answers.
class Exploration {
 public:
  Exploration(const Network& network, const RoutingRelation& relation, std::uint64_t most_queries, bool with_source)
      : network_(&network),
        relation_(&relation),
        most_queries_(most_queries),
        table_(empty_route_table(network, relation)) {
    table_.has_source = with_source;
  }

  /// Returns nullopt if answers turn out to depend on the source, and it is not followed.
  std::optional<RouteTable> run(const Progress& progress) {
    for (const NodeId destination : ids<NodeId>(network_->nodes())) {
      for (const NodeId source : ids<NodeId>(network_->nodes())) {
        if (source != destination) follow_from(source, destination);
        if (depends_on_source_) return std::nullopt;
      }
      queries_ += seen_.size();
      seen_.clear();  // no query of another destination is the same
      if (progress) progress(destination.value + 1, network_->nodes());
    }
    return std::move(table_);
  }

 private:
  void follow_from(NodeId source, NodeId destination) {
    RouteKey first;
    first.at = source;
    first.destination = destination;
    first.source = table_.has_source ? source : NodeId{0};
    first.arrival = PortId::from(table_.ports);
    note(first);
    while (!pending_.empty() && !depends_on_source_) {
      const RouteKey key = pending_.back();
      pending_.pop_back();
      ask(key);
    }
  }

  void note(const RouteKey& key) {
    if (key.at == key.destination || !seen_.insert(key).second) return;
    if (queries_ + seen_.size() > most_queries_) {
      throw std::length_error("the routing " + table_.routing + " of " + table_.network + " makes more than " +
                              std::to_string(most_queries_) + " different queries, too many for a table; " +
                              advice_for_fewer(table_, !relation_->is_adaptive()));
    }
    pending_.push_back(key);
  }

  void ask(const RouteKey& key) {
    RouteQuery query;
    query.at = key.at;
    query.arrival_port = key.arrival.value == table_.ports ? kNoPort : key.arrival;
    query.arrival_vc = key.vc;
    query.source = table_.has_source ? key.source : kNoNode;
    query.destination = key.destination;
    query.state = key.state;
    Candidates candidates;
    relation_->route(query, candidates);
    if (!table_.has_source) depends_on_source_ = !same_from_all_sources(query, candidates);
    table_.rows.push_back({key, number_of({candidates.begin(), candidates.end()})});
    for (const Candidate& candidate : candidates) follow(key, candidate);
  }

  /// A relation whose channels do not depend on the source may still order its candidates by it.
  bool same_from_all_sources(RouteQuery query, const Candidates& candidates) const {
    Candidates others;
    for (const NodeId source : ids<NodeId>(network_->nodes())) {
      others.clear();
      query.source = source;
      relation_->route(query, others);
      if (!std::ranges::equal(candidates, others, equal)) return false;
    }
    return true;
  }

  std::uint32_t number_of(std::vector<Candidate> answer) {
    Content content;
    for (const Candidate& each : answer) content.emplace_back(each.port, each.vcs, each.state, each.deferred);
    const auto [found, is_new] = numbers_.try_emplace(content, narrow<std::uint32_t>(table_.answers.size()));
    if (!is_new) return found->second;
    table_.answers.push_back(std::move(answer));
    return found->second;
  }

  /// An adaptive relation is queried on the way as if the packet had just been injected.
  void follow(const RouteKey& key, const Candidate& candidate) {
    const std::optional<PortRef> far = network_->peer({key.at, candidate.port});
    if (!far) return;
    RouteKey next = key;
    next.at = far->node;
    next.state = candidate.state;
    if (relation_->is_adaptive()) return note(next);
    next.arrival = far->port;
    for (unsigned vc = 0; vc < table_.vcs; ++vc) {
      if ((candidate.vcs & vc_bit(vc)) == 0) continue;
      next.vc = Vc::from(vc);
      note(next);
    }
  }

  using Content = std::vector<std::tuple<PortId, VcSet, RoutingState, bool>>;

  const Network* network_;
  const RoutingRelation* relation_;
  std::uint64_t most_queries_;
  RouteTable table_;
  bool depends_on_source_ = false;
  std::uint64_t queries_ = 0;  // of the destinations that are done
  std::set<RouteKey> seen_;
  std::vector<RouteKey> pending_;
  std::map<Content, std::uint32_t> numbers_;
};

/// Returns the rows with reduced keys, or nullopt if two queries with the same reduced key have different answers.
std::optional<std::vector<RouteTable::Row>> reduce(const std::vector<RouteTable::Row>& rows, const KeyFields& fields) {
  std::vector<RouteTable::Row> all;
  for (const RouteTable::Row& row : rows) all.push_back({reduced(row.key, fields), row.answer});
  std::ranges::sort(all, {}, &RouteTable::Row::key);
  std::vector<RouteTable::Row> few;
  for (const RouteTable::Row& row : all) {
    if (few.empty() || few.back().key != row.key) {
      few.push_back(row);
    } else if (few.back().answer != row.answer) {
      return std::nullopt;
    }
  }
  return few;
}

/// What is far too large is refused before it is followed.
void require_few_pairs(const Network& network, const RoutingRelation& relation, std::uint64_t most_pairs) {
  const std::uint64_t pairs = std::uint64_t{network.nodes()} * network.nodes();
  if (pairs <= most_pairs) return;
  throw std::length_error("the routing " + relation.name() + " of " + network.name() + " needs a table of " +
                          std::to_string(pairs) + " pairs (node, destination), more than " +
                          std::to_string(most_pairs) + "; take a smaller network");
}

std::vector<std::vector<VcSet>> adaptive_channels(const Network& network, const RoutingRelation& relation) {
  std::vector<std::vector<VcSet>> channels;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    std::vector<VcSet>& of_node = channels.emplace_back();
    for (const PortId port : ids<PortId>(network.ports(node).size())) {
      of_node.push_back(relation.adaptive_vcs(node, port));
    }
  }
  return channels;
}

}  // namespace

RouteKey reduced(RouteKey key, const KeyFields& fields) {
  if (!fields.source) key.source = NodeId{0};
  if (!fields.arrival) key.arrival = PortId{0};
  if (!fields.vc) key.vc = Vc{0};
  if (!fields.state) key.state = 0;
  return key;
}

std::string advice_for_fewer(const RouteTable& table, bool by_channel) {
  const auto has_choice = [](const std::vector<Candidate>& answer) {
    return std::ranges::any_of(answer, [](const Candidate& each) { return std::popcount(each.vcs) > 1; });
  };
  const bool fewer_serve = by_channel && std::ranges::any_of(table.answers, has_choice);
  return std::string("take ") + (fewer_serve ? "fewer virtual channels, " : "") +
         "a smaller network or a routing that depends on less";
}

RouteTable empty_route_table(const Network& network, const RoutingRelation& relation) {
  RouteTable table;
  table.routing = relation.name();
  table.network = network.name();
  table.nodes = narrow<std::uint32_t>(network.nodes());
  table.vcs = relation.vcs();
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    table.ports = std::max(table.ports, narrow<unsigned>(network.ports(node).size()));
    table.injection_vcs.push_back(relation.injection_vcs(node));
  }
  return table;
}

RouteTable all_queries(const Network& network, const RoutingRelation& relation, const RouteTableLimits& limits,
                       const Progress& progress) {
  require_few_pairs(network, relation, limits.pairs);
  std::optional<RouteTable> found;
  if (!relation.uses_source()) found = Exploration(network, relation, limits.queries, false).run(progress);
  if (!found) found = Exploration(network, relation, limits.queries, true).run(progress);
  RouteTable& table = *found;
  std::ranges::sort(table.rows, {}, &RouteTable::Row::key);
  if (relation.is_adaptive()) table.adaptive = adaptive_channels(network, relation);
  return std::move(table);
}

void reduce_keys(RouteTable& table) {
  for (bool KeyFields::*field : {&KeyFields::source, &KeyFields::vc, &KeyFields::arrival, &KeyFields::state}) {
    KeyFields fewer = table.fields;
    fewer.*field = false;
    auto rows = reduce(table.rows, fewer);
    if (!rows) continue;
    table.rows = std::move(*rows);
    table.fields = fewer;
  }
}

}  // namespace kintsugi
