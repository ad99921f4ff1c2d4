#include "models/workload/annealing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/random/random.hpp"

namespace kintsugi::workload {

namespace {

constexpr std::uint64_t kMovesOfRank = 100'000;
constexpr std::uint64_t kFewestMoves = 200'000;
constexpr std::uint64_t kMostMoves = 30'000'000;
constexpr std::uint64_t kMostLookedUp = 1'000'000'000;  // numbers of hops
constexpr std::uint64_t kDrawnMoves = 1'000;            // to find the first temperature
constexpr std::uint32_t kSmall = 64;                    // ranks of a program of which several runs are made
constexpr unsigned kRunsOfSmall = 4;
constexpr double kCooling = 0.95;
constexpr double kLastTemperature = 0.05;  // of the mean flits of a pair
constexpr std::size_t kMostNear = 8;
constexpr RankId kFree{0xffffffff};

constexpr unsigned kBits = 10;
constexpr double kLn2 = 0.69314718055994530942;

/// Returns log2(1 + i / 2^kBits) for each i, by squaring: a square of 2 or more gives a bit 1 and is halved.
constexpr std::array<double, 1 << kBits> make_logarithms() {
  std::array<double, 1 << kBits> logarithms{};
  for (std::size_t i = 0; i < logarithms.size(); ++i) {
    double number = 1 + static_cast<double>(i) / (1 << kBits);
    double bit = 0.5;
    for (int step = 0; step < 24; ++step, bit /= 2) {
      number *= number;
      if (number < 2) continue;
      logarithms[i] += bit;
      number /= 2;
    }
  }
  return logarithms;
}
constexpr auto kLogarithms = make_logarithms();

/// Returns -ln of a number that is uniform in (0, 1], which it draws.
double draw_exponential(RandomStream& random) {
  const std::uint64_t bits = random.next() | 1;
  const int zeros = std::countl_zero(bits);
  const std::uint64_t fraction = zeros == 63 ? 0 : bits << (zeros + 1);
  return (zeros + 1 - kLogarithms[fraction >> (64 - kBits)]) * kLn2;
}

using Nodes = std::span<const NodeId>;

/// Returns for each node of the table the nodes of the list that are nearest to it there and back, few.
std::vector<std::vector<NodeId>> nearest_nodes(const HopTable& hops, Nodes nodes) {
  std::vector<std::vector<NodeId>> nearest(hops.nodes());
  std::vector<std::pair<std::uint32_t, NodeId>> others;
  for (const NodeId node : nodes) {
    others.clear();
    for (const NodeId other : nodes) {
      if (other != node) others.emplace_back(hops(node, other) + hops(other, node), other);
    }
    const std::size_t few = std::min(kMostNear, others.size());
    std::ranges::partial_sort(others, others.begin() + static_cast<std::ptrdiff_t>(few));
    for (std::size_t i = 0; i < few; ++i) nearest[node.index()].push_back(others[i].second);
  }
  return nearest;
}

/// One run: the placement, and what changes it.
class Annealing {
 public:
  Annealing(const RankTraffic& traffic, const HopTable& hops, Nodes nodes,
            const std::vector<std::vector<NodeId>>& nearest, std::uint64_t seed, unsigned run)
      : traffic_(traffic),
        hops_(hops),
        nodes_(nodes),
        nearest_(nearest),
        random_(seed, run),
        node_of_(nodes.begin(), nodes.begin() + traffic.ranks()),
        rank_at_(hops.nodes(), kFree) {
    for (std::uint32_t rank = 0; rank < traffic.ranks(); ++rank) {
      rank_at_[node_of_[rank].index()] = RankId{rank};
      if (!traffic.partners(RankId{rank}).empty()) busy_.push_back(RankId{rank});
    }
  }

  const Placement& placement() const { return node_of_; }
  /// Returns the change of the cost since the start.
  std::int64_t change() const { return change_; }

  /// Returns the mean rise of the cost by moves that are drawn and not made.
  double mean_rise() {
    double sum = 0;
    std::uint64_t rises = 0;
    for (std::uint64_t i = 0; i < kDrawnMoves; ++i) {
      const std::int64_t change = change_by(draw());
      if (change <= 0) continue;
      sum += static_cast<double>(change);
      ++rises;
    }
    return rises == 0 ? 0 : sum / static_cast<double>(rises);
  }

  void try_moves(std::uint64_t moves, double temperature) {
    for (; moves > 0; --moves) {
      const Move move = draw();
      const std::int64_t change = change_by(move);
      if (change > 0 && static_cast<double>(change) > temperature * draw_exponential(random_)) continue;
      make(move);
      change_ += change;
    }
  }

 private:
  struct Move {
    RankId rank;
    NodeId to;
  };

  Move draw() {
    const RankId rank = busy_[random_.below(busy_.size())];
    const NodeId from = node_of_[rank.index()];
    NodeId to = from;
    if (random_.below(2) == 0) {
      const auto partners = traffic_.partners(rank);
      const NodeId partner = node_of_[partners[random_.below(partners.size())].rank.index()];
      const std::vector<NodeId>& near = nearest_[partner.index()];
      to = near[random_.below(near.size())];
    } else {
      to = nodes_[random_.below(nodes_.size())];
    }
    return {rank, to};
  }

