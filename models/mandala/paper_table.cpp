#include "models/mandala/paper_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "models/mandala/binary_tree.hpp"
#include "models/mandala/routing.hpp"
#include "models/mandala/topology.hpp"
#include "models/network/metrics.hpp"
#include "models/routing/loads.hpp"

namespace kintsugi::mandala {

namespace {

const std::string kSource = "Flavell, Kano, Fujimoto and Takahashi, ";

std::string text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", value);
  return text;
}

struct Measured {
  Mandala mandala;
  Metrics metrics;
  Loads loads;
};

Measured measure(const Mandala& mandala) {
  const Network network = make_network(mandala);
  return {mandala, kintsugi::measure(network), count_loads(network, RsimRelation(mandala, mandala.levels))};
}

double average_hops(const Measured& measured) {
  return static_cast<double>(measured.loads.hops) / static_cast<double>(measured.loads.delivered_pairs);
}

/// Equation (6).
double average_by_formula(const Mandala& mandala) {
  const double c = mandala.ports;
  const double n = mandala.size();
  const double power_of_two = std::exp2(mandala.levels);
  return (power_of_two * n - 1) * 2 * (c - 1) * (c - 1) / ((n - 1) * (2 * c - 1) * c) - (c - 2) / c;
}

/// The packets of other nodes that leave a cluster of level i by one node: the least and the most, over the nodes of
/// connection level i + 1.
struct Range {
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
};
Range load_of(const Measured& measured, unsigned i) {
  Range range;
  for (NodeId node{0}; node.value < measured.mandala.nodes(); ++node.value) {
    const Digits digits = measured.mandala.digits(node);
    if (measured.mandala.connection_level(digits) != i + 1) continue;
    const std::uint64_t load = measured.loads.at({node, PortId{digits[1]}}).packets_of_others;
    range = {std::min(range.least, load), std::max(range.most, load)};
  }
  return range;
}

/// Equation (9).
double load_by_formula(const Mandala& mandala, unsigned i) {
  const double cluster = mandala.power(i);
  return (cluster - 1) * (mandala.size() - cluster) / (mandala.ports - 1);
}

/// Returns a row with a column for each network: the computed and the published number.
template <class Found, class Printed>
PaperTable::Row row(const std::string& label, const std::vector<Measured>& all, const Found& found,
                    const Printed& printed) {
  PaperTable::Row row{label, {}, {}};
  for (const Measured& measured : all) {
    row.computed.push_back(text(static_cast<double>(found(measured))));
    row.published.push_back(text(printed(measured.mandala)));
  }
  return row;
}

std::vector<std::string> names(const std::vector<Measured>& all) {
  std::vector<std::string> names;
  for (const Measured& measured : all) {
    names.push_back(std::to_string(measured.mandala.nodes()) + ", C = " + std::to_string(measured.mandala.ports));
  }
  return names;
}

PaperTable comparison(const std::vector<Measured>& all) {
  const auto root = [](const Mandala& mandala) { return std::pow(mandala.size(), 1 / std::log2(mandala.ports)); };
  PaperTable table{"MANDALA networks compared with others, by number of nodes", kSource + "table 1", names(all), {}};
  table.rows = {row("average distance", all, average_hops, root),
                row(
                    "degree", all, [](const Measured& measured) { return measured.metrics.degree_max; },
                    [](const Mandala& mandala) { return mandala.ports; }),
                row(
                    "normalized average distance", all,
                    [](const Measured& measured) { return measured.metrics.degree_max * average_hops(measured); },
                    [&](const Mandala& mandala) { return mandala.ports * root(mandala); }),
                row(
                    "maximum message density", all,
                    [](const Measured& measured) { return load_of(measured, measured.mandala.levels - 1).most; },
                    [](const Mandala& mandala) {
                      const double cluster = mandala.power(mandala.levels - 1);
                      return cluster * (cluster - 1);
                    })};
  table.note = "the density is that of the nodes that join the largest clusters, packets of others, one way";
  return table;
}

/// The row of the binary tree in table 1. Its density counts the pairs of other nodes whose path passes through a node:
/// the paper's 5 N^2 / 16 is that of the nodes below the root.
PaperTable tree_comparison() {
  PaperTable table{"Binary trees, by number of nodes",
                   kSource + "table 1",
                   {},
                   {{"average distance", {}, {}},
                    {"degree", {}, {}},
                    {"normalized average distance", {}, {}},
                    {"maximum message density", {}, {}}},
                   "the density is that of a node below the root: pairs of other nodes, each counted once"};
  for (const unsigned levels : {4u, 6u, 8u, 10u}) {
    const Metrics metrics = kintsugi::measure(make_binary_tree(levels));
    const auto n = static_cast<double>(metrics.nodes);
    table.columns.push_back(std::to_string(metrics.nodes));
    const double found[]{metrics.average_distance, static_cast<double>(metrics.degree_max),
                         metrics.degree_max * metrics.average_distance,
                         static_cast<double>(most_paths_through_a_node(levels))};
    const double printed[]{2 * std::log2(n), 3, 6 * std::log2(n), 5 * n * n / 16};
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      table.rows[i].computed.push_back(text(found[i]));
      table.rows[i].published.push_back(text(printed[i]));
    }
  }
  return table;
}

PaperTable equations(const std::vector<Measured>& all) {
  PaperTable table{"Diameter and average distance of Rsim", kSource + "equations (3) and (6)", names(all), {}};
  table.rows = {row(
                    "diameter", all, [](const Measured& measured) { return measured.metrics.diameter; },
                    [](const Mandala& mandala) { return std::exp2(mandala.levels) - 1; }),
                row("average distance", all, average_hops, average_by_formula)};
  return table;
}

PaperTable loads(const std::vector<Measured>& all) {
  PaperTable table{
      "Packets of others that leave a cluster of level i by a node", kSource + "equation (9)", {"least", "most"}, {}};
  for (const Measured& measured : all) {
    const Mandala& mandala = measured.mandala;
    for (unsigned i = 1; i < mandala.levels; ++i) {
      const Range found = load_of(measured, i);
      const std::string formula = text(load_by_formula(mandala, i));
      table.rows.push_back({std::to_string(mandala.nodes()) + " nodes, C = " + std::to_string(mandala.ports) +
                                ", i = " + std::to_string(i),
                            {std::to_string(found.least), std::to_string(found.most)},
                            {formula, formula}});
    }
  }
  return table;
}

}  // namespace

std::vector<PaperTable> paper_tables(const Progress& progress) {
  const std::vector<Mandala> networks{{4, 2}, {4, 3}, {4, 4}, {4, 5}, {8, 2}, {8, 3}};
  std::vector<Measured> all;
  for (const Mandala& mandala : networks) {
    all.push_back(measure(mandala));
    if (progress) progress(all.size(), networks.size());
  }
  return {comparison(all), equations(all), loads(all), tree_comparison()};
}

}  // namespace kintsugi::mandala
