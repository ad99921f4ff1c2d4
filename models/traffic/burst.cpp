#include "models/traffic/burst.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/traffic/pattern.hpp"

namespace kintsugi {

namespace {

/// The number of the first stream for bursts, above those of packets and multicasts.
constexpr std::uint64_t kFirstBurstStream = std::uint64_t{1} << 33U;
constexpr double kFractionStep = 1.0 / 9007199254740992.0;  // 2^-53
constexpr double kLongestBurst = 1125899906842624.0;        // 2^50 cycles: no run is as long

/// Returns a number in [0, 1).
double fraction_of(RandomStream& random) {
  return static_cast<double>(random.next() >> 11U) * kFractionStep;
}

}  // namespace

BurstLengths::BurstLengths(double mean, std::optional<double> alpha) : mean_(mean), alpha_(alpha) {
  if (alpha && !(*alpha > 1)) throw std::invalid_argument("the shape of Pareto lengths is above 1");
  if (!(mean * kOneWithRounding >= BurstShape{.alpha = alpha}.least_mean())) {
    throw std::invalid_argument("a burst and a pause have at least one cycle");
  }
  if (alpha) {
    shortest_ = mean * (*alpha - 1) / *alpha;
  } else {
    geometric_ = GeometricGaps(std::min(1 / mean, 1.0));
  }
}

Cycle BurstLengths::pareto(RandomStream& random) const {
  const double length = shortest_ * std::pow(1 - fraction_of(random), -1 / *alpha_);
  return std::max<Cycle>(static_cast<Cycle>(std::min(length, kLongestBurst) + fraction_of(random)), 1);
}

Cycle BurstLengths::pareto_rest(RandomStream& random) const {
  // The probability that more than y is left is 1 - y / mean up to the shortest length, where it is 1 / alpha, and
  // falls from there on as y^(1 - alpha).
  const double more = 1 - fraction_of(random);
  const double left =
      more * *alpha_ >= 1 ? (1 - more) * mean_ : shortest_ * std::pow(more * *alpha_, -1 / (*alpha_ - 1));
  return static_cast<Cycle>(std::min(left, kLongestBurst)) + 1;
}

BurstTraffic::BurstTraffic(const BurstShape& shape)
    : shape_(shape), bursts_(shape.mean, shape.alpha), pauses_(shape.pause, shape.alpha) {}

Bursts::Bursts(NodeId node, const BurstTraffic& traffic, std::uint64_t seed, Cycle begin)
    : traffic_(&traffic), random_(seed, kFirstBurstStream + node.value), first_(begin), end_(begin) {
  if (Chance(1 / traffic.shape_.factor()).happens(random_)) {
    end_ += traffic.bursts_.draw_rest(random_);
  } else {
    first_ += traffic.pauses_.draw_rest(random_);
    end_ = first_ + traffic.bursts_.draw(random_);
  }
}

Cycle Bursts::find(Cycle from, Cycle count, Cycle end) {
  if (count == GeometricGaps::kNever) return count;
  for (;;) {
    const Cycle first = std::max(from, first_);
    if (first >= end) return GeometricGaps::kNever;
    const Cycle left = first < end_ ? end_ - first : 0;
    if (count <= left) return first + count - 1 < end ? first + count - 1 : GeometricGaps::kNever;
    count -= left;
    first_ = end_ + traffic_->pauses_.draw(random_);
    end_ = first_ + traffic_->bursts_.draw(random_);
  }
}

}  // namespace kintsugi
