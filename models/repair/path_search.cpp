#include "models/repair/path_search.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi {

namespace {

using Word = PathChoices::Word;
constexpr std::size_t kWordBits = PathChoices::kWordBits;
constexpr std::size_t kCount = kDirections.size();

Word bit(std::size_t fault) {
  return Word{1} << (fault % kWordBits);
}

bool any(const std::vector<Word>& set) {
  return std::ranges::any_of(set, [](Word word) { return word != 0; });
}

/// Calls `visit` with every fault in the set, as it was when its word was reached.
template <class Visit>
void for_each_fault(const std::vector<Word>& set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (Word rest = set[w]; rest != 0; rest &= rest - 1) {
      visit(w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace

bool PathSearch::solve(const PathChoices& choices, std::vector<CompensationPath>& paths) {
  problem_ = &choices;
  words_ = choices.words();
  branches_ = 0;
  paths.clear();
  Level& root = level(0);
  root.choices.assign(choices.allowed().begin(), choices.allowed().end());
  root.open.assign(words_, ~Word{0});
  if (choices.faults() % kWordBits != 0) root.open.back() = bit(choices.faults()) - 1;
  if (!simplify(root) || !settle(0)) return false;
  for (std::size_t fault = 0; fault < choices.faults(); ++fault) {
    std::size_t direction = 0;
    while (!has(root, fault, direction)) ++direction;
    paths.push_back(choices.path(fault, direction));
  }
  return true;
}

PathSearch::Level& PathSearch::level(std::size_t depth) {
  if (depth == levels_.size()) levels_.emplace_back();
  return levels_[depth];
}

// --- Searching ------------------------------------------------------------------------------------------------------

bool PathSearch::settle(std::size_t depth) {
  while (any(level(depth).open)) {
    find_component(level(depth));
    if (!settle_component(depth)) return false;
  }
  return true;
}

bool PathSearch::settle_component(std::size_t depth) {
  const std::size_t fault = smallest_domain(level(depth));
  for (std::size_t direction = 0; direction < kCount; ++direction) {
    if (!has(level(depth), fault, direction)) continue;
    bool final = false;
    if (settle_with(depth, fault, direction, final)) return true;
    if (final) return false;
  }
  return false;
}

bool PathSearch::settle_with(std::size_t depth, std::size_t fault, std::size_t direction, bool& final) {
  ++branches_;
  Level& branch = level(depth + 1);
  Level& here = level(depth);
  branch.choices = here.choices;
  branch.open = here.component;
  take(branch, fault, direction);
  if (!take_forced(branch)) return false;
  final = left_others_alone(here, branch);
  if (!simplify(branch) || !settle(depth + 1)) return false;
  here.choices = branch.choices;
  for (std::size_t w = 0; w < words_; ++w) here.open[w] &= ~here.component[w];
  return true;
}

bool PathSearch::left_others_alone(const Level& before, const Level& after) const {
  for (std::size_t w = 0; w < words_; ++w) {
    for (std::size_t d = 0; d < kCount; ++d) {
      const std::size_t i = d * words_ + w;
      if (((before.choices[i] ^ after.choices[i]) & after.open[w]) != 0) return false;
    }
  }
  return true;
}

void PathSearch::find_component(Level& at) const {
  at.component.assign(words_, 0);
  at.frontier.assign(words_, 0);
  const auto first = std::ranges::find_if(at.open, [](Word word) { return word != 0; });
  at.frontier[static_cast<std::size_t>(first - at.open.begin())] = *first & -*first;
  for (std::size_t w = 0; w < words_;) {
    if (at.frontier[w] == 0) {
      ++w;
      continue;
    }
    const std::size_t fault = w * kWordBits + static_cast<std::size_t>(std::countr_zero(at.frontier[w]));
    at.component[w] |= bit(fault);
    at.frontier[w] &= ~bit(fault);
    add_neighbours(at, fault);
    w = 0;
  }
}

void PathSearch::add_neighbours(Level& at, std::size_t fault) const {
  for (std::size_t d = 0; d < kCount; ++d) {
    if (!has(at, fault, d)) continue;
    const std::span<const Word> conflicts = problem_->conflicts(fault, d);
    for (std::size_t i = 0; i < conflicts.size(); ++i) {
      const std::size_t w = i % words_;
      at.frontier[w] |= conflicts[i] & at.choices[i] & at.open[w] & ~at.component[w];
    }
  }
}

std::size_t PathSearch::smallest_domain(const Level& at) const {
  std::size_t best = 0;
  std::size_t best_size = kCount + 1;
  for_each_fault(at.component, [&](std::size_t fault) {
    if (const std::size_t size = domain_size(at, fault); size < best_size) {
      best = fault;
      best_size = size;
    }
  });
  return best;
}

// --- Simplifying ----------------------------------------------------------------------------------------------------

bool PathSearch::simplify(Level& at) {
  do {
    if (!take_forced(at)) return false;
  } while (take_pure(at));
  return true;
}

/// False when an open fault has no choice left.
bool PathSearch::take_forced(Level& at) {
  for (std::size_t w = 0; w < words_;) {
    Word some = 0;
    Word several = 0;
    for (std::size_t d = 0; d < kCount; ++d) {
      several |= some & at.choices[d * words_ + w];
      some |= at.choices[d * words_ + w];
    }
    if ((at.open[w] & ~some) != 0) return false;
    const Word forced = at.open[w] & ~several;
    if (forced == 0) {
      ++w;
      continue;
    }
    const std::size_t fault = w * kWordBits + static_cast<std::size_t>(std::countr_zero(forced));
    std::size_t direction = 0;
    while (!has(at, fault, direction)) ++direction;
    take(at, fault, direction);
    w = 0;
  }
  return true;
}

/// True when there was one.
bool PathSearch::take_pure(Level& at) {
  bool found = false;
  for_each_fault(at.open, [&](std::size_t fault) {
    for (std::size_t d = 0; d < kCount; ++d) {
      if (!has(at, fault, d)) continue;
      const std::span<const Word> conflicts = problem_->conflicts(fault, d);
      Word touched = 0;
      for (std::size_t i = 0; i < conflicts.size(); ++i) touched |= conflicts[i] & at.choices[i];
      if (touched != 0) continue;
      take(at, fault, d);
      found = true;
      break;
    }
  });
  return found;
}

void PathSearch::take(Level& at, std::size_t fault, std::size_t direction) {
  const std::span<const Word> conflicts = problem_->conflicts(fault, direction);
  for (std::size_t i = 0; i < conflicts.size(); ++i) at.choices[i] &= ~conflicts[i];
  const std::size_t w = fault / kWordBits;
  for (std::size_t d = 0; d < kCount; ++d) {
    if (d != direction) at.choices[d * words_ + w] &= ~bit(fault);
  }
  at.open[w] &= ~bit(fault);
}

bool PathSearch::has(const Level& at, std::size_t fault, std::size_t direction) const {
  return (at.choices[direction * words_ + fault / kWordBits] & bit(fault)) != 0;
}

std::size_t PathSearch::domain_size(const Level& at, std::size_t fault) const {
  std::size_t size = 0;
  for (std::size_t d = 0; d < kCount; ++d) size += has(at, fault, d) ? 1 : 0;
  return size;
}

}  // namespace kintsugi
