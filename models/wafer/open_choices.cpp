#include "models/wafer/open_choices.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

using Word = PathChoices::Word;
constexpr std::size_t kWordBits = PathChoices::kWordBits;

}  // namespace

void OpenChoices::start(const PathChoices& problem) {
  problem_ = &problem;
  words_ = problem.words();
  choices_.assign(problem.allowed().begin(), problem.allowed().end());
  open_.assign(words_, ~Word{0});
  if (problem.defects() % kWordBits != 0) open_.back() = bit(problem.defects()) - 1;
}

void OpenChoices::start(const OpenChoices& from, const DefectSet& open) {
  problem_ = from.problem_;
  words_ = from.words_;
  choices_ = from.choices_;
  open_ = open;
}

std::size_t OpenChoices::domain_size(std::size_t defect) const {
  std::size_t size = 0;
  for (std::size_t d = 0; d < kDirectionCount; ++d) size += has(defect, d) ? 1 : 0;
  return size;
}

std::size_t OpenChoices::direction_of(std::size_t defect) const {
  std::size_t direction = 0;
  while (!has(defect, direction)) ++direction;
  return direction;
}

bool OpenChoices::any_open() const {
  return std::ranges::any_of(open_, [](Word word) { return word != 0; });
}

void OpenChoices::strike(std::size_t defect, std::size_t direction) {
  choices_[direction * words_ + defect / kWordBits] &= ~bit(defect);
}

void OpenChoices::take(std::size_t defect, std::size_t direction) {
  const std::span<const Word> conflicts = problem_->conflicts(defect, direction);
  for (std::size_t i = 0; i < conflicts.size(); ++i) choices_[i] &= ~conflicts[i];
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    if (d != direction) strike(defect, d);
  }
  open_[defect / kWordBits] &= ~bit(defect);
}

bool OpenChoices::take_forced() {
  for (std::size_t w = 0; w < words_;) {
    Word some = 0;
    Word several = 0;
    for (std::size_t d = 0; d < kDirectionCount; ++d) {
      several |= some & choices_[d * words_ + w];
      some |= choices_[d * words_ + w];
    }
    if ((open_[w] & ~some) != 0) return false;
    const Word forced = open_[w] & ~several;
    if (forced == 0) {
      ++w;
      continue;
    }
    const std::size_t defect = w * kWordBits + static_cast<std::size_t>(std::countr_zero(forced));
    take(defect, direction_of(defect));
    w = 0;
  }
  return true;
}

bool OpenChoices::is_free(std::size_t defect, std::size_t direction) const {
  const std::span<const Word> conflicts = problem_->conflicts(defect, direction);
  Word touched = 0;
  for (std::size_t i = 0; i < conflicts.size(); ++i) touched |= conflicts[i] & choices_[i];
  return touched == 0;
}

std::size_t OpenChoices::struck_by(std::size_t defect, std::size_t direction) const {
  const std::span<const Word> conflicts = problem_->conflicts(defect, direction);
  std::size_t struck = 0;
  for (std::size_t i = 0; i < conflicts.size(); ++i) {
    struck += static_cast<std::size_t>(std::popcount(conflicts[i] & choices_[i]));
  }
  return struck;
}

bool OpenChoices::open_ones_are_as_in(const OpenChoices& before) const {
  for (std::size_t w = 0; w < words_; ++w) {
    for (std::size_t d = 0; d < kDirectionCount; ++d) {
      const std::size_t i = d * words_ + w;
      if (((before.choices_[i] ^ choices_[i]) & open_[w]) != 0) return false;
    }
  }
  return true;
}

void OpenChoices::settle_as(const OpenChoices& solution, const DefectSet& settled) {
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    const Word mask = settled[i % words_];
    choices_[i] = (choices_[i] & ~mask) | (solution.choices_[i] & mask);
  }
  for (std::size_t w = 0; w < words_; ++w) open_[w] &= ~settled[w];
}

void OpenChoices::find_component(DefectSet& component, DefectSet& frontier) const {
  component.assign(words_, 0);
  frontier.assign(words_, 0);
  const auto first = std::ranges::find_if(open_, [](Word word) { return word != 0; });
  frontier[static_cast<std::size_t>(first - open_.begin())] = *first & -*first;
  for (std::size_t w = 0; w < words_;) {
    if (frontier[w] == 0) {
      ++w;
      continue;
    }
    const std::size_t defect = w * kWordBits + static_cast<std::size_t>(std::countr_zero(frontier[w]));
    component[w] |= bit(defect);
    frontier[w] &= ~bit(defect);
    add_neighbours(defect, component, frontier);
    w = 0;
  }
}

void OpenChoices::add_neighbours(std::size_t defect, const DefectSet& component, DefectSet& frontier) const {
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    if (!has(defect, d)) continue;
    const std::span<const Word> conflicts = problem_->conflicts(defect, d);
    for (std::size_t i = 0; i < conflicts.size(); ++i) {
      const std::size_t w = i % words_;
      frontier[w] |= conflicts[i] & choices_[i] & open_[w] & ~component[w];
    }
  }
}

}  // namespace kintsugi
