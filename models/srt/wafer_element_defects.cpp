#include "models/srt/wafer_element_defects.hpp"

#include <algorithm>
#include <functional>

#include "models/srt/wafer_elements.hpp"

namespace kintsugi::srt {

namespace {

std::vector<Surroundings> all_surroundings(const Wafer& wafer, std::span<const ElementDefect> elements) {
  std::vector<Surroundings> all;
  for (const ElementDefect& element : elements) all.push_back(surroundings(wafer.tracks(), element));
  return all;
}

DefectMap without(const DefectMap& sites, std::size_t first, std::size_t count) {
  DefectMap rest(sites.begin(), sites.begin() + static_cast<std::ptrdiff_t>(first));
  rest.insert(rest.end(), sites.begin() + static_cast<std::ptrdiff_t>(first + count), sites.end());
  return rest;
}

/// Removes the sites from `first` on up to the one that is needed: without it and those before it there is a plan.
/// Doubles the number of sites that it tries, then halves it, so that few plans are made for many sites.
void leave_out(DefectMap& sites, std::size_t first, const std::function<bool(const DefectMap&)>& irreparable) {
  std::size_t step = 1;
  for (bool doubling = true; step > 0; step = doubling ? 2 * step : step / 2) {
    const std::size_t count = std::min(step, sites.size() - first);
    DefectMap rest = without(sites, first, count);
    if (count > 0 && irreparable(rest)) {
      sites = std::move(rest);
    } else {
      doubling = false;
    }
  }
}

}  // namespace

WaferElementDefects::WaferElementDefects(const Wafer& wafer, ConflictRule rule, std::vector<ElementDefect> elements,
                                         Remaining remaining)
    : wafer_(wafer),
      elements_(std::move(elements)),
      sound_(wafer.fabric()),
      planner_(
          wafer.grid(), rule, all_surroundings(wafer, elements_),
          [this](auto paths, auto list) { return harmless(paths, list); }, std::move(remaining)) {}

std::optional<PlanAround> WaferElementDefects::plan(const DefectMap& defects) {
  if (!planner_.plan(defects)) return std::nullopt;
  return PlanAround{{planner_.paths().begin(), planner_.paths().end()}, planner_.given_up()};
}

bool WaferElementDefects::harmless(std::span<const CompensationPath> paths, std::span<const std::size_t> elements) {
  const SwitchStates states = switch_states(wafer_.fabric(), wafer_.configure(paths));
  const ExtractedNetwork extracted = with_defective(elements).extract(states);
  const ExtractedNetwork wanted = sound_.extract(states);
  return extracted.attached == wanted.attached && extracted.joins == wanted.joins;
}

const NetworkExtractor& WaferElementDefects::with_defective(std::span<const std::size_t> elements) {
  if (elements.size() != 1) {
    if (!all_) all_.emplace(wafer_.fabric(), elements_);
    return all_->extractor;
  }
  if (!one_ || latest_ != elements.front()) {
    latest_ = elements.front();
    one_.emplace(wafer_.fabric(), std::span(&elements_[latest_], 1));
  }
  return one_->extractor;
}

// Leaving out a defect never makes a map irreparable (if plan() finds the repair): one pass of deletions is enough.
Defects WaferElementDefects::minimal_irreparable(const Wafer& wafer, ConflictRule rule, Defects defects,
                                                 const Remaining& remaining) {
  std::size_t kept = 0;  // of the sites, then of the elements too
  const auto still_to_try = [&](std::size_t) {
    if (remaining) remaining(defects.size() - kept);
  };
  WaferElementDefects same_elements(wafer, rule, defects.elements, still_to_try);
  for (; kept < defects.sites.size(); ++kept) {
    leave_out(defects.sites, kept, [&](const DefectMap& rest) { return !same_elements.plan(rest); });
  }
  kept = defects.sites.size();  // the last one may have left out all from `kept` on
  while (kept < defects.size()) {
    Defects rest = defects;
    rest.elements.erase(rest.elements.begin() + static_cast<std::ptrdiff_t>(kept - defects.sites.size()));
    if (WaferElementDefects(wafer, rule, rest.elements, still_to_try).plan(rest.sites)) {
      ++kept;
    } else {
      defects = std::move(rest);
    }
  }
  return defects;
}

}  // namespace kintsugi::srt
