/// The choice of one compensation path for every defective core PE, as a binary constraint problem in bit sets.
///
/// Choice     (defect i, direction d): defective core PE i is replaced by its path in direction d
/// Set        of choices: four planes of bits, one per Direction, each of `words()` words; bit i of plane d is (i, d)
/// allowed    the choices whose path meets no other defect
/// conflicts  of a choice: the choices of other defects that exclude it
///
/// A conflict depends only on the offset between two defects, and all distances of 2 and more are equivalent. So all
/// conflicts are read from a table of 5 x 5 offsets. Memory is reused from one defect map to the next.
///
/// Only the outermost defects of a line have allowed choices, at most as many as the wafer has spares. A map with
/// more defective core PEs has one without choice: the map is hopeless, and its conflicts are not worked out. So the
/// conflicts take at most 32 N^2 bytes on N x N PEs (8 MB for 512 x 512), however many defects there are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/wafer/compensation.hpp"

namespace kintsugi {

class PathChoices {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t kWordBits = 64;

  PathChoices(const WaferGrid& grid, ConflictRule rule);

  /// Loads a map of defects. Defective spares need no path; they only block paths.
  void load(std::span<const SiteId> defects);
  /// Returns whether a defect of the map has no allowed choice; then there is no plan, and conflicts() must not be
  /// read.
  bool hopeless() const { return hopeless_; }

  /// Removes the choices of that defect in all directions but these.
  void restrict(std::size_t defect, DirectionSet directions);

  std::size_t defects() const { return defects_.size(); }
  std::size_t words() const { return words_; }
  std::span<const Word> allowed() const { return allowed_; }
  std::span<const Word> conflicts(std::size_t defect, std::size_t direction) const {
    return {conflicts_.data() + (defect * kDirectionCount + direction) * set_words(), set_words()};
  }
  CompensationPath path(std::size_t defect, std::size_t direction) const {
    return {defects_[defect], kDirections[direction]};
  }
  std::size_t set_words() const { return words_ * kDirectionCount; }

 private:
  /// The outermost defects of a line.
  struct Extent {
    int low;
    int high;
  };
  void find_extents(std::span<const SiteId> defects);
  void find_allowed();
  bool every_defect_has_a_choice() const;
  void find_conflicts();
  void add_conflict(std::size_t defect, std::size_t direction, std::size_t other, std::size_t other_direction);

  WaferGrid grid_;
  std::array<std::array<std::uint16_t, 5>, 5> conflict_table_{};  // bit 4 d + e: directions d and e conflict
  std::vector<Extent> rows_;
  std::vector<Extent> columns_;
  std::vector<GridPoint> defects_;
  std::size_t words_ = 0;
  bool hopeless_ = false;
  std::vector<Word> allowed_;
  std::vector<Word> conflicts_;
};

}  // namespace kintsugi
