#include "models/srt/route_table.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "models/network/metrics.hpp"
#include "models/routing/loads.hpp"
#include "models/srt/route_lengths.hpp"
#include "models/srt/routing.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

constexpr unsigned kSmallest = 5;
constexpr unsigned kLargest = 12;
constexpr std::array<std::pair<const char*, Variant>, 3> kVariants{
    {{"1D-SRT", Variant::kStandard}, {"LS-1D-SRT", Variant::kLong}, {"SS-1D-SRT", Variant::kShort}}};
static_assert(kVariants.size() * (kLargest - kSmallest + 1) == kRouteRows);

std::string four_decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

std::string mean_and_most(double mean, unsigned most) {
  return four_decimals(mean) + "/" + std::to_string(most);
}

PaperTable::Row hops_of(const Ring& ring) {
  const Metrics graph = measure(make_network(ring));
  PaperTable::Row row{std::to_string(ring.size()), {mean_and_most(graph.average_distance, graph.diameter)}, {}};
  for (const RingAlgorithm algorithm : {RingAlgorithm::kMonotone, RingAlgorithm::kRecursive}) {
    const RouteLengths lengths = measure_routes(*make_ring_route(algorithm, ring));
    row.computed.push_back(mean_and_most(lengths.average, lengths.longest));
  }
  return row;
}

/// Returns the bound in flits/node/cycle, for uniform traffic, and how often the load of the busiest channel is that of
/// the busiest ring link.
std::vector<std::string> bound_by_channels(const Ring& ring, RingAlgorithm algorithm) {
  const Network network = make_network(ring);
  const Loads loads = count_loads(network, RingRelation(ring, algorithm, 2));
  double largest = 0;
  double of_ring_links = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    for (unsigned port = 0; port < loads.ports[node].size(); ++port) {
      const auto load = static_cast<double>(loads.ports[node][port].packets);
      largest = std::max(largest, load);
      if (port < 2) of_ring_links = std::max(of_ring_links, load);
    }
  }
  return {four_decimals((ring.size() - 1.0) / largest), four_decimals(largest / of_ring_links)};
}

}  // namespace

std::vector<PaperTable> route_tables(const Progress& progress) {
  std::vector<PaperTable> tables;
  std::size_t done = 0;
  for (const auto& [name, variant] : kVariants) {
    PaperTable table{std::string("Hops of the routings, on average and at most, by number of nodes: ") + name,
                     "Kawai, Inoguchi and Horiguchi 2000, section 2.3, which prints no numbers",
                     {"shortest in the graph", "monotone", "recursive"},
                     {}};
    for (unsigned n = kSmallest; n <= kLargest; ++n) {
      table.rows.push_back(hops_of({n, period_exponent(variant, n)}));
      if (progress) progress(++done, kRouteRows);
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

PaperTable channel_bounds() {
  const Ring ring{8, 5};
  return {
      "Uniform traffic on 1D-SRT(8, 5), flits/node/cycle: all that the busiest channel can carry, and saturation",
      "Kawai, Inoguchi and Horiguchi 2000, section 4.2",
      {"busiest channel", "times a ring link", "DLF, 2 channels", "ADP, 2 channels", "DLF, 4 channels",
       "ADP, 4 channels"},
      {{"recursive", bound_by_channels(ring, RingAlgorithm::kRecursive), {"", "", "0.05", "0.065", "0.045", "0.105"}},
       {"monotone", bound_by_channels(ring, RingAlgorithm::kMonotone), {}}},
      "for saturations measured here run traces/sweeps/srt2000_figure5.yaml"};
}

}  // namespace kintsugi::srt
