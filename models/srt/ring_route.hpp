/// Routes along one ring of an SRT: at each node, does the packet take the bypass link or the ring link?
///
/// All routes are monotone: a packet keeps its heading and never passes its destination. It heads in the positive
/// direction if that is shorter, otherwise in the negative one; a destination exactly N/2 ahead counts as negative.
/// Rings are the same in both directions (nodes x and -x have the same level), so the negative route from x to d is the
/// positive one from -x to -d. Coordinates are ring coordinates throughout, 0 .. N - 1.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "models/srt/geometry.hpp"

namespace kintsugi::srt {

enum class Heading { kPositive, kNegative };

constexpr Heading heading(const Ring& ring, unsigned from, unsigned to) {
  return ring.ahead(from, to) < ring.size() / 2 ? Heading::kPositive : Heading::kNegative;
}

class RingRoute {
 public:
  explicit RingRoute(const Ring& ring) : ring_(ring) {}
  virtual ~RingRoute() = default;
  virtual const std::string& name() const = 0;
  virtual bool uses_source() const = 0;
  /// Returns whether a packet at `at`, which is not its destination, takes the bypass link in its heading.
  bool takes_bypass(Heading way, unsigned source, unsigned at, unsigned destination) const {
    if (way == Heading::kPositive) return takes_bypass_ahead(source, at, destination);
    return takes_bypass_ahead(ring_.wrap(0u - source), ring_.wrap(0u - at), ring_.wrap(0u - destination));
  }
  /// Returns the hops of the whole route to the node `span` ahead, which is at most N/2.
  virtual unsigned hops_ahead(unsigned source, unsigned span) const;
  const Ring& ring() const { return ring_; }
  /// As HasTables::make_tables(); does nothing for a route without a table.
  virtual void make_tables(const Progress&) const {}

 private:
  /// takes_bypass() for a destination that is ahead, by at most N/2 nodes.
  virtual bool takes_bypass_ahead(unsigned source, unsigned at, unsigned destination) const = 0;

  Ring ring_;
};

/// Recursive routing, the deadlock-free form. The span to the destination gives a level (FindMedLevel). The route has
/// three parts: to the first node of that level at or after the source; along links of that level as far as they lead
/// without passing the destination; from there to the destination. The first and the last part are routed in the same
/// way. If no link of the level lies between source and destination, the next lower level is used; level 0 is the plain
/// ring. The plan depends on source and destination; every node on the route derives it again from both.
/// Source  Kawai, Inoguchi and Horiguchi 2000, section 2.3 and figure 2
class RecursiveRoute final : public RingRoute {
 public:
  explicit RecursiveRoute(const Ring& ring) : RingRoute(ring) {}
  const std::string& name() const override;
  bool uses_source() const override { return true; }
  /// Computed from the plan, not node by node.
  unsigned hops_ahead(unsigned source, unsigned span) const override;

 private:
  bool takes_bypass_ahead(unsigned source, unsigned at, unsigned destination) const override;
};

/// The shortest monotone route; of several, the one that takes a bypass link earliest. Not in the papers.
///
/// One bit for each remaining span and position says whether to take the bypass. A span below 2^k can use only levels
/// below k, whose pattern repeats after 2^(k-1) nodes: so spans of 2^(k-1) .. 2^k - 1 need only that many positions. A
/// ring of 2^10 nodes takes 11 KB, one of 2^16 takes 45 MB and seconds to build: so they are found when the first route
/// is asked for. Several threads may ask at the same time.
class MonotoneRoute final : public RingRoute {
 public:
  explicit MonotoneRoute(const Ring& ring);
  const std::string& name() const override;
  bool uses_source() const override { return false; }
  void make_tables(const Progress& progress) const override;

 private:
  /// The spans of one bit width: where their bits begin, and how many positions they distinguish (a power of two).
  struct Block {
    std::size_t begin = 0;
    unsigned positions = 1;
  };
  bool takes_bypass_ahead(unsigned source, unsigned at, unsigned destination) const override;
  void lay_out_blocks();
  void decide_towards(unsigned destination, unsigned width, std::vector<std::uint16_t>& hops,
                      const std::function<void()>& destination_done) const;
  std::size_t bit(unsigned at, unsigned span) const;

  std::array<Block, 18> blocks_;  // by bit width of the span
  std::size_t bits_ = 0;
  mutable std::mutex mutex_;  // of bypass_
  mutable std::vector<bool> bypass_;
  mutable std::atomic<bool> is_made_ = false;
};

enum class RingAlgorithm { kRecursive, kMonotone };

std::unique_ptr<RingRoute> make_ring_route(RingAlgorithm algorithm, const Ring& ring);

}  // namespace kintsugi::srt
