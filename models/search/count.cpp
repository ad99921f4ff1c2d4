#include "models/search/count.hpp"

namespace kintsugi {

namespace {

/// The sum of two counts: more than i + j of all if more than i of the one and more than j of the other, and so on.
std::vector<Literal> sum(ExactSearch& search, std::span<const Literal> a, std::span<const Literal> b) {
  std::vector<Literal> both;
  for (std::size_t i = 0; i < a.size() + b.size(); ++i) both.push_back(search.variable());
  for (std::size_t i = 0; i < a.size(); ++i) search.add({~a[i], both[i]});
  for (std::size_t j = 0; j < b.size(); ++j) search.add({~b[j], both[j]});
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) search.add({~a[i], ~b[j], both[i + j + 1]});
  }
  return both;
}

}  // namespace

std::vector<Literal> count(ExactSearch& search, std::span<const Literal> literals) {
  if (literals.size() < 2) return {literals.begin(), literals.end()};
  const std::size_t half = literals.size() / 2;
  return sum(search, count(search, literals.first(half)), count(search, literals.subspan(half)));
}

}  // namespace kintsugi
