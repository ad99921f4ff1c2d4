#include "models/grid/paper_table.hpp"

#include <cmath>
#include <cstdio>

#include "models/grid/routing.hpp"
#include "models/grid/topology.hpp"
#include "models/network/direct_networks.hpp"
#include "models/network/metrics.hpp"
#include "models/routing/loads.hpp"

namespace kintsugi::grid {

namespace {

struct PublishedCell {
  std::string text;                           ///< empty: the paper prints no number
  std::function<std::string()> compute = {};  ///< returns the same text for the network of this cell
};

struct PublishedRow {
  std::string label;
  std::vector<PublishedCell> cells;
};

std::string diameter_and_degree(const Network& network) {
  const Metrics metrics = measure(network);
  return std::to_string(metrics.diameter) + "/" + std::to_string(metrics.degree_max);
}

PublishedCell torus(const std::string& text, Sides sides) {
  return {text, [sides] { return diameter_and_degree(make_network(Torus{sides})); }};
}

PublishedCell hypercube(const std::string& text, unsigned n) {
  return {text, [n] { return diameter_and_degree(make_network(Hypercube{n})); }};
}

PublishedCell crossed_cube(const std::string& text, unsigned n) {
  return {text, [n] {
            const auto [diameter, degree] = direct::diameter_and_degree(direct::crossed_cube(n));
            return std::to_string(diameter) + "/" + std::to_string(degree);
          }};
}

std::vector<PublishedRow> torus_rows() {
  return {{"2D Torus",
           {torus("16/4", {16, 16}), torus("32/4", {32, 32}), torus("64/4", {64, 64}), torus("128/4", {128, 128}),
            torus("256/4", {256, 256})}},
          {"3D Torus (16^3, 32^3)", {{""}, {""}, torus("24/6", {16, 16, 16}), {""}, torus("48/6", {32, 32, 32})}}};
}

std::vector<PublishedRow> hypercube_rows() {
  return {{"Hyper cube",
           {hypercube("8/8", 8), hypercube("10/10", 10), hypercube("12/12", 12), hypercube("14/14", 14),
            hypercube("16/16", 16)}},
          {"Xed Cube",
           {crossed_cube("5/8", 8), crossed_cube("6/10", 10), crossed_cube("7/12", 12), crossed_cube("8/14", 14),
            crossed_cube("9/16", 16)}}};
}

std::size_t cells(const std::vector<PublishedRow>& rows) {
  return rows.size() * rows.front().cells.size();
}

/// Counts the steps of all tables of a family.
class Steps {
 public:
  Steps(std::size_t total, const Progress& progress) : total_(total), progress_(&progress) {}
  void count_done() {
    ++done_;
    if (*progress_) (*progress_)(done_, total_);
  }

 private:
  std::size_t done_ = 0;
  std::size_t total_;
  const Progress* progress_;
};

PaperTable compute(const std::vector<PublishedRow>& rows, Steps& steps) {
  PaperTable table{"Diameter/Links by node, by number of nodes",
                   "Inoguchi and Horiguchi 1996, table 1",
                   {"256", "1k", "4k", "16k", "64k"},
                   {}};
  for (const PublishedRow& row : rows) {
    PaperTable::Row filled{row.label, {}, {}};
    for (const PublishedCell& cell : row.cells) {
      filled.published.push_back(cell.text);
      filled.computed.push_back(cell.compute ? cell.compute() : "");
      steps.count_done();
    }
    table.rows.push_back(std::move(filled));
  }
  return table;
}

std::string text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", value);
  return text;
}

/// The formulas of a row of the table, as functions of the number of nodes.
struct Formulas {
  std::function<double(double)> average;
  std::function<double(double)> degree;
  std::function<double(double)> density;
};

/// A shape and its routing for each of 16, 64, 256 and 1024 nodes.
template <class Shape, class Relation>
PaperTable compare(const std::vector<Shape>& shapes, unsigned vcs, const Formulas& formulas, Steps& steps) {
  PaperTable table{"Networks compared, by number of nodes",
                   "Flavell, Kano, Fujimoto and Takahashi, table 1",
                   {},
                   {{"average distance", {}, {}},
                    {"degree", {}, {}},
                    {"normalized average distance", {}, {}},
                    {"maximum message density", {}, {}}},
                   "the density counted is that of links, both ways"};
  for (const Shape& shape : shapes) {
    const Network network = make_network(shape);
    const Metrics metrics = measure(network);
    const auto nodes = static_cast<double>(metrics.nodes);
    const auto density =
        static_cast<double>(largest_load_of_a_link(network, count_loads(network, Relation(shape, vcs))));
    table.columns.push_back(std::to_string(metrics.nodes));
    const double found[]{metrics.average_distance, static_cast<double>(metrics.degree_max),
                         metrics.degree_max * metrics.average_distance, density};
    const double printed[]{formulas.average(nodes), formulas.degree(nodes),
                           formulas.degree(nodes) * formulas.average(nodes), formulas.density(nodes)};
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      table.rows[i].computed.push_back(text(found[i]));
      table.rows[i].published.push_back(text(printed[i]));
    }
    steps.count_done();
  }
  return table;
}

double four(double) {
  return 4;
}

}  // namespace

std::vector<PaperTable> mesh_tables(const Progress& progress) {
  const std::vector<Mesh> meshes{{{4, 4}}, {{8, 8}}, {{16, 16}}, {{32, 32}}};
  const Formulas formulas{[](double n) { return 2 * std::sqrt(n) / 3; }, four,
                          [](double n) { return std::sqrt(n * n * n) / 2; }};
  Steps steps(meshes.size(), progress);
  return {compare<Mesh, MeshRelation>(meshes, 1, formulas, steps)};
}

std::vector<PaperTable> torus_tables(const Progress& progress) {
  const std::vector<Torus> tori{{{4, 4}}, {{8, 8}}, {{16, 16}}, {{32, 32}}};
  const Formulas formulas{[](double n) { return std::sqrt(n) / 2; }, four,
                          [](double n) { return std::sqrt(n * n * n) / 4; }};
  Steps steps(cells(torus_rows()) + tori.size(), progress);
  return {compute(torus_rows(), steps), compare<Torus, TorusRelation>(tori, 2, formulas, steps)};
}

std::vector<PaperTable> hypercube_tables(const Progress& progress) {
  const std::vector<Hypercube> cubes{{4}, {6}, {8}, {10}};
  const Formulas formulas{[](double n) { return std::log2(n) / 2; }, [](double n) { return std::log2(n); },
                          [](double n) { return (n - 1) * (n * std::log2(n) - 1) / 4; }};
  Steps steps(cells(hypercube_rows()) + cubes.size(), progress);
  return {compute(hypercube_rows(), steps), compare<Hypercube, HypercubeRelation>(cubes, 1, formulas, steps)};
}

}  // namespace kintsugi::grid
