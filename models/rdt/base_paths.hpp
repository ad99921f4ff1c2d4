/// Shortest paths over the base torus of an RDT with n = 2 that meet a node of each of some ranks, in any order.
///
/// Use    Links of upper ranks stay within a class. So the hops of a packet over the base torus are such a path,
///        wherever it takes the links of the upper ranks that it needs in between: routing floating-base.
/// Table  for each class of the first node, set of ranks and vector to the last node: the hops, by breadth-first search
///        back from the ends of all paths
/// Side   The table holds vectors modulo a side S. Any 4 x 2 nodes have one node of each class, and a closed path of 8
///        hops through all of them. So with parts of a vector up to `reach` no path is longer than the vector by more
///        than 8 hops, and none wraps if S is above 2 reach + 8; the side of the RDT is enough as well.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/rdt/geometry.hpp"

namespace kintsugi::rdt {

class BasePaths {
 public:
  /// The parts of all vectors are from -reach to reach. `rdt` is not perfect, has the cardinal number 2 and one upper
  /// rank at each node.
  BasePaths(const Rdt& rdt, unsigned reach);
  /// Returns the hops to the node at a vector. The ranks exist; that of the first node counts as met.
  unsigned hops(unsigned node_class, RankSet ranks, Vector to) const;
  /// Returns the first hop of a shortest path that has one, h before v.
  Way first(unsigned node_class, RankSet ranks, Vector to) const;

 private:
  /// Where a path is: the class of its node, the ranks that it has to meet still, and the vector that is left.
  struct Place {
    unsigned node_class;
    RankSet ranks;
    Vector left;
  };
  std::uint16_t& at(const Place& place) { return hops_[index(place)]; }
  std::size_t index(const Place& place) const;
  Place after(const Place& place, Way way) const;
  void search();
  void reach_from(const Place& place, std::vector<Place>& found);

  unsigned side_;
  RankSet used_;
  std::array<RankSet, kClasses> own_{};                                ///< the rank of a class, if it exists
  std::array<std::array<std::uint8_t, kWays>, kClasses> neighbour_{};  ///< the class one hop away
  std::array<std::uint8_t, 1u << kRanks> number_{};                    ///< of a set of ranks, among those that exist
  std::vector<std::uint16_t> hops_;
};

}  // namespace kintsugi::rdt
