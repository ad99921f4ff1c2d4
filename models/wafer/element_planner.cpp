#include "models/wafer/element_planner.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <tuple>

namespace kintsugi {

namespace {

constexpr std::uint32_t kNoElement = 0xffffffff;

constexpr std::size_t bit(Direction d) {
  return static_cast<std::size_t>(d);
}

/// Calls `visit` with the sites of the core in the surroundings and in a ring around them, row by row.
template <class Visit>
void for_each_near(const WaferGrid& grid, const Surroundings& around, Visit visit) {
  for (int row = around.low.row - 1; row <= around.high.row + 1; ++row) {
    for (int column = around.low.column - 1; column <= around.high.column + 1; ++column) {
      if (grid.in_core({row, column})) visit(GridPoint{row, column});
    }
  }
}

/// Calls `visit` with the sites of the core whose paths can touch the surroundings: those in its rows or columns.
template <class Visit>
void for_each_in_line(const WaferGrid& grid, const Surroundings& around, Visit visit) {
  const auto each = [&](bool wanted, Plane plane, int first, int last) {
    if (!wanted) return;
    for (int line = std::max(first, 1); line <= std::min(last, grid.lines(plane)); ++line) {
      for (int position = 1; position <= grid.positions(plane); ++position) visit(point(plane, line, position));
    }
  };
  each(around.rows, Plane::kH, around.low.row, around.high.row);
  each(around.columns, Plane::kV, around.low.column, around.high.column);
}

}  // namespace

ElementPlanner::ElementPlanner(const WaferGrid& grid, ConflictRule rule, std::vector<Surroundings> elements,
                               EffectOf effect_of, Remaining remaining)
    : grid_(grid),
      rule_(rule),
      exact_(grid, rule),
      elements_(std::move(elements)),
      known_(elements_.size()),
      effect_of_(std::move(effect_of)),
      remaining_(std::move(remaining)),
      most_paths_(grid.sites() - grid.nodes()) {}

bool ElementPlanner::plan(std::span<const SiteId> defects, std::uint64_t most_steps, std::uint64_t steps_for_fewer) {
  steps_ = 0;
  most_steps_ = most_steps;
  found_ = false;
  load(defects);
  if (elements_.empty()) return finish();
  levels_.clear();
  levels_.emplace_back();
  while (!levels_.empty() && !is_over()) {
    const std::size_t element = levels_.size() - 1;
    if (remaining_ && !found_) remaining_(elements_.size() - element);
    if (!next(element)) {
      ConflictSet conflicts = std::move(levels_[element].conflicts);
      conflicts.add(elements_[element]);
      levels_.pop_back();
      backjump(conflicts);
    } else if (levels_.size() < elements_.size()) {
      levels_.emplace_back();
    } else {
      const bool is_first = !found_;
      if (!finish()) continue;
      if (steps_for_fewer == 0 || moved_ == 0) break;
      if (is_first) most_steps_ = std::min(most_steps_, steps_ + steps_for_fewer);
      fail_everywhere();
    }
  }
  return found_;
}

/// Backjumps to the last element in the conflict set: one for which the domain of a variable was restricted or a PE was
/// given up, or whose paths can touch one of the elements that failed. Another choice for the elements in between
/// cannot end the failure: they could only give up PEs.
void ElementPlanner::backjump(const ConflictSet& conflicts) {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.count > 0 || !level.choices.empty() || conflicts.meet(elements_[levels_.size() - 1])) {
      level.conflicts.add(conflicts);
      return;
    }
    levels_.pop_back();
  }
}

void ElementPlanner::ConflictSet::add(const Surroundings& around) {
  const auto add_range = [](std::vector<bool>& lines, int low, int high) {
    for (int line = std::max(low, 0); line <= high; ++line) {
      if (lines.size() <= static_cast<std::size_t>(line)) lines.resize(static_cast<std::size_t>(line) + 1);
      lines[static_cast<std::size_t>(line)] = true;
    }
  };
  if (around.rows) add_range(rows, around.low.row, around.high.row);
  if (around.columns) add_range(columns, around.low.column, around.high.column);
}

