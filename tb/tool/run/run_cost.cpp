#include "tb/tool/run/run_cost.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "models/network/metrics.hpp"
#include "models/network/text.hpp"
#include "models/random/sample.hpp"
#include "models/routing/route.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

namespace {

// seconds to elaborate, and for a flit on a link that it passes; all times the growth
constexpr double kSecondsForSite = 5e-6;
constexpr double kSecondsForPort = 0.4e-6;  // of a router, that of the PE included
constexpr double kSecondsForPart = 0.5e-6;  // a switch or a wire of a fabric
constexpr double kFlitHop = 45e-9;
constexpr double kCached = 1 << 14;  // sites
constexpr double kMoreForEachDoubling = 1.0 / 6;
constexpr std::uint32_t kDrawn = 16;  // sources and destinations of routes
constexpr double kShared = 0.9;       // of the work, among threads

/// What has more ports or needs more than the caches takes longer.
double growth(std::uint64_t sites) {
  return 1 + kMoreForEachDoubling * std::max(0.0, std::log2(static_cast<double>(sites) / kCached));
}

/// Returns the ports of all routers, those of the PEs included.
std::uint64_t ports_of(const Setup& setup) {
  if (setup.fabric) {
    const Fabric& fabric = setup.built_fabric();
    return fabric.sites.size() * (fabric.layout.size() + 1);
  }
  std::uint64_t ports = 0;
  for (const NodeId node : ids<NodeId>(setup.network().nodes())) ports += setup.network().ports(node).size() + 1;
  return ports;
}

double elaboration_seconds(const Setup& setup, std::uint64_t sites) {
  const Fabric* fabric = setup.fabric ? &setup.built_fabric() : nullptr;
  const std::size_t parts = fabric == nullptr ? 0 : fabric->switches.size() + fabric->wires.size();
  const double work = static_cast<double>(sites) * kSecondsForSite +
                      static_cast<double>(ports_of(setup)) * kSecondsForPort +
                      static_cast<double>(parts) * kSecondsForPart;
  return work * growth(sites);
}

double mean_hops(const Setup& setup) {
  const std::vector<NodeId> nodes = setup.network().nodes_with_pe();
  const auto count = static_cast<std::uint32_t>(nodes.size());
  std::size_t hops = 0;
  std::size_t pairs = 0;
  for (const std::uint32_t source : sample(count, kDrawn, 1)) {
    for (const std::uint32_t destination : sample(count, kDrawn, 2)) {
      if (source == destination) continue;
      hops += route_hops(setup.network(), *setup.relation, nodes[source], nodes[destination]).size();
      ++pairs;
    }
  }
  return pairs == 0 ? 1 : static_cast<double>(hops) / static_cast<double>(pairs);
}

double share(unsigned threads) {
  return 1 - kShared + kShared / threads;
}

/// Returns "0.4 s", "55 s", "12 min".
std::string about(double seconds) {
  if (seconds < 9.95) return fixed(seconds, 1) + " s";
  if (seconds < 120) return fixed(seconds, 0) + " s";
  return fixed(seconds / 60, 0) + " min";
}

}  // namespace

RunEstimate estimate_run(const Scenario& scenario, const Setup& setup, std::uint64_t memory_bytes, unsigned threads) {
  RunEstimate estimate;
  estimate.sites = setup.fabric ? setup.built_fabric().sites.size() : setup.network().nodes();
  estimate.memory_bytes = memory_bytes;
  estimate.elaboration_seconds = elaboration_seconds(setup, estimate.sites);
  if (!scenario.traffic || scenario.traffic->trace || scenario.traffic->flows || scenario.traffic->workload ||
      !setup.relation)
    return estimate;
  const std::size_t nodes = setup.network().pes();
  const double flits = scenario.traffic->mean_rate(nodes) * static_cast<double>(nodes) * 1000;
  estimate.seconds_per_1000_cycles =
      flits * mean_hops(setup) * kFlitHop * growth(estimate.sites) * share(std::max(threads, 1u));
  return estimate;
}

bool is_worth_saying(const RunEstimate& estimate) {
  constexpr std::uint64_t kMemory = std::uint64_t{256} << 20U;
  constexpr double kSeconds = 1;
  return estimate.memory_bytes >= kMemory || estimate.elaboration_seconds >= kSeconds;
}

