#include "models/fabric/network_check.hpp"

#include <gtest/gtest.h>

#include "models/random/random.hpp"
#include "models/registry/families.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {
namespace {

/// Flips one field after the other: the check must agree with difference().
TEST(NetworkCheck, agrees_with_the_difference_in_words) {
  for (const char* kind : {"srt2d", "sse"}) {
    const auto design = find_family(kind)->build({{"n", std::int64_t{3}}});
    const auto reconfigurable = design->fabric({});
    const Fabric& fabric = reconfigurable->fabric();
    const NetworkExtractor extractor(fabric);
    NetworkCheck check(design->network(), fabric);
    const Repair repair = reconfigurable->repair({}, {});
    RandomStream random(1, 1);
    int same = 0, other = 0;
    for (std::size_t flip = 0; flip < 300; ++flip) {
      Configuration configuration = repair.configuration;
      if (flip > 0) {
        const std::size_t field = random.below(configuration.size());
        configuration[field] = static_cast<SwitchState>(random.below(fabric.fields[field].states));
      }
      const ExtractedNetwork extracted = extractor.extract(switch_states(fabric, configuration));
      const bool right = !difference(extracted, design->network(), repair.placement, fabric);
      ASSERT_EQ(check.same(extracted, repair.placement), right) << kind << " flip " << flip;
      (right ? same : other)++;
    }
    EXPECT_GT(same, 10) << kind;
    EXPECT_GT(other, 10) << kind;
  }
}

TEST(NetworkCheck, sees_a_placement_that_is_not_that_of_the_states) {
  const auto design = find_family("srt2d")->build({{"n", std::int64_t{3}}});
  const auto wafer = design->fabric({});
  const Fabric& fabric = wafer->fabric();
  NetworkCheck check(design->network(), fabric);
  const Repair none = wafer->repair({}, {});
  const Repair some = wafer->repair(random_defects(fabric.sites.size(), 3, 1), {});
  ASSERT_TRUE(some.repairable);
  const ExtractedNetwork extracted = NetworkExtractor(fabric).extract(switch_states(fabric, some.configuration));
  EXPECT_TRUE(check.same(extracted, some.placement));
  EXPECT_FALSE(check.same(extracted, none.placement));
  Placement swapped = some.placement;
  std::swap(swapped.site_of[0], swapped.site_of[1]);
  EXPECT_FALSE(check.same(extracted, swapped));
}

TEST(NetworkCheck, a_network_that_the_routers_have_no_ports_for_is_never_made) {
  const auto wafer_design = find_family("srt2d")->build({{"n", std::int64_t{3}}});
  const auto wafer = wafer_design->fabric({});
  const auto cube = find_family("hypercube")->build({{"n", std::int64_t{6}}});
  const Repair repair = wafer->repair({}, {});
  const ExtractedNetwork extracted =
      NetworkExtractor(wafer->fabric()).extract(switch_states(wafer->fabric(), repair.configuration));
  EXPECT_FALSE(NetworkCheck(cube->network(), wafer->fabric()).same(extracted, repair.placement));
}

}  // namespace
}  // namespace kintsugi
