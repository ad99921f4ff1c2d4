#include "models/grid/paper_table.hpp"

#include "models/grid/topology.hpp"
#include "models/network/metrics.hpp"

namespace kintsugi::grid {

namespace {

struct PublishedCell {
  std::string text;                    ///< empty: nothing is printed
  std::function<Network()> make = {};  ///< the network that it is about
};

struct PublishedRow {
  std::string label;
  std::vector<PublishedCell> cells;
};

PublishedCell torus(const std::string& text, Sides sides) {
  return {text, [sides] { return make_network(Torus{sides}); }};
}

PublishedCell hypercube(const std::string& text, unsigned n) {
  return {text, [n] { return make_network(Hypercube{n}); }};
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
            hypercube("16/16", 16)}}};
}

std::string diameter_and_degree(const Network& network) {
  const Metrics metrics = measure(network);
  return std::to_string(metrics.diameter) + "/" + std::to_string(metrics.degree_max);
}

PaperTable compute(const std::vector<PublishedRow>& rows, const Progress& progress) {
  PaperTable table{"Diameter/Links by node, by number of nodes",
                   "Inoguchi and Horiguchi 1996, table 1",
                   {"256", "1k", "4k", "16k", "64k"},
                   {}};
  std::size_t done = 0;
  for (const PublishedRow& row : rows) {
    PaperTable::Row filled{row.label, {}, {}};
    for (const PublishedCell& cell : row.cells) {
      filled.published.push_back(cell.text);
      filled.computed.push_back(cell.make ? diameter_and_degree(cell.make()) : "");
      if (progress) progress(++done, rows.size() * table.columns.size());
    }
    table.rows.push_back(std::move(filled));
  }
  return table;
}

}  // namespace

PaperTable torus_table(const Progress& progress) {
  return compute(torus_rows(), progress);
}
PaperTable hypercube_table(const Progress& progress) {
  return compute(hypercube_rows(), progress);
}

}  // namespace kintsugi::grid
