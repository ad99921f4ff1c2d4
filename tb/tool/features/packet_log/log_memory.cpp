#include "tb/tool/features/packet_log/log_memory.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "models/network/distance_sums.hpp"

namespace kintsugi {

namespace {

constexpr double kPacket = 130;
constexpr double kHop = 33;
constexpr std::uint32_t kSampled = 16;  // nodes from which distances are measured

/// Multiples of the golden ratio spread over the rows and the columns of a grid.
std::vector<NodeId> sampled_nodes(std::size_t nodes) {
  std::set<NodeId> sampled;
  for (std::uint32_t i = 0; i < kSampled; ++i) {
    const double share = std::fmod((i + 0.5) * std::numbers::phi, 1.0);
    sampled.insert(NodeId{static_cast<std::uint32_t>(share * static_cast<double>(nodes))});
  }
  return {sampled.begin(), sampled.end()};
}

double mean_distance(const Network& network) {
  const std::vector<NodeId> sources = sampled_nodes(network.nodes());
  const DistanceSums sums = sum_distances(Adjacency(network), sources, {}, 1);
  return static_cast<double>(sums.sum) / static_cast<double>(std::max<std::uint64_t>(sums.pairs, 1));
}

/// Returns the last cycle of the run. A program that nothing else ends takes at least one for each flit of a rank.
Cycle expected_end(const Scenario& scenario, const Setup& setup) {
  if (scenario.only_trace_ends()) return setup.traffic->end_of_trace();
  if (!scenario.only_program_ends()) return scenario.run.cycles;
  return setup.traffic->workload->most_flits_of_a_rank();
}

/// Returns the cycles of the run, which ends before `run_end`, in which the filter takes packets.
double logged_cycles(Cycle run_end, const PacketFilter& filter) {
  const Cycle end = filter.to < run_end ? filter.to + 1 : run_end;
  return end > filter.from ? static_cast<double>(end - filter.from) : 0;
}

bool is_logged(const PacketFilter& filter, const TracePacket& packet) {
  return packet.cycle >= filter.from && packet.cycle <= filter.to &&
         (filter.source == kNoNode || packet.source == filter.source) &&
         (filter.destination == kNoNode || packet.order.destination == filter.destination);
}

/// Returns how many packets of flows the filter takes, on average.
double logged_of_flows(const FlowTraffic& traffic, Cycle end, const PacketFilter& filter) {
  double packets = 0;
  for (const Flow& flow : traffic.flows()) {
    if (filter.source != kNoNode && flow.source != filter.source) continue;
    if (filter.destination != kNoNode && flow.destination != filter.destination) continue;
    const Cycle to = std::min({flow.to, end, filter.to < end ? filter.to + 1 : end});
    const Cycle from = std::max(flow.from, filter.from);
    if (from < to) packets += static_cast<double>(to - from) * flow.rate / traffic.mean_length(flow);
  }
  return packets;
}

struct Expected {
  double packets = 0;
  double multicasts = 0;
  double flits = 1;  // of a packet
};

Expected expected_traffic(const Scenario& scenario, const Setup& setup, const PacketFilter& filter) {
  const TrafficSection& traffic = *scenario.traffic;
  const auto nodes = static_cast<double>(setup.network().pes());
  const double of_sources =
      logged_cycles(expected_end(scenario, setup), filter) * (filter.source == kNoNode ? nodes : 1);
  Expected expected;
  if (traffic.multicast && filter.destination == kNoNode) expected.multicasts = of_sources * traffic.multicast->rate;
  if (traffic.trace) {
    const auto logged = [&](const TracePacket& packet) { return is_logged(filter, packet); };
    expected.packets = static_cast<double>(std::ranges::count_if(setup.traffic->trace, logged));
    return expected;
  }
  if (traffic.flows) {
    expected.packets = logged_of_flows(*setup.traffic->flows, expected_end(scenario, setup), filter);
    expected.flits = traffic.flits.mean();
    return expected;
  }
  const std::size_t senders = traffic.among.empty() ? setup.network().pes() : traffic.among.size();
  const double sending = static_cast<double>(senders) / nodes;
  const bool is_one = filter.source != kNoNode && setup.traffic->drawn;
  const double rate = is_one ? setup.traffic->drawn->rate_of(filter.source) : traffic.mean_rate(senders);
  expected.flits = traffic.flits.mean();
  expected.packets = of_sources * sending * rate / expected.flits;
  if (filter.destination != kNoNode) expected.packets /= nodes;
  if (traffic.workload) expected.packets += static_cast<double>(setup.traffic->workload->packets());
  return expected;
}

}  // namespace

std::uint64_t log_bytes(const Scenario& scenario, const Setup& setup, const PacketFilter& filter, bool routes) {
  if (!scenario.traffic) return 0;
  const auto [packets, multicasts, flits] = expected_traffic(scenario, setup, filter);
  const double bytes = (packets + multicasts) * kPacket;
  if (!routes || packets == 0) return static_cast<std::uint64_t>(bytes);
  const Network& network = setup.network();
  const auto channels = static_cast<double>(2 * network.links().size() + network.nodes());
  const double most = channels * static_cast<double>(scenario.run.cycles) / flits;
  return static_cast<std::uint64_t>(bytes + kHop * std::min(packets * (mean_distance(network) + 1), most));
}

}  // namespace kintsugi