std::string to_text(const RunEstimate& estimate) {
  const double gibibytes = static_cast<double>(estimate.memory_bytes) / (1 << 30);
  std::string text = std::to_string(estimate.sites) + " sites: about " + fixed(gibibytes, 1) + " GiB of memory, " +
                     about(estimate.elaboration_seconds) + " to elaborate";
  if (estimate.seconds_per_1000_cycles) {
    text += ", " + about(*estimate.seconds_per_1000_cycles) + " for 1000 cycles at this load";
  }
  return text;
}

namespace {

/// From so many nodes the mean distance is taken.
constexpr std::size_t kSampledNodes = 4;

/// Returns the mean distance from some nodes with a PE to those that they reach, at least 1.
double sampled_distance(const Network& network) {
  const std::vector<NodeId> nodes = network.nodes_with_pe();
  std::uint64_t sum = 0;
  std::uint64_t reached = 0;
  for (std::size_t sample = 0; sample < std::min(kSampledNodes, nodes.size()); ++sample) {
    // Steps of the golden ratio avoid that all nodes are in one column of a mesh.
    const NodeId source = nodes[(nodes.size() * 618 / 1000 * (sample + 1)) % nodes.size()];
    const std::vector<std::uint32_t> distances = distances_from(network, source);
    for (const NodeId destination : nodes) {
      const std::uint32_t distance = distances[destination.index()];
      if (distance == 0 || distance == kUnreachable) continue;
      sum += distance;
      ++reached;
    }
  }
  return reached == 0 ? 1 : static_cast<double>(sum) / static_cast<double>(reached);
}

}  // namespace

double expected_evaluations(const Network& network, double rate) {
  const auto nodes = static_cast<double>(network.nodes());
  return rate == 0 ? 0 : std::min(nodes, static_cast<double>(network.pes()) * rate * sampled_distance(network));
}

double expected_rate(const Scenario& scenario, std::size_t nodes) {
  if (!scenario.traffic) return 0;
  const TrafficSection& traffic = *scenario.traffic;
  const bool is_known = !traffic.trace && !traffic.flows && !traffic.multicast && !traffic.workload;
  return is_known ? traffic.mean_rate(nodes) : TrafficSection{}.rate;
}

unsigned threads_for(double evaluations, unsigned cores) {
  const double most = std::min(cores, kMaxThreads);
  return static_cast<unsigned>(std::clamp(evaluations / kEvaluationsPerThread, 1.0, std::max(1.0, most)));
}

namespace {

/// Returns the number of flits that have left their last router and reach their PE in the next cycle.
std::uint64_t leaving_flits(const Chip& chip) {
  std::uint64_t flits = 0;
  for (std::uint32_t site = 0; site < chip.sites(); ++site) {
    const SiteRouter& router = chip.site_router(SiteId{site});
    flits += router.link(router.local_port()).sent(chip.clock().now()).has_value();
  }
  return flits;
}

double ratio(double amount, double of) {
  return of == 0 ? 0 : amount / of;
}

}  // namespace

double RunTiming::ns_per_flit_hop() const {
  return ratio(simulation_seconds * 1e9, static_cast<double>(flit_hops));
}

double RunTiming::router_cycles_per_second() const {
  return ratio(static_cast<double>(router_cycles), simulation_seconds);
}

std::uint64_t flit_hops(const Chip& chip) {
  // Every move is onto a link: from a PE, to a PE, or between routers.
  const FlitCounters counters = chip.counters();
  return counters.moves - counters.injected - counters.delivered - counters.dropped - leaving_flits(chip);
}

void add_timing(TextTable& table, const RunTiming& timing) {
  table.add({"elaboration", fixed(timing.elaboration_seconds, 3) + " s"});
  if (timing.configuration_seconds != 0) {
    table.add({"configuration", fixed(timing.configuration_seconds, 3) + " s"});
  }
  table.add({"simulation", joined(fixed(timing.simulation_seconds, 3), " s, ",
                                  fixed(timing.router_cycles_per_second() / 1e6, 1), " million router-cycles/s, ",
                                  timing.evaluations, " module evaluations, ", counted(timing.threads, "thread"))});
  table.add({"flit-hops", std::to_string(timing.flit_hops) + ", " + fixed(timing.ns_per_flit_hop(), 1) + " ns each"});
  table.add({"peak memory", fixed(static_cast<double>(timing.peak_memory_bytes) / (1 << 20), 1) + " MiB, estimated " +
                                fixed(static_cast<double>(timing.memory_estimate_bytes) / (1 << 20), 1) + " MiB"});
}

}  // namespace kintsugi
