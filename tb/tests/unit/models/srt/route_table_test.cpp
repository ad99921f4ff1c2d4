#include "models/srt/route_table.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::srt {
namespace {

TEST(SrtRouteTable, slow_hops_beside_those_of_the_graph) {
  test::LastProgress progress;
  const std::vector<PaperTable> tables = route_tables(progress.listener());
  EXPECT_EQ(progress.done(), kRouteRows);
  ASSERT_EQ(tables.size(), 3u);
  const std::vector<std::string> recursive{"3.5847/7", "5.1290/10", "7.1875/14", "9.7859/20", "13.1647/28"};
  for (std::size_t i = 0; i < recursive.size(); ++i) EXPECT_EQ(tables[0].rows.at(i).computed.at(2), recursive[i]);
  const std::vector<std::string> diameters{"17", "25", "41"};  // of table 1, for 256, 1k, 4k nodes
  for (std::size_t i = 0; i < diameters.size(); ++i) {
    const std::string& cell = tables[0].rows.at(3 + 2 * i).computed.at(0);
    EXPECT_EQ(cell.substr(cell.find('/') + 1), diameters[i]);
  }
  for (const PaperTable& table : tables) {
    ASSERT_EQ(table.rows.size(), 8u);
    for (const PaperTable::Row& row : table.rows) {
      EXPECT_LE(std::stod(row.computed.at(0)), std::stod(row.computed.at(1))) << table.title << row.label;
      EXPECT_LE(std::stod(row.computed.at(1)), std::stod(row.computed.at(2))) << table.title << row.label;
    }
  }
}

/// 0.105 is printed for adaptive routing with four channels.
TEST(SrtRouteTable, the_busiest_channel_of_1_d_srt_85_carries_less_than_the_printed_saturation) {
  const PaperTable table = channel_bounds();
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].computed.at(0), "0.0940");
  EXPECT_EQ(table.rows[1].computed.at(0), "0.0981");
  EXPECT_GT(std::stod(table.rows[0].published.at(5)), std::stod(table.rows[1].computed.at(0)));
}

TEST(SrtRouteTable, the_busiest_channel_has_three_times_the_load_of_any_ring_link_on_monotone_routes_only) {
  const PaperTable table = channel_bounds();
  EXPECT_EQ(table.rows.at(1).computed.at(1), "3.0012");
  EXPECT_EQ(table.rows.at(0).computed.at(1), "2.4236");
}

}  // namespace
}  // namespace kintsugi::srt
