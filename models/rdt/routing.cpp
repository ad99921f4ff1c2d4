#include "models/rdt/routing.hpp"

#include <stdexcept>

namespace kintsugi::rdt {

namespace {

constexpr RoutingState kSecondHopDue = 1u << (kUpperBits + 2);
constexpr RoutingState kUpperMask = (1u << kUpperBits) - 1;
constexpr RoutingState kRankMask = (1u << kRankBits) - 1;

void refuse_unless(bool fits, const std::string& name, const std::string& what) {
  if (!fits) throw std::invalid_argument("routing " + name + " is for " + what);
}

std::vector<RoutingState> all_plans(const Rdt& rdt, Ties ties) {
  std::vector<RoutingState> plans;
  plans.reserve(rdt.nodes());
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    plans.push_back(pack_upper(decompose(rdt.difference(NodeId{0}, NodeId{node}), rdt.highest_rank(), ties)));
  }
  return plans;
}

/// Tabulates upper_to_base() for each rank and its bits in the header.
UpperVectors all_upper_vectors() {
  UpperVectors vectors{};
  for (unsigned rank = 1; rank < kRanks; ++rank) {
    for (RoutingState bits = 0; bits <= kRankMask; ++bits) {
      vectors[rank][bits] = upper_to_base(bits << (rank - 1) * kRankBits);
    }
  }
  return vectors;
}

}  // namespace

RdtRelation::RdtRelation(std::string name, const Rdt& rdt, Ties ties, unsigned vcs, unsigned fewest_vcs)
    : name_(std::move(name)), rdt_(rdt), vcs_(vcs) {
  validate(rdt);
  if (vcs < fewest_vcs || vcs > kMaxVcs) {
    throw std::invalid_argument("routing " + name_ + " needs " + std::to_string(fewest_vcs) + " to " +
                                std::to_string(kMaxVcs) + " virtual channels, not " + std::to_string(vcs));
  }
  plans_ = all_plans(rdt, ties);
  upper_vectors_ = all_upper_vectors();
}

RoutingState RdtRelation::state_at(const RouteQuery& query) const {
  if (query.arrival_port != kNoPort) return query.state;
  const unsigned x = rdt_.x(query.destination) - rdt_.x(query.at);
  const unsigned y = rdt_.y(query.destination) - rdt_.y(query.at);
  return plans_[rdt_.node(x, y).value];
}

Vector RdtRelation::rest(const RouteQuery& query, RoutingState state) const {
  Vector rest = rdt_.difference(query.at, query.destination);
  for (unsigned rank = 1; rank < kRanks; ++rank) {
    rest = rest - upper_vectors_[rank][state >> (rank - 1) * kRankBits & kRankMask];
  }
  return rdt_.shortest(rest);
}

Candidate RdtRelation::ride(NodeId at, unsigned rank, Way way, RoutingState state, VcSet vcs) const {
  return {rdt_.port(at, rank, way), vcs, after_hop(state, rank, way)};
}

Candidate RdtRelation::base_hop(NodeId at, Way way, RoutingState state, VcSet vcs) const {
  return {rdt_.port(at, 0, way), vcs, state};
}

VectorRelation::VectorRelation(const Rdt& rdt, Ties ties, unsigned vcs)
    : RdtRelation(ties == Ties::kBest ? "vector-best" : "vector", rdt, ties, vcs, 1) {
  refuse_unless(rdt.is_perfect(), name(), "the perfect RDT");
}

void VectorRelation::route(const RouteQuery& query, Candidates& out) const {
  const RoutingState state = state_at(query);
  const unsigned rank = highest_wanted(state);
  if (rank > 0) return out.push_back(ride(query.at, rank, first_way(upper(state, rank)), state, all_vcs(vcs())));
  out.push_back(base_hop(query.at, first_way(rest(query, state)), state, all_vcs(vcs())));
}

