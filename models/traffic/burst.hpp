/// Bursts: a node creates packets only in bursts, with pauses between them (an on-off source).
///
/// Rate     in a burst it is the mean rate x (mean + pause) / mean, so that the mean rate is the one without bursts
/// Lengths  of bursts and of pauses, at least one cycle each, with the means that are given. Geometric: in each cycle
///          the burst or pause ends with the same probability. Pareto: X + U rounded down, where U is uniform in
///          0 .. 1, and P(X > x) = (shortest / x)^alpha from shortest = mean x (alpha - 1) / alpha on; this keeps the
///          mean exact. Up to alpha = 2 the variance is infinite, and many such sources together are self-similar
/// Begin    in the steady state: the first cycle lies in a burst with probability mean / (mean + pause), and what is
///          left of that burst or pause has the distribution that a look at a random time finds. So every cycle has the
///          mean rate
/// Random   a node draws lengths from a stream of its own, in the order of time. Destinations, lengths of packets and
///          the gaps between them come from its other stream, and gaps count the cycles of bursts. So the packets are
///          those of a source without bursts at the rate in a burst, later by the pauses
/// Cost     two draws for each burst, with or without packets in it
/// Source   Willinger, Taqqu, Sherman and Wilson, "Self-similarity through high-variability", IEEE/ACM Transactions on
///          Networking, 1997
#pragma once

#include <optional>

#include "models/network/types.hpp"
#include "models/random/random.hpp"
#include "models/traffic/bernoulli.hpp"

namespace kintsugi {

struct BurstShape {
  double mean = 0;                   ///< cycles of a burst, at least 1
  double pause = 0;                  ///< cycles of a pause, on average, at least 1
  std::optional<double> alpha = {};  ///< above 1: Pareto lengths of this shape; nullopt: geometric ones
  /// Returns the rate within a burst by the mean rate.
  double factor() const { return (mean + pause) / mean; }
  /// Returns the mean length from which on lengths with `alpha` are at least one cycle; 1 for geometric ones.
  double least_mean() const { return alpha ? *alpha / (*alpha - 1) : 1; }
  friend bool operator==(const BurstShape&, const BurstShape&) = default;
};

/// The lengths of one kind, of bursts or of pauses.
class BurstLengths {
 public:
  /// Throws std::invalid_argument unless alpha is above 1 and the mean at least BurstShape::least_mean().
  BurstLengths(double mean, std::optional<double> alpha);

  double mean() const { return mean_; }
  /// Draws a length, at least 1.
  Cycle draw(RandomStream& random) const { return alpha_ ? pareto(random) : geometric_.draw(random); }
  /// Draws what is left, with the present cycle, where a cycle lies in a burst or pause of this kind.
  Cycle draw_rest(RandomStream& random) const { return alpha_ ? pareto_rest(random) : geometric_.draw(random); }

 private:
  Cycle pareto(RandomStream& random) const;
  Cycle pareto_rest(RandomStream& random) const;

  double mean_;
  std::optional<double> alpha_;
  double shortest_ = 1;
  GeometricGaps geometric_{0};
};

/// What the nodes share; must outlive their bursts.
class BurstTraffic {
 public:
  /// Throws std::invalid_argument for a shape that BurstLengths refuses.
  explicit BurstTraffic(const BurstShape& shape);

  const BurstShape& shape() const { return shape_; }

 private:
  friend class Bursts;
  BurstShape shape_;
  BurstLengths bursts_;
  BurstLengths pauses_;
};

/// The bursts of one node, from a cycle on.
class Bursts {
 public:
  Bursts(NodeId node, const BurstTraffic& traffic, std::uint64_t seed, Cycle begin);

  /// Returns the `count`-th cycle in a burst, counted from 1, of those from a cycle on; GeometricGaps::kNever if it is
  /// not before `end`. `from` must not be below the end of a call that returned kNever, nor below another result.
  Cycle find(Cycle from, Cycle count, Cycle end);

 private:
  const BurstTraffic* traffic_;
  RandomStream random_;
  Cycle first_;  // of the burst that is the present one, or the next
  Cycle end_;    // the cycle after it
};

}  // namespace kintsugi
