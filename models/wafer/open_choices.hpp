/// The remaining choices (path_choices.hpp) at one point of a search; the searches behind the planners share it.
///
/// A defect, here a defective core PE, is open or settled. A settled defect has exactly one choice left, and no
/// remaining choice of an open defect conflicts with it.
#pragma once

#include <bit>
#include <vector>

#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class OpenChoices {
 public:
  using Word = PathChoices::Word;
  using DefectSet = std::vector<Word>;  ///< one bit per defect

  /// Starts with all allowed choices and all defects open. The problem must outlive this.
  void start(const PathChoices& problem);
  /// Starts with the choices of another; of its open defects, those in `open` are open.
  void start(const OpenChoices& from, const DefectSet& open);

  bool has(std::size_t defect, std::size_t direction) const {
    return (choices_[direction * words_ + defect / PathChoices::kWordBits] & bit(defect)) != 0;
  }
  /// Returns the number of choices that a defect has left.
  std::size_t domain_size(std::size_t defect) const;
  /// Returns the first direction left; for a settled defect it is the only one.
  std::size_t direction_of(std::size_t defect) const;
  const DefectSet& open() const { return open_; }
  bool any_open() const;

  /// Settles a defect with a choice and removes the choices that conflict with it.
  void take(std::size_t defect, std::size_t direction);
  /// Removes one choice.
  void strike(std::size_t defect, std::size_t direction);
  /// Settles open defects with one choice left until there are none. Returns false if an open defect has no choice
  /// left.
  bool take_forced();
  /// Returns whether the choice conflicts with no remaining choice.
  bool is_free(std::size_t defect, std::size_t direction) const;
  /// Returns the number of remaining choices that taking the choice would remove.
  std::size_t struck_by(std::size_t defect, std::size_t direction) const;
  /// Returns whether each defect that is open here has the same choices as in `before`.
  bool open_ones_are_as_in(const OpenChoices& before) const;

  /// Settles the defects of `settled`, which are open here, with their choices in `solution`.
  void settle_as(const OpenChoices& solution, const DefectSet& settled);

  /// Finds the open defects that influence the first open one, directly or through others. `frontier` is scratch
  /// memory.
  void find_component(DefectSet& component, DefectSet& frontier) const;

 private:
  static constexpr Word bit(std::size_t defect) { return Word{1} << (defect % PathChoices::kWordBits); }
  void add_neighbours(std::size_t defect, const DefectSet& component, DefectSet& frontier) const;

  const PathChoices* problem_ = nullptr;
  std::size_t words_ = 0;
  std::vector<Word> choices_;  // the remaining ones, as a set of PathChoices
  DefectSet open_;
};

/// Calls `visit` with every defect in the set. A word of the set is read once: `visit` may change the set.
template <class Visit>
void for_each_defect(const OpenChoices::DefectSet& set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (PathChoices::Word rest = set[w]; rest != 0; rest &= rest - 1) {
      visit(w * PathChoices::kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace kintsugi
