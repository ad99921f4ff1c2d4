#include "tb/tool/coverage/coverage.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <variant>

#include "models/network/text.hpp"

namespace kintsugi::coverage {

namespace {

constexpr std::uint64_t kMostCount = std::numeric_limits<std::uint64_t>::max();

/// Throws if a point of one is reached and unreachable in the other.
void refuse_contradiction(const Points& points, const Points& others, const std::string& where) {
  for (const auto& [name, other] : others) {
    const auto own = points.find(name);
    if (own == points.end()) continue;
    const Point& point = own->second;
    if ((point.count == 0 || !other.is_unreachable) && (other.count == 0 || !point.is_unreachable)) continue;
    throw std::invalid_argument(where + ", " + name +
                                ": one file has reached this point, and another one has it as unreachable");
  }
}

void refuse_contradictions(const ChipCoverage& chip, const ChipCoverage& other, const std::string& name) {
  for (const auto& [group, elements] : other.groups) {
    for (const auto& [element, points] : elements) {
      const Points* own = find_points(chip.groups, group, element);
      if (own != nullptr) refuse_contradiction(*own, points, name + ": " + group + " of " + element);
    }
  }
}

void merge_points(Points& into, const Points& other) {
  for (const auto& [name, point] : other) {
    Point& sum = into[name];
    sum.count = point.count > kMostCount - sum.count ? kMostCount : sum.count + point.count;
    sum.is_unreachable = sum.is_unreachable || point.is_unreachable;
  }
}

void merge_chip(ChipCoverage& into, const ChipCoverage& other) {
  into.scenario = into.scenario.empty() ? other.scenario : std::min(into.scenario, other.scenario);
  into.runs += other.runs;
  for (const auto& [group, elements] : other.groups) {
    for (const auto& [element, points] : elements) merge_points(into.groups[group][element], points);
  }
}

}  // namespace

const Points* find_points(const Groups& groups, std::string_view group, std::string_view element) {
  const auto elements = groups.find(group);
  if (elements == groups.end()) return nullptr;
  const auto points = elements->second.find(element);
  return points == elements->second.end() ? nullptr : &points->second;
}

std::vector<std::string> missing_of(const Points& points) {
  std::vector<std::string> missing;
  for (const auto& [name, point] : points) {
    if (point.count == 0 && !point.is_unreachable) missing.push_back(name);
  }
  return missing;
}

std::string ChipName::text() const {
  return network + ", " + number + ", routing " + routing + ", " + counted(vcs, "channel");
}

void merge(Coverage& into, const Coverage& other) {
  for (const auto& [name, chip] : other) {
    const auto own = into.find(name);
    if (own != into.end()) refuse_contradictions(own->second, chip, name.text());
  }
  for (const auto& [name, chip] : other) merge_chip(into[name], chip);
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

std::string transition_name(const SwitchType& type, SwitchState from, SwitchState to) {
  return type.state_name(from) + " -> " + type.state_name(to);
}

std::string turn_name(const std::string& in, const std::string& out) {
  return in + " -> " + out;
}

std::string channel_name(const std::string& port, unsigned vc) {
  return port + '.' + std::to_string(vc);
}

std::string plan_kind(const Repair& repair) {
  if (!repair.paths.empty()) return "straight";
  constexpr std::size_t kPassedOnce = 2;  // sites without a node on a ring that passes every line once
  const auto is_triple = [](const RepairRing& ring) { return ring.passes.size() > kPassedOnce; };
  if (!repair.rings.empty()) return std::ranges::any_of(repair.rings, is_triple) ? "triple" : "diagonal";
  return repair.moved == 0 ? "no defects" : "placed";
}

DefectKind kind_of(const Fault& defect, const Fabric* sound) {
  if (std::holds_alternative<SiteId>(defect)) return {"PE", "dead"};
  if (std::holds_alternative<LinkDefect>(defect)) return {"link", "dead"};
  const auto& element = std::get<ElementDefect>(defect);
  const SwitchType& type = *sound->switches.at(element.switch_id().index()).type;
  if (const auto* stuck = std::get_if<StuckSwitch>(&element.what)) {
    return {type.name(), "stuck in " + type.state_name(stuck->state)};
  }
  if (const auto* lane = std::get_if<StuckLane>(&element.what)) {
    return {type.name(), "a wire stuck in " + type.state_name(lane->state)};
  }
  return {type.name(), "a wire cut"};
}

}  // namespace kintsugi::coverage
