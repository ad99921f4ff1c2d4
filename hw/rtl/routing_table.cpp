#include "hw/rtl/routing_table.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

const std::string kAdvice = "take a smaller network or a routing that depends on less";

bool equal(const Candidate& a, const Candidate& b) {
  return a.port == b.port && a.vcs == b.vcs && a.state == b.state;
}

/// Follows packets of all pairs, and collects the queries and their answers.
class Exploration {
 public:
  Exploration(const Network& network, const RoutingRelation& relation, std::uint64_t most_queries, bool with_source)
      : network_(&network), relation_(&relation), most_queries_(most_queries), table_(least_table(network, relation)) {
    table_.has_source = with_source;
  }

  /// Returns nullopt if answers turn out to depend on the source, and it is not followed.
  std::optional<RoutingTable> run(const Progress& progress) {
    for (const NodeId destination : ids<NodeId>(network_->nodes())) {
      for (const NodeId source : ids<NodeId>(network_->nodes())) {
        if (source != destination) follow_from(source, destination);
        if (depends_on_source_) return std::nullopt;
      }
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
    if (seen_.size() > most_queries_) {
      throw std::length_error("the routing " + table_.routing + " of " + table_.network + " makes more than " +
                              std::to_string(most_queries_) + " different queries, too many for a table; " + kAdvice);
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
    std::vector<std::tuple<PortId, VcSet, RoutingState>> content;
    for (const Candidate& each : answer) content.emplace_back(each.port, each.vcs, each.state);
    const auto [found, is_new] = numbers_.try_emplace(content, narrow<std::uint32_t>(table_.answers.size()));
    if (!is_new) return found->second;
    table_.candidates = std::max(table_.candidates, narrow<unsigned>(answer.size()));
    for (const Candidate& each : answer) {
      table_.state_bits = std::max(table_.state_bits, narrow<unsigned>(std::bit_width(each.state)));
    }
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

  const Network* network_;
  const RoutingRelation* relation_;
  std::uint64_t most_queries_;
  RoutingTable table_;
  bool depends_on_source_ = false;
  std::set<RouteKey> seen_;
  std::vector<RouteKey> pending_;
  std::map<std::vector<std::tuple<PortId, VcSet, RoutingState>>, std::uint32_t> numbers_;
};

RouteKey reduced(RouteKey key, const KeyFields& fields) {
  if (!fields.source) key.source = NodeId{0};
  if (!fields.arrival) key.arrival = PortId{0};
  if (!fields.vc) key.vc = Vc{0};
  if (!fields.state) key.state = 0;
  return key;
}

/// Returns the rows with reduced keys, or nullopt if two queries with the same reduced key have different answers.
std::optional<std::vector<RoutingTable::Row>> reduce(const std::vector<RoutingTable::Row>& rows,
                                                     const KeyFields& fields) {
  std::vector<RoutingTable::Row> all;
  for (const RoutingTable::Row& row : rows) all.push_back({reduced(row.key, fields), row.answer});
  std::ranges::sort(all, {}, &RoutingTable::Row::key);
  std::vector<RoutingTable::Row> few;
  for (const RoutingTable::Row& row : all) {
    if (few.empty() || few.back().key != row.key) {
      few.push_back(row);
    } else if (few.back().answer != row.answer) {
      return std::nullopt;
    }
  }
  return few;
}

/// Leaves out one field after the other where answers do not depend on it.
void reduce_key(RoutingTable& table) {
  for (bool KeyFields::*field : {&KeyFields::source, &KeyFields::vc, &KeyFields::arrival, &KeyFields::state}) {
    KeyFields fewer = table.fields;
    fewer.*field = false;
    auto rows = reduce(table.rows, fewer);
    if (!rows) continue;
    table.rows = std::move(*rows);
    table.fields = fewer;
  }
}

std::string fields_text(const KeyFields& fields) {
  std::string text = "kind of node and destination";
  if (fields.source) text += ", source";
  if (fields.arrival) text += ", port of arrival";
  if (fields.vc) text += ", channel of arrival";
  if (fields.state) text += ", routing state";
  return text;
}

/// The answers of a pair of node and destination, by the other fields of the key.
using PairAnswers = std::vector<std::pair<RouteKey, std::uint32_t>>;

RouteKey without_pair(RouteKey key) {
  key.at = key.destination = NodeId{0};
  return key;
}

/// Without other fields a pair has one answer, and its number serves as that of the kind.
PairKinds kinds_of_answers(const RoutingTable& table) {
  PairKinds kinds;
  kinds.of_pair.resize(std::size_t{table.nodes} * table.nodes);
  kinds.count = narrow<std::uint32_t>(table.answers.size());
  for (const RoutingTable::Row& row : table.rows) {
    kinds.of_pair[std::size_t{row.key.at.value} * table.nodes + row.key.destination.value] = row.answer + 1;
  }
  return kinds;
}

PairKinds pair_kinds(const RoutingTable& table) {
  if (table.fields == KeyFields{false, false, false, false}) return kinds_of_answers(table);
  PairKinds kinds;
  kinds.of_pair.resize(std::size_t{table.nodes} * table.nodes);
  std::map<PairAnswers, std::uint32_t> numbers;
  for (auto row = table.rows.begin(); row != table.rows.end();) {
    const NodeId at = row->key.at, destination = row->key.destination;
    PairAnswers answers;
    for (; row != table.rows.end() && row->key.at == at && row->key.destination == destination; ++row) {
      answers.emplace_back(without_pair(row->key), row->answer);
    }
    const auto [found, is_new] = numbers.try_emplace(std::move(answers), kinds.count + 1);
    kinds.of_pair[std::size_t{at.value} * table.nodes + destination.value] = found->second;
    if (!is_new) continue;
    ++kinds.count;
    for (const auto& [key, answer] : found->first) kinds.rows.push_back({kinds.count, key, answer});
  }
  return kinds;
}

/// What is far too large is refused before it is followed.
void require_few_pairs(const Network& network, const RoutingRelation& relation, std::uint64_t most_pairs) {
  const std::uint64_t pairs = std::uint64_t{network.nodes()} * network.nodes();
  if (pairs <= most_pairs) return;
  throw std::length_error("the routing " + relation.name() + " of " + network.name() + " needs a table of " +
                          std::to_string(pairs) + " pairs (node, destination), more than " +
                          std::to_string(most_pairs) + "; take a smaller network");
}

void require_few(const RoutingTable& table, std::uint64_t most_rows) {
  if (table.kinds.rows.size() <= most_rows) return;
  throw std::length_error("the routing " + table.routing + " of " + table.network + " needs a table of " +
                          std::to_string(table.kinds.rows.size()) + " rows (" + fields_text(table.fields) +
                          "), more than " + std::to_string(most_rows) + "; " + kAdvice);
}

}  // namespace

unsigned RoutingTable::node_bits() const {
  return bits_for(nodes - 1);
}

unsigned RoutingTable::kinds_bits() const {
  return std::bit_ceil(kinds.bits()) << node_bits();
}

unsigned RoutingTable::answer_bits() const {
  return bits_for(answers.size());
}

unsigned PairKinds::bits() const {
  return bits_for(count);
}

RoutingTable least_table(const Network& network, const RoutingRelation& relation) {
  RoutingTable table;
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

RoutingTable all_queries(const Network& network, const RoutingRelation& relation, const TableLimits& limits,
                         const Progress& progress) {
  require_few_pairs(network, relation, limits.pairs);
  std::optional<RoutingTable> found;
  if (!relation.uses_source()) found = Exploration(network, relation, limits.queries, false).run(progress);
  if (!found) found = Exploration(network, relation, limits.queries, true).run(progress);
  RoutingTable& table = *found;
  std::ranges::sort(table.rows, {}, &RoutingTable::Row::key);
  return std::move(table);
}

RoutingTable make_routing_table(const Network& network, const RoutingRelation& relation, const TableLimits& limits,
                                const Progress& progress) {
  RoutingTable table = all_queries(network, relation, limits, progress);
  reduce_key(table);
  table.has_source = table.fields.source;
  table.kinds = pair_kinds(table);
  require_few(table, limits.rows);
  if (!relation.is_adaptive()) return table;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    std::vector<VcSet>& of_node = table.adaptive.emplace_back();
    for (const PortId port : ids<PortId>(network.ports(node).size())) {
      of_node.push_back(relation.adaptive_vcs(node, port));
    }
  }
  return table;
}

}  // namespace kintsugi::rtl
