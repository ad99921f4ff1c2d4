#include "models/srt/ring_route.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi::srt {

namespace {

unsigned bit_width(unsigned value) {
  return static_cast<unsigned>(std::bit_width(value));
}

/// FindMedLevel (figure 2): returns the level whose links suit a span. l is the exponent of the power of two nearest to
/// the span from above. Levels below it are denser, so their first node is nearer to the source; the paper takes l - c.
unsigned median_level(unsigned span) {
  if (span <= 2) return 0;
  unsigned l = bit_width(span);
  if ((1u << l) - span <= span - (1u << (l - 1))) ++l;
  unsigned c = 1;  // floor((sqrt(8 l + 1) - 1) / 2), the largest c with 1 + 2 + ... + c <= l
  while ((c + 1) * (c + 2) / 2 <= l) ++c;
  return l - c;
}

/// Returns the number of nodes from `from` to the first node of a level at or after it.
unsigned to_next_of_level(const Ring& ring, unsigned from, unsigned level) {
  const bool above_pattern = level > ring.T;  // level T + 1: the nodes that are multiples of 2^T
  const unsigned place = above_pattern ? 0 : 1u << (level - 1);
  const unsigned spacing = above_pattern ? 1u << ring.T : 1u << level;
  return (place - from) & (spacing - 1);
}

/// The part of a route on level links: from the node `first` nodes ahead to the one `last` nodes ahead; none if level
/// is 0.
struct Ride {
  unsigned level = 0;
  unsigned first = 0;
  unsigned last = 0;
};

Ride choose_ride(const Ring& ring, unsigned from, unsigned span) {
  for (unsigned level = std::min(median_level(span), ring.highest_level()); level > 0; --level) {
    const unsigned first = to_next_of_level(ring, from, level);
    if (first + (1u << level) <= span) return {level, first, first + ((span - first) >> level << level)};
  }
  return {};
}

}  // namespace

unsigned RingRoute::hops_ahead(unsigned source, unsigned span) const {
  const unsigned destination = ring_.wrap(source + span);
  unsigned hops = 0;
  for (unsigned at = source; at != destination; ++hops) {
    at = ring_.wrap(at + (takes_bypass_ahead(source, at, destination) ? 1u << ring_.level(at) : 1));
  }
  return hops;
}

const std::string& RecursiveRoute::name() const {
  static const std::string kName = "recursive";
  return kName;
}

/// Descends in the plan to the part that the packet is in: before the ride, on it, or after it.
bool RecursiveRoute::takes_bypass_ahead(unsigned source, unsigned at, unsigned destination) const {
  unsigned from = source;
  unsigned span = ring().ahead(source, destination);
  unsigned gone = ring().ahead(source, at);
  while (true) {
    const Ride ride = choose_ride(ring(), from, span);
    if (ride.level == 0) return false;
    if (gone < ride.first) {
      span = ride.first;
    } else if (gone < ride.last) {
      return true;
    } else {
      from += ride.last;
      span -= ride.last;
      gone -= ride.last;
    }
  }
}

unsigned RecursiveRoute::hops_ahead(unsigned source, unsigned span) const {
  const Ride ride = choose_ride(ring(), source, span);
  if (ride.level == 0) return span;
  return hops_ahead(source, ride.first) + ((ride.last - ride.first) >> ride.level) +
         hops_ahead(source + ride.last, span - ride.last);
}

const std::string& MonotoneRoute::name() const {
  static const std::string kName = "monotone";
  return kName;
}

MonotoneRoute::MonotoneRoute(const Ring& ring) : RingRoute(ring) {
  lay_out_blocks();
}

void MonotoneRoute::make_tables(const Progress& progress) const {
  const std::scoped_lock lock(mutex_);
  if (is_made_.load(std::memory_order_relaxed)) return;
  bypass_.resize(bits_);
  std::vector<std::uint16_t> hops(ring().size() / 2 + 1);
  std::size_t done = 0;
  decide_towards(0, 1, hops, [&] {
    if (progress) progress(++done, blocks_[bit_width(ring().size() / 2)].positions);
  });
  is_made_.store(true, std::memory_order_release);
}

void MonotoneRoute::lay_out_blocks() {
  const unsigned longest = ring().size() / 2;
  for (unsigned width = 1; width <= bit_width(longest); ++width) {
    const unsigned shortest = 1u << (width - 1);
    const unsigned spans = std::min(shortest, longest - shortest + 1);
    blocks_[width] = {bits_, std::min(shortest, ring().period())};
    bits_ += std::size_t{spans} * blocks_[width].positions;
  }
}

std::size_t MonotoneRoute::bit(unsigned at, unsigned span) const {
  const unsigned width = bit_width(span);
  const Block& block = blocks_[width];
  return block.begin + std::size_t{span - (1u << (width - 1))} * block.positions + (at & (block.positions - 1));
}

/// Dynamic programming over the span: `hops` of a span need only those of shorter spans. Destinations that differ by a
/// multiple of the positions of a width have the same hops for its spans, so those are found once for all of them; the
/// next width has up to twice the positions, and each of the destinations that it tells apart continues from there.
void MonotoneRoute::decide_towards(unsigned destination, unsigned width, std::vector<std::uint16_t>& hops,
                                   const std::function<void()>& destination_done) const {
  const auto end = std::min(std::size_t{1} << width, hops.size());
  for (unsigned span = 1u << (width - 1); span < end; ++span) {
    const unsigned at = ring().wrap(destination - span);
    const unsigned level = ring().level(at);
    const unsigned length = 1u << level;
    const bool bypass = level > 0 && length <= span && hops[span - length] <= hops[span - 1];
    hops[span] = static_cast<std::uint16_t>(1 + hops[bypass ? span - length : span - 1]);
    bypass_[bit(at, span)] = bypass;
  }
  if (end == hops.size()) return destination_done();
  const unsigned positions = blocks_[width].positions;
  decide_towards(destination, width + 1, hops, destination_done);
  if (blocks_[width + 1].positions > positions) {
    decide_towards(destination + positions, width + 1, hops, destination_done);
  }
}

bool MonotoneRoute::takes_bypass_ahead(unsigned, unsigned at, unsigned destination) const {
  if (!is_made_.load(std::memory_order_acquire)) [[unlikely]]
    make_tables({});
  return bypass_[bit(at, ring().ahead(at, destination))];
}

std::unique_ptr<RingRoute> make_ring_route(RingAlgorithm algorithm, const Ring& ring) {
  if (algorithm == RingAlgorithm::kRecursive) return std::make_unique<RecursiveRoute>(ring);
  return std::make_unique<MonotoneRoute>(ring);
}

}  // namespace kintsugi::srt
