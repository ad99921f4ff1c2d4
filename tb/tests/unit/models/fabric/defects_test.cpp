#include "models/fabric/defects.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kintsugi::test {
namespace {

const LinkDefect kLowLink{SiteId{0}, SiteId{1}};
const LinkDefect kHighLink{SiteId{2}, SiteId{3}};

TEST(Defects, that_are_new_are_those_not_known_before) {
  const Defects known({SiteId{4}, SiteId{7}}, {kHighLink});
  const Defects now({SiteId{2}, SiteId{4}, SiteId{7}, SiteId{9}}, {kLowLink, kHighLink});
  EXPECT_EQ(new_faults(known, now), (std::vector<Fault>{SiteId{2}, SiteId{9}, kLowLink}));
  EXPECT_EQ(new_faults(now, now), std::vector<Fault>{});
  EXPECT_EQ(new_faults(now, known), std::vector<Fault>{});
}

TEST(Defects, what_has_been_added_can_be_removed_and_the_lists_stay_in_order) {
  const ElementDefect stuck{StuckSwitch{SwitchId{3}, 1}, "stuck"};
  const ElementDefect cut{CutWire{SwitchId{1}, 0}, "cut"};
  const std::vector<Fault> faults = {SiteId{4}, kHighLink, stuck, SiteId{2}, cut, kLowLink};
  Defects defects;
  for (const Fault& fault : faults) {
    EXPECT_FALSE(defects.contains(fault));
    defects.add(fault);
    EXPECT_TRUE(defects.contains(fault));
  }
  EXPECT_EQ(defects.sites, (DefectMap{SiteId{2}, SiteId{4}}));
  EXPECT_EQ(defects.links, (std::vector<LinkDefect>{kLowLink, kHighLink}));
  EXPECT_TRUE(std::ranges::is_sorted(defects.elements));
  EXPECT_EQ(new_faults({}, defects).size(), faults.size());
  for (const Fault& fault : faults) {
    defects.remove(fault);
    EXPECT_FALSE(defects.contains(fault));
  }
  EXPECT_TRUE(defects.empty());
}

}  // namespace
}  // namespace kintsugi::test
