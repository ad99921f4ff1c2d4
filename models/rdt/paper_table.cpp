#include "models/rdt/paper_table.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "models/network/metrics.hpp"
#include "models/rdt/area.hpp"
#include "models/rdt/routing.hpp"
#include "models/rdt/topology.hpp"
#include "models/routing/walk.hpp"

namespace kintsugi::rdt {

namespace {

const std::string kSource = "Fan, Yang, Funahashi and Amano, ";
const std::string kGraph = "distance";
constexpr std::array<unsigned, 12> kAreas{2, 4, 8, 12, 16, 24, 32, 40, 48, 64, 96, 128};

struct Figures {
  unsigned most = 0;
  double average = 0;
  unsigned degree = 0;
};

struct Row {
  std::string label;
  Assignment assignment;
  std::string what;  ///< kGraph or the name of a routing
  std::vector<std::string> published;
};

/// Distances from the representatives stand for all; so do routes, which depend on the class of the source and on the
/// difference alone.
Figures hops(const Network& network, const RoutingRelation& relation) {
  std::uint64_t sum = 0;
  std::size_t most = 0;
  for (const NodeId source : network.representatives()) {
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      const std::size_t count = walk(network, relation, source, NodeId{destination}).size() - 1;
      sum += count;
      most = std::max(most, count);
    }
  }
  const auto pairs = static_cast<double>(network.representatives().size() * (network.nodes() - 1));
  return {static_cast<unsigned>(most), static_cast<double>(sum) / pairs, 0};
}

std::unique_ptr<RoutingRelation> relation_of(const Rdt& rdt, const std::string& name) {
  if (name == "floating") return std::make_unique<FloatingRelation>(rdt, 1);
  if (name == "scheme-h") return std::make_unique<SchemeHRelation>(rdt, 3);
  return std::make_unique<VectorRelation>(rdt, name == "vector" ? Ties::kTowardZero : Ties::kBest, 1);
}

Figures figures_of(const Rdt& rdt, const std::string& what) {
  const Network network = make_network(rdt);
  const Metrics metrics = measure(network);
  Figures figures{metrics.diameter, metrics.average_distance, 0};
  if (what != kGraph) figures = hops(network, *relation_of(rdt, what));
  figures.degree = metrics.degree_max;
  return figures;
}

std::string decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

std::string with_degree(const Figures& figures) {
  return std::to_string(figures.most) + " (" + std::to_string(figures.degree) + ")";
}
std::string with_average(const Figures& figures) {
  return std::to_string(figures.most) + " (" + decimals(figures.average) + ")";
}

template <class Text>
PaperTable compute(PaperTable table, const std::vector<Row>& rows, const std::vector<unsigned>& exponents, Text text,
                   const Progress& progress) {
  std::size_t done = 0;
  for (const Row& row : rows) {
    PaperTable::Row filled{row.label, {}, row.published};
    filled.published.resize(exponents.size());
    for (const unsigned n : exponents) {
      filled.computed.push_back(row.what.empty() ? "" : text(figures_of({n, row.assignment}, row.what)));
      if (progress) progress(++done, rows.size() * exponents.size());
    }
    table.rows.push_back(std::move(filled));
  }
  return table;
}

/// What is printed, then what each way of counting gives.
std::vector<Row> rows_of(const std::string& name, Assignment assignment, std::vector<std::string> published) {
  return {{name + ", printed (not graph distances)", assignment, "", std::move(published)},
          {name + ", graph distance", assignment, kGraph, {}},
          {name + ", hops of floating", assignment, "floating", {}},
          {name + ", hops of scheme-h", assignment, "scheme-h", {}}};
}

std::vector<Row> both(const std::vector<std::string>& alpha, const std::vector<std::string>& beta) {
  std::vector<Row> rows = rows_of("RDT(2,4,1)/alpha", Assignment::kAlpha, alpha);
  for (Row& row : rows_of("RDT(2,4,1)/beta", Assignment::kBeta, beta)) rows.push_back(std::move(row));
  return rows;
}

void append_curves(PaperTable& table, const std::string& name, Assignment assignment) {
  const auto row = [](std::string label, const std::vector<double>& values) {
    PaperTable::Row filled{std::move(label), {}, std::vector<std::string>(kAreas.size())};
    for (const double value : values) filled.computed.push_back(decimals(value));
    return filled;
  };
  std::vector<double> mean(kAreas.size());
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    const std::vector<double> averages = area_averages(assignment, node_class, kAreas);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += averages[i] / kClasses;
    table.rows.push_back(row(name + "-" + class_name(node_class), averages));
  }
  table.rows.push_back(row(name + ", mean", mean));
}

PaperTable figure_4(const Progress& progress) {
  PaperTable table{"Average distance to the nodes of a k x k area, by k", kSource + "figure 4", {}, {}};
  for (const unsigned k : kAreas) table.columns.push_back(std::to_string(k));
  append_curves(table, "alpha", Assignment::kAlpha);
  if (progress) progress(1, 2);
  append_curves(table, "beta", Assignment::kBeta);
  if (progress) progress(2, 2);
  return table;
}

PaperTable perfect_table(const Progress& progress) {
  const std::vector<Row> rows{{"PRDT, graph distance", Assignment::kPerfect, kGraph, {}},
                              {"PRDT, hops of vector", Assignment::kPerfect, "vector", {}},
                              {"PRDT, hops of vector-best", Assignment::kPerfect, "vector-best", {}}};
  return compute(
      {"Diameter (average distance), by number of nodes", "nothing is printed", {"1024", "4096", "16384"}, {}}, rows,
      {5, 6, 7}, with_average, progress);
}

}  // namespace

std::vector<PaperTable> paper_tables(const Progress& progress) {
  return {
      compute({"Diameter (degree), by number of nodes", kSource + "table 1", {"4096", "65536"}, {}},
              both({"10 (8)", "14 (8)"}, {"10 (8)", "14 (8)"}), {6, 8}, with_degree, progress),
      compute({"Diameter (average distance), by number of nodes", kSource + "table 2", {"1024", "4096", "16384"}, {}},
              both({"9 (4.73)", "10 (5.81)", "12 (7.16)"}, {"9 (4.57)", "10 (5.85)", "12 (7.35)"}), {5, 6, 7},
              with_average, progress),
      figure_4(progress), perfect_table(progress)};
}

}  // namespace kintsugi::rdt