FloatingRelation::FloatingRelation(const Rdt& rdt, unsigned vcs)
    : RdtRelation("floating", rdt, Ties::kTowardZero, vcs, 1) {
  refuse_unless(!rdt.is_perfect(), name(), "the assignments alpha and beta");
  tables_ = local_tables(rdt, TwoHopRule::kFree);
}

void FloatingRelation::route(const RouteQuery& query, Candidates& out) const {
  const RoutingState state = state_at(query);
  if ((state & kSecondHopDue) != 0) {
    const Way way = static_cast<Way>(state >> kUpperBits & 3u);
    return out.push_back(base_hop(query.at, way, state & kUpperMask, all_vcs(vcs())));
  }
  const unsigned wanted = highest_wanted(state);
  if (wanted == 0) return out.push_back(base_hop(query.at, first_way(rest(query, state)), state, all_vcs(vcs())));
  const unsigned own = assigned_rank(rdt().assignment, class_of(rdt(), query.at));
  const Vector vector = upper(state, own);
  if (vector != Vector{}) return out.push_back(ride(query.at, own, first_way(vector), state, all_vcs(vcs())));
  out.push_back(move(query, wanted, state));
}

Candidate FloatingRelation::move(const RouteQuery& query, unsigned rank, RoutingState state) const {
  const Move& chosen = tables_[class_of(rdt(), query.at)].choose(rank, rest(query, state));
  const Vector second = chosen.to - unit(chosen.first);
  if (second != Vector{}) state |= kSecondHopDue | static_cast<RoutingState>(first_way(second)) << kUpperBits;
  return base_hop(query.at, chosen.first, state, all_vcs(vcs()));
}

SchemeHRelation::SchemeHRelation(const Rdt& rdt, unsigned vcs, Dateline dateline, TwoHopRule rule)
    : RdtRelation("scheme-h", rdt, Ties::kTowardZero, vcs, rdt.is_perfect() ? 2 : 3), dateline_(dateline) {
  const unsigned base_classes = rdt.is_perfect() ? 2 : 3;
  moves_ = rdt.is_perfect() ? 0 : class_vcs(0, base_classes, vcs);
  base_ = {class_vcs(base_classes - 2, base_classes, vcs), class_vcs(base_classes - 1, base_classes, vcs)};
  upper_ = {class_vcs(0, 2, vcs), class_vcs(1, 2, vcs)};
  if (!rdt.is_perfect()) tables_ = local_tables(rdt, rule);
}

void SchemeHRelation::route(const RouteQuery& query, Candidates& out) const {
  const RoutingState state = state_at(query);
  const unsigned rank = highest_wanted(state);
  const unsigned node_class = class_of(rdt(), query.at);
  if (rank > 0 && !rdt().is_perfect() && rank != assigned_rank(rdt().assignment, node_class)) {
    const Move& move = tables_[node_class].choose(rank, rest(query, state));
    return out.push_back(base_hop(query.at, move.first, state, moves_));
  }
  const Way way = first_way(rank > 0 ? upper(state, rank) : rest(query, state));
  const VcSet channels = run_channels(query, rank, way);
  out.push_back(rank > 0 ? ride(query.at, rank, way, state, channels) : base_hop(query.at, way, state, channels));
}

/// Returns the channels of a hop along an upper rank or of the correction at the end. A packet that is in the middle of
/// a run arrived by the port opposite to `way`; it passed the dateline if the hop back by that port wraps.
VcSet SchemeHRelation::run_channels(const RouteQuery& query, unsigned rank, Way way) const {
  const Pair& pair = rank > 0 ? upper_ : base_;
  const VcSet arrived_on = vc_bit(query.arrival_vc.value);
  if ((arrived_on & (pair.before | pair.past)) == 0 || dateline_ == Dateline::kIgnore) return pair.before;
  const Way back = opposite(way);
  if (query.arrival_port != rdt().port(query.at, rank, back)) return pair.before;
  return (arrived_on & pair.past) != 0 || rdt().wraps(query.at, rank, back) ? pair.past : pair.before;
}

}  // namespace kintsugi::rdt
