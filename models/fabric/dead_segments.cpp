#include "models/fabric/dead_segments.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

std::optional<SwitchState> fallback_of(const Fabric& fabric, std::span<const SwitchState> configuration,
                                       std::size_t field) {
  if (field < fabric.segments.size()) return std::nullopt;  // a field of the header
  const auto behind = std::ranges::upper_bound(fabric.segments, field, {}, &ChainSegment::first_field);
  if (behind == fabric.segments.begin()) return std::nullopt;
  const auto number = static_cast<std::size_t>(std::prev(behind) - fabric.segments.begin());
  const ChainSegment& segment = fabric.segments[number];
  if (!segment.has_field(field) || configuration[number] != kBypassed) return std::nullopt;
  return segment.fallback;
}

Configuration with_bypasses(const Fabric& fabric, Configuration configuration) {
  for (std::size_t number = 0; number < fabric.segments.size(); ++number) {
    if (configuration[number] != kBypassed) continue;
    const ChainSegment& each = fabric.segments[number];
    for (std::size_t field = each.first_field; field < each.end_field; ++field) configuration[field] = each.fallback;
  }
  return configuration;
}

void bypass(const Fabric& fabric, std::span<const SegmentId> segments, Configuration& configuration) {
  for (const SegmentId each : segments) configuration[each.index()] = kBypassed;
  configuration = with_bypasses(fabric, std::move(configuration));
}

SegmentId segment_named(std::span<const ChainSegment> segments, std::string_view name) {
  const auto found = std::ranges::find(segments, name, &ChainSegment::name);
  if (found != segments.end()) return SegmentId::from(found - segments.begin());
  const auto names = each_of(segments, &ChainSegment::name);
  throw std::invalid_argument("the chain has no segment '" + std::string(name) + "'" + suggestion(name, names));
}

DeadSegments::DeadSegments(const Fabric& fabric) : elements_(fabric.segments.size()) {
  for (const ChainSegment& each : fabric.segments) sites_.push_back(each.sites);
  for (const SwitchId id : ids<SwitchId>(fabric.switches.size())) {
    const FabricSwitch& each = fabric.switches[id.index()];
    const auto has = [&each](const ChainSegment& segment) { return segment.has_field(each.field); };
    const auto segment = std::ranges::find_if(fabric.segments, has);
    if (segment == fabric.segments.end() || !segment->sites.empty()) continue;
    elements_[static_cast<std::size_t>(segment - fabric.segments.begin())].push_back(
        {StuckSwitch{id, segment->fallback}, each.name + " stuck in " + each.type->state_name(segment->fallback)});
  }
}

void DeadSegments::add_to(Defects& defects) const {
  for (const SegmentId segment : defects.segments) {
    for (const SiteId site : sites_.at(segment.index())) {
      if (!defects.contains(site)) defects.add(site);
    }
    for (const ElementDefect& element : elements_[segment.index()]) {
      const auto is_in_the_way = [&element](const ElementDefect& other) {
        return other == element || contradict(other, element);
      };
      if (std::ranges::none_of(defects.elements, is_in_the_way)) defects.add(element);
    }
  }
}

}  // namespace kintsugi
