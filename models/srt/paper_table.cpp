#include "models/srt/paper_table.hpp"

#include <array>
#include <cstdio>

#include "models/network/metrics.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

struct PublishedRow {
  const char* label;
  Variant variant;
  bool uniform;
  std::vector<std::string> cells;  // by column; empty where the paper prints no number
};

const std::vector<std::string> kColumns{"256", "1k", "4k", "16k", "64k"};

/// Returns the binary logarithm of the nodes of a column: 8, 10 ...
unsigned log_nodes(std::size_t column) {
  return 8 + 2 * static_cast<unsigned>(column);
}

std::vector<PublishedRow> ring_rows() {
  return {{"1D-SRT", Variant::kStandard, false, {"17/4", "25/4", "41/4", "", ""}},
          {"LS-1D-SRT", Variant::kLong, false, {"13/4", "21/4", "33/4", "", ""}},
          {"SS-1D-SRT", Variant::kShort, false, {"12/4", "20/4", "30/4", "45/4", ""}}};
}

std::vector<PublishedRow> torus_rows() {
  return {{"2D-SRT(1sft)", Variant::kStandard, false, {"7/8", "9/8", "13/8", "17/8", "21/8"}},
          {"LS-2D-SRT(1sft)", Variant::kLong, false, {"6/8", "8/8", "10/8", "14/8", "18/8"}},
          {"SS-2D-SRT(1sft)", Variant::kShort, false, {"6/8", "8/8", "10/8", "14/8", "17/8"}},
          {"2D-SRT(uni)", Variant::kStandard, true, {"6/8", "8/8", "11/8", "13/8", "16/8"}},
          {"LS-2D-SRT(uni)", Variant::kLong, true, {"6/8", "7/8", "9/8", "12/8", "14/8"}},
          {"SS-2D-SRT(uni)", Variant::kShort, true, {"6/8", "8/8", "10/8", "12/8", "15/8"}}};
}

Network ring_network(const PublishedRow& row, std::size_t column) {
  const unsigned n = log_nodes(column);
  return make_network(Ring{n, period_exponent(row.variant, n)});
}

Network torus_network(const PublishedRow& row, std::size_t column) {
  const unsigned n = log_nodes(column) / 2;
  const unsigned T = period_exponent(row.variant, n);
  return make_network(Torus{n, T, row.uniform ? uniform_shift(n, T) : 1});
}

std::string diameter_and_degree(const Network& network) {
  const Metrics metrics = measure(network);
  return std::to_string(metrics.diameter) + "/" + std::to_string(metrics.degree_max);
}

template <class MakeNetwork>
PaperTable compute(const std::vector<PublishedRow>& rows, MakeNetwork make, const Progress& progress) {
  PaperTable table{"Diameter/Links by node, by number of nodes", "Inoguchi and Horiguchi 1996, table 1", kColumns, {}};
  std::size_t done = 0;
  for (const PublishedRow& row : rows) {
    PaperTable::Row computed{row.label, {}, row.cells};
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      const bool printed = !row.cells[column].empty();
      computed.computed.push_back(printed ? diameter_and_degree(make(row, column)) : "");
      if (progress) progress(++done, rows.size() * kColumns.size());
    }
    table.rows.push_back(std::move(computed));
  }
  return table;
}

/// A row of three dimensions, where the papers print no numbers.
struct SpaceRow {
  const char* label;
  Variant variant;
  bool uniform;
};
constexpr std::array<SpaceRow, 6> kSpaceRows{{{"3D-SRT(1sft)", Variant::kStandard, false},
                                              {"LS-3D-SRT(1sft)", Variant::kLong, false},
                                              {"SS-3D-SRT(1sft)", Variant::kShort, false},
                                              {"3D-SRT(uni)", Variant::kStandard, true},
                                              {"LS-3D-SRT(uni)", Variant::kLong, true},
                                              {"SS-3D-SRT(uni)", Variant::kShort, true}}};

std::string average_and_diameter(const SpaceRow& row, unsigned n) {
  if (row.variant == Variant::kShort && n < 3) return "";
  const unsigned T = period_exponent(row.variant, n);
  const Metrics metrics = measure(make_network(Torus{n, T, row.uniform ? uniform_shift(n, T, 3) : 1, 3}));
  char text[32];
  std::snprintf(text, sizeof text, "%.4f/%u", metrics.average_distance, metrics.diameter);
  return text;
}

}  // namespace

PaperTable space_table(const Progress& progress) {
  PaperTable table{"Average distance/diameter of 3D-SRTs, by number of nodes",
                   "Inoguchi and Horiguchi 1996, section 6, which prints no numbers of three dimensions",
                   {"64", "512", "4k", "32k", "256k"},
                   {},
                   "the short variant begins at 512 nodes"};
  std::size_t done = 0;
  for (const SpaceRow& row : kSpaceRows) {
    PaperTable::Row computed{row.label, {}, {}};
    for (unsigned n = kSmallestN; n <= largest_n(3); ++n) {
      computed.computed.push_back(average_and_diameter(row, n));
      if (progress) progress(++done, kSpaceRows.size() * table.columns.size());
    }
    table.rows.push_back(std::move(computed));
  }
  return table;
}

PaperTable ring_table(const Progress& progress) {
  return compute(ring_rows(), ring_network, progress);
}
PaperTable torus_table(const Progress& progress) {
  return compute(torus_rows(), torus_network, progress);
}

}  // namespace kintsugi::srt
