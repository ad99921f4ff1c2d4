#include "tb/tool/scenario/feature_section.hpp"

#include <algorithm>
#include <iterator>

#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

std::vector<FeatureSection> writing_sections(const Scenario& scenario) {
  std::vector<FeatureSection> writing;
  std::ranges::copy_if(feature_sections(), std::back_inserter(writing), [&](const FeatureSection& section) {
    return section.writes != nullptr && scenario.positions.contains(section.name);
  });
  return writing;
}

}  // namespace kintsugi
