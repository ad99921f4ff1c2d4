// Names of fields and their states.
#include "tb/tool/states/field_table.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi::test {
namespace {

TEST(FieldTable, knows_offsets_and_names) {
  const SmallFabric small;
  const states::FieldTable table(small.fabric);
  EXPECT_EQ(table.offset(2), 4u);
  EXPECT_EQ(table.field("b"), 2u);
  EXPECT_EQ(table.field("b.bunch"), std::nullopt);
  EXPECT_EQ(table.switch_named("b.bunch"), SwitchId{2});
  EXPECT_EQ(table.site("b"), SiteId{1});
  EXPECT_EQ(table.site("c"), std::nullopt);
  EXPECT_EQ(table.state_name(std::size_t{0}, TrackSwitchType::kD2), "D2");
}

TEST(FieldTable, joins_the_names_that_the_switches_of_a_field_give_to_a_state) {
  SmallFabric small;
  small.fabric.switches[0].field = 1;  // a field of a track switch and a bunch switch
  const states::FieldTable table(small.fabric);
  EXPECT_EQ(table.state_name(std::size_t{1}, 1), "X+connect_0");
  EXPECT_EQ(table.switches_of(1), (std::vector<SwitchId>{SwitchId{0}, SwitchId{1}}));
}

}  // namespace
}  // namespace kintsugi::test
