#include "models/rdt/vector.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi::rdt {

namespace {

constexpr unsigned kFewestBits = 3;  // of a part: -4 .. 3

/// Returns the two integers nearest to value / 2n if they tie, the one toward zero first; otherwise the nearest, twice.
std::array<int, 2> nearest_quotients(int value, int n) {
  const int sign = value < 0 ? -1 : 1;
  return {sign * ((std::abs(value) + n - 1) / (2 * n)), sign * ((std::abs(value) + n) / (2 * n))};
}

/// Returns a vector of the next rank in the directions of this one.
Vector one_rank_down(Vector next, int n) {
  return {n * (next.h - next.v), n * (next.h + next.v)};
}

/// Goes through all choices at ties: toward zero first.
class Decomposition {
 public:
  explicit Decomposition(const Rdt& rdt)
      : n_(static_cast<int>(rdt.cardinal)),
        used_(rdt.used_ranks()),
        highest_(static_cast<unsigned>(std::bit_width(used_)) - (used_ != 0 ? 1 : 0)) {}

  /// Calls with every plan; equal ones may come repeatedly. With `first_only` all ties go toward zero.
  template <class Take>
  void each(Vector vector, bool first_only, Take take) const {
    Plan plan{};
    recurse(vector, 0, first_only ? 1 : 2, plan, take);
  }

 private:
  template <class Take>
  void recurse(Vector vector, unsigned rank, unsigned choices, Plan& plan, Take& take) const {
    if (rank == highest_) {
      plan[rank] = vector;
      return take(handed_down(plan));
    }
    const auto hs = nearest_quotients(vector.h + vector.v, n_);
    const auto vs = nearest_quotients(vector.v - vector.h, n_);
    for (unsigned i = 0; i < choices; ++i) {
      for (unsigned j = 0; j < choices; ++j) {
        const Vector next{hs[i], vs[j]};
        plan[rank] = vector - one_rank_down(next, n_);
        recurse(next, rank + 1, choices, plan, take);
      }
    }
  }

  Plan handed_down(Plan plan) const {
    for (unsigned rank = highest_; rank > 0; --rank) {
      if ((used_ >> rank & 1u) != 0) continue;
      plan[rank - 1] = plan[rank - 1] + one_rank_down(plan[rank], n_);
      plan[rank] = {};
    }
    return plan;
  }

  int n_;
  RankSet used_;
  unsigned highest_;
};

/// Returns the bits of a part that has values of this size.
unsigned bits_for(int value) {
  const auto magnitude = static_cast<unsigned>(value < 0 ? -value - 1 : value);
  return static_cast<unsigned>(std::bit_width(magnitude)) + 1;
}

}  // namespace

Plan decompose(const Rdt& rdt, Vector difference, Ties ties) {
  Plan best{};
  unsigned fewest = ~0u;
  Decomposition(rdt).each(difference, ties == Ties::kTowardZero, [&](const Plan& plan) {
    if (hops(plan) >= fewest) return;
    best = plan;
    fewest = hops(plan);
  });
  return best;
}

std::vector<Plan> all_plans(const Rdt& rdt, Vector difference) {
  std::vector<Plan> plans;
  Decomposition(rdt).each(difference, false, [&](const Plan& plan) {
    if (std::ranges::find(plans, plan) == plans.end()) plans.push_back(plan);
  });
  return plans;
}

unsigned hops(const Plan& plan) {
  unsigned sum = 0;
  for (const Vector vector : plan) sum += length(vector);
  return sum;
}

Header::Header(const Rdt& rdt, std::span<const Plan> plans)
    : highest_(static_cast<unsigned>(std::bit_width(rdt.used_ranks())) - (rdt.used_ranks() != 0 ? 1 : 0)) {
  for (unsigned rank = 1; rank <= highest_; ++rank) {
    if ((rdt.used_ranks() >> rank & 1u) != 0) {
      part_bits_[rank] = kFewestBits;
      for (const Plan& plan : plans) {
        part_bits_[rank] = std::max({part_bits_[rank], bits_for(plan[rank].h), bits_for(plan[rank].v)});
      }
    }
    shift_[rank + 1] = shift_[rank] + 2 * part_bits_[rank];
  }
}

RoutingState Header::to_bits(Vector vector, unsigned rank) const {
  const RoutingState part = (RoutingState{1} << part_bits_[rank]) - 1;
  return (static_cast<RoutingState>(vector.h) & part) | (static_cast<RoutingState>(vector.v) & part)
                                                            << part_bits_[rank];
}

Vector Header::from_bits(RoutingState bits, unsigned rank) const {
  const unsigned width = part_bits_[rank];
  const auto signed_part = [width](RoutingState part) {
    const int value = static_cast<int>(part & ((RoutingState{1} << width) - 1));
    return value >> (width - 1) != 0 ? value - (1 << width) : value;
  };
  return {signed_part(bits), signed_part(bits >> width)};
}

RoutingState Header::pack(const Plan& plan) const {
  RoutingState state = 0;
  for (unsigned rank = 1; rank <= highest_; ++rank) {
    if (part_bits_[rank] != 0) state |= to_bits(plan[rank], rank) << shift_[rank];
  }
  return state;
}

Vector Header::upper(RoutingState state, unsigned rank) const {
  if (rank > highest_ || part_bits_[rank] == 0) return {};
  return from_bits(bits_of(state, rank), rank);
}

RoutingState Header::after_hop(RoutingState state, unsigned rank, Way way) const {
  const Vector left = upper(state, rank) - unit(way);
  return without(state, rank) | to_bits(left, rank) << shift_[rank];
}

unsigned Header::highest_wanted(RoutingState state) const {
  unsigned rank = highest_;
  while (rank > 0 && bits_of(state, rank) == 0) --rank;
  return rank;
}

Vector upper_to_base(const Rdt& rdt, const Plan& plan) {
  Vector sum;
  for (unsigned rank = 1; rank <= rdt.highest_rank(); ++rank) sum = sum + rdt.to_base(rank, plan[rank]);
  return sum;
}

}  // namespace kintsugi::rdt
