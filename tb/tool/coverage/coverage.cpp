#include "tb/tool/coverage/coverage.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "models/network/text.hpp"

namespace kintsugi::coverage {

namespace {

constexpr std::uint64_t kMostCount = std::numeric_limits<std::uint64_t>::max();

void merge_points(Points& into, const Points& other, const std::string& where) {
  for (const auto& [name, point] : other) {
    Point& sum = into[name];
    sum.count = point.count > kMostCount - sum.count ? kMostCount : sum.count + point.count;
    sum.is_unreachable = sum.is_unreachable || point.is_unreachable;
    if (!sum.is_unreachable || sum.count == 0) continue;
    throw std::invalid_argument(where + ", " + name +
                                ": one file has reached this point, and another one has it as unreachable");
  }
}

void merge_chip(ChipCoverage& into, const ChipCoverage& other, const std::string& chip) {
  into.scenario = into.scenario.empty() ? other.scenario : std::min(into.scenario, other.scenario);
  into.runs += other.runs;
  for (const auto& [group, elements] : other.groups) {
    for (const auto& [element, points] : elements) {
      merge_points(into.groups[group][element], points, chip + ": " + group + " of " + element);
    }
  }
}

}  // namespace

std::string ChipName::text() const {
  return network + ", " + number + ", routing " + routing + ", " + counted(vcs, "channel");
}

void merge(Coverage& into, const Coverage& other) {
  Coverage sum = into;
  for (const auto& [name, chip] : other) merge_chip(sum[name], chip, name.text());
  into = std::move(sum);
}

Share& Share::operator+=(const Share& other) {
  reached += other.reached;
  goal += other.goal;
  unreachable += other.unreachable;
  return *this;
}

double Share::percent() const {
  return goal == 0 ? 100 : 100 * static_cast<double>(reached) / static_cast<double>(goal);
}

bool Share::meets(double percentage) const {
  return 100 * static_cast<double>(reached) >= percentage * static_cast<double>(goal);
}

Share share_of(const Points& points) {
  Share share;
  for (const auto& [name, point] : points) {
    share.reached += point.count != 0 ? 1 : 0;
    share.goal += point.is_unreachable ? 0 : 1;
    share.unreachable += point.is_unreachable ? 1 : 0;
  }
  return share;
}

Share share_of(const Elements& elements) {
  Share share;
  for (const auto& [name, points] : elements) share += share_of(points);
  return share;
}

Share share_of(const Coverage& coverage, std::string_view group) {
  Share share;
  for (const auto& [name, chip] : coverage) {
    const auto found = chip.groups.find(group);
    if (found != chip.groups.end()) share += share_of(found->second);
  }
  return share;
}

}  // namespace kintsugi::coverage
