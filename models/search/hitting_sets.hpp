/// Hitting sets: sets of numbers that have a member in common with each of some given sets. Finds a smallest one.
///
/// Order    of several smallest sets the first one in lexicographic order of their ascending members. So the result
///          depends on the given sets alone, and not on the solver
/// Ruled    a set that was ruled out is no result any more, and no set that contains it
/// Size     grows from call to call, because each call of hit() or rule_out() leaves fewer sets
/// Time     the problem is NP-hard. With n numbers the counter takes about n^2 / 2 clauses
/// Errors   hit() and rule_out() throw std::out_of_range for a number that is not below `numbers`
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "models/search/exact_search.hpp"
#include "models/search/literal.hpp"

namespace kintsugi {

class HittingSets {
 public:
  /// The members of all sets are from 0 to numbers - 1.
  explicit HittingSets(std::size_t numbers);

  /// Adds a set that each result has a member in common with. An empty one leaves no result.
  void hit(std::span<const std::size_t> set);
  /// Rules out a set and all sets that contain it. An empty one leaves no result.
  void rule_out(std::span<const std::size_t> set);
  /// Returns a smallest set, ascending; nullopt if none is left.
  std::optional<std::vector<std::size_t>> smallest();

 private:
  bool find_size();
  std::vector<Literal> limit() const;

  ExactSearch search_;
  std::vector<Literal> chosen_;     // by number
  std::vector<Literal> more_than_;  // [k]: more than k numbers are chosen
  std::size_t size_ = 0;            // no set that is left is smaller
};

}  // namespace kintsugi
