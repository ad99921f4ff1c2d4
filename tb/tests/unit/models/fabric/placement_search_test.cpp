// The placement of a network that switch states make, found without the repair that made them.
#include "models/fabric/placement_search.hpp"

#include <gtest/gtest.h>

#include "models/registry/families.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::test {
namespace {

struct PlacedRing {
  std::unique_ptr<Design> design = find_family("srt1d")->build({{"n", std::int64_t{3}}});
  std::unique_ptr<ReconfigurableFabric> wafer = design->fabric({});
  Placement sound = wafer->repair({}, {}).placement;

  Placement placement_in(const ExtractedNetwork& extracted) const {
    return find_placement(extracted, design->network(), wafer->fabric(), std::vector<Placement>{sound});
  }
};

TEST(PlacementSearch, finds_the_placement_of_a_repair_by_its_states) {
  const PlacedRing ring;
  Defects defects;
  defects.sites = {ring.sound.site_of[2]};
  const Repair repair = ring.wafer->repair(defects, {});
  ASSERT_TRUE(repair.repairable);
  const Fabric& fabric = ring.wafer->fabric();
  const ExtractedNetwork extracted = NetworkExtractor(fabric).extract(switch_states(fabric, repair.configuration));
  const Placement found = ring.placement_in(extracted);
  EXPECT_NE(found, ring.sound);
  EXPECT_EQ(difference(extracted, ring.design->network(), found, fabric), std::nullopt);
}

TEST(PlacementSearch, takes_the_guess_where_no_site_is_attached) {
  const PlacedRing ring;
  EXPECT_EQ(ring.placement_in({}), ring.sound);
}

}  // namespace
}  // namespace kintsugi::test
