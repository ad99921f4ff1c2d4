#include "models/srt/layout_table.hpp"

#include <array>

#include "models/network/line_layout.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

constexpr unsigned kSmallestLine = 3;
constexpr unsigned kLargestLine = 12;

/// Returns N nodes with ports "p0", "p1" ... and no links.
Network line_of_nodes(const std::string& name, unsigned n, unsigned ports) {
  Network network(name + "(" + std::to_string(1u << n) + ")");
  network.add_kind("link");
  PortLayout layout;
  for (unsigned port = 0; port < ports; ++port) layout.push_back("p" + std::to_string(port));
  const std::size_t router = network.add_layout(layout);
  for (unsigned node = 0; node < 1u << n; ++node) {
    network.add_node("n" + std::to_string(node), router, {static_cast<double>(node), 0});
  }
  return network;
}

PortRef at(unsigned n, unsigned node, unsigned port) {
  return {NodeId{node & ((1u << n) - 1)}, PortId::from(port)};
}

/// Joins port `port` of every node to the port behind it of the node `reach` ahead.
void join_ahead(Network& network, unsigned n, unsigned reach, unsigned port) {
  for (unsigned node = 0; node < 1u << n; ++node) {
    network.connect(at(n, node, port), at(n, node + reach, port + 1), KindId{0});
  }
}

unsigned chord_of(unsigned n) {
  unsigned chord = 3;
  while (chord * chord < 1u << n) chord += 2;
  return chord;
}

std::string tracks_of(const Network& network) {
  return std::to_string(lay_out_on_line(network).tracks);
}

/// A variant, and what its formula adds to 2 l_max.
struct Formula {
  const char* label;
  Variant variant;
  unsigned beside;
};
constexpr std::array<Formula, 3> kFormulas{{{"1D-SRT, theorem 2", Variant::kStandard, 1},
                                            {"LS-1D-SRT, corollary 2", Variant::kLong, 2},
                                            {"SS-1D-SRT, corollary 3", Variant::kShort, 2}}};

PaperTable::Row row_of(const Formula& formula) {
  PaperTable::Row row{formula.label, {}, {}};
  for (unsigned n = kSmallestLine; n <= kLargestLine; ++n) {
    row.computed.push_back(tracks_of(make_network(Ring{n, period_exponent(formula.variant, n)})));
    row.published.push_back(std::to_string(2 * (n - 1) + formula.beside));
  }
  return row;
}

PaperTable::Row row_of(const char* label, Network (*make)(unsigned n)) {
  PaperTable::Row row{label, {}, {}};
  for (unsigned n = kSmallestLine; n <= kLargestLine; ++n) row.computed.push_back(tracks_of(make(n)));
  return row;
}

}  // namespace

Network make_chordal_ring(unsigned n) {
  Network network = line_of_nodes("chordal ring", n, 3);
  join_ahead(network, n, 1, 0);
  for (unsigned node = 1; node < 1u << n; node += 2) {
    network.connect(at(n, node, 2), at(n, node + chord_of(n), 2), KindId{0});
  }
  return network;
}

Network make_barrel_shifter(unsigned n) {
  Network network = line_of_nodes("barrel shifter", n, 2 * n - 1);
  for (unsigned k = 0; k + 1 < n; ++k) join_ahead(network, n, 1u << k, 2 * k);
  for (unsigned node = 0; node < 1u << (n - 1); ++node) {  // half a turn ahead is half a turn behind
    network.connect(at(n, node, 2 * n - 2), at(n, node + (1u << (n - 1)), 2 * n - 2), KindId{0});
  }
  return network;
}

PaperTable layout_table() {
  PaperTable table{
      "Wiring width in a straight line, in tracks, by number of nodes",
      "Inoguchi and Horiguchi 1996, theorem 2, corollaries 2 and 3",
      {},
      {},
      "printed are the formulas 2 l_max + 1 and 2 l_max + 2; of the last two rows only O(sqrt N) and more"};
  for (unsigned n = kSmallestLine; n <= kLargestLine; ++n) table.columns.push_back(std::to_string(1u << n));
  for (const Formula& formula : kFormulas) table.rows.push_back(row_of(formula));
  table.rows.push_back(row_of("chordal ring, degree 3", make_chordal_ring));
  table.rows.push_back(row_of("barrel shifter", make_barrel_shifter));
  return table;
}

}  // namespace kintsugi::srt
