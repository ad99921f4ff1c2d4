#include "models/rdt/base_paths.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi::rdt {

namespace {

constexpr std::uint16_t kNotFound = 0xffff;
constexpr unsigned kTour = 8;  // hops of the closed path through a node of each class

}  // namespace

BasePaths::BasePaths(const Rdt& rdt, unsigned reach)
    : side_(std::min(rdt.side(), std::bit_ceil(2 * reach + kTour + 1))), used_(rdt.used_ranks()) {
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    own_[node_class] = static_cast<RankSet>(rdt.ranks_of_class(node_class) & used_);
    for (const Way way : kAllWays) {
      const NodeId far = rdt.moved(rdt.node_of_class(node_class), unit(way));
      neighbour_[node_class][static_cast<unsigned>(way)] = static_cast<std::uint8_t>(class_of(rdt, far));
    }
  }
  std::uint8_t sets = 0;
  for (unsigned ranks = 0; ranks < number_.size(); ++ranks) {
    if ((ranks & ~unsigned{used_}) == 0) number_[ranks] = sets++;
  }
  hops_.assign(std::size_t{kClasses} * sets * side_ * side_, kNotFound);
  search();
}

std::size_t BasePaths::index(const Place& place) const {
  const unsigned sets = 1u << std::popcount(used_);
  const unsigned x = static_cast<unsigned>(place.left.h) & (side_ - 1);
  const unsigned y = static_cast<unsigned>(place.left.v) & (side_ - 1);
  return ((std::size_t{place.node_class} * sets + number_[place.ranks]) * side_ + y) * side_ + x;
}

BasePaths::Place BasePaths::after(const Place& place, Way way) const {
  const unsigned node_class = neighbour_[place.node_class][static_cast<unsigned>(way)];
  return {node_class, static_cast<RankSet>(place.ranks & ~own_[node_class]), place.left - unit(way)};
}

void BasePaths::search() {
  std::vector<Place> found;
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    found.push_back({node_class, 0, {}});
    at(found.back()) = 0;
  }
  for (std::size_t i = 0; i < found.size(); ++i) reach_from(Place{found[i]}, found);
}

/// Adds the places from which one hop leads here, unless they have been found before.
void BasePaths::reach_from(const Place& place, std::vector<Place>& found) {
  const auto hops = static_cast<std::uint16_t>(at(place) + 1);
  for (const Way way : kAllWays) {
    const unsigned from = neighbour_[place.node_class][static_cast<unsigned>(opposite(way))];
    for (const RankSet met : {RankSet{0}, own_[place.node_class]}) {
      const Place before{from, static_cast<RankSet>((place.ranks | met) & ~own_[from]), place.left + unit(way)};
      if (after(before, way).ranks != place.ranks || at(before) != kNotFound) continue;
      at(before) = hops;
      found.push_back(before);
    }
  }
}

unsigned BasePaths::hops(unsigned node_class, RankSet ranks, Vector to) const {
  return hops_[index({node_class, static_cast<RankSet>(ranks & ~own_[node_class]), to})];
}

Way BasePaths::first(unsigned node_class, RankSet ranks, Vector to) const {
  const Place place{node_class, static_cast<RankSet>(ranks & ~own_[node_class]), to};
  return *std::ranges::min_element(kAllWays, {}, [&](Way way) { return hops_[index(after(place, way))]; });
}

}  // namespace kintsugi::rdt
