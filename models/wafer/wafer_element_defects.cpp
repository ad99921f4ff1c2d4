#include "models/wafer/wafer_element_defects.hpp"

#include <algorithm>
#include <utility>

#include "models/fabric/defective_fabric.hpp"
#include "models/wafer/wafer_elements.hpp"

namespace kintsugi {

namespace {

/// What it takes to make a planner and to begin with a plan.
constexpr std::uint64_t kStepsToPlan = 2'000;
constexpr std::uint64_t kStepsPerElement = 20;

std::vector<Surroundings> all_surroundings(const Wafer& wafer, std::span<const ElementDefect> elements) {
  std::vector<Surroundings> all;
  all.reserve(elements.size());
  for (const ElementDefect& element : elements) all.push_back(surroundings(wafer.tracks(), wafer.bunches(), element));
  return all;
}

template <class Defect>
std::vector<Defect> without(const std::vector<Defect>& defects, std::size_t first, std::size_t count) {
  const auto begin = defects.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<Defect> rest(defects.begin(), begin);
  rest.insert(rest.end(), begin + static_cast<std::ptrdiff_t>(count), defects.end());
  return rest;
}

/// Removes the defects from `first` on up to the one that is needed: without it and those before it there is a plan.
/// Doubles the number of defects that it tries, then halves it, so that few plans are made for many defects.
template <class Defect, class HasNoPlan>
void leave_out(std::vector<Defect>& defects, std::size_t first, HasNoPlan has_no_plan) {
  std::size_t step = 1;
  for (bool doubling = true; step > 0; step = doubling ? 2 * step : step / 2) {
    const std::size_t count = std::min(step, defects.size() - first);
    std::vector<Defect> rest = without(defects, first, count);
    if (count > 0 && has_no_plan(rest)) {
      defects = std::move(rest);
    } else {
      doubling = false;
    }
  }
}

}  // namespace

WaferElementDefects::WaferElementDefects(const Wafer& wafer, ConflictRule rule, std::vector<ElementDefect> elements,
                                         const Remaining& remaining)
    : WaferElementDefects(wafer, rule, std::move(elements), std::make_shared<DefectComparison>(wafer.fabric()),
                          remaining) {}

WaferElementDefects::WaferElementDefects(const Wafer& wafer, ConflictRule rule, std::vector<ElementDefect> elements,
                                         std::shared_ptr<DefectComparison> comparison, const Remaining& remaining)
    : wafer_(wafer),
      rule_(rule),
      elements_(std::move(elements)),
      comparison_(std::move(comparison)),
      remaining_(remaining),
      planner_(
          wafer.grid(), rule, all_surroundings(wafer, elements_),
          [this](auto paths, auto list) {
            const std::uint64_t before = comparison_->passed();
            const bool is_harmless = harmless(paths, list);
            return ElementPlanner::Effect{is_harmless, comparison_->passed() - before};
          },
          remaining) {}

std::optional<PlanAround> WaferElementDefects::plan(const DefectMap& defects, std::uint64_t most_steps,
                                                    std::uint64_t steps_for_fewer) {
  if (!planner_.plan(defects, most_steps, steps_for_fewer)) return std::nullopt;
  return PlanAround{{planner_.paths().begin(), planner_.paths().end()}, planner_.given_up()};
}

bool WaferElementDefects::harmless(std::span<const CompensationPath> paths, std::span<const std::size_t> elements) {
  const PathLines lines(wafer_.grid(), paths);
  const auto state_of = [&](SwitchId id) { return wafer_.state(id, lines); };
  if (elements.size() == 1) {
    const DefectiveSwitches one(wafer_.fabric(), std::span(&elements_[elements.front()], 1));
    return comparison_->same(one, state_of);
  }
  if (!all_) all_.emplace(wafer_.fabric(), elements_);
  return comparison_->same(*all_, state_of);
}

/// Returns a planner for some of the elements.
WaferElementDefects WaferElementDefects::only(std::vector<ElementDefect> elements) const {
  return {wafer_, rule_, std::move(elements), comparison_, remaining_};
}

/// Returns whether there is no plan; not if the search for one stops before that is known, after half of the steps that
/// are left: so something is left for the next one.
bool WaferElementDefects::has_no_plan(const DefectMap& sites, Steps& left) {
  left.take(kStepsToPlan + kStepsPerElement * elements_.size());
  if (left.none()) return false;
  const bool none = !plan(sites, left.count / 2) && !stopped();
  left.take(steps());
  return none;
}

// Leaving out a defect never makes a map irreparable (if plan() finds the repair): one pass of deletions is enough.
WaferElementDefects::Irreparable WaferElementDefects::minimal_irreparable(DefectMap sites) {
  Steps left;
  for (std::size_t kept = 0; kept < sites.size() && !left.none(); ++kept) {
    leave_out(sites, kept, [&](const DefectMap& rest) { return has_no_plan(rest, left); });
  }
  Defects minimal(std::move(sites));
  minimal.elements = elements_;
  for (std::size_t kept = 0; kept < minimal.elements.size() && !left.none(); ++kept) {
    leave_out(minimal.elements, kept,
              [&](const std::vector<ElementDefect>& rest) { return only(rest).has_no_plan(minimal.sites, left); });
  }
  return {std::move(minimal), !left.none()};
}

std::optional<WaferElementDefects::Irreparable> WaferElementDefects::irreparable_alone(const DefectMap& sites) const {
  Steps left;
  for (const ElementDefect& element : elements_) {
    WaferElementDefects alone = only({element});
    if (alone.has_no_plan(sites, left)) return alone.minimal_irreparable(sites);
    if (left.none()) break;
  }
  return std::nullopt;
}

}  // namespace kintsugi
