#include "models/wafer/element_planner.hpp"

#include <algorithm>
#include <numeric>

namespace kintsugi {

bool ElementPlanner::plan(std::span<const SiteId> defects) {
  defects_.assign(defects.begin(), defects.end());
  dead_.assign(grid_.sites(), false);
  for (const SiteId site : defects) dead_[site.value] = true;
  subjects_.clear();
  for (const SiteId site : defects) {
    const GridPoint at = grid_.point(site);
    if (!grid_.in_core(at)) continue;
    DirectionSet allowed;
    for (const Direction d : kDirections) allowed.set(static_cast<std::size_t>(d), line_is_free({at, d}));
    subjects_.push_back({at, allowed});
  }
  faults_ = subjects_.size();
  return route_around(0);
}

bool ElementPlanner::route_around(std::size_t element) {
  if (element == elements_.size()) return finish();
  const std::vector<CompensationPath> healthy = candidates(element);
  for (std::size_t count = 0; count <= kMostGivenUp; ++count) {
    if (give_up(element, healthy, count)) return true;
  }
  return false;
}

/// Tries all ways to give up `more` of the candidates, then chooses the paths that touch the element.
bool ElementPlanner::give_up(std::size_t element, std::span<const CompensationPath> candidates, std::size_t more) {
  if (more == 0) {
    near_.clear();
    return choose(element, 0);
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    DirectionSet only;
    only.set(static_cast<std::size_t>(candidates[i].direction));
    const auto is_same = [&](const Subject& subject) { return subject.at == candidates[i].fault; };
    if (std::ranges::any_of(subjects_, is_same)) continue;
    subjects_.push_back({candidates[i].fault, only});
    if (give_up(element, candidates.subspan(i + 1), more - 1)) return true;
    subjects_.pop_back();
  }
  return false;
}

/// Chooses for every subject from this one on: one of its paths that touch the element, or none of them.
bool ElementPlanner::choose(std::size_t element, std::size_t subject) {
  if (subject == subjects_.size()) {
    if (remaining_) remaining_(elements_.size() - element);
    if (first_conflict(near_, rule_)) return false;
    const std::vector<CompensationPath> kept = near_;
    if (is_harmless(element) && route_around(element + 1)) return true;
    near_ = kept;
    return false;
  }
  const DirectionSet all = subjects_[subject].allowed;
  const DirectionSet touching = this->touching(elements_[element], subjects_[subject]);
  if (const DirectionSet rest = all & ~touching; rest.any()) {
    subjects_[subject].allowed = rest;
    if (choose(element, subject + 1)) return true;
  }
  for (const Direction d : kDirections) {
    if (!touching.test(static_cast<std::size_t>(d))) continue;
    subjects_[subject].allowed = DirectionSet{}.set(static_cast<std::size_t>(d));
    near_.push_back({subjects_[subject].at, d});
    if (choose(element, subject + 1)) return true;
    near_.pop_back();
  }
  subjects_[subject].allowed = all;
  return false;
}

bool ElementPlanner::is_harmless(std::size_t element) {
  std::vector<CompensationPath> paths = near_;
  std::ranges::sort(paths);
  const auto [found, is_new] = known_[element].try_emplace(std::move(paths));
  if (is_new) found->second = harmless_(near_, std::array{element});
  return found->second;
}

bool ElementPlanner::finish() {
  std::vector<SiteId> sites = defects_;
  std::vector<DirectionSet> allowed;
  for (const Subject& subject : subjects_) allowed.push_back(subject.allowed);
  for (std::size_t i = faults_; i < subjects_.size(); ++i) sites.push_back(grid_.site(subjects_[i].at));
  if (!exact_.plan(sites, allowed)) return false;
  std::vector<std::size_t> all(elements_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return harmless_(exact_.paths(), all);
}

bool ElementPlanner::touches(const Surroundings& around, CompensationPath path) const {
  if (!(is_horizontal(path.direction) ? around.rows : around.columns)) return false;
  for (GridPoint p = path.fault; grid_.populated(p); p = p + step(path.direction)) {
    if (around.contain(p)) return true;
  }
  return false;
}

DirectionSet ElementPlanner::touching(const Surroundings& around, const Subject& subject) const {
  DirectionSet set;
  for (const Direction d : kDirections) {
    const auto bit = static_cast<std::size_t>(d);
    set.set(bit, subject.allowed.test(bit) && touches(around, {subject.at, d}));
  }
  return set;
}

bool ElementPlanner::line_is_free(CompensationPath path) const {
  for (GridPoint p = path.fault + step(path.direction); grid_.populated(p); p = p + step(path.direction)) {
    if (dead_[grid_.site(p).value]) return false;
  }
  return true;
}

/// Returns paths of healthy PEs with an effect on this element: first those that begin as near to it as possible, then
/// those that begin near another element, which may serve both.
std::vector<CompensationPath> ElementPlanner::candidates(std::size_t element) const {
  std::vector<CompensationPath> found;
  add_candidates(found, element, elements_[element]);
  for (const Surroundings& other : elements_) add_candidates(found, element, other);
  return found;
}

/// Adds the paths that begin inside the surroundings, or just before them.
void ElementPlanner::add_candidates(std::vector<CompensationPath>& found, std::size_t element,
                                    const Surroundings& around) const {
  for (int row = around.low.row - 1; row <= around.high.row + 1; ++row) {
    for (int column = around.low.column - 1; column <= around.high.column + 1; ++column) {
      const GridPoint at{row, column};
      if (!grid_.in_core(at) || dead_[grid_.site(at).value]) continue;
      for (const Direction d : kDirections) {
        const CompensationPath path{at, d};
        if (!touches(elements_[element], path) || !line_is_free(path)) continue;
        if (std::ranges::find(found, path) == found.end()) found.push_back(path);
      }
    }
  }
}

}  // namespace kintsugi
