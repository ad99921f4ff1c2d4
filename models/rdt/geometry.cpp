#include "models/rdt/geometry.hpp"

#include <stdexcept>

namespace kintsugi::rdt {

namespace {

void refuse_outside(const char* name, unsigned value, unsigned low, unsigned high) {
  if (value >= low && value <= high) return;
  throw std::invalid_argument(std::string(name) + " must be " + std::to_string(low) + " to " + std::to_string(high) +
                              ", not " + std::to_string(value));
}

void refuse_unequal_ranks(const Rdt& rdt) {
  for (unsigned i = 0; i < rdt.classes(); ++i) {
    const RankSet ranks = rdt.ranks_of_class(i);
    if (ranks != 0 && (ranks & ~((2u << rdt.R) - 2)) == 0 &&
        static_cast<unsigned>(std::popcount(ranks)) == rdt.upper_ranks()) {
      continue;
    }
    throw std::invalid_argument("every class must have the same number of upper ranks, of 1 to " +
                                std::to_string(rdt.R));
  }
}

}  // namespace

bool Rdt::has_rank(NodeId node, unsigned rank) const {
  if (rank == 0) return true;
  return rank <= highest_rank() && (is_perfect() || (ranks[class_of(*this, node)] >> rank & 1u) != 0);
}

bool Rdt::wraps(NodeId from, unsigned rank, Way way) const {
  const Vector step = to_base(rank, unit(way));
  const int after = step.h != 0 ? static_cast<int>(x(from)) + step.h : static_cast<int>(y(from)) + step.v;
  return after < 0 || after >= static_cast<int>(side());
}

PortId Rdt::port(NodeId node, unsigned rank, Way way) const {
  if (is_half_turn(rank)) {
    const bool along_h = is_diagonal(rank) || way == Way::kHAhead || way == Way::kHBack;
    const bool by_x = is_diagonal(rank) || to_base(rank, unit(way)).h != 0;
    const bool ahead = (by_x ? x(node) : y(node)) < side() / 2;
    way = along_h ? (ahead ? Way::kHAhead : Way::kHBack) : (ahead ? Way::kVAhead : Way::kVBack);
  }
  unsigned place = rank;
  if (rank > 0 && !is_perfect()) {
    const unsigned below = upper_ranks() > 1 ? ranks[class_of(*this, node)] & ((1u << rank) - 1) : 0;
    place = 1 + static_cast<unsigned>(std::popcount(below));
  }
  return PortId{static_cast<std::uint16_t>(kWays * place + static_cast<unsigned>(way))};
}

unsigned class_of(const Rdt& rdt, NodeId node) {
  const unsigned columns = 2 * rdt.cardinal;
  const unsigned x = rdt.x(node);
  const unsigned y = rdt.y(node);
  if (rdt.cardinal == 2) return 4 * (y % 2) + (x - (y - y % 2)) % 4;
  if (!rdt.has_classes()) return 0;
  const unsigned b = y % rdt.cardinal;
  return columns * b + (x + columns - (y - b) % columns) % columns;
}

std::string class_name(const Rdt& rdt, unsigned node_class) {
  const unsigned columns = 2 * rdt.cardinal;
  return "(" + std::to_string(node_class % columns) + "," + std::to_string(node_class / columns) + ")";
}

std::string compass(const Rdt& rdt, unsigned rank, Way way) {
  const Vector step = rdt.to_base(rank, unit(way));
  const std::string along_y = step.v == 0 ? "" : step.v > 0 ? "s" : "n";
  return along_y + (step.h == 0 ? "" : step.h > 0 ? "e" : "w");
}

void require_numbers(unsigned exponent, unsigned cardinal, unsigned highest, bool with_assignment) {
  refuse_outside("the cardinal number", cardinal, 2, kMostCardinal);
  refuse_outside("n", exponent, cardinal == 2 ? kSmallest : 2, detail::most_exponent(cardinal, kMostSide));
  refuse_outside("R", highest, 1, kRanks - 1);
  if (!with_assignment || (cardinal % 2 == 0 && 2 * cardinal * cardinal <= kMostClasses)) return;
  throw std::invalid_argument("only the cardinal numbers 2, 4 and 6 have assignments, not " + std::to_string(cardinal));
}

void validate(const Rdt& rdt) {
  require_numbers(rdt.n, rdt.cardinal, rdt.R, !rdt.is_perfect());
  if (!rdt.is_perfect()) refuse_unequal_ranks(rdt);
}

}  // namespace kintsugi::rdt