void ElementPlanner::ConflictSet::add(const ConflictSet& others) {
  const auto add_all = [](std::vector<bool>& lines, const std::vector<bool>& more) {
    if (lines.size() < more.size()) lines.resize(more.size());
    for (std::size_t line = 0; line < more.size(); ++line) lines[line] = lines[line] || more[line];
  };
  add_all(rows, others.rows);
  add_all(columns, others.columns);
}

bool ElementPlanner::ConflictSet::meet(const Surroundings& around) const {
  const auto any = [](const std::vector<bool>& lines, int low, int high) {
    for (int line = std::max(low, 0); line <= high && static_cast<std::size_t>(line) < lines.size(); ++line) {
      if (lines[static_cast<std::size_t>(line)]) return true;
    }
    return false;
  };
  return (around.rows && any(rows, around.low.row, around.high.row)) ||
         (around.columns && any(columns, around.low.column, around.high.column));
}

void ElementPlanner::load(std::span<const SiteId> defects) {
  defects_.assign(defects.begin(), defects.end());
  dead_.assign(grid_.sites(), false);
  for (const SiteId site : defects) dead_[site.value] = true;
  add_extents();
  in_row_.assign(static_cast<std::size_t>(grid_.last_row()) + 1, {});
  in_column_.assign(static_cast<std::size_t>(grid_.last_column()) + 1, {});
  variables_.clear();
  for (const SiteId site : defects) {
    const GridPoint at = grid_.point(site);
    if (!grid_.in_core(at)) continue;
    DirectionSet domain;
    for (const Direction d : directions(grid_)) domain.set(bit(d), line_is_free({at, d}));
    push({at, domain});
  }
  defective_variables_ = variables_.size();
}

