#include "models/sse/paper_table.hpp"

#include "models/sse/reconfigure.hpp"

namespace kintsugi::sse {

namespace {

const std::string kSource = "Choi 2003, ";

/// Returns the paper's name of a PE: "p5", or "e0" for a spare; spares have numbers of their own.
std::vector<std::string> paper_names(const Sse& sse) {
  std::vector<std::string> names;
  std::uint32_t spares = 0;
  std::uint32_t others = 0;
  for (std::uint32_t number = 0; number < sse.pes(); ++number) {
    const Unit unit = sse.unit_of(SiteId{number});
    const bool is_spare = unit.module >= sse.logical_modules() || unit.position >= sse.logical_width();
    names.push_back(is_spare ? "e" + std::to_string(spares++) : "p" + std::to_string(others++));
  }
  return names;
}

PaperTable connections(const Sse& sse, const std::string& number) {
  const Array array(sse);
  const Reconfiguration intact = reconfigure(array, {});
  const std::vector<std::string> names = paper_names(sse);
  PaperTable table{"Links of " + scheme_name(sse) + ", 16 PEs: o in use without faults, x further ones, e exchange",
                   kSource + "table " + number,
                   {"joined to"},
                   {}};
  for (std::uint32_t pe = 0; pe < array.pes(); ++pe) {
    std::string text;
    const auto add = [&](SiteId far, const std::string& mark) {
      text += (text.empty() ? "" : ", ") + names[far.value] + " " + mark;
    };
    const auto outs = array.shuffle_outs(SiteId{pe});
    for (std::uint32_t i = 0; i < outs.size(); ++i) add(outs[i], intact.selections[pe].shuffle_out == i ? "o" : "x");
    for (const SiteId far : array.exchanges(SiteId{pe})) add(far, "e");
    table.rows.push_back({names[pe], {text}, {""}});
  }
  return table;
}

/// Returns the computed number, with a mark if the printed one differs.
std::string marked(std::size_t computed, const std::string& printed) {
  const std::string text = std::to_string(computed);
  return text == printed ? text : text + " !";
}

PaperTable table_6() {
  const std::vector<std::vector<std::string>> printed{{"20", "52", "20", "56", "18", "48"},
                                                      {"40", "124", "40", "129", "36", "119"},
                                                      {"80", "288", "80", "278", "72", "264"},
                                                      {"160", "656", "160", "579", "144", "557"},
                                                      {"320", "1472", "320", "1184", "288", "1146"},
                                                      {"640", "3264", "640", "2397", "576", "2327"},
                                                      {"1280", "7168", "1280", "4826", "1152", "4692"}};
  PaperTable table{"Nodes and edges with one spare, by number of nodes without; ! marks what is printed otherwise",
                   kSource + "table 6",
                   {"Rennels nodes", "edges", "EXP2(8) nodes", "edges", "EXP2(16) nodes", "edges"},
                   {}};
  for (unsigned n = 4; n <= 10; ++n) {
    const std::size_t N = std::size_t{1} << n;
    const Counts of_8 = count(Array({n, Scheme::kExp2, 1, 1, (1u << n) / 8}));
    const Counts of_16 = count(Array({n, Scheme::kExp2, 1, 1, (1u << n) / 16}));
    const std::size_t figures[]{5 * N / 4,         N * (5 * n + 6) / 8, of_8.pes,
                                of_8.simple_edges, of_16.pes,           of_16.simple_edges};
    PaperTable::Row row{std::to_string(N), {}, printed[n - 4]};
    for (std::size_t i = 0; i < row.published.size(); ++i) row.computed.push_back(marked(figures[i], row.published[i]));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<PaperTable> paper_tables(const Progress& progress) {
  const std::vector<Sse> schemes{{4, Scheme::kSft2},
                                 {4, Scheme::kKSft2, 4},
                                 {4, Scheme::kExm, 1, 1, 4},
                                 {4, Scheme::kExp1, 1, 1, 4},
                                 {4, Scheme::kExp2, 1, 1, 4}};
  std::vector<PaperTable> tables;
  const auto table_done = [&] {
    if (progress) progress(tables.size(), schemes.size() + 1);
  };
  for (const Sse& sse : schemes) {
    tables.push_back(connections(sse, std::to_string(tables.size() + 1)));
    table_done();
  }
  tables.push_back(table_6());
  table_done();
  return tables;
}

}  // namespace kintsugi::sse
