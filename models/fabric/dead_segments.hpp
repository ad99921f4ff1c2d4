/// Dead segments of a segmented configuration chain (chain_segment.hpp), and what a configuration with bypasses sets.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi {

/// Returns the fallback of a field if its segment is bypassed by the fields before it, else nullopt. Only the fields of
/// the header are read of the configuration: it can be one of which the rest is still to come.
std::optional<SwitchState> fallback_of(const Fabric& fabric, std::span<const SwitchState> configuration,
                                       std::size_t field);

/// Returns the configuration with the fallback in all fields of its bypassed segments.
Configuration with_bypasses(const Fabric& fabric, Configuration configuration);

/// Bypasses these segments: sets their fields of the header, and the fallback in theirs.
void bypass(const Fabric& fabric, std::span<const SegmentId> segments, Configuration& configuration);

/// Returns the segment of this name. Throws std::invalid_argument, with the nearest name, if there is none.
SegmentId segment_named(std::span<const ChainSegment> segments, std::string_view name);

/// What dead segments cost on a fabric. Keeps no reference to it.
class DeadSegments {
 public:
  explicit DeadSegments(const Fabric& fabric);
  /// Adds what the dead segments of the defects cost to the sites and the elements. A switch that is stuck in another
  /// state keeps that state: its defect is what it joins.
  void add_to(Defects& defects) const;

 private:
  std::vector<DefectMap> sites_;                      // by segment
  std::vector<std::vector<ElementDefect>> elements_;  // by segment
};

}  // namespace kintsugi
