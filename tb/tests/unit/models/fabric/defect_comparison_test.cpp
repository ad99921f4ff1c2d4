// What a defect changes, found by following a few paths: the same as two whole extractions find.
#include "models/fabric/defect_comparison.hpp"

#include <gtest/gtest.h>

#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/extraction.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi {
namespace {

/// Every defect that one element of the fabric can have.
std::vector<ElementDefect> all_defects(const Fabric& fabric) {
  std::vector<ElementDefect> all;
  for (std::uint32_t number = 0; number < fabric.switches.size(); ++number) {
    const SwitchId id{number};
    const SwitchType& type = *fabric.switches[number].type;
    for (SwitchState state = 0; state < type.states(); ++state) {
      all.push_back({StuckSwitch{id, state}, "stuck"});
      for (Lane lane = 0; lane < 2; ++lane) all.push_back({StuckLane{id, 0, 1, lane, state}, "stuck lane"});
    }
    for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
      all.push_back({CutWire{id, terminal}, "cut"});
      for (Lane lane = 0; lane < 2; ++lane) all.push_back({CutWire{id, terminal, lane}, "cut lane"});
    }
  }
  return all;
}

bool same_by_extraction(const Fabric& sound, std::span<const ElementDefect> defects, const SwitchStates& states) {
  const DefectiveFabric defective(sound, defects);
  const ExtractedNetwork before = NetworkExtractor(sound).extract(states);
  const ExtractedNetwork after = NetworkExtractor(defective.fabric()).extract(states);
  return before.attached == after.attached && before.joins == after.joins;
}

/// Compares in all states, invalid ones too. Returns in how many the defects make no difference.
std::size_t compare_in_all_states(const Fabric& fabric, std::span<const ElementDefect> defects) {
  DefectComparison comparison(fabric);
  const DefectiveSwitches defective(fabric, defects);
  std::size_t same = 0;
  for (unsigned code = 0; code < 5 * 4 * 4; ++code) {
    const SwitchStates states{static_cast<SwitchState>(code % 5), static_cast<SwitchState>(code / 5 % 4),
                              static_cast<SwitchState>(code / 20)};
    const bool found = comparison.same(defective, [&](SwitchId id) { return states[id.value]; });
    EXPECT_EQ(found, same_by_extraction(fabric, defects, states)) << "in states " << code;
    same += found ? 1 : 0;
  }
  return same;
}

TEST(DefectComparison, agrees_with_extraction_for_every_defect_and_every_two) {
  const test::SmallFabric small;
  const std::vector<ElementDefect> all = all_defects(small.fabric);
  std::size_t same = 0;
  std::size_t maps = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i; j < all.size(); j += 1 + i % 3) {
      const std::vector<ElementDefect> defects = i == j ? std::vector{all[i]} : std::vector{all[i], all[j]};
      if (contradict(all[i], all[j])) continue;
      ++maps;
      same += compare_in_all_states(small.fabric, defects);
    }
  }
  EXPECT_GT(same, maps);
  EXPECT_LT(same, 80 * maps);
}

TEST(DefectComparison, follows_loops_links_and_wires_that_lead_back_to_an_end) {
  test::SmallFabric small;
  small.wire({SwitchId{0}, TrackSwitchType::kNorth}, {SwitchId{0}, TrackSwitchType::kSouth}, 3);
  small.wire({SwitchId{1}, BunchSwitchType::kLineA}, {SwitchId{2}, BunchSwitchType::kLineB}, 5);
  for (const ElementDefect& defect : all_defects(small.fabric)) {
    compare_in_all_states(small.fabric, std::span(&defect, 1));
  }
}

TEST(DefectComparison, a_defect_is_forgotten_with_the_next_one) {
  const test::SmallFabric small;
  DefectComparison comparison(small.fabric);
  const auto same = [&](const std::vector<ElementDefect>& defects) {
    return comparison.same(DefectiveSwitches(small.fabric, defects),
                           [](SwitchId) -> SwitchState { return TrackSwitchType::kX; });
  };
  EXPECT_FALSE(same({{StuckSwitch{SwitchId{0}, TrackSwitchType::kOpen}}}));
  EXPECT_TRUE(same({{StuckSwitch{SwitchId{0}, TrackSwitchType::kX}}}));
  EXPECT_TRUE(same({}));
}

}  // namespace
}  // namespace kintsugi