  /// Returns by how much the cost of a rank's traffic changes when it goes to another node, and `other`, if there is
  /// one, takes its node. Of the traffic between these two it counts what `rank` sends; the call for `other` counts the
  /// rest.
  std::int64_t change_of(RankId rank, NodeId to, RankId other) const {
    const NodeId from = node_of_[rank.index()];
    std::int64_t change = 0;
    for (const RankTraffic::Partner& partner : traffic_.partners(rank)) {
      if (partner.rank == other) {
        change += static_cast<std::int64_t>(partner.sent) * (std::int64_t{hops_(to, from)} - hops_(from, to));
        continue;
      }
      const NodeId at = node_of_[partner.rank.index()];
      change += static_cast<std::int64_t>(partner.sent) * (std::int64_t{hops_(to, at)} - hops_(from, at)) +
                static_cast<std::int64_t>(partner.received) * (std::int64_t{hops_(at, to)} - hops_(at, from));
    }
    return change;
  }
  std::int64_t change_by(const Move& move) const {
    const NodeId from = node_of_[move.rank.index()];
    const RankId other = rank_at_[move.to.index()];
    if (move.to == from) return 0;
    const std::int64_t change = change_of(move.rank, move.to, other);
    return other == kFree ? change : change + change_of(other, from, move.rank);
  }

  void make(const Move& move) {
    const NodeId from = std::exchange(node_of_[move.rank.index()], move.to);
    const RankId other = std::exchange(rank_at_[move.to.index()], move.rank);
    if (move.to == from) return;
    rank_at_[from.index()] = other;
    if (other != kFree) node_of_[other.index()] = from;
  }

  const RankTraffic& traffic_;
  const HopTable& hops_;
  Nodes nodes_;
  const std::vector<std::vector<NodeId>>& nearest_;
  RandomStream random_;
  Placement node_of_;            // of each rank
  std::vector<RankId> rank_at_;  // of each node
  std::vector<RankId> busy_;     // ranks that have traffic
  std::int64_t change_ = 0;
};

void require_places(const RankTraffic& traffic, const HopTable& hops, Nodes nodes) {
  if (nodes.size() < traffic.ranks()) {
    throw std::invalid_argument("the program has " + std::to_string(traffic.ranks()) + " ranks, and " +
                                std::to_string(nodes.size()) + " nodes can have one");
  }
  std::vector<bool> is_there(hops.nodes(), false);
  for (const NodeId node : nodes) {
    if (node.value >= hops.nodes()) {
      throw std::invalid_argument("there is no node " + std::to_string(node.value) + " among " +
                                  std::to_string(hops.nodes()));
    }
    if (is_there[node.index()]) {
      throw std::invalid_argument("node " + std::to_string(node.value) + " is there twice");
    }
    is_there[node.index()] = true;
  }
}

/// Returns the temperatures from step to step, the last one 0.
std::vector<double> temperatures(double first, double last) {
  std::vector<double> list;
  for (double temperature = first; temperature > last; temperature *= kCooling) list.push_back(temperature);
  list.push_back(0);
  return list;
}

std::uint64_t moves_for(const RankTraffic& traffic) {
  const std::uint64_t moves = std::clamp(traffic.ranks() * kMovesOfRank, kFewestMoves, kMostMoves);
  const std::uint64_t looked_up_for_move = 8 * (traffic.pairs() / traffic.ranks() + 1);
  return std::min(moves, kMostLookedUp / looked_up_for_move + 1);
}

}  // namespace

AnnealedPlacement place_annealed(const RankTraffic& traffic, const HopTable& hops, Nodes nodes, std::uint64_t seed,
                                 const Progress& progress) {
  require_places(traffic, hops, nodes);
  AnnealedPlacement best;
  best.placement.assign(nodes.begin(), nodes.begin() + traffic.ranks());
  best.before = best.flit_hops = flit_hops(traffic, best.placement, hops);
  if (traffic.pairs() == 0) return best;
  const auto nearest = nearest_nodes(hops, nodes);
  const unsigned runs = traffic.ranks() <= kSmall ? kRunsOfSmall : 1;
  const std::uint64_t moves = moves_for(traffic) / runs;
  const double flits_of_pair = 2 * static_cast<double>(traffic.flits()) / static_cast<double>(traffic.pairs());
  for (unsigned run = 0; run < runs; ++run) {
    Annealing annealing(traffic, hops, nodes, nearest, seed, run);
    const std::vector<double> steps = temperatures(annealing.mean_rise(), kLastTemperature * flits_of_pair);
    const std::uint64_t moves_of_step = moves * 9 / 10 / std::max<std::uint64_t>(steps.size() - 1, 1) + 1;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      const std::uint64_t tried = steps[step] == 0 ? moves / 10 : moves_of_step;
      annealing.try_moves(tried, steps[step]);
      best.moves += tried;
      const std::uint64_t cost = best.before + static_cast<std::uint64_t>(annealing.change());
      if (cost < best.flit_hops) {
        best.flit_hops = cost;
        best.placement = annealing.placement();
      }
      if (progress) progress(run * steps.size() + step + 1, runs * steps.size());
    }
  }
  return best;
}

}  // namespace kintsugi::workload
