#include "models/rdt/routing.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace kintsugi::rdt {

namespace {

constexpr unsigned kFloatingBits = 3;     // for the second hop of a move
constexpr unsigned kSecondHopShift = 24;  // above the plan of an RDT(2,4,1); a longer plan moves it up

void refuse_unless(bool fits, const std::string& name, const std::string& what) {
  if (!fits) throw std::invalid_argument("routing " + name + " is for " + what);
}

std::vector<Plan> plans_of(const Rdt& rdt, Ties ties) {
  validate(rdt);
  std::vector<Plan> plans;
  plans.reserve(rdt.nodes());
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    plans.push_back(decompose(rdt, rdt.difference(NodeId{0}, NodeId{node}), ties));
  }
  return plans;
}

/// Returns the vectors of each rank and its bits in the header, in nodes of the base torus.
std::vector<std::vector<Vector>> all_upper_vectors(const Rdt& rdt, const Header& header) {
  std::vector<std::vector<Vector>> vectors(header.highest_rank());
  for (unsigned rank = 1; rank <= header.highest_rank(); ++rank) {
    for (RoutingState bits = 0; bits < header.values_of(rank); ++bits) {
      const bool carried = header.values_of(rank) > 1;
      vectors[rank - 1].push_back(carried ? rdt.to_base(rank, header.from_bits(bits, rank)) : Vector{});
    }
  }
  return vectors;
}

std::string name_of(RankChoice choice) {
  switch (choice) {
    case RankChoice::kHighest:
      return "floating";
    case RankChoice::kBest:
      return "floating-best";
    case RankChoice::kFewestBaseHops:
      return "floating-base";
  }
  return "";
}

}  // namespace

RdtRelation::RdtRelation(std::string name, const Rdt& rdt, Ties ties, unsigned vcs, unsigned fewest_vcs)
    : RdtRelation(std::move(name), rdt, plans_of(rdt, ties), vcs, fewest_vcs) {}

RdtRelation::RdtRelation(std::string name, const Rdt& rdt, std::span<const Plan> plans, unsigned vcs,
                         unsigned fewest_vcs)
    : name_(std::move(name)), rdt_(rdt), vcs_(vcs), header_(rdt, plans) {
  if (vcs < fewest_vcs || vcs > kMaxVcs) {
    throw std::invalid_argument("routing " + name_ + " needs " + std::to_string(fewest_vcs) + " to " +
                                std::to_string(kMaxVcs) + " virtual channels, not " + std::to_string(vcs));
  }
  refuse_unless(header_.bits() <= Header::kMostBits, name_,
                "RDTs whose header has at most " + std::to_string(Header::kMostBits) + " bits");
  plans_.reserve(plans.size());
  for (const Plan& plan : plans) plans_.push_back(header_.pack(plan));
  upper_vectors_ = all_upper_vectors(rdt, header_);
}

RoutingState RdtRelation::state_at(const RouteQuery& query) const {
  if (query.arrival_port != kNoPort) return query.state;
  return plans_[rdt_.node_at(rdt_.difference(query.at, query.destination)).value];
}

Vector RdtRelation::rest(const RouteQuery& query, RoutingState state) const {
  Vector rest = rdt_.difference(query.at, query.destination);
  for (unsigned rank = 1; rank <= header_.highest_rank(); ++rank) {
    rest = rest - upper_vectors_[rank - 1][header_.bits_of(state, rank)];
  }
  return rdt_.shortest(rest);
}

Candidate RdtRelation::ride(NodeId at, unsigned rank, Way way, RoutingState state, VcSet vcs) const {
  return {rdt_.port(at, rank, way), vcs, header_.after_hop(state, rank, way)};
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
  const unsigned rank = header().highest_wanted(state);
  if (rank > 0)
    return out.push_back(ride(query.at, rank, first_way(header().upper(state, rank)), state, all_vcs(vcs())));
  out.push_back(base_hop(query.at, first_way(rest(query, state)), state, all_vcs(vcs())));
}

FloatingRelation::FloatingRelation(const Rdt& rdt, unsigned vcs, RankChoice choice)
    : RdtRelation(name_of(choice), rdt, choice == RankChoice::kBest ? Ties::kBest : Ties::kTowardZero, vcs, 1),
      choice_(choice),
      second_hop_shift_(std::max(kSecondHopShift, header().bits())) {
  refuse_unless(can_route(rdt, header()), name(),
                "RDTs of the cardinal number 2 with one upper rank at each node and a header of at most " +
                    std::to_string(Header::kMostBits - kFloatingBits) + " bits besides");
  tables_ = local_tables(rdt, TwoHopRule::kFree);
  if (choice_ == RankChoice::kFewestBaseHops) base_paths_.emplace(rdt, longest_rest());
}

bool FloatingRelation::can_route(const Rdt& rdt, const Header& header) {
  return !rdt.is_perfect() && rdt.cardinal == 2 && rdt.upper_ranks() == 1 &&
         header.bits() <= Header::kMostBits - kFloatingBits;
}

void FloatingRelation::route(const RouteQuery& query, Candidates& out) const {
  RoutingState state = state_at(query);
  const RoutingState due = RoutingState{4} << second_hop_shift_;
  if ((state & due) != 0) {
    const Way way = static_cast<Way>(state >> second_hop_shift_ & 3u);
    return out.push_back(base_hop(query.at, way, state & header().mask(), all_vcs(vcs())));
  }
  const unsigned wanted = header().highest_wanted(state);
  const Vector left = rest(query, state);
  if (wanted == 0) return out.push_back(base_hop(query.at, first_way(left), state, all_vcs(vcs())));
  const unsigned own = own_rank(query.at);
  const Vector vector = header().upper(state, own);
  if (vector != Vector{}) return out.push_back(ride(query.at, own, first_way(vector), state, all_vcs(vcs())));
  if (base_paths_) {
    const Way way = base_paths_->first(class_of(rdt(), query.at), wanted_ranks(state), left);
    return out.push_back(base_hop(query.at, way, state, all_vcs(vcs())));
  }
  const bool by_hops = choice_ == RankChoice::kBest;
  out.push_back(move(query, by_hops ? best_choice({query.at, left, state}).rank : wanted, state));
}

