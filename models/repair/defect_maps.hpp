/// Numbered defect maps: a random sample or all of those with the same number of defective PEs, or scattered defects.
///
/// Random     uniform among all subsets of that size. A map depends on the sites, the number of defective PEs, the seed
///            and its number alone, so threads can draw maps in any order. Maps are drawn independently of each other:
///            one can occur twice.
/// All        every subset once, in lexicographic order
/// Chain      a random or scattered map can have dead segments of the configuration chain too, each with the same
///            probability and independently. Their draws depend on the seed and the number of the map as well. What
///            they cost is for a fabric to say, and not among the PEs of the map
/// Scattered  the number of defective PEs varies from map to map: scattered_defects.hpp. Draws as those of random maps
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/random/random.hpp"
#include "models/repair/scattered_defects.hpp"

namespace kintsugi {

class DefectMaps {
 public:
  /// `sites` are those that can be defective, ascending; `defects` is the number of defective PEs in a map. Throws
  /// std::invalid_argument if it is more than the sites, or all() would have 2^63 maps or more.
  static DefectMaps all(std::vector<SiteId> sites, std::size_t defects);
  static DefectMaps random(std::vector<SiteId> sites, std::size_t defects, std::uint64_t maps, std::uint64_t seed);
  /// `density.field_of` is by the numbers of the sites. Throws std::invalid_argument as ScatteredDefects does.
  static DefectMaps scattered(std::vector<SiteId> sites, DefectDensity density, std::uint64_t maps, std::uint64_t seed);

  /// Returns these maps, which are not all(), with each of so many segments dead with the probability, 0 .. 1. Throws
  /// std::logic_error for all().
  DefectMaps with_segments(std::size_t segments, double probability) const;

  std::uint64_t size() const { return size_; }

 private:
  friend class DefectMapReader;
  DefectMaps(std::vector<SiteId> sites, std::size_t defects);
  ScatteredDefects scatterer() const;

  std::vector<SiteId> sites_;
  std::size_t defects_;
  std::uint64_t size_ = 0;
  std::optional<std::uint64_t> seed_;     ///< nullopt: all maps
  std::optional<DefectDensity> density_;  ///< of scattered defects
  std::size_t segments_ = 0;              ///< of the chain
  Chance segment_dies_{0};
};

/// Reads maps. It reuses its memory, so each thread needs its own. The maps must outlive it.
class DefectMapReader {
 public:
  explicit DefectMapReader(const DefectMaps& maps);
  /// Returns a map; `number` is below size(). Consecutive numbers are the fastest.
  const Defects& read(std::uint64_t number);

 private:
  void draw(std::uint64_t number);
  void list(std::uint64_t number);
  void scatter(std::uint64_t number);
  void draw_segments(std::uint64_t number);

  const DefectMaps* maps_;
  std::vector<std::uint32_t> order_;   // random: a permutation of the indices of sites, the identity between two draws
  std::vector<std::uint32_t> subset_;  // indices of sites
  std::optional<std::uint64_t> at_;    // all: the number of the subset
  std::optional<ScatteredDefects> scattered_;
  Defects defects_;
};

}  // namespace kintsugi
