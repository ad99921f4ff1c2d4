#include "models/traffic/source.hpp"

#include <algorithm>
#include <map>

namespace kintsugi {

namespace {

constexpr std::size_t kRateTableWords = std::size_t{1} << 22U;

/// A rate within a burst may exceed one packet in a cycle by what rounding adds.
double packets_in_a_cycle(double rate, double mean_length, const std::optional<BurstShape>& burst) {
  const double probability = rate / mean_length * (burst ? burst->factor() : 1);
  return probability <= kOneWithRounding ? std::min(probability, 1.0) : probability;
}

}  // namespace

BernoulliTraffic::BernoulliTraffic(std::unique_ptr<const TrafficPattern> destinations, PacketLengths packet_lengths,
                                   double rate, std::span<const NodeRate> rates, const std::optional<BurstShape>& burst)
    : pattern(std::move(destinations)),
      lengths(std::move(packet_lengths)),
      gaps(packets_in_a_cycle(rate, lengths.mean(), burst)),
      rate_(rate) {
  if (burst) bursts.emplace(*burst);
  std::map<double, std::uint32_t> places;
  for (const NodeRate& own : rates) places.emplace(own.rate, 0);
  const std::size_t table_length = std::clamp<std::size_t>(kRateTableWords / std::max<std::size_t>(places.size(), 1),
                                                           16, GeometricGaps::kTableLength);
  for (auto& [own, place] : places) {
    own_.push_back({own, GeometricGaps(packets_in_a_cycle(own, lengths.mean(), burst), table_length)});
    place = static_cast<std::uint32_t>(own_.size());
  }
  for (const NodeRate& own : rates) {
    if (own.node.value >= own_of_.size()) own_of_.resize(own.node.value + std::size_t{1});
    own_of_[own.node.value] = places.at(own.rate);
  }
}

std::unique_ptr<PacketSource> make_source(NodeId node, const BernoulliTraffic& traffic, std::uint64_t seed, Cycle begin,
                                          Cycle end) {
  if (traffic.bursts) return std::make_unique<BurstySource>(node, traffic, seed, begin, end);
  return std::make_unique<BernoulliSource>(node, traffic, seed, begin, end);
}

}  // namespace kintsugi
