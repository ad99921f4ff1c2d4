#include "models/rdt/vector.hpp"

#include <bit>

namespace kintsugi::rdt {

namespace {

constexpr unsigned kPartBits = kRankBits / 2;

constexpr unsigned shift_of(unsigned rank) {
  return (rank - 1) * kRankBits;
}
constexpr RoutingState part(int value) {
  return static_cast<RoutingState>(value) & ((1u << kPartBits) - 1);
}
constexpr int signed_part(RoutingState bits) {
  const int value = static_cast<int>(bits & ((1u << kPartBits) - 1));
  return value >= 4 ? value - 8 : value;
}
constexpr RoutingState rank_bits(Vector vector) {
  return part(vector.h) | part(vector.v) << kPartBits;
}

/// Returns the two integers nearest to value / 4 if they tie, the one toward zero first; otherwise the nearest, twice.
std::array<int, 2> quarters(int value) {
  const int sign = value < 0 ? -1 : 1;
  return {sign * ((std::abs(value) + 1) / 4), sign * ((std::abs(value) + 2) / 4)};
}

Vector rest(Vector vector, Vector next) {
  return vector - Vector{2 * (next.h - next.v), 2 * (next.h + next.v)};
}

/// Searches all choices at ties. The choice toward zero comes first and is kept unless another one is shorter.
void search(Vector vector, unsigned rank, unsigned highest_rank, Plan& plan, Plan& best, unsigned& fewest) {
  plan[rank] = vector;
  if (rank == highest_rank) {
    if (hops(plan) >= fewest) return;
    best = plan;
    fewest = hops(plan);
    return;
  }
  for (const int h : quarters(vector.h + vector.v)) {
    for (const int v : quarters(vector.v - vector.h)) {
      plan[rank] = rest(vector, {h, v});
      search({h, v}, rank + 1, highest_rank, plan, best, fewest);
    }
  }
}

}  // namespace

Plan decompose(Vector difference, unsigned highest_rank, Ties ties) {
  Plan plan{};
  if (ties == Ties::kBest) {
    Plan best{};
    unsigned fewest = ~0u;
    search(difference, 0, highest_rank, plan, best, fewest);
    return best;
  }
  plan[0] = difference;
  for (unsigned rank = 0; rank < highest_rank; ++rank) {
    const Vector vector = plan[rank];
    plan[rank + 1] = {quarters(vector.h + vector.v)[0], quarters(vector.v - vector.h)[0]};
    plan[rank] = rest(vector, plan[rank + 1]);
  }
  return plan;
}

unsigned hops(const Plan& plan) {
  unsigned sum = 0;
  for (const Vector vector : plan) sum += length(vector);
  return sum;
}

RoutingState pack_upper(const Plan& plan) {
  RoutingState state = 0;
  for (unsigned rank = 1; rank < kRanks; ++rank) state |= rank_bits(plan[rank]) << shift_of(rank);
  return state;
}

Vector upper(RoutingState state, unsigned rank) {
  const RoutingState bits = state >> shift_of(rank);
  return {signed_part(bits), signed_part(bits >> kPartBits)};
}

RoutingState after_hop(RoutingState state, unsigned rank, Way way) {
  const RoutingState mask = ((1u << kRankBits) - 1) << shift_of(rank);
  return (state & ~mask) | rank_bits(upper(state, rank) - unit(way)) << shift_of(rank);
}

unsigned highest_wanted(RoutingState state) {
  const auto used = static_cast<unsigned>(std::bit_width(state & ((1u << kUpperBits) - 1)));
  return (used + kRankBits - 1) / kRankBits;
}

Vector upper_to_base(RoutingState state) {
  Vector sum;
  for (unsigned rank = 1; rank < kRanks; ++rank) sum = sum + to_base(rank, upper(state, rank));
  return sum;
}

}  // namespace kintsugi::rdt
