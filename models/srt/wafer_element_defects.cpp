#include "models/srt/wafer_element_defects.hpp"

#include <algorithm>

#include "models/srt/wafer_elements.hpp"

namespace kintsugi::srt {

namespace {

std::vector<Surroundings> all_surroundings(const Wafer& wafer, std::span<const ElementDefect> elements) {
  std::vector<Surroundings> all;
  for (const ElementDefect& element : elements) all.push_back(surroundings(wafer.tracks(), element));
  return all;
}

}  // namespace

WaferElementDefects::WaferElementDefects(const Wafer& wafer, ConflictRule rule, std::vector<ElementDefect> elements)
    : wafer_(wafer),
      elements_(std::move(elements)),
      sound_(wafer.fabric()),
      all_(wafer.fabric(), elements_),
      planner_(wafer.grid(), rule, all_surroundings(wafer, elements_),
               [this](auto paths, auto list) { return harmless(paths, list); }) {
  for (const ElementDefect& element : elements_) one_.emplace_back(wafer.fabric(), std::span(&element, 1));
}

std::optional<PlanAround> WaferElementDefects::plan(const DefectMap& defects) {
  if (!planner_.plan(defects)) return std::nullopt;
  return PlanAround{{planner_.paths().begin(), planner_.paths().end()}, planner_.given_up()};
}

bool WaferElementDefects::harmless(std::span<const CompensationPath> paths,
                                   std::span<const std::size_t> elements) const {
  const SwitchStates states = switch_states(wafer_.fabric(), wafer_.configure(paths));
  const NetworkExtractor& defective = elements.size() == 1 ? one_[elements.front()].extractor : all_.extractor;
  const ExtractedNetwork extracted = defective.extract(states);
  const ExtractedNetwork wanted = sound_.extract(states);
  return extracted.attached == wanted.attached && extracted.joins == wanted.joins;
}

Defects WaferElementDefects::minimal_irreparable(const Wafer& wafer, ConflictRule rule, Defects defects) {
  // Leaving out a defect never makes a map irreparable (if plan() finds the repair): one pass of deletions is enough.
  const auto try_without = [&](auto Defects::*list) {
    for (std::size_t i = 0; i < (defects.*list).size();) {
      Defects rest = defects;
      (rest.*list).erase((rest.*list).begin() + static_cast<std::ptrdiff_t>(i));
      if (WaferElementDefects(wafer, rule, rest.elements).plan(rest.sites)) {
        ++i;
      } else {
        defects = std::move(rest);
      }
    }
  };
  try_without(&Defects::sites);
  try_without(&Defects::elements);
  return defects;
}

}  // namespace kintsugi::srt