void ElementPlanner::add_extents() {
  constexpr Extent kNone{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
  rows_.assign(static_cast<std::size_t>(grid_.last_row()) + 1, kNone);
  columns_.assign(static_cast<std::size_t>(grid_.last_column()) + 1, kNone);
  for (const SiteId site : defects_) {
    const GridPoint p = grid_.point(site);
    Extent& row = rows_[static_cast<std::size_t>(p.row)];
    Extent& column = columns_[static_cast<std::size_t>(p.column)];
    row = {std::min(row.low, p.column), std::max(row.high, p.column)};
    column = {std::min(column.low, p.row), std::max(column.high, p.row)};
  }
}

// --- Searching ------------------------------------------------------------------------------------------------------

/// Goes on to the next healthy PEs and choices with which the element is harmless. Returns false if there are no more,
/// with everything as before the first ones, or if the search has to stop.
bool ElementPlanner::next(std::size_t element) {
  Level& level = levels_[element];
  while (!is_over()) {
    ++steps_;
    if (!level.is_choosing) {
      start_choosing(element);
    } else if (!next_choice(level)) {
      level.is_choosing = false;
      if (!next_given_up(element)) return false;
      continue;
    }
    if (fits(element)) return true;
  }
  return false;
}

/// Gives up the next healthy PEs: first none, then each candidate alone, then each two of them.
bool ElementPlanner::next_given_up(std::size_t element) {
  Level& level = levels_[element];
  if (level.count == 0) find_candidates(element);
  for (std::size_t i = 0; i < level.count; ++i) pop();
  while (level.next_given_up()) {
    ++steps_;
    if (variables_.size() + level.count > most_paths_ || is_over()) return false;
    const std::size_t given_up = give_up(level);
    if (given_up == level.count) return true;
    level.skip(given_up);
  }
  return false;
}

/// Moves on to the next indices, in ascending order; to more of them after the last ones.
bool ElementPlanner::Level::next_given_up() {
  for (std::size_t place = count; place-- > 0;) {
    const std::size_t after = count - 1 - place;
    if (++given_up[place] + after >= candidates.size()) continue;
    std::iota(given_up.begin() + place, given_up.begin() + count, given_up[place]);
    return true;
  }
  ++count;
  if (count > std::min(kMostGivenUp, candidates.size())) return false;
  std::iota(given_up.begin(), given_up.begin() + count, std::size_t{0});
  return true;
}

/// Leaves out all indices after the one at this place.
void ElementPlanner::Level::skip(std::size_t place) {
  std::fill(given_up.begin() + place + 1, given_up.begin() + count, candidates.size());
}

/// Returns the number of PEs before the first one that has a path already, or whose path conflicts with one that is
/// assigned (finish() would find it, after all other elements); then gives up none.
std::size_t ElementPlanner::give_up(const Level& level) {
  for (std::size_t i = 0; i < level.count; ++i) {
    const CompensationPath path = level.candidates[level.given_up[i]];
    const bool has_path = is_variable(path.defect);
    if (!has_path) push({path.defect, DirectionSet{}.set(bit(path.direction))});
    if (!has_path && !conflicts_with_assigned(variables_.size() - 1)) continue;
    if (!has_path) pop();
    for (std::size_t k = 0; k < i; ++k) pop();
    return i;
  }
  return level.count;
}

void ElementPlanner::start_choosing(std::size_t element) {
  Level& level = levels_[element];
  level.is_choosing = true;
  level.choices.clear();
  find_variables_near(elements_[element]);
  for (const std::size_t variable : variables_near_) {
    const DirectionSet touching = this->touching(elements_[element], variables_[variable]);
    if (touching.none()) continue;
    level.choices.push_back({variable, variables_[variable].domain, touching});
    level.choices.back().start();
    variables_[variable].domain = level.choices.back().chosen();
  }
}

/// Goes on to the next choices, those of the last variable first. Returns false, with all variables as before, if there
/// are no more.
bool ElementPlanner::next_choice(Level& level) {
  for (std::size_t i = level.choices.size(); i-- > 0;) {
    Choice& choice = level.choices[i];
    const bool has_next = choice.next();
    if (!has_next) choice.start();
    variables_[choice.variable].domain = choice.chosen();
    if (has_next) return true;
  }
  for (const Choice& choice : level.choices) variables_[choice.variable].domain = choice.all;
  return false;
}

void ElementPlanner::Choice::start() {
  option = kRest;
  if ((all & ~touching).none()) next();
}

bool ElementPlanner::Choice::next() {
  for (++option; option <= kDirectionCount; ++option) {
    if (touching.test(option - 1)) return true;
  }
  return false;
}

DirectionSet ElementPlanner::Choice::chosen() const {
  return option == kRest ? all & ~touching : DirectionSet{}.set(option - 1);
}

/// Returns whether the choices for the element conflict with no path that is assigned, and make it harmless.
bool ElementPlanner::fits(std::size_t element) {
  const Level& level = levels_[element];
  near_.clear();
  for (const Choice& choice : level.choices) {
    if (choice.option != Choice::kRest) near_.push_back(variables_[choice.variable].path());
  }
  if (first_conflict(near_, rule_)) return false;
  if (std::ranges::any_of(level.choices, [&](const Choice& each) { return conflicts_with_assigned(each.variable); })) {
    return false;
  }
  return is_harmless(element);
}

/// Returns whether there is only one path left for the variable, and for another one only a path that conflicts.
bool ElementPlanner::conflicts_with_assigned(std::size_t variable) {
  if (!variables_[variable].assigned()) return false;
  steps_ += variables_.size() / 8;
  const CompensationPath path = variables_[variable].path();
  for (std::size_t other = 0; other < variables_.size(); ++other) {
    if (other == variable || !variables_[other].assigned()) continue;
    if (conflict(path, variables_[other].path(), rule_)) return true;
  }
  return false;
}

bool ElementPlanner::is_harmless(std::size_t element) {
  in_order_ = near_;
  std::ranges::sort(in_order_);
  if (const auto found = known_[element].find(in_order_); found != known_[element].end()) return found->second;
  const bool is_harmless = harmless(near_, std::array{element});
  known_[element].emplace(in_order_, is_harmless);
  return is_harmless;
}

bool ElementPlanner::harmless(std::span<const CompensationPath> paths, std::span<const std::size_t> elements) {
  const Effect effect = effect_of_(paths, elements);
  steps_ += effect.steps;
  return effect.harmless;
}

/// Finds the other paths, and keeps the plan. If there are none, goes back to an element that can give up its own.
bool ElementPlanner::finish() {
  std::vector<SiteId> sites = defects_;
  std::vector<DirectionSet> domain;
  for (const Variable& variable : variables_) domain.push_back(variable.domain);
  for (std::size_t i = defective_variables_; i < variables_.size(); ++i) sites.push_back(grid_.site(variables_[i].at));
  steps_ += variables_.size() * variables_.size();
  if (!exact_.plan(sites, domain)) {
    backjump({});
    return false;
  }
  std::vector<std::size_t> all(elements_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (harmless(exact_.paths(), all)) {
    keep(with_fewest_moves(all));
    return true;
  }
  fail_everywhere();
  return false;
}

/// Goes back to the last element that has another choice.
void ElementPlanner::fail_everywhere() {
  ConflictSet any;
  any.add(Surroundings{{0, 0}, {grid_.last_row(), grid_.last_column()}});
  backjump(any);
}

/// Returns the plan that was found, or one that moves fewer nodes with the same paths near the elements. For the first
/// plan the steps do not count: it is there.
std::vector<CompensationPath> ElementPlanner::with_fewest_moves(std::span<const std::size_t> elements) {
  std::vector<CompensationPath> paths(exact_.paths().begin(), exact_.paths().end());
  exact_.move_fewer();
  const Effect effect = effect_of_(exact_.paths(), elements);
  if (found_) steps_ += effect.steps + exact_.branches();
  if (effect.harmless) paths.assign(exact_.paths().begin(), exact_.paths().end());
  return paths;
}

/// Keeps a plan unless there is one already that moves no more nodes.
void ElementPlanner::keep(std::vector<CompensationPath> paths) {
  std::size_t moved = 0;
  for (const CompensationPath& path : paths) moved += static_cast<std::size_t>(moved_nodes(grid_, path));
  if (found_ && moved >= moved_) return;
  found_ = true;
  moved_ = moved;
  paths_ = std::move(paths);
}

// --- Subjects -------------------------------------------------------------------------------------------------------

CompensationPath ElementPlanner::Variable::path() const {
  return {at, kDirections[static_cast<std::size_t>(std::countr_zero(domain.to_ulong()))]};
}

void ElementPlanner::push(const Variable& variable) {
  in_row_[static_cast<std::size_t>(variable.at.row)].push_back(variables_.size());
  in_column_[static_cast<std::size_t>(variable.at.column)].push_back(variables_.size());
  variables_.push_back(variable);
}

void ElementPlanner::pop() {
  const GridPoint at = variables_.back().at;
  in_row_[static_cast<std::size_t>(at.row)].pop_back();
  in_column_[static_cast<std::size_t>(at.column)].pop_back();
  variables_.pop_back();
}

bool ElementPlanner::is_variable(GridPoint at) const {
  return std::ranges::any_of(in_row_[static_cast<std::size_t>(at.row)],
                             [&](std::size_t variable) { return variables_[variable].at == at; });
}

/// Finds those whose paths can touch the surroundings, in their order.
void ElementPlanner::find_variables_near(const Surroundings& around) {
  variables_near_.clear();
  const auto add = [&](const std::vector<std::vector<std::size_t>>& lines, int first, int last) {
    for (int line = std::max(first, 0); line <= last && static_cast<std::size_t>(line) < lines.size(); ++line) {
      const std::vector<std::size_t>& on_line = lines[static_cast<std::size_t>(line)];
      variables_near_.insert(variables_near_.end(), on_line.begin(), on_line.end());
    }
  };
  if (around.rows) add(in_row_, around.low.row, around.high.row);
  if (around.columns) add(in_column_, around.low.column, around.high.column);
  std::ranges::sort(variables_near_);
  variables_near_.erase(std::ranges::unique(variables_near_).begin(), variables_near_.end());
}

DirectionSet ElementPlanner::touching(const Surroundings& around, const Variable& variable) const {
  DirectionSet set;
  for (const Direction d : kDirections) {
    set.set(bit(d), variable.domain.test(bit(d)) && touches(around, {variable.at, d}));
  }
  return set;
}

/// Returns whether a path of a PE of the core has a site in the surroundings and matters there.
bool ElementPlanner::touches(const Surroundings& around, CompensationPath path) const {
  const GridPoint at = path.defect;
  const auto within = [&](int low, int high, int first, int last) {
    return std::max(low, first) <= std::min(high, last);
  };
  const bool in_rows = at.row >= around.low.row && at.row <= around.high.row;
  const bool in_columns = at.column >= around.low.column && at.column <= around.high.column;
  switch (path.direction) {
    case Direction::kNorth:
      return around.columns && in_columns && within(around.low.row, around.high.row, 0, at.row);
    case Direction::kSouth:
      return around.columns && in_columns && within(around.low.row, around.high.row, at.row, grid_.last_row());
    case Direction::kWest:
      return around.rows && in_rows && within(around.low.column, around.high.column, 0, at.column);
    case Direction::kEast:
      return around.rows && in_rows && within(around.low.column, around.high.column, at.column, grid_.last_column());
  }
  return false;
}

/// Returns whether the path meets no defect.
bool ElementPlanner::line_is_free(CompensationPath path) const {
  const GridPoint at = path.defect;
  const Extent row = rows_[static_cast<std::size_t>(at.row)];
  const Extent column = columns_[static_cast<std::size_t>(at.column)];
  switch (path.direction) {
    case Direction::kNorth:
      return column.low >= at.row;
    case Direction::kSouth:
      return column.high <= at.row;
    case Direction::kWest:
      return row.low >= at.column;
    case Direction::kEast:
      return row.high <= at.column;
  }
  return false;
}

// --- Healthy PEs that can be given up -------------------------------------------------------------------------------

/// Finds paths of healthy PEs with an effect on this element: first those that begin as near to it as possible, then
/// those that begin near another element, which may serve both.
void ElementPlanner::find_candidates(std::size_t element) {
  if (first_near_.empty()) find_first_near();
  Level& level = levels_[element];
  const Surroundings& around = elements_[element];
  const auto is_own = [&](GridPoint p) {
    return p.row >= around.low.row - 1 && p.row <= around.high.row + 1 && p.column >= around.low.column - 1 &&
           p.column <= around.high.column + 1;
  };
  for_each_near(grid_, around, [&](GridPoint p) { add_candidates(level, element, p); });
  std::vector<std::tuple<std::uint32_t, GridPoint>> others;
  for_each_in_line(grid_, around, [&](GridPoint p) {
    ++steps_;
    const std::uint32_t other = first_near_[grid_.site(p).value];
    if (other != kNoElement && !is_own(p)) others.emplace_back(other, p);
  });
  std::ranges::sort(others);
  others.erase(std::ranges::unique(others).begin(), others.end());
  for (const auto& [other, p] : others) add_candidates(level, element, p);
}

void ElementPlanner::find_first_near() {
  first_near_.assign(grid_.sites(), kNoElement);
  for (std::uint32_t element = 0; element < elements_.size(); ++element) {
    for_each_near(grid_, elements_[element], [&](GridPoint p) {
      std::uint32_t& first = first_near_[grid_.site(p).value];
      first = std::min(first, element);
    });
  }
}

/// Adds the paths that begin at a healthy PE.
void ElementPlanner::add_candidates(Level& level, std::size_t element, GridPoint at) const {
  if (dead_[grid_.site(at).value]) return;
  for (const Direction d : directions(grid_)) {
    const CompensationPath path{at, d};
    if (touches(elements_[element], path) && line_is_free(path)) level.candidates.push_back(path);
  }
}

}  // namespace kintsugi
