#include "tb/tool/run/thread_choice.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "models/network/metrics.hpp"

namespace kintsugi {

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

}  // namespace kintsugi
