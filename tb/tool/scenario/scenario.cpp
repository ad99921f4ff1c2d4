#include "tb/tool/scenario/scenario.hpp"

#include <algorithm>
#include <iterator>

#include "tb/tool/scenario/feature_section.hpp"

namespace kintsugi {

double TrafficSection::mean_rate(std::size_t nodes) const {
  if (rates.empty() || nodes == 0) return rate;
  double more = 0;
  for (const WrittenNumber& own : rates) more += own.number - rate;
  return rate + more / static_cast<double>(nodes);
}

Where Scenario::where(std::string_view path) const {
  while (true) {
    if (const auto found = positions.find(path); found != positions.end()) return found->second;
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return {source, 0, 0};
    path = path.substr(0, dot);
  }
}

std::vector<FeatureSection> writing_sections(const Scenario& scenario) {
  std::vector<FeatureSection> writing;
  std::ranges::copy_if(feature_sections(), std::back_inserter(writing), [&](const FeatureSection& section) {
    return section.writes != nullptr && scenario.positions.contains(section.name);
  });
  return writing;
}

std::string_view Scenario::multicast_key() const {
  if (!traffic) return "";
  if (traffic->multicast) return "traffic.multicast";
  return traffic->workload && traffic->workload->protocol.multicasts ? "traffic.hardware_multicast" : "";
}

}  // namespace kintsugi
