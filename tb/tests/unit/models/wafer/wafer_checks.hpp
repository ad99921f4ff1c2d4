/// Checks that the wafers of all networks share: what is repaired is extracted and compared.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/closed_rings.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/extraction.hpp"
#include "models/wafer/wafer.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/wafer/all_elements.hpp"

namespace kintsugi::test {

/// Straight paths alone: many maps by a planner that is made anew for each.
inline const RepairOptions kByPaths{.planner = "straight"};

/// A wafer, its network, and the joins that the network must have, written down from its definition.
class CheckedWafer {
 public:
  /// Two ports of nodes that are joined.
  using Join = std::pair<PortRef, PortRef>;

  CheckedWafer(const Wafer& wafer, const Network& network, std::vector<Join> joins)
      : wafer_(wafer), network_(network), joins_(std::move(joins)), extractor_(wafer.fabric()) {}

  /// Returns whether the map is repairable; if so, checks that the repair makes the wanted network without a defect.
  bool check(const DefectMap& defects, const RepairOptions& options = kByPaths) const {
    const Repair repair = wafer_.repair(defects, options);
    if (repair.repairable) check(repair, defects, extractor_);
    return repair.repairable;
  }

  /// The same of an element, with dead PEs beside it: the repair is extracted from the defective fabric.
  bool check(const ElementDefect& element, const DefectMap& defects) const {
    SCOPED_TRACE(element.name);
    Defects map(defects);
    map.elements = {element};
    const Repair repair = wafer_.repair(map, {.planner = "straight", .explain = false});
    const DefectiveFabric defective(wafer_.fabric(), std::span(&element, 1));
    if (repair.repairable) check(repair, defects, NetworkExtractor(defective.fabric()));
    return repair.repairable;
  }

  void check(const Repair& repair, const DefectMap& defects, const NetworkExtractor& extractor) const {
    SCOPED_TRACE(print(wafer_.grid(), defects));
    const ExtractedNetwork extracted = extractor.extract(switch_states(wafer_.fabric(), repair.configuration));
    EXPECT_EQ(difference(extracted, network_, repair.placement, wafer_.fabric()), std::nullopt);
    EXPECT_EQ(extracted.attached.size(), network_.nodes());
    for (const SiteId defect : defects) EXPECT_FALSE(std::ranges::binary_search(extracted.attached, defect));
    std::vector<std::pair<SitePort, SitePort>> found;
    for (const kintsugi::Join& join : extracted.joins) found.emplace_back(join.a, join.b);
    std::vector<std::pair<SitePort, SitePort>> wanted;
    for (const auto& [a, b] : joins_) {
      const SitePort from{repair.placement.site_of[a.node.index()], a.port};
      const SitePort to{repair.placement.site_of[b.node.index()], b.port};
      wanted.emplace_back(std::min(from, to), std::max(from, to));
    }
    std::ranges::sort(wanted);
    EXPECT_EQ(found, wanted);
  }

  /// Checks every map of up to `most` defective PEs; returns how many of each number are repairable.
  std::vector<std::size_t> check_all(std::uint32_t most, const RepairOptions& options = kByPaths) const {
    std::vector<std::size_t> repairable;
    for (std::uint32_t count = 0; count <= most; ++count) {
      repairable.push_back(0);
      for_each_subset(static_cast<std::uint32_t>(wafer_.grid().sites()), count, [&](const DefectMap& defects) {
        if (!testing::Test::HasFailure()) repairable.back() += check(defects, options) ? 1 : 0;
      });
    }
    return repairable;
  }

  const Wafer& wafer() const { return wafer_; }

 private:
  const Wafer& wafer_;
  const Network& network_;
  std::vector<Join> joins_;
  NetworkExtractor extractor_;
};

}  // namespace kintsugi::test
