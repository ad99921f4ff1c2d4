/// The remaining choices (path_choices.hpp) at one point of a search; the searches behind the planners share it.
///
/// A fault, here a faulty core PE, is open or settled. A settled fault has exactly one choice left, and no remaining
/// choice of an open fault conflicts with it.
#pragma once

#include <bit>
#include <vector>

#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class OpenChoices {
 public:
  using Word = PathChoices::Word;
  using FaultSet = std::vector<Word>;  ///< one bit per fault

  /// Starts with all allowed choices and all faults open. The problem must outlive this.
  void start(const PathChoices& problem);
  /// Starts with the choices of another; of its open faults, those in `open` are open.
  void start(const OpenChoices& from, const FaultSet& open);

  bool has(std::size_t fault, std::size_t direction) const {
    return (choices_[direction * words_ + fault / PathChoices::kWordBits] & bit(fault)) != 0;
  }
  /// Returns the number of choices that a fault has left.
  std::size_t domain_size(std::size_t fault) const;
  /// Returns the first direction left; for a settled fault it is the only one.
  std::size_t direction_of(std::size_t fault) const;
  const FaultSet& open() const { return open_; }
  bool any_open() const;

  /// Settles a fault with a choice and removes the choices that conflict with it.
  void take(std::size_t fault, std::size_t direction);
  /// Removes one choice.
  void strike(std::size_t fault, std::size_t direction);
  /// Settles open faults with one choice left until there are none. Returns false if an open fault has no choice left.
  bool take_forced();
  /// Returns whether the choice conflicts with no remaining choice.
  bool is_free(std::size_t fault, std::size_t direction) const;
  /// Returns the number of remaining choices that taking the choice would remove.
  std::size_t struck_by(std::size_t fault, std::size_t direction) const;
  /// Returns whether each fault that is open here has the same choices as in `before`.
  bool open_ones_are_as_in(const OpenChoices& before) const;

  /// Settles the faults of `settled`, which are open here, with their choices in `solution`.
  void settle_as(const OpenChoices& solution, const FaultSet& settled);

  /// Finds the open faults that influence the first open one, directly or through others. `frontier` is scratch memory.
  void find_component(FaultSet& component, FaultSet& frontier) const;

 private:
  static constexpr Word bit(std::size_t fault) { return Word{1} << (fault % PathChoices::kWordBits); }
  void add_neighbours(std::size_t fault, const FaultSet& component, FaultSet& frontier) const;

  const PathChoices* problem_ = nullptr;
  std::size_t words_ = 0;
  std::vector<Word> choices_;  // the remaining ones, as a set of PathChoices
  FaultSet open_;
};

/// Calls `visit` with every fault in the set. A word of the set is read once: `visit` may change the set.
template <class Visit>
void for_each_fault(const OpenChoices::FaultSet& set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (PathChoices::Word rest = set[w]; rest != 0; rest &= rest - 1) {
      visit(w * PathChoices::kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace kintsugi
