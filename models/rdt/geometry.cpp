#include "models/rdt/geometry.hpp"

#include <stdexcept>

namespace kintsugi::rdt {

namespace {

/// The upper ranks, by class 4 b + a.
constexpr std::array<unsigned, kClasses> kAlphaRanks{2, 1, 4, 3, 4, 3, 2, 1};
constexpr std::array<unsigned, kClasses> kBetaRanks{2, 1, 4, 3, 1, 2, 1, 2};

}  // namespace

bool Rdt::has_rank(NodeId node, unsigned rank) const {
  if (rank == 0) return true;
  return rank <= highest_rank() && (is_perfect() || assigned_rank(assignment, class_of(*this, node)) == rank);
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
  const unsigned place = rank == 0 ? 0 : is_perfect() ? rank : 1;
  return PortId{static_cast<std::uint16_t>(kWays * place + static_cast<unsigned>(way))};
}

unsigned class_of(const Rdt& rdt, NodeId node) {
  const unsigned b = rdt.y(node) % 2;
  return 4 * b + (rdt.x(node) - (rdt.y(node) - b)) % 4;
}

unsigned assigned_rank(Assignment assignment, unsigned node_class) {
  return (assignment == Assignment::kBeta ? kBetaRanks : kAlphaRanks)[node_class];
}

std::string class_name(unsigned node_class) {
  return "(" + std::to_string(node_class % 4) + "," + std::to_string(node_class / 4) + ")";
}

std::string compass(unsigned rank, Way way) {
  const Vector step = to_base(rank, unit(way));
  const std::string along_y = step.v == 0 ? "" : step.v > 0 ? "s" : "n";
  return along_y + (step.h == 0 ? "" : step.h > 0 ? "e" : "w");
}

void validate(const Rdt& rdt) {
  if (rdt.n >= kSmallest && rdt.n <= kLargest) return;
  throw std::invalid_argument("n must be " + std::to_string(kSmallest) + " to " + std::to_string(kLargest) + ", not " +
                              std::to_string(rdt.n));
}

}  // namespace kintsugi::rdt
