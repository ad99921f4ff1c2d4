#include "models/traffic/flows.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "models/random/share_bound.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kTableWords = std::size_t{1} << 22U;

/// Flows by source: those of node n are at [first[n], first[n + 1]).
struct BySource {
  std::vector<std::size_t> first;
  std::vector<std::uint32_t> flows;
  std::span<const std::uint32_t> of(std::uint32_t node) const {
    return std::span(flows).subspan(first[node], first[node + 1] - first[node]);
  }
};

/// Flows without a rate are left out.
BySource by_source(std::span<const Flow> flows, std::uint32_t nodes) {
  BySource by{std::vector<std::size_t>(nodes + std::size_t{1}), {}};
  for (const Flow& flow : flows) by.first[flow.source.value + 1] += flow.rate > 0;
  std::partial_sum(by.first.begin(), by.first.end(), by.first.begin());
  by.flows.resize(by.first.back());
  std::vector<std::size_t> next = by.first;
  for (std::uint32_t i = 0; i < flows.size(); ++i) {
    if (flows[i].rate > 0) by.flows[next[flows[i].source.value]++] = i;
  }
  return by;
}

/// Calls with(period begin, flows that are active in it) for each period of a node.
template <class With>
void for_each_period(std::span<const Flow> flows, std::span<const std::uint32_t> own, With with) {
  std::vector<Cycle> begins = {0};
  for (const std::uint32_t flow : own) {
    begins.push_back(flows[flow].from);
    if (flows[flow].to != Flow::kNoEnd) begins.push_back(flows[flow].to);
  }
  std::ranges::sort(begins);
  begins.erase(std::ranges::unique(begins).begin(), begins.end());
  std::vector<std::uint32_t> order(own.begin(), own.end());
  std::ranges::stable_sort(order, {}, [&](std::uint32_t flow) { return flows[flow].from; });
  std::vector<std::uint32_t> active;
  std::size_t begun = 0;
  for (const Cycle begin : begins) {
    std::erase_if(active, [&](std::uint32_t flow) { return flows[flow].to <= begin; });
    for (; begun < order.size() && flows[order[begun]].from <= begin; ++begun) active.push_back(order[begun]);
    with(begin, std::span<const std::uint32_t>(active));
  }
}

}  // namespace

std::optional<FlowTraffic::Overload> FlowTraffic::overload(std::span<const Flow> flows, std::uint32_t nodes,
                                                           double most) {
  const BySource by = by_source(flows, nodes);
  std::vector<std::pair<Cycle, double>> changes;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    changes.clear();
    for (const std::uint32_t flow : by.of(node)) {
      changes.emplace_back(flows[flow].from, flows[flow].rate);
      changes.emplace_back(flows[flow].to, -flows[flow].rate);
    }
    std::ranges::sort(changes);  // in a cycle those that end come first
    double rate = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      rate += changes[i].second;
      const bool is_last = i + 1 == changes.size() || changes[i + 1].first != changes[i].first;
      if (is_last && rate > most * kOneWithRounding) return Overload{NodeId{node}, changes[i].first, rate};
    }
  }
  return std::nullopt;
}

FlowTraffic::FlowTraffic(std::vector<Flow> flows, PacketLengths lengths, std::uint32_t nodes,
                         const std::optional<BurstShape>& burst)
    : flows_(std::move(flows)), lengths_(std::move(lengths)), first_period_(nodes + std::size_t{1}) {
  if (burst) bursts_.emplace(*burst);
  if (const auto found = overload(flows_, nodes, burst ? 1 / burst->factor() : 1)) throw OverloadError(*found);
  const BySource by = by_source(flows_, nodes);
  std::size_t periods = 0, shares = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (by.of(node).empty()) continue;
    for_each_period(flows_, by.of(node), [&](Cycle, std::span<const std::uint32_t> active) {
      ++periods;
      shares += active.size();
      if (shares > kMostShares) throw std::length_error("flows begin and end in too many different cycles");
    });
  }
  periods_.reserve(periods);
  shares_.reserve(shares);
  const std::size_t table_length =
      std::clamp<std::size_t>(kTableWords / std::max<std::size_t>(periods, 1), 16, GeometricGaps::kTableLength);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (!by.of(node).empty()) add_periods(by.of(node), table_length);
    first_period_[node + 1] = periods_.size();
  }
}

void FlowTraffic::add_periods(std::span<const std::uint32_t> own, std::size_t table_length) {
  const auto packets = [this](std::uint32_t flow) { return flows_[flow].rate / mean_length(flows_[flow]); };
  const double factor = bursts_ ? bursts_->shape().factor() : 1;
  for_each_period(flows_, own, [&](Cycle begin, std::span<const std::uint32_t> active) {
    double all = 0;
    for (const std::uint32_t flow : active) all += packets(flow);
    Period period{begin, shares_.size(), shares_.size() + active.size(),
                  GeometricGaps(std::min(all * factor, 1.0), table_length)};
    double so_far = 0;
    for (const std::uint32_t flow : active) {
      so_far += packets(flow);
      shares_.push_back({share_bound(so_far, all), flow});
    }
    periods_.push_back(std::move(period));
  });
}

FlowSource::FlowSource(NodeId node, const FlowTraffic& traffic, std::uint64_t seed, Cycle begin, Cycle end)
    : traffic_(&traffic),
      random_(seed, node.value),
      begin_(begin),
      end_(end),
      period_(traffic.first_period_[node.value]),
      end_period_(traffic.first_period_[node.value + 1]) {
  if (period_ == end_period_) return;
  if (traffic.bursts_) bursts_ = std::make_unique<Bursts>(node, *traffic.bursts_, seed, begin);
  draw_from(begin);
}

Cycle FlowSource::end_of_period() const {
  if (period_ + 1 == end_period_) return end_;
  const Cycle next = traffic_->periods_[period_ + 1].from;
  return next < end_ - begin_ ? begin_ + next : end_;
}

void FlowSource::draw_from(Cycle cycle) {
  for (; period_ != end_period_ && cycle < end_; ++period_) {
    const Cycle end = end_of_period();
    if (cycle < end) {
      const Cycle gap = traffic_->periods_[period_].gaps.draw(random_);
      if (bursts_) {
        due_ = bursts_->find(cycle, gap, end);
        if (due_ != GeometricGaps::kNever) return;
      } else if (gap <= end - cycle) {
        due_ = cycle + gap - 1;
        return;
      }
      cycle = end;
    }
  }
  due_ = GeometricGaps::kNever;
}

PacketOrder FlowSource::take() {
  const FlowTraffic::Period& period = traffic_->periods_[period_];
  const auto shares = std::span(traffic_->shares_).subspan(period.first, period.end - period.first);
  const std::uint64_t number = shares.size() == 1 ? 0 : random_.next();
  const auto others = shares.first(shares.size() - 1);
  const auto drawn = std::ranges::upper_bound(others, number, {}, &FlowTraffic::Share::below) - others.begin();
  const std::uint32_t number_of_flow = shares[static_cast<std::size_t>(drawn)].flow;
  const Flow& flow = traffic_->flows_[number_of_flow];
  PacketOrder order;
  order.destination = flow.destination;
  order.flits = flow.flits ? *flow.flits : traffic_->lengths_.draw(random_);
  order.note = number_of_flow;
  order.state = flow.priority_class;
  draw_from(due_ + 1);
  return order;
}

}  // namespace kintsugi
