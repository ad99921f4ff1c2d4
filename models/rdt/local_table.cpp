#include "models/rdt/local_table.hpp"

#include <algorithm>
#include <optional>

namespace kintsugi::rdt {

namespace {

/// Returns a distance within which every node finds every class. TwoHopRule::kBetween allows two hops at most.
int farthest(const Rdt& rdt, TwoHopRule rule) {
  return rule == TwoHopRule::kBetween ? 2 : static_cast<int>(rdt.cardinal);
}

RankSet ranks_at(const Rdt& rdt, NodeId node) {
  return rdt.ranks_of_class(class_of(rdt, node));
}

/// Returns the upper rank of a node that has one only.
unsigned rank_at(const Rdt& rdt, NodeId node) {
  return static_cast<unsigned>(std::countr_zero(ranks_at(rdt, node)));
}

bool has(RankSet ranks, unsigned rank) {
  return (ranks >> rank & 1u) != 0;
}

bool lies_between(unsigned middle, unsigned a, unsigned b) {
  return std::min(a, b) < middle && middle < std::max(a, b);
}

/// Returns the first hop of a move under the rule, x if both are allowed; nullopt if none is.
std::optional<Way> first_hop(const Rdt& rdt, NodeId from, Vector to, TwoHopRule rule) {
  const Way x_first = first_way(to);
  if (rule == TwoHopRule::kFree || length(to) < 2) return x_first;
  const unsigned present = rank_at(rdt, from);
  const unsigned wanted = rank_at(rdt, rdt.moved(from, to));
  const Way y_first = to.v == 0 ? x_first : first_way({0, to.v});
  for (const Way way : {x_first, y_first}) {
    if (lies_between(rank_at(rdt, rdt.moved(from, unit(way))), present, wanted)) return way;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Vector> ring(int distance) {
  std::vector<Vector> nodes;
  Vector at{distance, 0};
  for (const Vector step : {Vector{-1, 1}, Vector{-1, -1}, Vector{1, -1}, Vector{1, 1}}) {
    for (int i = 0; i < distance; ++i) {
      nodes.push_back(at);
      at = at + step;
    }
  }
  return nodes;
}

LocalTable::LocalTable(const Rdt& rdt, unsigned node_class, TwoHopRule rule) : rule_(rule) {
  const NodeId node = rdt.node_of_class(node_class);
  const auto wanted = static_cast<RankSet>(rdt.used_ranks() & ~ranks_at(rdt, node));
  for (unsigned rank = 1; rank <= rdt.highest_rank(); ++rank) {
    if (!has(wanted, rank)) continue;
    for (int distance = 1; distance <= farthest(rdt, rule) && nearest_[rank].empty(); ++distance) {
      for (const Vector to : ring(distance)) {
        if (!has(ranks_at(rdt, rdt.moved(node, to)), rank)) continue;
        if (const auto first = first_hop(rdt, node, to, rule)) nearest_[rank].push_back({to, *first});
      }
    }
  }
}

const Move& LocalTable::choose(unsigned rank, Vector rest) const {
  const auto left = [rest](const Move& move) { return length(rest - move.to); };
  const std::vector<Move>& moves = nearest_[rank];
  return *std::min_element(moves.begin(), moves.end(),
                           [&left](const Move& a, const Move& b) { return left(a) < left(b); });
}

unsigned LocalTable::bits() const {
  std::size_t entries = 0;
  for (const std::vector<Move>& moves : nearest_) entries += moves.size();
  return static_cast<unsigned>(entries) * (rule_ == TwoHopRule::kFree ? 6 : 8);
}

std::vector<LocalTable> local_tables(const Rdt& rdt, TwoHopRule rule) {
  std::vector<LocalTable> tables;
  for (unsigned node_class = 0; node_class < rdt.classes(); ++node_class) tables.emplace_back(rdt, node_class, rule);
  return tables;
}

bool has_every_move(const Rdt& rdt, TwoHopRule rule) {
  for (unsigned node_class = 0; node_class < rdt.classes(); ++node_class) {
    const LocalTable table(rdt, node_class, rule);
    for (unsigned rank = 1; rank <= rdt.highest_rank(); ++rank) {
      const bool needed = has(rdt.used_ranks(), rank) && !has(rdt.ranks_of_class(node_class), rank);
      if (needed && table.nearest(rank).empty()) return false;
    }
  }
  return true;
}

}  // namespace kintsugi::rdt
