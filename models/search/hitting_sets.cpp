#include "models/search/hitting_sets.hpp"

#include "models/search/count.hpp"

namespace kintsugi {

HittingSets::HittingSets(std::size_t numbers) {
  chosen_.reserve(numbers);
  for (std::size_t number = 0; number < numbers; ++number) {
    chosen_.push_back(search_.variable());
    search_.keep(chosen_.back());
  }
  more_than_ = count(search_, chosen_);
}

void HittingSets::hit(std::span<const std::size_t> set) {
  std::vector<Literal> clause;
  for (const std::size_t number : set) clause.push_back(chosen_.at(number));
  search_.add(clause);
}

void HittingSets::rule_out(std::span<const std::size_t> set) {
  std::vector<Literal> clause;
  for (const std::size_t number : set) clause.push_back(~chosen_.at(number));
  search_.add(clause);
}

/// Returns the assumptions that allow so many numbers at most.
std::vector<Literal> HittingSets::limit() const {
  return size_ < more_than_.size() ? std::vector<Literal>{~more_than_[size_]} : std::vector<Literal>{};
}

/// Finds the size of the smallest sets that are left. Returns false if none is left.
bool HittingSets::find_size() {
  for (; size_ <= chosen_.size(); ++size_) {
    if (search_.solve(limit()) == Decision::kYes) return true;
  }
  return false;
}

/// Takes each number, from the lowest on, that a set with those taken before can have.
std::optional<std::vector<std::size_t>> HittingSets::smallest() {
  if (!find_size()) return std::nullopt;
  std::vector<Literal> taken = limit();
  std::vector<std::size_t> set;
  for (std::size_t number = 0; number < chosen_.size() && set.size() < size_; ++number) {
    taken.push_back(chosen_[number]);
    if (search_.solve(taken) == Decision::kYes) {
      set.push_back(number);
    } else {
      taken.pop_back();
    }
  }
  return set;
}

}  // namespace kintsugi
