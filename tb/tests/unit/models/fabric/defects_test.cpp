#include "models/fabric/defects.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace kintsugi::test
