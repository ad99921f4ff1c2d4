#include "models/rdt/paper_table.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "models/network/direct_networks.hpp"
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
  const Count floating_best{"hops of floating-best", make<FloatingRelation, 1u, RankChoice::kBest>};
  const Count floating_base{"hops of floating-base", make<FloatingRelation, 1u, RankChoice::kFewestBaseHops>};
  const Count vector{"hops of vector", make<VectorRelation, Ties::kTowardZero, 1u>};
  const Count vector_best{"hops of vector-best", make<VectorRelation, Ties::kBest, 1u>};
  return {{"alpha", Assignment::kAlpha, {distance, floating, floating_best, floating_base, scheme_h}},
          {"beta", Assignment::kBeta, {distance, floating, floating_best, floating_base, scheme_h}},
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

/// The largest network in the tables of the papers has 2^16 nodes.
constexpr unsigned kLargestPrinted = 8;

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
  for (unsigned n = kSmallest; n <= kLargestPrinted; ++n) total += counts << 2 * n;
  std::size_t done = 0;
  Study study;
  for (unsigned n = kSmallest; n <= kLargestPrinted; ++n) {
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
  PaperTable table{printed.title,
                   printed.source,
                   {},
                   {},
                   "the printed diameters of alpha are the most hops of floating-base, those of beta the most hops of "
                   "floating-best; no printed figure of the RDT is a distance in the graph"};
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

std::string cell(direct::DiameterAndDegree figures, const std::string& how) {
  return std::to_string(figures.diameter) + " (" + std::to_string(figures.degree) + "), " + how;
}

std::string by_graph(const direct::PlainGraph& graph, unsigned expected_nodes) {
  const std::size_t nodes = graph.neighbours.size();
  return cell(direct::diameter_and_degree(graph),
              nodes == expected_nodes ? "graph" : "graph of " + std::to_string(nodes));
}

/// The other networks of table 1, at 4096 and 65536 nodes or what comes near.
void add_other_networks(PaperTable& table) {
  using namespace direct;
  const std::string formula = "formula";
  const auto torus = [](const std::vector<unsigned>& sides) { return torus_by_formula(sides); };
  const std::vector<PaperTable::Row> rows{
      {"2D torus", {cell(torus({64, 64}), formula), cell(torus({256, 256}), formula)}, {"64 (4)", "256 (4)"}},
      {"3D torus",
       {cell(torus({16, 16, 16}), formula), cell(torus({32, 32, 32}), formula + " of 32768")},
       {"24 (6)", "48 (6)"}},
      {"hypercube",
       {cell(hypercube_by_formula(12), formula), cell(hypercube_by_formula(16), formula)},
       {"12 (12)", "16 (16)"}},
      {"De Bruijn", {by_graph(de_bruijn(12), 4096), cell(de_bruijn_by_formula(16), formula)}, {"12 (4)", "16 (4)"}},
      {"Kautz", {by_graph(kautz(11), 4096), cell(kautz_by_formula(15), formula + " of 49152")}, {"11 (4)", "15 (4)"}},
      {"Pradhan", {"", ""}, {"12 (5)", "16 (5)"}},
      {"circular omega", {"", ""}, {"20 (4)", "26 (4)"}},
      {"star graph", {by_graph(star_graph(7), 4096), by_graph(star_graph(8), 65536)}, {"7 (6)", "8 (7)"}},
      {"CCC",
       {by_graph(cube_connected_cycles(9, 9), 4096), by_graph(cube_connected_cycles(12, 12), 65536)},
       {"21 (3)", "29 (3)"}},
      {"hypernet", {"", ""}, {"19 (5)", "17 (6)"}},
      {"crossed cube", {by_graph(crossed_cube(12), 4096), by_graph(crossed_cube(16), 65536)}, {"7 (12)", "9 (16)"}},
      {"midimew", {by_graph(midimew(4096), 4096), by_graph(midimew(65536), 65536)}, {"46 (4)", "181 (4)"}}};
  table.rows.insert(table.rows.begin(), rows.begin(), rows.end());
  table.note += "; the paper does not define the networks without a computed cell";
}

/// The row of the RDT in table 1 of Inoguchi and Horiguchi, and what the networks and routings of this room have.
PaperTable table_of_inoguchi(const Study& study) {
  PaperTable table{"Diameter/Links by node, by number of nodes",
                   "Inoguchi and Horiguchi 1996, table 1, the row of RDT(2,4,1)",
                   {"256", "1k", "4k", "16k", "64k"},
                   {{"RDT(2,4,1), printed", Cells(5), {"7/8", "8/8", "10/8", "10/8", "12/8"}}},
                   "the printed row is that of no assignment and no routing of this room"};
  const std::vector<Subject> all = subjects();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t count = 0; count < all[i].counts.size(); ++count) {
      PaperTable::Row row{all[i].name + ", " + all[i].counts[count].label, {}, Cells(5)};
      for (unsigned n = kSmallest; n <= kLargestPrinted; ++n) {
        const Figures& figures = study.at(n)[i][count];
        row.computed.push_back(std::to_string(figures.most) + "/" + std::to_string(figures.degree));
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

std::vector<PaperTable> paper_tables(const Progress& progress) {
  const std::string authors = "Fan, Yang, Funahashi and Amano, ";
  const Study all = study(progress);
  std::vector<PaperTable> tables{
      table_of({"Diameter (degree), by number of nodes",
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
               all),
      table_of_inoguchi(all)};
  add_other_networks(tables.front());
  return tables;
}

}  // namespace kintsugi::rdt
