#include "models/rdt/paper_table.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "models/network/metrics.hpp"
#include "models/rdt/routing.hpp"
#include "models/rdt/topology.hpp"
#include "models/routing/route.hpp"

namespace kintsugi::rdt {

namespace {

struct Figures {
  unsigned most = 0;
  double average = 0;
  unsigned degree = 0;
};

/// What a row counts: distances in the graph, or the hops of a routing.
struct Count {
  std::string label;
  std::unique_ptr<RoutingRelation> (*routing)(const Rdt& rdt);  ///< nullptr: distances in the graph
};

struct Subject {
  std::string name;
  Assignment assignment;
  std::vector<Count> counts;
};

template <class Relation, auto... options>
std::unique_ptr<RoutingRelation> make(const Rdt& rdt) {
  return std::make_unique<Relation>(rdt, options...);
}

std::vector<Subject> subjects() {
  const Count distance{"distance in the graph", nullptr};
  const Count scheme_h{"hops of scheme-h", make<SchemeHRelation, 3u>};
  const Count floating{"hops of floating", make<FloatingRelation, 1u>};
  const Count vector{"hops of vector", make<VectorRelation, Ties::kTowardZero, 1u>};
  const Count vector_best{"hops of vector-best", make<VectorRelation, Ties::kBest, 1u>};
  return {{"alpha", Assignment::kAlpha, {distance, floating, scheme_h}},
          {"beta", Assignment::kBeta, {distance, floating, scheme_h}},
          {"perfect", Assignment::kPerfect, {distance, vector_best, vector, scheme_h}}};
}

/// The routes from the representatives represent all, because a route depends on the class of the source and on the
/// difference alone.
Figures hops(const Network& network, const RoutingRelation& relation, unsigned degree) {
  std::uint64_t sum = 0;
  std::size_t most = 0;
  for (const NodeId source : network.representatives()) {
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      const std::size_t count = route(network, relation, source, NodeId{destination}).size() - 1;
      sum += count;
      most = std::max(most, count);
    }
  }
  const auto pairs = static_cast<double>(network.representatives().size() * (network.nodes() - 1));
  return {static_cast<unsigned>(most), static_cast<double>(sum) / pairs, degree};
}

/// The figures of all subjects at all sizes: by n, then by subject and count. Each is computed once, even if several
/// tables contain it.
using Study = std::map<unsigned, std::vector<std::vector<Figures>>>;

std::vector<Figures> figures_of(const Subject& subject, unsigned n, const std::function<void()>& one_done) {
  const Rdt rdt{n, subject.assignment};
  const Network network = make_network(rdt);
  const Metrics metrics = measure(network);
  std::vector<Figures> figures;
  for (const Count& count : subject.counts) {
    if (count.routing == nullptr) {
      figures.push_back({metrics.diameter, metrics.average_distance, metrics.degree_max});
    } else {
      figures.push_back(hops(network, *count.routing(rdt), metrics.degree_max));
    }
    one_done();
  }
  return figures;
}

Study study(const Progress& progress) {
  std::size_t counts = 0;
  for (const Subject& subject : subjects()) counts += subject.counts.size();
  std::size_t total = 0;  // in nodes, because the time grows with them
  for (unsigned n = kSmallest; n <= kLargest; ++n) total += counts << 2 * n;
  std::size_t done = 0;
  Study study;
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    const auto one_done = [&] {
      done += std::size_t{1} << 2 * n;
      if (progress) progress(done, total);
    };
    for (const Subject& subject : subjects()) study[n].push_back(figures_of(subject, n, one_done));
  }
  return study;
}

std::string with_degree(const Figures& figures) {
  return std::to_string(figures.most) + " (" + std::to_string(figures.degree) + ")";
}

std::string with_average(const Figures& figures) {
  char text[64];
  std::snprintf(text, sizeof text, "%u (%.4f)", figures.most, figures.average);
  return text;
}

using Cells = std::vector<std::string>;

struct Printed {
  std::string title;
  std::string source;
  std::vector<unsigned> exponents;  ///< n of each column
  std::vector<Cells> rows;          ///< printed cells, by subject
  std::string (*text)(const Figures&);
};

PaperTable table_of(const Printed& printed, const Study& study) {
  PaperTable table{printed.title, printed.source, {}, {}, "the printed figures are not distances in the graph"};
  for (const unsigned n : printed.exponents) table.columns.push_back(std::to_string(std::size_t{1} << 2 * n));
  const Cells empty(printed.exponents.size());
  const std::vector<Subject> all = subjects();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i < printed.rows.size()) table.rows.push_back({all[i].name + ", printed", empty, printed.rows[i]});
    for (std::size_t count = 0; count < all[i].counts.size(); ++count) {
      PaperTable::Row row{all[i].name + ", " + all[i].counts[count].label, {}, empty};
      for (const unsigned n : printed.exponents) row.computed.push_back(printed.text(study.at(n)[i][count]));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

std::vector<PaperTable> paper_tables(const Progress& progress) {
  const std::string authors = "Fan, Yang, Funahashi and Amano, ";
  const Study all = study(progress);
  return {table_of({"Diameter (degree), by number of nodes",
                    authors + "table 1",
                    {6, 8},
                    {{"10 (8)", "14 (8)"}, {"10 (8)", "14 (8)"}},
                    with_degree},
                   all),
          table_of({"Diameter (average distance), by number of nodes",
                    authors + "table 2",
                    {4, 5, 6, 7, 8},
                    {{"", "9 (4.73)", "10 (5.81)", "12 (7.16)", ""}, {"", "9 (4.57)", "10 (5.85)", "12 (7.35)", ""}},
                    with_average},
                   all)};
}

}  // namespace kintsugi::rdt
