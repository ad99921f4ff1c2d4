/// What is left of the choices part-way through a search: the common ground of the searches behind the planners.
///
/// A fault is open or settled. A settled one has exactly one choice left, and no choice that is left to an open fault
/// conflicts with it. Taking a choice settles its fault and strikes out what conflicts with it.
#pragma once

#include <bit>
#include <vector>

#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class OpenChoices {
 public:
  using Word = PathChoices::Word;
  using FaultSet = std::vector<Word>;  ///< one bit per fault

  /// Everything that is allowed, and all faults open. The problem must outlive this.
  void start(const PathChoices& problem);
  /// The choices of another, and of its open faults those in `open`.
  void start(const OpenChoices& from, const FaultSet& open);

  bool has(std::size_t fault, std::size_t direction) const {
    return (choices_[direction * words_ + fault / PathChoices::kWordBits] & bit(fault)) != 0;
  }
  std::size_t domain_size(std::size_t fault) const;
  /// The first one left; of a settled fault the only one.
  std::size_t direction_of(std::size_t fault) const;
  const FaultSet& open() const { return open_; }
  bool any_open() const;

  void take(std::size_t fault, std::size_t direction);
  void strike(std::size_t fault, std::size_t direction);
  /// Settles every open fault that has one choice left, and those that have one left then. False when an open fault has
  /// none.
  bool take_forced();
  /// Whether the choice conflicts with nothing that is left.
  bool is_free(std::size_t fault, std::size_t direction) const;
  /// How many choices that are left it conflicts with.
  std::size_t struck_by(std::size_t fault, std::size_t direction) const;
  /// Whether each fault that is open here has the choices that it had there.
  bool open_ones_are_as_in(const OpenChoices& before) const;

  /// The faults of `settled`, which are open here, get the choices they have there and are open no more.
  void settle_as(const OpenChoices& solution, const FaultSet& settled);

  /// Open faults that influence each other, the first open one among them. `frontier` is used on the way.
  void find_component(FaultSet& component, FaultSet& frontier) const;

 private:
  static constexpr Word bit(std::size_t fault) { return Word{1} << (fault % PathChoices::kWordBits); }
  void add_neighbours(std::size_t fault, const FaultSet& component, FaultSet& frontier) const;

  const PathChoices* problem_ = nullptr;
  std::size_t words_ = 0;
  std::vector<Word> choices_;  // a set of choices
  FaultSet open_;
};

/// Calls `visit` with every fault in the set, as it was when its word was reached.
template <class Visit>
void for_each_fault(const OpenChoices::FaultSet& set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (PathChoices::Word rest = set[w]; rest != 0; rest &= rest - 1) {
      visit(w * PathChoices::kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace kintsugi
