#include "models/wafer/path_choices.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace kintsugi {

namespace {

constexpr int kFar = 2;

std::uint16_t conflicts_at(GridPoint offset, ConflictRule rule) {
  unsigned bits = 0;
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    for (std::size_t e = 0; e < kDirectionCount; ++e) {
      if (conflict({{0, 0}, kDirections[d]}, {offset, kDirections[e]}, rule)) bits |= 1u << (kDirectionCount * d + e);
    }
  }
  return static_cast<std::uint16_t>(bits);
}

std::size_t table_index(int difference) {
  return static_cast<std::size_t>(std::clamp(difference, -kFar, kFar) + kFar);
}

}  // namespace

PathChoices::PathChoices(const WaferGrid& grid, ConflictRule rule) : grid_(grid) {
  for (int row = -kFar; row <= kFar; ++row) {
    for (int column = -kFar; column <= kFar; ++column) {
      conflict_table_[table_index(row)][table_index(column)] = conflicts_at({row, column}, rule);
    }
  }
}

void PathChoices::load(std::span<const SiteId> defects) {
  find_extents(defects);
  defects_.clear();
  for (const SiteId site : defects) {
    if (const GridPoint p = grid_.point(site); grid_.in_core(p)) defects_.push_back(p);
  }
  words_ = (defects_.size() + kWordBits - 1) / kWordBits;
  find_allowed();
  hopeless_ = !every_defect_has_a_choice();
  if (!hopeless_) find_conflicts();
}

void PathChoices::restrict(std::size_t defect, DirectionSet directions) {
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    if (!directions.test(d)) allowed_[d * words_ + defect / kWordBits] &= ~(Word{1} << (defect % kWordBits));
  }
}

void PathChoices::find_extents(std::span<const SiteId> defects) {
  constexpr Extent kNone{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
  rows_.assign(static_cast<std::size_t>(grid_.last_row()) + 1, kNone);
  columns_.assign(static_cast<std::size_t>(grid_.last_column()) + 1, kNone);
  for (const SiteId site : defects) {
    const GridPoint p = grid_.point(site);
    Extent& row = rows_[static_cast<std::size_t>(p.row)];
    Extent& column = columns_[static_cast<std::size_t>(p.column)];
    row = {std::min(row.low, p.column), std::max(row.high, p.column)};
    column = {std::min(column.low, p.row), std::max(column.high, p.row)};
  }
}

void PathChoices::find_allowed() {
  allowed_.assign(set_words(), 0);
  for (std::size_t i = 0; i < defects_.size(); ++i) {
    const GridPoint p = defects_[i];
    const Extent row = rows_[static_cast<std::size_t>(p.row)];
    const Extent column = columns_[static_cast<std::size_t>(p.column)];
    const bool vertical = grid_.has_spare_rows();
    const std::array<bool, kDirectionCount> free{vertical && column.low == p.row, row.high == p.column,
                                                 vertical && column.high == p.row, row.low == p.column};
    for (std::size_t d = 0; d < kDirectionCount; ++d) {
      allowed_[d * words_ + i / kWordBits] |= Word{free[d]} << (i % kWordBits);
    }
  }
}

bool PathChoices::every_defect_has_a_choice() const {
  for (std::size_t word = 0; word < words_; ++word) {
    Word any = 0;
    for (std::size_t d = 0; d < kDirectionCount; ++d) any |= allowed_[d * words_ + word];
    const std::size_t left = defects() - word * kWordBits;
    const Word all = left < kWordBits ? (Word{1} << left) - 1 : ~Word{0};
    if (any != all) return false;
  }
  return true;
}

void PathChoices::find_conflicts() {
  conflicts_.assign(defects() * kDirectionCount * set_words(), 0);
  for (std::size_t i = 0; i < defects_.size(); ++i) {
    for (std::size_t j = i + 1; j < defects_.size(); ++j) {
      const std::size_t row = table_index(defects_[j].row - defects_[i].row);
      const std::size_t column = table_index(defects_[j].column - defects_[i].column);
      for (unsigned bits = conflict_table_[row][column]; bits != 0; bits &= bits - 1) {
        const auto pair = static_cast<std::size_t>(std::countr_zero(bits));
        add_conflict(i, pair / kDirectionCount, j, pair % kDirectionCount);
        add_conflict(j, pair % kDirectionCount, i, pair / kDirectionCount);
      }
    }
  }
}

void PathChoices::add_conflict(std::size_t defect, std::size_t direction, std::size_t other,
                               std::size_t other_direction) {
  const std::size_t set = (defect * kDirectionCount + direction) * set_words();
  conflicts_[set + other_direction * words_ + other / kWordBits] |= Word{1} << (other % kWordBits);
}

}  // namespace kintsugi
