#include "models/general/table_relation.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

namespace kintsugi::general {

namespace {

using Row = GivenTable::Row;

KeyFields both(const KeyFields& a, const KeyFields& b) {
  return {a.source && b.source, a.arrival && b.arrival, a.vc && b.vc, a.state && b.state};
}

/// Returns the first two of these rows that answer the same query.
std::optional<std::pair<std::size_t, std::size_t>> overlap_in(const std::vector<Row>& rows,
                                                              const std::vector<std::size_t>& ones,
                                                              const std::vector<std::size_t>& others,
                                                              const KeyFields& fields) {
  std::map<RouteKey, std::size_t> keys;
  for (const std::size_t place : ones) {
    const auto [found, is_new] = keys.try_emplace(reduced(rows[place].key, fields), place);
    if (!is_new && &ones == &others) return std::pair(found->second, place);
  }
  if (&ones == &others) return std::nullopt;
  for (const std::size_t place : others) {
    const auto found = keys.find(reduced(rows[place].key, fields));
    if (found != keys.end()) return std::minmax(found->second, place);
  }
  return std::nullopt;
}

/// The fields of a key beside node and destination, in the order of the rows.
auto order_of(const RouteKey& key) {
  return std::tuple(key.source, key.arrival, key.vc, key.state);
}

}  // namespace

GivenTable given(const RouteTable& table) {
  GivenTable made;
  made.routing = table.routing;
  made.vcs = table.vcs;
  made.injection_vcs = table.injection_vcs;
  made.adaptive = table.adaptive;
  made.answers = table.answers;
  for (const RouteTable::Row& row : table.rows) {
    made.rows.push_back({row.key, table.fields, row.answer, 0});
    if (row.key.arrival.value == table.ports) made.rows.back().key.arrival = kNoPort;
  }
  return made;
}

std::optional<std::pair<std::size_t, std::size_t>> overlap_of(const std::vector<Row>& rows) {
  std::map<KeyFields, std::vector<std::size_t>> by_fields;
  for (std::size_t i = 0; i < rows.size(); ++i) by_fields[rows[i].given].push_back(i);
  std::optional<std::pair<std::size_t, std::size_t>> first;
  for (auto one = by_fields.begin(); one != by_fields.end(); ++one) {
    for (auto other = one; other != by_fields.end(); ++other) {
      const auto found = overlap_in(rows, one->second, other->second, both(one->first, other->first));
      if (found && (!first || found->second < first->second)) first = found;
    }
  }
  return first;
}

TableRelation::TableRelation(const Network& network, GivenTable table)
    : table_(std::move(table)), nodes_(narrow<std::uint32_t>(network.nodes())) {
  set_network(routed_network(network));
  if (network.nodes() > kMostTableNodes) {
    throw std::invalid_argument("a table is of at most " + std::to_string(kMostTableNodes) + " nodes, and " +
                                network.name() + " has " + std::to_string(network.nodes()) +
                                "; choose a routing by its name");
  }
  std::ranges::sort(table_.rows, {}, [](const Row& row) {
    return std::tuple(row.key.at, row.key.destination, row.given, order_of(row.key));
  });
  first_.assign(std::size_t{nodes_} * nodes_ + 1, 0);
  for (const Row& row : table_.rows) {
    ++first_[pair(row.key.at, row.key.destination) + 1];
    uses_source_ |= row.given.source;
  }
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
}

VcSet TableRelation::adaptive_vcs(NodeId node, PortId port) const {
  if (node.index() >= table_.adaptive.size()) return 0;  // a router without a node asks too
  const std::vector<VcSet>& ports = table_.adaptive[node.index()];
  return port.index() < ports.size() ? ports[port.index()] : VcSet{0};
}

void TableRelation::route(const RouteQuery& query, Candidates& out) const {
  const std::size_t place = pair(query.at, query.destination);
  auto first = table_.rows.begin() + first_[place];
  const auto end = table_.rows.begin() + first_[place + 1];
  const bool is_new = query.arrival_port == kNoPort;
  const RouteKey asked{
      query.at, query.destination, query.source, query.arrival_port, is_new ? Vc{0} : query.arrival_vc, query.state};
  while (first != end) {
    const KeyFields fields = first->given;
    const auto last =
        std::upper_bound(first, end, fields, [](const KeyFields& a, const Row& b) { return a < b.given; });
    const RouteKey key = reduced(asked, fields);
    const auto found = std::lower_bound(first, last, key,
                                        [](const Row& a, const RouteKey& b) { return order_of(a.key) < order_of(b); });
    if (found != last && order_of(found->key) == order_of(key)) {
      const std::vector<Candidate>& answer = table_.answers[found->answer];
      out.assign(answer.begin(), answer.end());
      return;
    }
    first = last;
  }
}

}  // namespace kintsugi::general
