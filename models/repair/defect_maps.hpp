/// Numbered defect maps of so many defective PEs each: a random sample, or all that there are.
///
/// Random   uniform among all subsets of that size; map `number` depends on the sites, the number of faults, the seed
///          and `number` alone, so it does not matter on which thread and in which order maps are drawn. Maps are drawn
///          independently of each other: one can come twice.
/// All      every subset once, in lexicographic order
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class DefectMaps {
 public:
  /// `sites` that can be defective, ascending. std::invalid_argument for more faults than sites, and for 2^63 maps or
  /// more.
  static DefectMaps all(std::vector<SiteId> sites, std::size_t faults);
  static DefectMaps random(std::vector<SiteId> sites, std::size_t faults, std::uint64_t maps, std::uint64_t seed);

  std::size_t faults() const { return faults_; }
  std::uint64_t size() const { return size_; }

 private:
  friend class MapReader;
  DefectMaps(std::vector<SiteId> sites, std::size_t faults);

  std::vector<SiteId> sites_;
  std::size_t faults_;
  std::uint64_t size_ = 0;
  std::optional<std::uint64_t> seed_;  ///< nothing: all
};

/// Reads maps and keeps its memory from one to the next: one per thread. The maps must outlive it.
class MapReader {
 public:
  explicit MapReader(const DefectMaps& maps);
  /// `number` is below size(). Consecutive ones are the quickest.
  const Defects& read(std::uint64_t number);

 private:
  void draw(std::uint64_t number);
  void list(std::uint64_t number);

  const DefectMaps* maps_;
  std::vector<std::uint32_t> order_;   // random: a permutation of the indices of sites, the identity between two draws
  std::vector<std::uint32_t> subset_;  // indices of sites
  std::optional<std::uint64_t> at_;    // all: the number of the subset
  Defects defects_;
};

}  // namespace kintsugi