unsigned FloatingRelation::own_rank(NodeId node) const {
  return static_cast<unsigned>(std::countr_zero(rdt().ranks_of_class(class_of(rdt(), node))));
}

RankSet FloatingRelation::wanted_ranks(RoutingState state) const {
  unsigned ranks = 0;
  for (unsigned rank = header().highest_wanted(state); rank > 0; --rank) {
    if (header().upper(state, rank) != Vector{}) ranks |= 1u << rank;
  }
  return static_cast<RankSet>(ranks);
}

/// Returns the longest part of a vector that the base torus has to correct in a new packet.
unsigned FloatingRelation::longest_rest() const {
  unsigned longest = 0;
  for (std::uint32_t node = 0; node < rdt().nodes(); ++node) {
    const RouteQuery query{NodeId{0}, kNoPort, Vc{}, NodeId{0}, NodeId{node}, 0};
    const Vector left = rest(query, state_at(query));
    longest = std::max({longest, static_cast<unsigned>(std::abs(left.h)), static_cast<unsigned>(std::abs(left.v))});
  }
  return longest;
}

/// Tries every order of the ranks, of which there are at most five.
FloatingRelation::Choice FloatingRelation::best_choice(const Packet& packet) const {
  Choice best{0, ~0u};
  for (unsigned rank = header().highest_wanted(packet.state); rank > 0; --rank) {
    if (header().upper(packet.state, rank) == Vector{}) continue;
    const Vector to = tables_[class_of(rdt(), packet.at)].choose(rank, packet.rest).to;
    const Packet moved{rdt().moved(packet.at, to), rdt().shortest(packet.rest - to), packet.state};
    const unsigned hops = length(to) + hops_from(moved);
    if (hops < best.hops) best = {rank, hops};
  }
  return best;
}

unsigned FloatingRelation::hops_from(const Packet& packet) const {
  const unsigned own = own_rank(packet.at);
  const Vector vector = header().upper(packet.state, own);
  if (vector != Vector{}) {
    const NodeId far = rdt().moved(packet.at, rdt().to_base(own, vector));
    return length(vector) + hops_from({far, packet.rest, header().without(packet.state, own)});
  }
  return header().highest_wanted(packet.state) == 0 ? length(packet.rest) : best_choice(packet).hops;
}

Candidate FloatingRelation::move(const RouteQuery& query, unsigned rank, RoutingState state) const {
  const Move& chosen = tables_[class_of(rdt(), query.at)].choose(rank, rest(query, state));
  const Vector second = chosen.to - unit(chosen.first);
  if (second != Vector{})
    state |= (RoutingState{4} | static_cast<RoutingState>(first_way(second))) << second_hop_shift_;
  return base_hop(query.at, chosen.first, state, all_vcs(vcs()));
}

SchemeHRelation::SchemeHRelation(const Rdt& rdt, unsigned vcs, Dateline dateline, TwoHopRule rule)
    : RdtRelation("scheme-h", rdt, Ties::kTowardZero, vcs, fewest_vcs(rdt, rule)), dateline_(dateline) {
  const unsigned classes = fewest_vcs(rdt, rule);
  base_ = {class_vcs(classes - 2, classes, vcs), class_vcs(classes - 1, classes, vcs)};
  upper_ = {class_vcs(0, 2, vcs), class_vcs(1, 2, vcs)};
  if (rdt.is_perfect()) return;
  unsigned next = 0;
  for (unsigned rank = rdt.highest_rank(); rank > 0; --rank) {
    if ((rdt.used_ranks() >> rank & 1u) == 0) continue;
    moves_[rank] = class_vcs(next, classes, vcs);
    if (moves_need_classes(rdt, rule)) ++next;
  }
  tables_ = local_tables(rdt, moves_need_classes(rdt, rule) ? TwoHopRule::kFree : rule);
}

unsigned SchemeHRelation::fewest_vcs(const Rdt& rdt, TwoHopRule rule) {
  constexpr unsigned kCorrection = 2;
  if (rdt.is_perfect()) return kCorrection;
  return kCorrection + (moves_need_classes(rdt, rule) ? static_cast<unsigned>(std::popcount(rdt.used_ranks())) : 1);
}

/// Returns whether the moves to each rank need channels of their own.
bool SchemeHRelation::moves_need_classes(const Rdt& rdt, TwoHopRule rule) {
  return rdt.upper_ranks() > 1 || !has_every_move(rdt, rule);
}

void SchemeHRelation::route(const RouteQuery& query, Candidates& out) const {
  const RoutingState state = state_at(query);
  const unsigned rank = header().highest_wanted(state);
  if (rank > 0 && !rdt().is_perfect()) {
    const unsigned node_class = class_of(rdt(), query.at);
    if ((rdt().ranks_of_class(node_class) >> rank & 1u) == 0) {
      const Move& move = tables_[node_class].choose(rank, rest(query, state));
      return out.push_back(base_hop(query.at, move.first, state, moves_[rank]));
    }
  }
  const Way way = first_way(rank > 0 ? header().upper(state, rank) : rest(query, state));
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
