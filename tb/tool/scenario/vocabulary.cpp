#include "tb/tool/scenario/vocabulary.hpp"

#include <algorithm>

#include "models/traffic/pattern.hpp"
#include "models/wafer/planner.hpp"

namespace kintsugi {

namespace {

std::vector<Term> to_terms(std::span<const PlanTerm> names) {
  std::vector<Term> terms;
  for (const PlanTerm& each : names) terms.push_back({each.name, each.summary});
  return terms;
}

}  // namespace

std::span<const Term> planners() {
  static const std::vector<Term> terms = to_terms(path_planners());
  return terms;
}

std::span<const Term> repair_rules() {
  static const std::vector<Term> terms = {
      {"exact", "only what no switch setting can carry is a conflict"},
      {"strict", "an overlap of one position is a conflict too"},
  };
  return terms;
}

std::span<const Term> repair_objectives() {
  static const std::vector<Term> terms = to_terms(plan_objectives());
  return terms;
}

std::span<const Term> traffic_patterns() {
  static const std::vector<Term> terms = [] {
    std::vector<Term> all;
    for (const PatternInfo& pattern : patterns()) all.push_back({pattern.name, pattern.summary});
    return all;
  }();
  return terms;
}

std::span<const Term> proof_modes() {
  static const std::vector<Term> terms = {
      {"auto", "up to 4096 nodes"},
      {"full", "whatever the size"},
      {"skip", "not at all; the results say so"},
  };
  return terms;
}

std::span<const RouterPreset> router_presets() {
  static const std::vector<RouterPreset> presets = {
      {{"default", "1 cycle in a router, 1 on a link, 4-flit buffers"}, std::nullopt, 4, 1, 1, 1},
      {{"paper", "one cycle per hop, 4-flit buffers"}, std::nullopt, 4, 0, 1, 1},
      {{"booksim", "4 cycles in a router, 1 on a link (2 on a torus), 8-flit buffers, 2 channels"}, 2, 8, 4, 1, 2},
  };
  return presets;
}

const RouterPreset& router_preset(const std::string& name) {
  const auto presets = router_presets();
  const auto found = std::ranges::find(presets, name, [](const RouterPreset& preset) { return preset.term.name; });
  return found == presets.end() ? presets.front() : *found;
}

std::vector<std::string> names_of(std::span<const Term> terms) {
  std::vector<std::string> names;
  for (const Term& term : terms) names.push_back(term.name);
  return names;
}

std::vector<std::string> names_of(std::span<const RouterPreset> presets) {
  std::vector<std::string> names;
  for (const RouterPreset& preset : presets) names.push_back(preset.term.name);
  return names;
}

}  // namespace kintsugi
