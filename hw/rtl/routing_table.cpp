#include "hw/rtl/routing_table.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

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

void require_few(const RoutingTable& table, std::uint64_t most_rows) {
  if (table.kinds.rows.size() <= most_rows) return;
  throw std::length_error("the routing " + table.routing + " of " + table.network + " needs a table of " +
                          std::to_string(table.kinds.rows.size()) + " rows (" + fields_text(table.fields) +
                          "), more than " + std::to_string(most_rows) + "; " +
                          advice_for_fewer(table, table.fields.vc));
}

/// Makes answers that differ in nothing else the same.
void forget_deferral(RoutingTable& table) {
  std::map<std::vector<std::tuple<PortId, VcSet, RoutingState>>, std::uint32_t> numbers;
  std::vector<std::uint32_t> new_number;
  std::vector<std::vector<Candidate>> answers;
  for (std::vector<Candidate>& answer : table.answers) {
    std::vector<std::tuple<PortId, VcSet, RoutingState>> content;
    for (Candidate& each : answer) {
      each.deferred = false;
      content.emplace_back(each.port, each.vcs, each.state);
    }
    const auto [found, is_new] = numbers.try_emplace(std::move(content), narrow<std::uint32_t>(answers.size()));
    new_number.push_back(found->second);
    if (is_new) answers.push_back(std::move(answer));
  }
  table.answers = std::move(answers);
  for (RouteTable::Row& row : table.rows) row.answer = new_number[row.answer];
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
  return {empty_route_table(network, relation)};
}

RoutingTable make_routing_table(const Network& network, const RoutingRelation& relation, const TableLimits& limits,
                                const Progress& progress) {
  RoutingTable table{all_queries(network, relation, {limits.pairs, limits.queries}, progress)};
  forget_deferral(table);
  reduce_keys(table);
  table.has_source = table.fields.source;
  for (const std::vector<Candidate>& answer : table.answers) {
    table.candidates = std::max(table.candidates, narrow<unsigned>(answer.size()));
    for (const Candidate& each : answer) {
      table.state_bits = std::max(table.state_bits, narrow<unsigned>(std::bit_width(each.state)));
    }
  }
  table.kinds = pair_kinds(table);
  require_few(table, limits.rows);
  return table;
}

}  // namespace kintsugi::rtl
